// SPDX-License-Identifier: GPL-3.0-or-later
// Tests orders that have to wait before they are sent, and charges that appear long after an order:
// none is sent at a price that nobody confirmed, and no charge stays unknown.
#include "tests/models/purchasefixture.h"

#include "api/endpoints/reseller.h"
#include "tests/support/roundtrips.h"

#include <QSignalSpy>

#include <atomic>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestPurchaseWait : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_desk.reset(); }

    void itWaitsUnsentAndGoesAtTheSamePrice();
    void aPriceThatChangedIsConfirmedAgain();
    void itCanBeCancelled();
    void aClosedDialogSendsNothing();
    void theEndOfTheProgramSendsNothing();
    void aCommandLeavesOrdersAsTheyAre();
    void theLimitComesBetweenSentAndSending();
    void beforeTheSignInNothingCountsAsALook_data();
    void beforeTheSignInNothingCountsAsALook();
    void lateChargesAreFound_data();
    void lateChargesAreFound();
    void aLateChargeIsFoundAtTheStart();
    void afterSevenDaysNobodyLooks();
    void whatTheUserHasSeenIsNotLate();

private:
    void advance(std::chrono::seconds by)
    {
        m_ahead += by.count();
        m_desk->clock.advance(by);
    }
    [[nodiscard]] std::uint64_t arrived() const
    {
        return m_desk->server.counters().ordersArrived();
    }
    /// A refresh in the background reaches the rate limit: nothing can be sent with that token for
    /// an hour.
    void useUpTheLimit();
    /// Buys a confirmation while the limit is used up.
    [[nodiscard]] QString orderThatWaits();
    /// An order that was bought, lost, and found not charged.
    [[nodiscard]] QString notCharged();
    void bookAtTheService(const char *amount);

    std::atomic<std::int64_t> m_ahead{0};
    QObject m_here;
    Call m_background;
};

void TestPurchaseWait::init()
{
    SandboxSettings settings = smallAccount();
    m_ahead = 0;
    settings.clock = [this] { return std::int64_t(time(nullptr)) + m_ahead; };
    m_desk = std::make_unique<SessionFixture>(settings);
    m_desk->buying.looks.pauses = {5ms, 10ms, 20ms};
}

void TestPurchaseWait::useUpTheLimit()
{
    m_desk->fault("too-many-requests=3600,on=getResellerBalance,next=1");
    m_background = m_desk->client->send(
        GetResellerBalance{}, &m_here, [](const Result<ResellerBalance> &) {}, Lane::Background);
    QVERIFY(
        waitUntil([&] { return m_desk->client->limitWait(TopUpTraffic{}.toRequest()) > 14min; }));
}

QString TestPurchaseWait::orderThatWaits()
{
    const auto shown = confirm("3");
    if (!shown) {
        return {};
    }
    useUpTheLimit();
    const QString id = buy(shown->number).orderId;
    const auto waits = [&] { return desk().waitsFor(id).value_or(0ms) > 14min; };
    return waitUntil(waits) ? id : QString();
}

void TestPurchaseWait::itWaitsUnsentAndGoesAtTheSamePrice()
{
    openDesk();
    const QString id = orderThatWaits();
    QVERIFY(!id.isEmpty());
    QCOMPARE(desk().order(id)->state, OrderState::Waiting);
    QVERIFY(!desk().order(id)->sentAt);
    const Instant readAt = desk().order(id)->before.at;
    advance(14min);
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(desk().order(id)->state, OrderState::Waiting);
    QCOMPARE(arrived(), 0u);
    advance(2min);
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QVERIFY(desk().order(id)->before.at > readAt + 15min); // the figures before it are new too
    QCOMPARE(arrived(), 1u);
}

void TestPurchaseWait::aPriceThatChangedIsConfirmedAgain()
{
    openDesk();
    const QString id = orderThatWaits();
    QVERIFY(!id.isEmpty());
    auto prices = m_desk->server.prices();
    for (auto &type : prices) {
        type.flatPerGb = type.flatPerGb + type.flatPerGb;
        for (auto &tier : type.tiers) {
            tier.perGb = tier.perGb + tier.perGb;
        }
    }
    m_desk->server.setPrices(prices);
    advance(61min);
    QTRY_COMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->notSentFor, NotSentFor::NewPrice);
    const auto again = desk().takeNewPrice(id);
    QVERIFY(again);
    QCOMPARE(again->quote->cost,
             *desk().order(id)->expectedCost->plus(*desk().order(id)->expectedCost));
    QCOMPARE(arrived(), 0u);
    // After it is confirmed, it is sent.
    const QString second = buy(again->number).orderId;
    QTRY_COMPARE(desk().order(second)->state, OrderState::Completed);
    QCOMPARE(desk().order(second)->charged, again->quote->cost);
    QCOMPARE(arrived(), 1u);
}

