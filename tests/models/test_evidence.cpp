// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a look at the account says of an order, with snapshots made by hand: cases in which
// the service's own figures disagree.
#include "models/buying/judge.h"
#include "tests/models/pricetables.h"
#include "tests/models/walkedpages.h"

#include <QTest>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::usd;

namespace {

const Instant evidenceStart = Instant(std::chrono::milliseconds(1'790'000'000'000));
/// The newest transaction before each order.
const TransactionId knownRow(10);

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
    order.before.mark = TransactionMark{{knownRow}, false, 2};
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
    row.balanceBefore = *usd(after).plus(usd(amount));
    row.createdAt = evidenceStart + at;
    return row;
}

/// A ledger of one page.
ListWalk<Transaction> ledgerOf(const std::vector<Transaction> &rows)
{
    TransactionPage page;
    page.items = rows;
    page.meta = PageMeta{1, 1, 100, static_cast<qint64>(rows.size())};
    ListWalk<Transaction> ledger;
    ledger.add(1, page);
    return ledger;
}

/// `rows` are new, the newest first; the known one follows them, and one that is older than it.
AccountSnapshot snapshotOf(std::vector<Transaction> rows, const char *balance, const char *pool)
{
    rows.push_back(debit(knownRow.value(), "1", "100", -60min));
    rows.push_back(debit(1, "1", "101", -120min));
    AccountSnapshot snapshot;
    snapshot.reading.at = evidenceStart + 20min;
    snapshot.reading.balance = usd(balance);
    if (pool != nullptr) {
        snapshot.reading.pool = traffic(pool);
    } else {
        snapshot.reading.poolOffered = false;
    }
    snapshot.reading.ledgerRead = true;
    snapshot.ledger = ledgerOf(rows);
    snapshot.ledgerState = Look::Ledger::Whole;
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

/// `all` has the order prepared last first.
Look lookOf(const TopUpOrder &order, const std::vector<TopUpOrder> &all,
            const AccountSnapshot &snapshot)
{
    Attribution found = attribute(order, all, snapshot);
    found.isOneAccount = true;
    return judge(order, snapshot, found);
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
    void aDebitAloneIsNoProofWhileAFigureIsMissing();
    void trafficOfSubUsersIsNoEvidence();
    void aRowBesideOneOfTwoAccounts();
    void aTimeAheadHidesNoCharge_data();
    void aTimeAheadHidesNoCharge();
    void rowsDatedBackAreNew();
    void aRowThatWasNotSeenLeavesItOpen();
    void aRowThatWasStoredSinceIsShown();
    void whatWasChargedHasATrace_data();
    void whatWasChargedHasATrace();
    void aNewRowDatedAheadBesideTheCharge();
    void aRemovedRowHidesNoCharge();
    void anEmptyLedgerBefore();
    void aLedgerThatWasNotReadBackIsNotWhole();
    void theLaterOfTwoOrdersTakesTheLaterRow();
    void aLaterReceiptAndASetClock();
    void lateTracesCountForSevenDays();
    void aRivalsTrafficIsNoTrace_data();
    void aRivalsTrafficIsNoTrace();
};

void TestEvidence::aRivalsTrafficIsNoTrace_data()
{
    QTest::addColumn<QString>("pool");
    QTest::addColumn<LookSays>("says");
    QTest::newRow("the later order's only") << QStringLiteral("60") << LookSays::Conflict;
    QTest::newRow("both") << QStringLiteral("70") << LookSays::Done;
}

/// Two orders of 10 GB for $30, and a debit of $30 between them that may be somebody else's. The
/// row after the second one may be that of either, and the pool rose by one of them.
void TestEvidence::aRivalsTrafficIsNoTrace()
{
    QFETCH(QString, pool);
    QFETCH(LookSays, says);
    const TopUpOrder first = orderOf("first", "10", "3", 0min);
    TopUpOrder second = orderOf("second", "10", "3", 5min);
    second.before.balance = usd("70");
    second.before.mark = TransactionMark{{TransactionId(11), knownRow}, false};
    const Look look = lookOf(first, {second, first},
                             snapshotOf({debit(12, "30", "40", 6min), debit(11, "30", "70", 3min)},
                                        "40", pool.toLatin1().constData()));
    QCOMPARE(look.candidates.size(), 2u);
    QCOMPARE(look.says, says);
}

/// Two orders of 12.345 GB for $3 a GB: $37.035. The service did the second one only; its receipt
/// says $37.03 and its ledger $37.04.
void TestEvidence::aReceiptThatIsACentOffTakesItsRow()
{
    const TopUpOrder lost = orderOf("lost", "12.345", "3", 0min);
    TopUpOrder bought = orderOf("bought", "12.345", "3", 5min);
    settleByReceipt(bought, "37.03");
    const Look look = lookOf(lost, {bought, lost},
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
        found.isOneAccount = true;
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
    QCOMPARE(says(perhaps, less), LookSays::Conflict);
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
    QCOMPARE(lookOf(lost, {bought, lost}, withRow).says, LookSays::Incomplete);
    // Once it is listed too, the other row belongs to the order.
    const auto both =
        snapshotOf({debit(12, "15", "55", 7min), debit(11, "30", "70", 6min)}, "55", "65");
    QCOMPARE(lookOf(lost, {bought, lost}, both).says, LookSays::Done);
    // Nothing is listed, and the pool has the traffic of the receipt: that is no trace of this one.
    const Look none = lookOf(lost, {bought, lost}, snapshotOf({}, "100", "55"));
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

/// Somebody else paid as much for a proxy, and the call for the pool or the balance failed.
void TestEvidence::aDebitAloneIsNoProofWhileAFigureIsMissing()
{
    const TopUpOrder order = orderOf("lost", "5", "3", 0min);
    const std::vector<Transaction> paid{debit(11, "15", "85", 6min)};
    AccountSnapshot snapshot = snapshotOf(paid, "85", "50");
    const Look againstPool = lookOf(order, {order}, snapshot);
    QCOMPARE(againstPool.says, LookSays::Conflict); // the pool did not rise
    QVERIFY(!againstPool.isFigureMissing);
    snapshot.reading.pool.reset();
    const Look withoutPool = lookOf(order, {order}, snapshot);
    QCOMPARE(withoutPool.says, LookSays::Conflict);
    QVERIFY(withoutPool.isFigureMissing);
    QCOMPARE(withoutPool.candidates.size(), size_t{1}); // the user may know
    QVERIFY(!withoutPool.isOwnerDoubtful());            // a transaction does show it
    snapshot = snapshotOf(paid, "85", "55");
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Done);
    snapshot.reading.balance.reset();
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Conflict);
    // Nor if only now there is a figure: nothing tells how it was before.
    TopUpOrder unread = order;
    unread.before.pool.reset();
    QCOMPARE(lookOf(unread, {unread}, snapshotOf(paid, "85", "55")).says, LookSays::Conflict);
}

/// A row matches, but may be that of a receipt whose row is not listed yet: it is not said that no
/// transaction shows the order.
void TestEvidence::aRowBesideOneOfTwoAccounts()
{
    const std::vector<TopUpOrder> all{orderOf("lost", "5", "3", 0min)};
    const AccountSnapshot snapshot = snapshotOf({debit(11, "15", "85", 6min)}, "85", "50");
    Attribution found = attribute(all[0], all, snapshot);
    found.ledgerBehind = true;
    const Look look = judge(all[0], snapshot, found);
    QCOMPARE(look.says, LookSays::Incomplete);
    QVERIFY(look.mayBeOtherAccount);
    QVERIFY(!look.isOwnerDoubtful());
    const AccountSnapshot nothing = snapshotOf({}, "100", "50");
    QVERIFY(judge(all[0], nothing, attribute(all[0], all, nothing)).isOwnerDoubtful());
}

void TestEvidence::aTimeAheadHidesNoCharge_data()
{
    QTest::addColumn<int>("hours");
    QTest::addColumn<bool>("staysFirst"); // a service that sorts by time
    for (const int hours : {1, 8, 24 * 365}) {
        QTest::addRow("%d h, sorted by time", hours) << hours << true;
        QTest::addRow("%d h, sorted by id", hours) << hours << false;
    }
}

/// A known transaction has a time in the future: the charge has an earlier one, and may follow it
/// in the list.
void TestEvidence::aTimeAheadHidesNoCharge()
{
    QFETCH(int, hours);
    QFETCH(bool, staysFirst);
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    const Transaction ahead = debit(9, "1", "101", std::chrono::hours(hours));
    const Transaction known = debit(knownRow.value(), "1", "100", -60min);
    const Transaction charge = debit(11, "15", "85", 1min);
    AccountSnapshot before = snapshotOf({}, "100", "50");
    before.ledger = ledgerOf(staysFirst ? std::vector{ahead, known} : std::vector{known, ahead});
    order.before.mark = before.ledger.mark();
    AccountSnapshot snapshot = snapshotOf({}, "85", "55");
    snapshot.ledger = ledgerOf(staysFirst ? std::vector{ahead, charge, known}
                                          : std::vector{charge, known, ahead});
    const Look look = lookOf(order, {order}, snapshot);
    QCOMPARE(look.says, LookSays::Done);
    QCOMPARE(look.candidates.front().id, charge.id);
    QCOMPARE(look.newRows, 1);
    QVERIFY(look.balanceFits);
    // While the charge is not there, nothing has changed.
    QCOMPARE(lookOf(order, {order}, before).says, LookSays::NoTrace);
}

/// The service's clock is 8 hours behind for charges: they are listed among older transactions.
void TestEvidence::rowsDatedBackAreNew()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    const std::vector known{debit(10, "1", "100", -60min), debit(9, "1", "101", -12h)};
    const Transaction charge = debit(11, "15", "85", 1min - 8h);
    order.before.mark = ledgerOf(known).mark();
    AccountSnapshot snapshot = snapshotOf({}, "85", "55");
    snapshot.ledger = ledgerOf({known[0], charge, known[1]});
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Done);
    // All have the same time.
    std::vector<Transaction> same{known[0], charge, known[1]};
    for (Transaction &row : same) {
        row.createdAt = evidenceStart;
    }
    snapshot.ledger = ledgerOf(same);
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Done);
    // The list is oldest first.
    snapshot.ledger = ledgerOf({known[1], known[0], charge});
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Done);
}

