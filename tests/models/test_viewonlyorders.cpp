// SPDX-License-Identifier: GPL-3.0-or-later
// Tests buying and changing in an account that is set to view only: closed before anything is
// written, and an order that is caught by the switch ends as not sent.

#include "tests/models/loadedaccount.h"
#include "tests/models/purchasewaitfixture.h"
#include "tests/support/roundtrips.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestViewOnlyOrders : public QObject, private testing::PurchaseWaitFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeWaitingDesk(); }
    void cleanup() { m_desk.reset(); }

    void buyingIsClosedBeforeAnythingIsWritten();
    void switchedOnWhileThePriceIsRead();
    void switchedOnWhileTheOrderWaits();
    void switchedOnBetweenSentAndSending();
    void switchedOnWhileItIsOnItsWay();
    void looksGoOn();
    void editsAreRefused();

private:
    void viewOnly(bool on = true) { m_desk->client->setViewOnly(on); }
    void isNotSent(const QString &id)
    {
        QTRY_COMPARE(desk().order(id)->state, OrderState::NotSent);
        QCOMPARE(desk().order(id)->error->kind, ErrorKind::ViewOnly);
        QVERIFY(!desk().order(id)->sentAt);
        QVERIFY(desk().order(id)->endedAt);
        QVERIFY(desk().underWay() == nullptr);
        viewOnly(false); // and it is not sent later either
        advance(2h);
        testing::waitForRoundTrips(*m_desk->client);
        QCOMPARE(desk().order(id)->state, OrderState::NotSent);
        QCOMPARE(arrived(), 0u);
    }
};

void TestViewOnlyOrders::buyingIsClosedBeforeAnythingIsWritten()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    const QSignalSpy states(&desk(), &OrderEngine::stateChanged);
    viewOnly();
    QCOMPARE(states.size(), 1);
    QCOMPARE(desk().problem()->kind, BuyingProblem::ViewOnly);
    QVERIFY(!desk().problem()->isOfJournal());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Closed);
    std::optional<ApiError> error;
    const Call call = desk().prepare(
        residential, gb("3"), &m_here,
        [&](const Result<Confirmation> &got) { error = got ? ApiError() : got.error(); }, true);
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->kind, ErrorKind::ViewOnly);
    QVERIFY(desk().orders().empty());
    viewOnly(false);
    QVERIFY(!desk().problem());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(arrived(), 1u);
}

void TestViewOnlyOrders::switchedOnWhileThePriceIsRead()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    advance(5min); // the prices are read again
    std::optional<BuyAnswer> got;
    desk().buy(shown->number, false, &m_here, [&](const BuyAnswer &answer) { got = answer; });
    QVERIFY(!got);
    viewOnly();
    QTRY_VERIFY(got.has_value());
    QCOMPARE(got->kind, BuyAnswer::Closed);
    QVERIFY(desk().orders().empty());
    QCOMPARE(arrived(), 0u);
}

void TestViewOnlyOrders::switchedOnWhileTheOrderWaits()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    useUpTheLimit();
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().waitsFor(id).value_or(0ms) > 14min; }));
    viewOnly();
    isNotSent(id);
}

void TestViewOnlyOrders::switchedOnBetweenSentAndSending()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    bool struck = false;
    const auto strike =
        connect(&desk(), &PurchaseDesk::orderChanged, &m_here, [&](const QString &changed) {
            if (!struck && desk().order(changed)->state == OrderState::Sending) {
                struck = true;
                viewOnly(); // "sent" is on the disk, and the call is not out yet
            }
        });
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return struck; }));
    isNotSent(id);
    disconnect(strike);
    // Nor does a restart take it for one that may have been carried out.
    m_desk->session->flush();
    openDesk();
    QCOMPARE(desk().order(id)->state, OrderState::NotSent);
}

void TestViewOnlyOrders::switchedOnWhileItIsOnItsWay()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("latency=300,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return arrived() == 1; }));
    viewOnly();
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(arrived(), 1u);
}

void TestViewOnlyOrders::looksGoOn()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->state == OrderState::Unknown; }));
    viewOnly();
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
}

void TestViewOnlyOrders::editsAreRefused()
{
    Loaded f;
    f.client->setViewOnly(true);
    const QString before = f.noteThere();
    std::optional<ApiError> error;
    const Call call = f.session->actions().saveNote(
        f.subUser, QStringLiteral("another note"), &f.guard,
        [&](const Result<SubUser> &answer) { error = answer ? ApiError() : answer.error(); });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->kind, ErrorKind::ViewOnly);
    QCOMPARE(f.noteThere(), before);
    QCOMPARE(f.server.counters().of("updateSubUserNote").arrived, std::uint64_t{0});
    f.session->refreshAll(); // reading is not disturbed
    QTRY_VERIFY(f.allLoaded());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestViewOnlyOrders)
#include "test_viewonlyorders.moc"