void TestPurchaseWait::itCanBeCancelled()
{
    openDesk();
    const QString id = orderThatWaits();
    QVERIFY(!id.isEmpty());
    desk().cancel(id);
    QCOMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->notSentFor, NotSentFor::Cancelled);
    QVERIFY(desk().underWay() == nullptr);
    advance(2h);
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(arrived(), 0u);
    // And the next order can be sent.
    const auto shown = confirm("3");
    QVERIFY(shown);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(arrived(), 1u);
}

void TestPurchaseWait::aClosedDialogSendsNothing()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    useUpTheLimit();
    QObject dialog;
    QString id;
    desk().buy(shown->number, false, &dialog,
               [&](const BuyAnswer &answer) { id = answer.orderId; });
    QVERIFY(waitUntil([&] { return !id.isEmpty() && desk().waitsFor(id); }));
    desk().withdraw(&dialog);
    QCOMPARE(desk().order(id)->state, OrderState::NotSent);
    advance(2h);
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(arrived(), 0u);
}

void TestPurchaseWait::theEndOfTheProgramSendsNothing()
{
    openDesk();
    const QString id = orderThatWaits();
    QVERIFY(!id.isEmpty());
    advance(61min);
    m_desk->session.reset(); // before an iteration of the event loop
    openDesk();
    QCOMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->notSentFor, NotSentFor::Interrupted);
    QCOMPARE(desk().interrupted(), QStringList{id});
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(arrived(), 0u);
    openDesk();
    QVERIFY(desk().interrupted().isEmpty()); // reported once
}

/// A command opens the account without a window: nobody would see what became of an order.
void TestPurchaseWait::aCommandLeavesOrdersAsTheyAre()
{
    openDesk();
    const QString charged = notCharged();
    QVERIFY(!charged.isEmpty());
    const QString waiting = orderThatWaits();
    QVERIFY(!waiting.isEmpty());
    m_desk->session.reset();
    advance(61min);
    bookAtTheService("3");
    m_desk->buying.follows = false;
    m_desk->open();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(desk().order(waiting)->state, OrderState::Waiting);
    QCOMPARE(desk().order(charged)->state, OrderState::NotDone);
    QVERIFY(desk().problem().has_value());
    // The window finds and tells all of it.
    m_desk->buying.follows = true;
    m_desk->open();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QCOMPARE(desk().interrupted(), QStringList{waiting});
    QTRY_COMPARE(desk().order(charged)->state, OrderState::Unknown);
    QVERIFY(desk().order(charged)->isLate);
}

void TestPurchaseWait::theLimitComesBetweenSentAndSending()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    bool struck = false;
    connect(&desk(), &PurchaseDesk::orderChanged, &m_here, [&](const QString &changed) {
        if (!struck && desk().order(changed)->state == OrderState::Sending) {
            struck = true;
            m_desk->pacer.refused(Budget::Reseller, 3600s);
        }
    });
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return struck && desk().waitsFor(id).value_or(0ms) > 14min; }));
    QCOMPARE(desk().order(id)->state, OrderState::Waiting);
    QVERIFY(!desk().order(id)->sentAt);
    QCOMPARE(arrived(), 0u);
    advance(61min);
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(arrived(), 1u);
}

/// After a start, tokens may come later than the orders: then the service is asked at once, and
/// what could not be asked before says nothing.
void TestPurchaseWait::beforeTheSignInNothingCountsAsALook_data()
{
    QTest::addColumn<bool>("hasKey");
    QTest::newRow("no token") << false;
    QTest::newRow("the Reseller Key only") << true; // the charge is in the other token's ledger
}

void TestPurchaseWait::beforeTheSignInNothingCountsAsALook()
{
    QFETCH(bool, hasKey);
    m_desk->buying.looks.pauses = {1h};
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->state == OrderState::Unknown; }));
    m_desk->session.reset();
    const auto &access = m_desk->access;
    m_desk->auth.clear();
    if (hasKey) {
        m_desk->auth.setResellerKey(Secret(QString::fromStdString(access.resellerKey)));
    }
    openDesk();
    QTRY_VERIFY(!desk().order(id)->looks.empty());
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QVERIFY(!desk().isLookAwaited(id)); // the user may decide while nobody signs in
    m_desk->auth.setTokens(Secret(QString::fromStdString(access.personalToken)),
                           Secret(QString::fromStdString(access.resellerKey)));
    QVERIFY(desk().isLookAwaited(id));
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
    QCOMPARE(arrived(), 1u);
}

// ---------------------------------------------------------------------------------- late charges

QString TestPurchaseWait::notCharged()
{
    const auto shown = confirm("3");
    if (!shown) {
        return {};
    }
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    const auto looked = [&] { return desk().order(id)->looks.size() >= 3; };
    if (!waitUntil(looked)) {
        return {};
    }
    advance(3min);
    const auto ended = [&] { return desk().order(id)->state == OrderState::NotDone; };
    return waitUntil(ended) ? id : QString();
}

