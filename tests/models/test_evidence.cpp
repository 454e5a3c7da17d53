// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a look at the account says of an order, with snapshots made by hand: cases in which
// the service's own figures disagree.
#include "models/buying/judge.h"
#include "tests/models/pricetables.h"

#include <QTest>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::usd;

namespace {

const Instant evidenceStart = Instant(std::chrono::milliseconds(1'790'000'000'000));

TrafficAmount traffic(const char *gb)
{
    return *TrafficAmount::parseGb(QString::fromLatin1(gb));
}

TopUpOrder orderOf(const char *id, const char *gb, const char *rate, std::chrono::minutes after)
{
    TopUpOrder order;
    order.id = QString::fromLatin1(id);
    order.proxyType = QStringLiteral("residential");
    order.amount = traffic(gb);
    order.ratePerGb = usd(rate);
    order.expectedCost = costOf(order.amount, *order.ratePerGb)->halfUp;
    order.state = OrderState::Unknown;
    order.preparedAt = evidenceStart + after;
    order.sentAt = order.preparedAt;
    order.before.at = order.preparedAt;
    order.before.balance = usd("100");
    order.before.pool = traffic("50");
    order.before.ledgerRead = true;
    order.before.newest = LedgerPlace{evidenceStart - 1h, TransactionId(10)};
    return order;
}

/// A debit, and the balance it leaves.
Transaction debit(qint64 id, const char *amount, const char *after, std::chrono::minutes at)
{
    Transaction row;
    row.id = TransactionId(id);
    row.type = QStringLiteral("purchase");
    row.amount = usd(amount);
    row.balanceAfter = usd(after);
    row.balanceBefore = *row.balanceAfter.plus(row.amount);
    row.createdAt = evidenceStart + at;
    return row;
}

AccountSnapshot snapshotOf(const std::vector<Transaction> &rows, const char *balance,
                           const char *pool)
{
    AccountSnapshot snapshot;
    snapshot.reading.at = evidenceStart + 20min;
    snapshot.reading.balance = usd(balance);
    if (pool != nullptr) {
        snapshot.reading.pool = traffic(pool);
    } else {
        snapshot.reading.poolOffered = false;
    }
    snapshot.reading.ledgerRead = true;
    snapshot.rows = rows;
    snapshot.ledger = Look::Ledger::Whole;
    snapshot.reachedBack = true;
    return snapshot;
}

void settleByReceipt(TopUpOrder &order, const char *cost)
{
    order.state = OrderState::Completed;
    order.decidedBy = DecidedBy::Answer;
    order.endedAt = *order.sentAt + 1s;
    order.charged = usd(cost);
    TopUpReceipt receipt;
    receipt.proxyType = order.proxyType;
    receipt.amountAdded = order.amount;
    receipt.cost = usd(cost);
    order.receipt = receipt;
}

Look lookOf(const TopUpOrder &order, const std::vector<TopUpOrder> &all,
            const AccountSnapshot &snapshot)
{
    return judge(order, snapshot, attribute(order, all, snapshot));
}

} // namespace

class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReceiptThatIsACentOffTakesItsRow();
    void aReceiptWhoseRowIsAwaitedLeavesNoProof();
    void withoutAPriceOneDebitIsNoProof();
    void aBalanceThatIsNoLongerOfferedIsMissing();
    void trafficOfSubUsersIsNoEvidence();
};

/// Two orders of 12.345 GB for $3 a GB: $37.035. The service did the second one only; its receipt
/// says $37.03 and its ledger $37.04.
void TestEvidence::aReceiptThatIsACentOffTakesItsRow()
{
    const TopUpOrder lost = orderOf("lost", "12.345", "3", 0min);
    TopUpOrder bought = orderOf("bought", "12.345", "3", 5min);
    settleByReceipt(bought, "37.03");
    const Look look = lookOf(lost, {lost, bought},
                             snapshotOf({debit(11, "37.04", "62.96", 6min)}, "62.96", "62.345"));
    QVERIFY(look.says != LookSays::Done);
    QCOMPARE(look.newDebits, 0);
    QCOMPARE(look.ofOthers, 1);
    QCOMPARE(look.says, LookSays::NoTrace);
}