/// The service tells neither balance nor pool, and its ledger is longer than what was read.
void TestEvidence::aRowThatWasNotSeenLeavesItOpen()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    order.before.balance.reset();
    order.before.pool.reset();
    order.before.balanceOffered = order.before.poolOffered = false;
    AccountSnapshot snapshot = snapshotOf({}, "100", nullptr);
    snapshot.reading.balance.reset();
    snapshot.reading.balanceOffered = false;
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::NoTrace);
    // One more is counted than was received.
    order.before.mark->total = 1;
    Look look = lookOf(order, {order}, snapshot);
    QCOMPARE(look.says, LookSays::Incomplete);
    QCOMPARE(look.ledger, Look::Ledger::NotCounted);
    // The count is not known, as in a file of an earlier version.
    order.before.mark->total.reset();
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Incomplete);
    // Balance and pool show both that nothing was bought.
    TopUpOrder told = orderOf("told", "5", "3", 0min);
    told.before.mark->total.reset();
    QCOMPARE(lookOf(told, {told}, snapshotOf({}, "100", "50")).says, LookSays::NoTrace);
    QCOMPARE(lookOf(told, {told}, snapshotOf({}, "85", "50")).says, LookSays::Conflict);
    QCOMPARE(lookOf(told, {told}, snapshotOf({}, "100", "55")).says, LookSays::Conflict);
    told.before.pool.reset();
    told.before.poolOffered = false;
    QCOMPARE(lookOf(told, {told}, snapshotOf({}, "100", nullptr)).says, LookSays::Incomplete);
    // The local copy has more rows than the service counts: its count is capped.
    TopUpOrder counted = order;
    counted.before.mark->total = 2;
    AccountSnapshot capped = snapshot;
    capped.isMoreStored = true;
    QCOMPARE(lookOf(counted, {counted}, snapshot).says, LookSays::NoTrace);
    QCOMPARE(lookOf(counted, {counted}, capped).says, LookSays::Incomplete);
    // A charge is evidence in any case.
    const auto charged = snapshotOf({debit(11, "15", "85", 1min)}, "85", nullptr);
    look = lookOf(order, {order}, charged);
    QCOMPARE(look.says, LookSays::Done);
}