/// The service finally carries out the order from its queue.
void TestPurchaseWait::bookAtTheService(const char *amount)
{
    bool booked = false;
    const Call call = m_desk->client->send(
        TopUpTraffic{gb(amount), residential}, &m_here,
        [&](const Result<TopUpReceipt> &answer) { booked = answer.has_value(); });
    QVERIFY(waitUntil([&] { return booked; }));
}

void TestPurchaseWait::lateChargesAreFound_data()
{
    QTest::addColumn<int>("minutes");
    QTest::addColumn<bool>("others");
    for (const int minutes : {0, 3, 60, 24 * 60, 6 * 24 * 60}) {
        QTest::addRow("%d minutes", minutes) << minutes << false;
        QTest::addRow("%d minutes, other orders", minutes) << minutes << true;
    }
}

void TestPurchaseWait::lateChargesAreFound()
{
    QFETCH(int, minutes);
    QFETCH(bool, others);
    openDesk();
    m_desk->session->start();
    QVERIFY(waitUntil([&] { return m_desk->allLoaded(); }));
    const QString id = notCharged();
    QVERIFY(!id.isEmpty());
    advance(std::chrono::minutes(minutes));
    if (others) { // of the same price, with its receipt: not a charge of that order
        const auto shown = confirm("3");
        QVERIFY(shown);
        QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
        QTRY_COMPARE(only().state, OrderState::Completed);
        m_desk->session->refresh(Area::Transactions);
        QVERIFY(waitUntil([&] { return m_desk->allLoaded(); }));
        waitForRoundTrips(*m_desk->client);
        QCOMPARE(desk().order(id)->state, OrderState::NotDone);
    }
    bookAtTheService("3");
    QVERIFY(waitUntil([&] { return m_desk->ledgerIs(LedgerProgress::Complete); }));
    m_desk->session->refresh(Area::Transactions);
    // Somebody may have bought it by hand in the meantime, so the user decides.
    QTRY_COMPARE(desk().order(id)->state, OrderState::Unknown);
    QVERIFY(desk().order(id)->isLate);
    const TransactionId row(m_desk->server.transactions().back().id);
    QVERIFY(!desk().order(id)->findings.empty());
    QCOMPARE(desk().order(id)->findings.front().kind, Finding::Kind::LateCharge);
    QVERIFY(waitUntil([&] {
        const auto candidates = desk().order(id)->looks.back().candidates;
        return std::any_of(candidates.begin(), candidates.end(),
                           [row](const auto &each) { return each.id == row; });
    }));
    desk().userDecides(id, PurchaseDesk::Verdict::Bought, row);
    const TopUpOrder &order = *desk().order(id);
    QCOMPARE(order.state, OrderState::Completed);
    QCOMPARE(order.charged, order.expectedCost);
    QCOMPARE(order.proof, row);
    QVERIFY(order.proof != only().proof || only().id == id);
}

void TestPurchaseWait::aLateChargeIsFoundAtTheStart()
{
    openDesk();
    const QString id = notCharged();
    QVERIFY(!id.isEmpty());
    m_desk->session.reset();
    advance(24h);
    bookAtTheService("3");
    m_desk->open();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QTRY_COMPARE(desk().order(id)->state, OrderState::Unknown);
    openDesk(); // and that stays
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QVERIFY(desk().order(id)->isLate);
}

void TestPurchaseWait::afterSevenDaysNobodyLooks()
{
    openDesk();
    const QString id = notCharged();
    QVERIFY(!id.isEmpty());
    const auto readings = [this] {
        return m_desk->server.counters().of("listTransactions").arrived;
    };
    // Days on which the program is not used do not count: weeks without it count as one.
    constexpr int days = 7;
    for (int day = 0; day < days; ++day) {
        const qint64 before = desk().order(id)->lateFor;
        m_desk->session.reset();
        advance(day == 0 ? 24h * 40 : 24h);
        openDesk();
        QVERIFY(waitUntil([&] { return desk().order(id)->lateFor > before; }));
        QCOMPARE(desk().order(id)->state, OrderState::NotDone);
        waitForRoundTrips(*m_desk->client);
    }
    m_desk->session.reset();
    bookAtTheService("3");
    const auto before = readings();
    openDesk();
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
    QCOMPARE(readings(), before);
}

/// A row that the user did not assign to the order is not a late charge of it; the next one is.
void TestPurchaseWait::whatTheUserHasSeenIsNotLate()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("foreign-purchase=3,on=topUpTraffic,next=1");
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return !desk().order(id)->looks.empty(); }));
    QTRY_COMPARE(desk().order(id)->looks.back().says, LookSays::Conflict);
    desk().userDecides(id, PurchaseDesk::Verdict::NotBought);
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
    desk().lookAtLedger();
    waitForRoundTrips(*m_desk->client);
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
    bookAtTheService("3");
    desk().lookAtLedger();
    QVERIFY(waitUntil([&] { return desk().order(id)->state != OrderState::NotDone; }));
    QCOMPARE(desk().order(id)->findings.front().kind, Finding::Kind::LateCharge);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseWait)
#include "test_purchasewait.moc"
