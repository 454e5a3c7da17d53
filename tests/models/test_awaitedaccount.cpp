// SPDX-License-Identifier: GPL-3.0-or-later
// Tests an account whose tokens are still being read, or could not be read: its stored data is
// shown, nothing is sent, and buying is closed until the tokens are known.

#include "tests/models/loadedaccount.h"
#include "tests/models/purchasefixture.h"
#include "tests/support/roundtrips.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

constexpr std::array everyArea{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};

/// An account that was loaded in an earlier run of the program, opened again.
class Reopened : public Loaded
{
public:
    explicit Reopened(bool awaits = true)
    {
        before = session->summary();
        session->flush();
        session.reset();
        countFromHere();
        auth.clear(); // the access token too
        if (awaits) {
            auth.expect(true, true);
        } else {
            signIn();
        }
        open();
        session->start();
    }
    void readTokens()
    {
        auth.setTokens(Secret(QString::fromStdString(access.personalToken)),
                       Secret(QString::fromStdString(access.resellerKey)));
    }
    [[nodiscard]] QStringList arrivals() const
    {
        QStringList counts;
        for (const auto &[operation, count] : server.counters().operations) {
            if (count.arrived > 0) {
                counts.append(QString::fromStdString(operation) + u' ' +
                              QString::number(count.arrived));
            }
        }
        return counts;
    }
    /// Loaded, and nothing is under way that would be sent by itself.
    [[nodiscard]] bool isAtRest() const { return allLoaded() && !session->purchases().isAtWork(); }

    AccountSummary before;
};

ErrorKind kindOfStatus(const AreaStatus &status)
{
    return status.error ? status.error->kind : ErrorKind::Cancelled;
}

} // namespace

class TestAwaitedAccount : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void storedDataIsUsableMeanwhile();
    void nothingIsAskedTwice();
    void givenUpShowsWhatIsStored();
    void anotherSignInWhileItWaits();
    void readAgain();
    void buyingIsClosedMeanwhile();
    void buyingIsClosedAfterGivingUp();
    void anUnknownOrderIsFollowedOnceItCan();
    void anOrderNeverWaitsUnnoticed();
};

void TestAwaitedAccount::storedDataIsUsableMeanwhile()
{
    Reopened f;
    waitForOtherRoundTrips();
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
    const AccountSummary &summary = f.session->summary();
    QVERIFY(summary.hasPersonal && summary.hasReseller);
    QVERIFY(summary.balance == f.before.balance);
    QCOMPARE(summary.proxies, f.before.proxies);
    for (const Area area : everyArea) {
        const AreaStatus status = f.session->status(area);
        QVERIFY(status.state == AreaStatus::Loading || status.state == AreaStatus::Loaded);
        QVERIFY(status.asOf.has_value());
        QVERIFY(!status.error);
    }
    auto model = f.session->queries().makeProxyModel();
    QTRY_COMPARE(model->rowCount(), 12);
    f.readTokens();
    QTRY_VERIFY(f.allLoaded());
    QVERIFY(f.server.counters().requests > 0);
}

/// The tokens that come are those with which everything was requested already.
void TestAwaitedAccount::nothingIsAskedTwice()
{
    Reopened usual(false);
    QTRY_VERIFY(usual.isAtRest());
    waitForOtherRoundTrips(); // a second reading would begin at once
    QTRY_VERIFY(usual.isAtRest());
    Reopened waits;
    waitForOtherRoundTrips();
    waits.readTokens();
    QTRY_VERIFY(waits.isAtRest());
    waitForOtherRoundTrips();
    QTRY_VERIFY(waits.isAtRest());
    QCOMPARE(waits.arrivals(), usual.arrivals());
}

void TestAwaitedAccount::givenUpShowsWhatIsStored()
{
    Reopened f;
    f.auth.giveUp();
    for (const Area area : everyArea) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
        QCOMPARE(kindOfStatus(f.session->status(area)), ErrorKind::TokenUnavailable);
        QVERIFY(f.session->status(area).asOf.has_value());
    }
    const AccountSummary &summary = f.session->summary();
    QVERIFY(summary.hasPersonal && summary.hasReseller);
    QVERIFY(summary.balance == f.before.balance);
    QVERIFY(summary.pools == f.before.pools);
    f.session->refreshAll(); // what the user tries
    waitForOtherRoundTrips();
    for (const Area area : everyArea) {
        QTRY_COMPARE(kindOfStatus(f.session->status(area)), ErrorKind::TokenUnavailable);
        QVERIFY(f.areaIs(area, AreaStatus::Failed));
    }
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