/// It is not on the pages that were received: its date is old, or it is an old row that was stored
/// late. Whatever the count says, it is no proof, and not nothing either.
void TestEvidence::aRowThatWasStoredSinceIsShown()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    order.before.balance.reset();
    order.before.pool.reset();
    order.before.balanceOffered = order.before.poolOffered = false;
    order.before.mark->stored = StoredMark{7, 2};
    const Transaction back = debit(11, "15", "85", -48h);
    for (const qint64 total : {1, 2}) {
        order.before.mark->total = total;
        const auto seenBy = [&](const NewRows::Arrivals &stored) {
            AccountSnapshot seen = snapshotOf({}, "100", nullptr);
            seen.reading.balance.reset();
            seen.reading.balanceOffered = false;
            seen.stored = stored;
            return seen;
        };
        const AccountSnapshot seen = seenBy({7, {{3, back}}});
        const LookSays without = total == 2 ? LookSays::NoTrace : LookSays::Incomplete;
        const Look look = lookOf(order, {order}, seen);
        QCOMPARE(look.says, LookSays::Conflict);
        QCOMPARE(look.candidates.size(), size_t{1});
        QCOMPARE(look.candidates.front().id, back.id);
        QVERIFY(!look.candidates.front().isShared);
        const auto isTrace = [&](const std::vector<TopUpOrder> &all) {
            TopUpOrder late = order;
            late.state = OrderState::NotDone;
            Attribution found = attribute(late, all, seen);
            found.isOneAccount = true;
            return isLateTrace(late, judge(late, seen, found), found, all);
        };
        QVERIFY(isTrace({order}));
        // It was stored before, the file was replaced, or it was listed already.
        QCOMPARE(lookOf(order, {order}, seenBy({7, {{2, back}}})).says, without);
        QCOMPARE(lookOf(order, {order}, seenBy({8, {{3, back}}})).says, without);
        QCOMPARE(lookOf(order, {order}, seenBy({7, {{3, debit(10, "15", "85", 0min)}}})).says,
                 without);
        // Another price, a credit, or a row that the user knows.
        QCOMPARE(lookOf(order, {order}, seenBy({7, {{3, debit(11, "7", "85", 0min)}}})).says,
                 without);
        QCOMPARE(lookOf(order, {order}, seenBy({7, {{3, debit(11, "-15", "85", 0min)}}})).says,
                 without);
        TopUpOrder dismissing = order;
        dismissing.dismissed = {back.id};
        QCOMPARE(lookOf(dismissing, {dismissing}, seen).says, without);
        // It belongs to another order, or may.
        TopUpOrder other = orderOf("other", "5", "3", -30min);
        other.state = OrderState::Completed;
        other.proof = back.id;
        QCOMPARE(lookOf(order, {order, other}, seen).says, without);
        TopUpOrder rival = orderOf("rival", "5", "3", 30min);
        TopUpOrder bought = orderOf("bought", "5", "3", -30min);
        settleByReceipt(bought, "15");
        for (const TopUpOrder &each : {rival, bought}) {
            const Look shared = lookOf(order, {each, order}, seen);
            QCOMPARE(shared.says, LookSays::Conflict);
            QVERIFY(shared.candidates.front().isShared);
            QCOMPARE(shared.rivals, std::vector{each.id});
            QVERIFY(!isTrace({each, order}));
        }
    }
}

