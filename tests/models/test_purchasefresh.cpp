// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no order is sent at an old price, however long it waited after the price was read.
#include "tests/models/purchasewaitfixture.h"
#include "tests/support/roundtrips.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestPurchaseFresh : public QObject, private testing::PurchaseWaitFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeWaitingDesk(); }
    void cleanup() { m_desk.reset(); }

    void thePriceIsReadAfterALongWait();
    void aLongWaitWhileBuyingAsksAgain();
    void aLongWaitAfterALongWaitAsksAgain();
    void aPriceThatWaitedForAnotherReadingIsReadAgain();
    void aBalanceThatWaitedForThePoolsIsOld();
    void aSleepingComputerMakesAPriceOld();
    void aLimitThatLeavesNoRoomEndsIt();
    void theWaitBeforeTheOrderIsReported_data();
    void theWaitBeforeTheOrderIsReported();

private:
    void holdUp(const char *operation)
    {
        m_desk->fault(
            QByteArray("too-many-requests=3600,next=1,on=" + QByteArray(operation)).constData());
    }
    void startBuying(const Confirmation &shown)
    {
        m_answer.reset();
        desk().buy(shown.number, false, &m_here,
                   [this](const BuyAnswer &answer) { m_answer = answer; });
    }
    /// No order was sent, and the new price is ready to be confirmed.
    void nothingLeftAtTheOldPrice(const Confirmation &shown)
    {
        QVERIFY(waitUntil([&] { return m_answer; }));
        std::optional<Confirmation> again = m_answer->again;
        if (m_answer->kind == BuyAnswer::Ordered) {
            QVERIFY(waitUntil([&] { return !desk().order(m_answer->orderId)->isUnderWay(); }));
            QCOMPARE(desk().order(m_answer->orderId)->state, OrderState::NotSent);
            again = desk().takeNewPrice(m_answer->orderId);
        }
        QCOMPARE(arrived(), 0u);
        QVERIFY(again);
        QCOMPARE(again->quote->cost, *shown.quote->cost.plus(shown.quote->cost));
        const QString id = buy(again->number).orderId;
        QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
        QCOMPARE(desk().order(id)->charged, again->quote->cost);
        QCOMPARE(arrived(), 1u);
    }

    std::optional<BuyAnswer> m_answer;
};

void TestPurchaseFresh::thePriceIsReadAfterALongWait()
{
    openDesk();
    holdUp("getBalance");
    std::optional<Result<Confirmation>> got;
    const Call call = desk().prepare(residential, gb("3"), &m_here,
                                     [&](const Result<Confirmation> &answer) { got = answer; });
    QVERIFY(waitUntil([&] { return isHeldUp(GetBalance{}.toRequest()); }));
    doublePrices();
    advance(61min);
    QVERIFY(waitUntil([&] { return got && *got; }));
    startBuying(**got);
    QVERIFY(waitUntil([&] { return m_answer; }));
    QCOMPARE(m_answer->kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(only().charged, (*got)->quote->cost);
}

void TestPurchaseFresh::aLongWaitWhileBuyingAsksAgain()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    advance(61s);
    holdUp("getBalance");
    startBuying(*shown);
    QVERIFY(waitUntil([&] { return isHeldUp(GetBalance{}.toRequest()); }));
    doublePrices();
    advance(61min);
    nothingLeftAtTheOldPrice(*shown);
}

void TestPurchaseFresh::aLongWaitAfterALongWaitAsksAgain()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    useUpTheLimit();
    startBuying(*shown);
    QVERIFY(waitUntil([&] { return m_answer && desk().waitsFor(m_answer->orderId); }));
    holdUp("getBalance");
    advance(61min);
    QVERIFY(waitUntil([&] { return isHeldUp(GetBalance{}.toRequest()); }));
    doublePrices();
    advance(61min);
    nothingLeftAtTheOldPrice(*shown);
}

/// Without tiers, the flat price of the pools counts, and the categories are requested after it.
void TestPurchaseFresh::aPriceThatWaitedForAnotherReadingIsReadAgain()
{
    m_desk->fault("tiers-missing=categories");
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown && shown->quote);
    advance(61s);
    holdUp("listCategories");
    startBuying(*shown);
    QVERIFY(waitUntil([&] { return isHeldUp(GetBalance{}.toRequest()); }));
    doublePrices();
    advance(61min);
    nothingLeftAtTheOldPrice(*shown);
}

/// The balance and the ledger were received an hour before the pools: such a confirmation is old
/// when it is shown.
void TestPurchaseFresh::aBalanceThatWaitedForThePoolsIsOld()
{
    openDesk();
    const QSignalSpy reported(&desk(), &PurchaseDesk::balancesRead);
    holdUp("getResellerBalance");
    std::optional<Result<Confirmation>> got;
    const Call call = desk().prepare(residential, gb("3"), &m_here,
                                     [&](const Result<Confirmation> &answer) { got = answer; });
    QVERIFY(waitUntil([&] { return isHeldUp(TopUpTraffic{}.toRequest()); }));
    advance(61min);
    QVERIFY(waitUntil([&] { return got && *got; }));
    QCOMPARE(reported.size(), 1);
    QVERIFY(!reported.front().front().value<std::optional<Balance>>()); // not reported as today's
    const auto reads = m_desk->server.counters().of("getBalance").arrived;
    doublePrices();
    startBuying(**got);
    nothingLeftAtTheOldPrice(**got);
    QVERIFY(m_desk->server.counters().of("getBalance").arrived > reads);
}

/// The monotonic clock stands still while a computer sleeps, the other one does not.
void TestPurchaseFresh::aSleepingComputerMakesAPriceOld()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    doublePrices();
    m_desk->clock.setBack(-8h);
    startBuying(*shown);
    nothingLeftAtTheOldPrice(*shown);
}

/// A limit of one call per interval: reading the price uses it up each time.
void TestPurchaseFresh::aLimitThatLeavesNoRoomEndsIt()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    useUpTheLimit();
    int readings = 0;
    connect(&desk(), &PurchaseDesk::balancesRead, &m_here, [&] {
        ++readings;
        m_desk->pacer.refused(Budget::Reseller, 3600s);
    });
    const QString id = buy(shown->number).orderId;
    for (int i = 1; i <= 3; ++i) {
        QVERIFY(waitUntil([&] { return desk().waitsFor(id).value_or(0ms) > 14min; }));
        advance(61min);
        QTRY_COMPARE(readings, i);
    }
    QTRY_COMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->notSentFor, NotSentFor::NoTurn);
    QCOMPARE(arrived(), 0u);
}

void TestPurchaseFresh::theWaitBeforeTheOrderIsReported_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::newRow("for the limit of the order's token") << QByteArray("getResellerBalance");
    QTest::newRow("for that of the other token") << QByteArray("getBalance");
}

/// The prices are read again before there is an order, and that may wait as long as the order
/// itself.
void TestPurchaseFresh::theWaitBeforeTheOrderIsReported()
{
    QFETCH(QByteArray, operation);
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    QVERIFY(!desk().waitsFor(QString()));
    advance(61s);
    holdUp(operation.constData());
    startBuying(*shown);
    QVERIFY(waitUntil([&] { return desk().waitsFor(QString()).value_or(0ms) > 14min; }));
    QVERIFY(desk().orders().empty());
    desk().withdraw(&m_here);
    QVERIFY(!desk().waitsFor(QString()));
    advance(61min);
    testing::waitForRoundTrips(*m_desk->client);
    QCOMPARE(arrived(), 0u);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseFresh)
#include "test_purchasefresh.moc"