/// Only with a personal token: what needs the other one is no failure of the keychain any more.
void TestAwaitedAccount::anotherSignInWhileItWaits()
{
    Reopened f;
    f.auth.setPersonalToken(Secret(QString::fromStdString(f.access.personalToken)));
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::NoAccess));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.session->summary().hasPersonal);
    QVERIFY(!f.session->summary().hasReseller);
    QCOMPARE(f.server.counters().of("listSubUsers").arrived, std::uint64_t{0});
}

void TestAwaitedAccount::readAgain()
{
    Reopened f;
    f.auth.giveUp();
    QTRY_VERIFY(f.areaIs(Area::Transactions, AreaStatus::Failed));
    f.auth.expect(true, true);
    f.readTokens();
    QTRY_VERIFY(f.allLoaded());
    for (const Area area : everyArea) {
        QVERIFY(!f.session->status(area).error);
    }
}

// ---------------------------------------------------------------------------------------- buying

void TestAwaitedAccount::buyingIsClosedMeanwhile()
{
    makeDesk();
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->auth.clear();
    const QSignalSpy states(&desk(), &OrderEngine::stateChanged);
    m_desk->auth.expect(true, true);
    QVERIFY(!states.isEmpty());
    QCOMPARE(desk().problem()->kind, BuyingProblem::TokenAwaited);
    QVERIFY(!desk().problem()->isOfJournal());
    QVERIFY(!confirm("4"));
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Closed);
    QVERIFY(desk().orders().empty());
    const auto reported = states.size();
    m_desk->signIn();
    QVERIFY(states.size() > reported);
    QVERIFY(!desk().problem());
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(m_desk->server.counters().ordersArrived(), std::uint64_t{0}); // nothing comes late
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(m_desk->server.counters().ordersArrived(), std::uint64_t{1});
    m_desk.reset();
}

void TestAwaitedAccount::buyingIsClosedAfterGivingUp()
{
    makeDesk();
    m_desk->auth.clear();
    m_desk->auth.expect(true, true);
    openDesk();
    QCOMPARE(desk().problem()->kind, BuyingProblem::TokenAwaited);
    m_desk->auth.giveUp();
    QCOMPARE(desk().problem()->kind, BuyingProblem::TokenUnread);
    std::optional<ApiError> error;
    QObject guard;
    const Call call = desk().prepare(
        residential, *TrafficAmount::parseGb(u"3"), &guard,
        [&](const Result<Confirmation> &answer) { error = answer ? ApiError() : answer.error(); });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->kind, ErrorKind::TokenUnavailable);
    m_desk.reset();
}

/// An order whose result is unknown is looked for when the token is there, and not given up for
/// the looks that could see nothing.
void TestAwaitedAccount::anUnknownOrderIsFollowedOnceItCan()
{
    makeDesk();
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->state == OrderState::Unknown; }));
    m_desk->session.reset();
    m_desk->auth.clear();
    m_desk->auth.expect(true, true);
    openDesk();
    QVERIFY(desk().isAtWork());
    waitForOtherRoundTrips();
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    m_desk->auth.giveUp();
    QTRY_VERIFY(desk().order(id)->looks.size() >= 3);
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    for (const Look &look : desk().order(id)->looks) {
        QVERIFY(look.says != LookSays::NoTrace);
    }
    m_desk->signIn();
    desk().look(id);
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    m_desk.reset();
}

/// The tokens go while an order waits for its price: it waits, visibly, and can be cancelled.
void TestAwaitedAccount::anOrderNeverWaitsUnnoticed()
{
    makeDesk();
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    bool struck = false;
    QObject here;
    connect(&desk(), &PurchaseDesk::orderChanged, &here, [&](const QString &changed) {
        if (!struck && desk().order(changed)->state == OrderState::Sending) {
            struck = true;
            m_desk->auth.clear();
            m_desk->auth.expect(true, true);
        }
    });
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return struck && desk().waitsFor(id).has_value(); }));
    QCOMPARE(desk().order(id)->state, OrderState::Waiting);
    QVERIFY(!desk().order(id)->sentAt);
    QCOMPARE(m_desk->server.counters().ordersArrived(), std::uint64_t{0});
    m_desk->auth.giveUp();
    QTRY_COMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->error->kind, ErrorKind::TokenUnavailable);
    m_desk->signIn();
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(m_desk->server.counters().ordersArrived(), std::uint64_t{0});
    m_desk.reset();
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAwaitedAccount)
#include "test_awaitedaccount.moc"
