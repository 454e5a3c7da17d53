// SPDX-License-Identifier: GPL-3.0-or-later
// Tests charges that appear after an order was found not charged, if they can be interpreted in
// more than one way: none is hidden, and none is assigned to an order that it may not belong to.
#include "tests/models/purchasewaitfixture.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestPurchaseLate : public QObject, private testing::PurchaseWaitFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeWaitingDesk(); }
    void cleanup() { m_desk.reset(); }

    void ordersThatAreAlikeHideNoCharge_data();
    void ordersThatAreAlikeHideNoCharge();
    void aLookUnderWayIsFollowedByAnother();
    void aReplacementIsNotSentBehindALateCharge_data();
    void aReplacementIsNotSentBehindALateCharge();
    void aForeignRowSettlesNoOrderWithoutAPrice();
    void whatWasNotShownIsNotDismissed();
    void aChargeAtAnotherPriceIsSeen();
    void anotherOnesPurchaseIsNoCharge();
    void aClockThatIsSetHidesNoLateCharge();

private:
    [[nodiscard]] bool isReopened(const QString &id) const
    {
        const TopUpOrder &order = *desk().order(id);
        return order.state == OrderState::Unknown && !order.findings.empty() &&
               order.findings.front().kind == Finding::Kind::LateCharge;
    }
};

void TestPurchaseLate::ordersThatAreAlikeHideNoCharge_data()
{
    QTest::addColumn<int>("booked");
    QTest::addColumn<bool>("byHand");
    QTest::newRow("one") << 1 << false;
    QTest::newRow("two") << 2 << false;
    QTest::newRow("one, looked for by hand") << 1 << true;
}

void TestPurchaseLate::ordersThatAreAlikeHideNoCharge()
{
    QFETCH(int, booked);
    QFETCH(bool, byHand);
    openDesk();
    const QString first = lost("3");
    const QString second = lost("3");
    QVERIFY(!first.isEmpty() && !second.isEmpty());
    QVERIFY(endsNotCharged(first) && endsNotCharged(second));
    std::vector<TransactionId> rows;
    for (int i = 0; i < booked; ++i) {
        bookElsewhere("3");
        rows.push_back(newestRow());
    }
    if (byHand) {
        desk().look(first);
        QVERIFY(waitUntil([&] { return isReopened(first); }));
    }
    desk().lookAtLedger();
    QVERIFY(waitUntil([&] { return isReopened(first) && isReopened(second); }));
    QTRY_COMPARE(desk().order(first)->looks.back().says, LookSays::Conflict);
    // The user decides; the others then become clear, or are decided too.
    desk().userDecides(first, PurchaseDesk::Verdict::Bought, rows.front());
    if (booked == 2) {
        const auto candidates = [&] { return desk().order(second)->looks.back().candidates; };
        QTRY_VERIFY(candidates().size() == 1 && candidates().front().id == rows.back());
    } else {
        QTRY_COMPARE(desk().order(second)->looks.back().says, LookSays::NoTrace);
    }
    QCOMPARE(desk().order(second)->state, OrderState::Unknown); // late: for the user to decide
    QCOMPARE(desk().order(first)->proof, rows.front());
}

/// What is under way may have read the ledger before the charge: it does not stand for a later one.
void TestPurchaseLate::aLookUnderWayIsFollowedByAnother()
{
    openDesk();
    const QString first = lost("3");
    QVERIFY(!first.isEmpty() && endsNotCharged(first));
    // The pools come late, after the transactions were read.
    m_desk->fault("latency=600,on=getResellerBalance,next=1");
    const auto asked = [this] {
        return m_desk->server.counters().of("getResellerBalance").arrived;
    };
    const auto before = asked();
    desk().lookAtLedger();
    QVERIFY(waitUntil([&] { return asked() > before; }));
    bookElsewhere("3");
    desk().lookAtLedger();
    QTRY_COMPARE(desk().order(first)->state, OrderState::Unknown);
}

void TestPurchaseLate::aReplacementIsNotSentBehindALateCharge_data()
{
    QTest::addColumn<bool>("waits");
    QTest::addColumn<bool>("newPrice");
    QTest::newRow("it waits") << true << false;
    QTest::newRow("it is shown") << false << false;
    // A changed price must not hide that the order to be replaced was charged.
    QTest::newRow("it waits, and the price changes") << true << true;
    QTest::newRow("it is shown, and the price changes") << false << true;
}