void TestEvidence::whatWasChargedHasATrace_data()
{
    QTest::addColumn<int>("known");  // rows before the order
    QTest::addColumn<int>("newer");  // rows of others since then
    QTest::addColumn<bool>("total"); // the service counts the rows
    QTest::addColumn<bool>("told");  // and tells the balance
    for (const int known : {0, 1, 60, 100, 250}) {
        for (const int newer : {0, 18, 500}) {
            for (const bool total : {true, false}) {
                for (const bool told : {true, false}) {
                    QTest::addRow("%d known, %d newer%s%s", known, newer,
                                  total ? "" : ", not counted", told ? "" : ", no balance")
                        << known << newer << total << told;
                }
            }
        }
    }
}

/// Wherever the charge is listed: dated ahead, or back by minutes, hours or days.
void TestEvidence::whatWasChargedHasATrace()
{
    QFETCH(int, known);
    QFETCH(int, newer);
    QFETCH(bool, total);
    QFETCH(bool, told);
    std::vector<Transaction> rows;
    rows.reserve(size_t(known + newer));
    for (int i = 0; i < known + newer; ++i) {
        rows.push_back(debit(i + 1, "-1", "0", std::chrono::minutes(i)));
    }
    std::reverse(rows.begin(), rows.end());
    const auto read = [&](const std::vector<Transaction> &listed,
                          const std::vector<TransactionMark> &until) {
        using Ledger = ListWalk<Transaction>;
        return testing::walkedPages(Ledger(100, Ledger::Count::Wanted), listed, until, total);
    };
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    order.before.pool.reset();
    order.before.poolOffered = false;
    order.before.balanceOffered = told;
    order.before.mark = read({rows.begin() + newer, rows.end()}, {}).mark();
    if (!told) {
        order.before.balance.reset();
    }
    const auto lookAt = [&](const std::vector<Transaction> &listed, const char *charged) {
        AccountSnapshot snapshot = snapshotOf({}, "100", nullptr);
        snapshot.ledger = read(listed, order.before.mark ? std::vector{*order.before.mark}
                                                         : std::vector<TransactionMark>());
        snapshot.ledgerState =
            snapshot.ledger.isComplete() ? Look::Ledger::Whole : Look::Ledger::NotWhole;
        snapshot.reading.balance.reset();
        snapshot.reading.balanceOffered = told;
        if (told) {
            const auto moved = Money::fromCents(100LL * newer).minus(usd(charged));
            snapshot.reading.balance = order.before.balance->plus(*moved);
        }
        return lookOf(order, {order}, snapshot).says;
    };
    const int count = known + newer;
    for (const int place : {0, 1, newer, newer + 1, newer + 50, newer + 89, newer + 95, newer + 120,
                            count - 1, count}) {
        if (place < 0 || place > count) {
            continue;
        }
        std::vector<Transaction> charged = rows;
        charged.insert(charged.begin() + place,
                       debit(9999, "15", "0", std::chrono::minutes(count - place)));
        const LookSays says = lookAt(charged, "15");
        QVERIFY2(says != LookSays::NoTrace, qPrintable(QString::number(place)));
        // Above the known rows it is evidence.
        QVERIFY2(says == LookSays::Done || place > newer, qPrintable(QString::number(place)));
    }
    const bool isProven = total || known <= int(TransactionMark::mostIds);
    const LookSays says = lookAt(rows, "0");
    QCOMPARE(says, isProven ? LookSays::NoTrace : LookSays::Incomplete);
}