/// What sub-users got from the pool, or gave back, explains the pool's change.
void TestEvidence::trafficOfSubUsersIsNoEvidence()
{
    const TopUpOrder order = orderOf("lost", "10", "3", 0min);
    const auto says = [&order](const PoolMoves &served, const AccountSnapshot &snapshot) {
        Attribution found = attribute(order, std::vector<TopUpOrder>{order}, snapshot);
        found.served = served;
        return judge(order, snapshot, found).says;
    };
    const PoolMoves none;
    const PoolMoves given{traffic("-12"), traffic("-12")};
    const PoolMoves back{traffic("10"), traffic("10")};
    const PoolMoves perhaps{traffic("-12"), traffic("10")};
    // Bought, and more than that was given away.
    const auto less = snapshotOf({debit(11, "30", "70", 6min)}, "70", "48");
    QCOMPARE(says(none, less), LookSays::Conflict);
    QCOMPARE(says(given, less), LookSays::Done);
    QCOMPARE(says(perhaps, less), LookSays::Done);
    QCOMPARE(says(back, less), LookSays::Conflict);
    // Not bought, and as much came back.
    const auto more = snapshotOf({}, "100", "60");
    QCOMPARE(says(none, more), LookSays::Conflict);
    QCOMPARE(says(back, more), LookSays::NoTrace);
    QCOMPARE(says(perhaps, more), LookSays::Incomplete);
    QCOMPARE(says(PoolMoves::unknown(), more), LookSays::Incomplete);
    QCOMPARE(says(given, more), LookSays::Conflict);
    // What came back may be told rounded; a small order hides in that.
    QCOMPARE(says(back, snapshotOf({}, "100", "60.05")), LookSays::NoTrace);
    QCOMPARE(says(back, snapshotOf({}, "100", "60.06")), LookSays::Conflict);
    QCOMPARE(says(none, snapshotOf({}, "100", "50.01")), LookSays::Conflict);
    const TopUpOrder small = orderOf("small", "0.1", "3", 0min);
    Attribution found =
        attribute(small, std::vector<TopUpOrder>{small}, snapshotOf({}, "100", "60.05"));
    found.served = back;
    QCOMPARE(judge(small, snapshotOf({}, "100", "60.05"), found).says, LookSays::Incomplete);
    // Nothing moved as far as anybody can see.
    QCOMPARE(says(none, snapshotOf({}, "100", "50")), LookSays::NoTrace);
    QCOMPARE(says(perhaps, snapshotOf({}, "100", "50")), LookSays::Incomplete);
}

/// The receipt's own row is not listed yet, and costs less: the row that is listed may still be the
/// other order's, and is no proof until the ledger is complete.
void TestEvidence::aReceiptWhoseRowIsAwaitedLeavesNoProof()
{
    const TopUpOrder lost = orderOf("lost", "10", "3", 0min);
    TopUpOrder bought = orderOf("bought", "5", "3", 5min);
    settleByReceipt(bought, "15");
    bought.endedAt = evidenceStart + 19min;
    const auto withRow = snapshotOf({debit(11, "30", "70", 6min)}, "70", "65");
    QCOMPARE(lookOf(lost, {lost, bought}, withRow).says, LookSays::Incomplete);
    // Once it is listed too, the other row belongs to the order.
    const auto both =
        snapshotOf({debit(12, "15", "55", 7min), debit(11, "30", "70", 6min)}, "55", "65");
    QCOMPARE(lookOf(lost, {lost, bought}, both).says, LookSays::Done);
    // Nothing is listed, and the pool has the traffic of the receipt: that is no trace of this one.
    const Look none = lookOf(lost, {lost, bought}, snapshotOf({}, "100", "55"));
    QCOMPARE(none.says, LookSays::Incomplete);
}

void TestEvidence::withoutAPriceOneDebitIsNoProof()
{
    TopUpOrder order = orderOf("no price", "5", "3", 0min);
    order.expectedCost.reset();
    order.ratePerGb.reset();
    order.before.pool.reset();
    order.before.poolOffered = false;
    const auto snapshot = snapshotOf({debit(11, "500", "-400", 6min)}, "-400", nullptr);
    const Look look = lookOf(order, {order}, snapshot);
    QCOMPARE(look.says, LookSays::Conflict); // the user decides
    QCOMPARE(look.candidates.size(), size_t{1});
    // A pool that rose by what was ordered is a second witness.
    order.before.pool = traffic("50");
    order.before.poolOffered = true;
    QCOMPARE(lookOf(order, {order}, snapshotOf({debit(11, "15", "85", 6min)}, "85", "55")).says,
             LookSays::Done);
}

/// The ledger lags, and a gateway answers 404 for the balance: the ledger's own balance agrees with
/// the ledger, which is no second witness.
void TestEvidence::aBalanceThatIsNoLongerOfferedIsMissing()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    order.before.pool.reset();
    order.before.poolOffered = false;
    AccountSnapshot snapshot = snapshotOf({}, "100", nullptr);
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::NoTrace);
    snapshot.reading.balanceOffered = false;
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Incomplete);
    // A service that never offered one is not missed.
    order.before.balanceOffered = false;
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::NoTrace);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestEvidence)
#include "test_evidence.moc"