void TestPurchaseLate::aReplacementIsNotSentBehindALateCharge()
{
    QFETCH(bool, waits);
    QFETCH(bool, newPrice);
    openDesk();
    const QString first = lost("3");
    QVERIFY(!first.isEmpty() && endsNotCharged(first));
    const auto shown = confirm("3");
    QVERIFY(shown);
    QString second;
    if (waits) {
        useUpTheLimit();
        second = buy(shown->number).orderId;
        QVERIFY(waitUntil([&] { return desk().waitsFor(second).value_or(0ms) > 14min; }));
    }
    bookElsewhere("3");
    if (newPrice) {
        doublePrices();
    }
    const auto before = arrived();
    desk().lookAtLedger();
    advance(waits ? 61min : newPrice ? 2min : 0min);
    QTRY_COMPARE(desk().order(first)->state, OrderState::Unknown); // for the user to decide
    if (waits) {
        QVERIFY(waitUntil([&] { return !desk().order(second)->isUnderWay(); }));
        QCOMPARE(desk().order(second)->state, OrderState::NotSent);
        QCOMPARE(desk().order(second)->notSentFor, NotSentFor::Earlier);
    }
    const BuyAnswer answer =
        waits ? BuyAnswer{BuyAnswer::OtherOrder, {}, desk().takeNewPrice(second), {}}
              : buy(shown->number, true);
    QCOMPARE(answer.kind, BuyAnswer::OtherOrder);
    QCOMPARE(arrived(), before);
    // After it is confirmed once more, it is sent.
    QVERIFY(answer.again);
    const Money cost = shown->quote->cost;
    QCOMPARE(answer.again->quote->cost, newPrice ? *cost.plus(cost) : cost);
    QCOMPARE(buy(answer.again->number).kind, BuyAnswer::NeedsRiskAccepted);
    QCOMPARE(buy(answer.again->number, true).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(arrived(), before + 1);
}

/// Without a price, every debit could be the order's: one that nothing else confirms is no proof.
void TestPurchaseLate::aForeignRowSettlesNoOrderWithoutAPrice()
{
    sandbox::Offer offer;
    offer.without = {"getResellerBalance", "getBalance"};
    QVERIFY(!m_desk->server.setOffer(offer));
    openDesk();
    const QString id = lost("3");
    QVERIFY(!id.isEmpty() && endsNotCharged(id));
    QVERIFY(!desk().order(id)->expectedCost);
    bookElsewhere("5", QStringLiteral("mobile"));
    desk().lookAtLedger();
    QVERIFY(waitUntil([&] { return desk().order(id)->state != OrderState::NotDone; }));
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QVERIFY(!desk().order(id)->proof);
}

/// The user says "not charged" of what the question showed. A transaction that was found while the
/// question was open was not part of it.
void TestPurchaseLate::whatWasNotShownIsNotDismissed()
{
    sandbox::Offer offer;
    offer.without = {"getResellerBalance", "getBalance"};
    QVERIFY(!m_desk->server.setOffer(offer));
    openDesk();
    const QString id = lost("3");
    QVERIFY(!id.isEmpty());
    const qint64 seen = desk().order(id)->looks.back().number;
    advance(1min);
    bookElsewhere("3");
    const auto row = newestRow();
    QTRY_VERIFY(!desk().order(id)->looks.back().candidates.empty());
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::Conflict);
    desk().userDecides(id, PurchaseDesk::Verdict::NotBought, std::nullopt, seen);
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
    QVERIFY(desk().order(id)->dismissed.empty());
    // It is found again, and shown this time.
    desk().lookAtLedger();
    QTRY_COMPARE(desk().order(id)->state, OrderState::Unknown);
    QTRY_VERIFY(!desk().order(id)->looks.back().candidates.empty());
    desk().userDecides(id, PurchaseDesk::Verdict::NotBought);
    QCOMPARE(desk().order(id)->dismissed, std::vector<TransactionId>{row});
}

void TestPurchaseLate::aChargeAtAnotherPriceIsSeen()
{
    openDesk();
    const QString id = lost("3");
    QVERIFY(!id.isEmpty() && endsNotCharged(id));
    doublePrices();
    bookElsewhere("3");
    desk().lookAtLedger();
    QVERIFY(waitUntil([&] { return isReopened(id); }));
    QVERIFY(!desk().order(id)->proof);
}

/// Another type at another price: the pool of the order's type has not risen.
void TestPurchaseLate::anotherOnesPurchaseIsNoCharge()
{
    openDesk();
    const QString id = lost("3");
    QVERIFY(!id.isEmpty() && endsNotCharged(id));
    bookElsewhere("5", QStringLiteral("mobile"));
    const auto answered = [this] {
        return m_desk->server.counters().of("getResellerBalance").answered;
    };
    // The look of the session's own after a sync may be under way, and may have read the pools: the
    // first answer can be its last one. The second is of a look that began after the purchase, and
    // the third comes when what that one found is known.
    for (int look = 0; look < 3; ++look) {
        const auto before = answered();
        desk().lookAtLedger();
        QVERIFY(waitUntil(
            [&] { return answered() > before || desk().order(id)->state != OrderState::NotDone; }));
    }
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
}

/// This computer's clock was far behind when the order ended.
void TestPurchaseLate::aClockThatIsSetHidesNoLateCharge()
{
    m_desk->clock.setBack(24h * 30);
    openDesk();
    const QString id = lost("3");
    QVERIFY(!id.isEmpty() && endsNotCharged(id));
    m_desk->clock.setBack(-24h * 30);
    bookElsewhere("3");
    desk().lookAtLedger();
    QTRY_COMPARE(desk().order(id)->state, OrderState::Unknown);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseLate)
#include "test_purchaselate.moc"