void TestEvidence::aNewRowDatedAheadBesideTheCharge()
{
    const TopUpOrder order = orderOf("lost", "5", "3", 0min);
    Transaction deposit = debit(12, "-20", "105", 24h * 365);
    const auto snapshot = snapshotOf({deposit, debit(11, "15", "85", 1min)}, "105", "55");
    const Look look = lookOf(order, {order}, snapshot);
    QCOMPARE(look.says, LookSays::Done);
    QCOMPARE(look.newRows, 2);
    QVERIFY(look.balanceFits);
}

void TestEvidence::aRemovedRowHidesNoCharge()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    order.before.mark = TransactionMark{{TransactionId(12), knownRow, TransactionId(9)}, false};
    const auto snapshot = snapshotOf({debit(11, "15", "85", 1min)}, "85", "55");
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Done);
    // None of the known ones is listed any more: nobody can tell what is new.
    order.before.mark = TransactionMark{{TransactionId(12), TransactionId(9)}, false};
    const Look look = lookOf(order, {order}, snapshot);
    QCOMPARE(look.ledger, Look::Ledger::NotWhole);
    QCOMPARE(look.says, LookSays::Incomplete);
}

void TestEvidence::anEmptyLedgerBefore()
{
    TopUpOrder order = orderOf("first", "5", "3", 0min);
    AccountSnapshot snapshot = snapshotOf({}, "100", "50");
    snapshot.ledger = ledgerOf({});
    order.before.mark = snapshot.ledger.mark();
    QVERIFY(order.before.mark && order.before.mark->isWhole);
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::NoTrace);
    AccountSnapshot after = snapshotOf({}, "85", "55");
    after.ledger = ledgerOf({debit(11, "15", "85", -8h)});
    QCOMPARE(lookOf(order, {order}, after).says, LookSays::Done);
}

void TestEvidence::aLedgerThatWasNotReadBackIsNotWhole()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    AccountSnapshot snapshot = snapshotOf({}, "85", "55");
    TransactionPage page;
    page.items = {debit(13, "15", "85", 2min), debit(12, "1", "100", 1min)};
    page.meta = PageMeta{1, 2, 2, 4};
    snapshot.ledger = ListWalk<Transaction>();
    snapshot.ledger.add(1, page);
    QCOMPARE(lookOf(order, {order}, snapshot).ledger, Look::Ledger::NotWhole);
    QCOMPARE(lookOf(order, {order}, snapshot).says, LookSays::Incomplete);
    // What the ledger held before is not known.
    order.before.mark.reset();
    QCOMPARE(lookOf(order, {order}, snapshot).ledger, Look::Ledger::NotRead);
}

/// Both cost the same, and this computer's clock was set back between them.
void TestEvidence::theLaterOfTwoOrdersTakesTheLaterRow()
{
    const TopUpOrder lost = orderOf("lost", "5", "3", 0min);
    TopUpOrder bought = orderOf("bought", "5", "3", -30min);
    bought.state = OrderState::Completed;
    bought.decidedBy = DecidedBy::User;
    bought.charged = usd("15");
    const auto snapshot =
        snapshotOf({debit(12, "15", "70", 2min), debit(11, "15", "85", 1min)}, "70", "60");
    const auto ownOf = [&](const std::vector<TopUpOrder> &all) {
        return attribute(lost, all, snapshot).own.front().id;
    };
    QCOMPARE(ownOf({bought, lost}), TransactionId(11));
    QCOMPARE(ownOf({lost, bought}), TransactionId(12));
}

/// A later receipt has a row of its own, also if the clock was set back by days in between.
void TestEvidence::aLaterReceiptAndASetClock()
{
    const TopUpOrder lost = orderOf("lost", "5", "3", 0min);
    TopUpOrder bought = orderOf("bought", "5", "3", -72 * 60min);
    settleByReceipt(bought, "15");
    const auto snapshot = snapshotOf({debit(11, "15", "85", 1min)}, "85", "55");
    QVERIFY(attribute(lost, std::vector{bought, lost}, snapshot).own.empty());
    std::vector<TransactionMark> until;
    addMarks(until, lost, std::vector{bought, lost});
    QCOMPARE(until.size(), size_t{1}); // both begin at the same row
    bought.before.mark = TransactionMark{{TransactionId(1)}, false, 1};
    addMarks(until, lost, std::vector{bought, lost});
    QCOMPARE(until.size(), size_t{2});
    // An earlier one of three days before has its row for long.
    QVERIFY(!attribute(lost, std::vector{lost, bought}, snapshot).own.empty());
}

/// By what this computer's clock says at each look, which may be wrong.
void TestEvidence::lateTracesCountForSevenDays()
{
    TopUpOrder order = orderOf("lost", "5", "3", 0min);
    QVERIFY(!mayBeLate(order)); // it has no outcome
    order.state = OrderState::NotDone;
    order.endedAt = evidenceStart;
    countLate(order, evidenceStart + 24h * 400); // the clock jumps, or nobody used the program
    QCOMPARE(order.lateFor, std::chrono::milliseconds(24h).count());
    countLate(order, evidenceStart - 24h * 400); // set back
    countLate(order, evidenceStart - 24h * 401);
    QCOMPARE(order.lateFor, std::chrono::milliseconds(24h).count());
    Instant now = *order.lateMark;
    for (int day = 1; day < 7; ++day) {
        QVERIFY(mayBeLate(order));
        for (int half = 0; half < 2; ++half) {
            now += 12h;
            countLate(order, now);
        }
    }
    QVERIFY(!mayBeLate(order));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestEvidence)
#include "test_evidence.moc"
