// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the order of transactions by their balances: rows that are dated out of order are no gap,
// and missing rows are, also among thousands of misdated ones.

#include "models/store/cachereader.h"
#include "models/store/chaingaps.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/ledgertotals.h"
#include "tests/models/storefixture.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace relaybook {
namespace {

using testing::StoreFixture;
using Rows = std::vector<ChainRow>;

constexpr qint64 minute = 60'000;
constexpr qint64 hour = 60 * minute;

void sortByTime(Rows &rows)
{
    std::sort(rows.begin(), rows.end(), [](const ChainRow &a, const ChainRow &b) {
        return std::tie(a.createdMs, a.id) < std::tie(b.createdMs, b.id);
    });
}

ChainGaps gapsOf(Rows rows)
{
    sortByTime(rows);
    return ChainGaps([&rows](BalanceChain &chain) {
        for (const ChainRow &row : rows) {
            chain.add(row);
        }
    });
}

/// A right ledger: a row every 10 minutes on average, with balances from 0 to `balances`.
Rows ledger(size_t count, qint64 balances, unsigned seed)
{
    std::mt19937 random(seed);
    Rows rows;
    qint64 balance = balances / 2;
    qint64 time = 0;
    for (size_t i = 0; i < count; ++i) {
        time += 1000 + static_cast<qint64>(random() % (20 * minute));
        qint64 change = static_cast<qint64>(random() % 40) + 1;
        change = random() % 2 == 0 ? change : -change;
        change = balance + change < 0 || balance + change >= balances ? -change : change;
        rows.push_back(
            {static_cast<qint64>(i) + 1, time, std::abs(change), balance, balance + change});
        balance += change;
    }
    return rows;
}

/// Dates one row in fifty up to four hours late. Returns their ids.
std::set<qint64> dateLate(Rows &rows, unsigned seed)
{
    std::mt19937 random(seed);
    std::set<qint64> late;
    for (ChainRow &row : rows) {
        if (random() % 50 == 0) {
            row.createdMs += 1 + static_cast<qint64>(random() % (4 * hour));
            late.insert(row.id);
        }
    }
    return late;
}

Rows without(const Rows &rows, const std::set<qint64> &ids)
{
    Rows rest;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(rest),
                 [&ids](const ChainRow &row) { return ids.count(row.id) == 0; });
    return rest;
}

bool isToldExactly(const ChainGaps &chain, qint64 missing)
{
    return std::any_of(chain.gaps().begin(), chain.gaps().end(), [missing](const ChainGap &gap) {
        return gap.earlier.id == missing - 1 && gap.later.id == missing + 1;
    });
}

/// Whether a gap has the balances of the missing row.
bool isTold(const ChainGaps &chain, const ChainRow &missing)
{
    return std::any_of(chain.gaps().begin(), chain.gaps().end(), [&missing](const ChainGap &gap) {
        return gap.earlier.after == missing.before && gap.later.before == missing.after &&
               isNear(gap.later.createdMs, missing.createdMs, 2 * chainSpan);
    });
}

/// Ten rows a minute apart; each takes 1 from a balance of 100.
Rows tenRows()
{
    Rows rows;
    for (qint64 id = 1; id <= 10; ++id) {
        rows.push_back({id, id * 10 * minute, 1, 101 - id, 100 - id});
    }
    return rows;
}

/// Whether the rows, sorted by time, have an order that is a chain, in which no row stands before
/// one that is dated earlier by more than `span`.
bool isChain(const Rows &rows, std::chrono::milliseconds span)
{
    const size_t all = (size_t{1} << rows.size()) - 1;
    std::set<std::pair<size_t, size_t>> seen;
    std::vector<std::pair<size_t, size_t>> open; // the rows that are placed, and the last of them
    const auto place = [&](size_t placed, size_t row) {
        const bool isEarlierLeft = [&] {
            for (size_t other = 0; other < rows.size(); ++other) {
                const bool isPlaced = ((placed >> other) & 1U) != 0;
                if (!isPlaced && rows[other].createdMs + span.count() < rows[row].createdMs) {
                    return true;
                }
            }
            return false;
        }();
        const std::pair next{placed | (size_t{1} << row), row};
        if (!isEarlierLeft && seen.insert(next).second) {
            open.push_back(next);
        }
    };
    for (size_t row = 0; row < rows.size(); ++row) {
        place(0, row);
    }
    while (!open.empty()) {
        const auto [placed, last] = open.back();
        open.pop_back();
        if (placed == all) {
            return true;
        }
        for (size_t row = 0; row < rows.size(); ++row) {
            if (((placed >> row) & 1U) == 0 && rows[row].before == rows[last].after) {
                place(placed, row);
            }
        }
    }
    return false;
}

/// The rows as transactions, long ago.
std::vector<Transaction> stored(const Rows &rows)
{
    std::vector<Transaction> list;
    for (const ChainRow &row : rows) {
        list.push_back(testing::row(row.id, row.createdMs / 1000, row.before, row.after));
    }
    return list;
}

constexpr Instant now = fromMillis(1'000 * hour);

} // namespace

class TestChainGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMisdatedRowIsNoGap_data();
    void aMisdatedRowIsNoGap();
    void aMissingRowIsAGap();
    void aRecentGapMayStillBeExplained();
    void aRingIsNotClear();
    void severalEndsAreSaid();
    void rowsInTheOrderOfTheirIdsAreAChain();
    void aLedgerThatEndsWhereItBegan();
    void theNewestRowsBeginInTheMiddle();
    void manyRowsOfOneTime();
    void everyOrderOfFewRows();
    void misdatedRowsOfFewBalancesAreNoGap_data();
    void misdatedRowsOfFewBalancesAreNoGap();
    void lateRowsAmongManyAreNoGap();
    void missingRowsAmongManyAreFound_data();
    void missingRowsAmongManyAreFound();
    void pairsThatCancelAreFound_data();
    void pairsThatCancelAreFound();
};

void TestChainGaps::aMisdatedRowIsNoGap_data()
{
    QTest::addColumn<int>("id");
    QTest::addColumn<qint64>("ms");
    QTest::newRow("late by 30 minutes") << 5 << 35 * minute;
    QTest::newRow("late by 25 hours") << 5 << 25 * hour;
    QTest::newRow("early by 30 minutes") << 5 << -35 * minute;
    QTest::newRow("early by 25 hours") << 5 << -25 * hour;
    QTest::newRow("the first, late") << 1 << 35 * minute;
    QTest::newRow("the second, before the first") << 2 << -35 * minute;
    QTest::newRow("the last, early") << 10 << -35 * minute;
    QTest::newRow("the one before the last, late") << 9 << 35 * minute;
}

void TestChainGaps::aMisdatedRowIsNoGap()
{
    QFETCH(int, id);
    QFETCH(qint64, ms);
    Rows rows = tenRows();
    rows.at(static_cast<size_t>(id) - 1).createdMs += ms;
    const ChainGaps chain = gapsOf(rows);
    QVERIFY(chain.gaps().empty() && chain.rings().empty());
    QCOMPARE(chain.turns(), 1);
    QVERIFY(chain.end().isClear && chain.end().row);
    QCOMPARE(chain.end().row->id, 10);
    StoreFixture f;
    f.put(stored(rows));
    const ChainScan scan = scanChain(f.reader(), now);
    QCOMPARE(scan.verdict.breakCount, 0);
    QCOMPARE(scan.verdict.outOfOrder, 1);
    QCOMPARE(scan.lastAfter, std::optional(Money::fromUnits(90)));
    for (qint64 each = 1; each <= 10; ++each) {
        const auto before = each > 1 ? std::optional(each - 1) : std::nullopt;
        const auto after = each < 10 ? std::optional(each + 1) : std::nullopt;
        QCOMPARE(chainBefore(f.reader(), each), before);
        QCOMPARE(chainAfter(f.reader(), each), after);
    }
    for (int counted = 0; counted < 2; ++counted) {
        const LedgerTotals totals = totalsOf(f.reader(), LedgerFilter());
        QCOMPARE(totals.firstBefore, std::optional(Money::fromUnits(100)));
        QCOMPARE(totals.lastAfter, std::optional(Money::fromUnits(90)));
        f.index();
    }
    const DailyTotals days = dailyTotals(f.reader(), {.zone = QTimeZone::utc()});
    if (std::abs(ms) < hour) { // all on one day
        QCOMPARE(days.days.back().closing, Money::fromUnits(90));
    }
    f.write([](CacheWriter &writer) { writer.ledger().putTime(now); });
    const auto newest = f.store->read([](CacheReader &reader) { return reader.newestBalance(); });
    QVERIFY(newest && *newest);
    QCOMPARE((*newest)->amount, std::optional(Money::fromUnits(90)));
}

void TestChainGaps::aMissingRowIsAGap()
{
    Rows rows = without(tenRows(), {5});
    rows.at(7).createdMs -= 35 * minute; // 9 stands before 6 now
    StoreFixture f;
    f.put(stored(rows));
    const ChainScan scan = scanChain(f.reader(), now);
    QCOMPARE(scan.verdict.breakCount, 1);
    QCOMPARE(scan.verdict.unclearCount, 0);
    const LedgerBreak &gap = scan.verdict.breaks.front();
    QVERIFY(gap.kind == LedgerBreak::Pair && gap.isProven());
    QCOMPARE(gap.earlier, TransactionId(4));
    QCOMPARE(gap.later, TransactionId(6));
    QCOMPARE(gap.unexplained, std::optional(Money::fromUnits(-1)));
    QCOMPARE(scan.lastAfter, std::nullopt); // beside a gap, misdated rows leave several ends
    StoreFixture other;
    other.put(stored(without(tenRows(), {5})));
    QCOMPARE(scanChain(other.reader(), now).lastAfter, std::optional(Money::fromUnits(90)));
}

/// Newer than 26 hours by the newest row and by this computer's clock.
void TestChainGaps::aRecentGapMayStillBeExplained()
{
    Rows rows = without(tenRows(), {5});
    StoreFixture f;
    f.put(stored(rows));
    const Instant soon = fromMillis(120 * minute);
    ChainScan scan = scanChain(f.reader(), soon);
    QCOMPARE(scan.verdict.breakCount, 1);
    QCOMPARE(scan.verdict.unclearCount, 1);
    QVERIFY(scan.verdict.breaks.front().isRecent && !scan.verdict.breaks.front().isProven());
    QVERIFY(checkResultFrom(checkResultBytes(scan.verdict)) == scan.verdict);
    f.put(stored({{11, 28 * hour, 1, 90, 89}})); // newer rows came, and nothing explains it
    scan = scanChain(f.reader(), soon);
    QCOMPARE(scan.verdict.breakCount, 1);
    QCOMPARE(scan.verdict.unclearCount, 0);
}

void TestChainGaps::aRingIsNotClear()
{
    // A missing −6 before 3 and a missing +6 after 5, or 3 to 5 belong between 1 and 2.
    Rows rows{{1, 10 * minute, 5, 90, 95}, {2, 20 * minute, 6, 95, 101},
              {3, 30 * minute, 1, 95, 94}, {4, 40 * minute, 3, 94, 97},
              {5, 50 * minute, 2, 97, 95}, {6, 60 * minute, 1, 101, 102}};
    StoreFixture f;
    f.put(stored(rows));
    ChainScan scan = scanChain(f.reader(), now);
    QCOMPARE(scan.verdict.breakCount, 1);
    QCOMPARE(scan.verdict.unclearCount, 1);
    const LedgerBreak &ring = scan.verdict.breaks.front();
    QVERIFY(ring.kind == LedgerBreak::Ring && !ring.isProven());
    QCOMPARE(ring.earlier, TransactionId(3));
    QCOMPARE(ring.later, TransactionId(5));
    QCOMPARE(ring.expected, Money::fromUnits(101));
    QCOMPARE(ring.found, Money::fromUnits(95));
    QCOMPARE(scan.lastId, std::optional(TransactionId(6))); // in any case
    QVERIFY(checkResultFrom(checkResultBytes(scan.verdict)) == scan.verdict);
    // Where no other row has one of its balances, no order contains it: two gaps.
    rows.front() = {1, 10 * minute, 1, 90, 91};
    rows.at(1) = {2, 20 * minute, 10, 91, 101};
    StoreFixture other;
    other.put(stored(rows));
    scan = scanChain(other.reader(), now);
    QCOMPARE(scan.verdict.breakCount, 2);
    QCOMPARE(scan.verdict.unclearCount, 0);
    QCOMPARE(scan.verdict.breaks.front().earlier, TransactionId(2));
    QCOMPARE(scan.verdict.breaks.back().earlier, TransactionId(5));
}

/// 9 is missing and 10 is dated early: it is not certain which of 8 and 10 is the last.
void TestChainGaps::severalEndsAreSaid()
{
    Rows rows = without(tenRows(), {9});
    rows.back().createdMs -= 55 * minute;
    StoreFixture f;
    f.put(stored(rows));
    f.write([](CacheWriter &writer) { writer.ledger().putTime(now); });
    QCOMPARE(scanChain(f.reader(), now).lastAfter, std::nullopt);
    const auto newest = f.store->read([](CacheReader &reader) { return reader.newestBalance(); });
    QVERIFY(newest && *newest);
    QVERIFY(!(*newest)->isClear && !(*newest)->amount);
    QCOMPARE(totalsOf(f.reader(), LedgerFilter()).lastAfter, std::nullopt);
}

/// Times that say nothing: then the ids do.
void TestChainGaps::rowsInTheOrderOfTheirIdsAreAChain()
{
    Rows rows = tenRows();
    for (ChainRow &row : rows) {
        row.createdMs = (row.id * 7 % 10) * 100 * hour;
    }
    StoreFixture f;
    f.put(stored(rows));
    const ChainScan scan = scanChain(f.reader(), now);
    QCOMPARE(scan.verdict.breakCount, 0);
    QCOMPARE(scan.lastId, std::optional(TransactionId(10)));
    f.put(stored({{4, 900 * hour, 2, 97, 95}})); // one balance is another
    QVERIFY(scanChain(f.reader(), now).verdict.breakCount > 0);
}

void TestChainGaps::aLedgerThatEndsWhereItBegan()
{
    Rows rows{{1, 10 * minute, 5, 100, 95}, {2, 20 * minute, 5, 95, 100}};
    ChainGaps chain = gapsOf(rows);
    QVERIFY(chain.gaps().empty() && chain.rings().empty() && chain.end().isClear);
    QCOMPARE(chain.end().row->id, 2);
    rows.push_back({4, 40 * minute, 1, 70, 69}); // 3 is missing
    chain = gapsOf(rows);
    QCOMPARE(chain.gaps().size(), size_t{1});
    QCOMPARE(chain.gaps().front().earlier.id, 2);
    QCOMPARE(chain.gaps().front().later.id, 4);
    // It could be turned: then only the ids tell where it ends.
    rows = {{1, 10 * hour, 100, 0, 100}, {2, 13 * hour, 40, 100, 60}, {3, 12 * hour, 60, 60, 0}};
    chain = gapsOf(rows);
    QVERIFY(chain.gaps().empty() && chain.rings().empty() && !chain.end().isClear);
    StoreFixture f;
    f.put(stored(rows));
    QCOMPARE(scanChain(f.reader(), now).lastId, std::optional(TransactionId(3)));
}

/// Only the rows of the last days are read: their first one is not where the ledger begins, so the
/// newest row does not lead to it, although it has its balance.
void TestChainGaps::theNewestRowsBeginInTheMiddle()
{
    Rows rows;
    for (qint64 id = 1; id <= 30; ++id) {
        rows.push_back({id, id * 2 * hour, 1, 1001 - id, 1000 - id});
    }
    rows.back() = {30, 60 * hour, 25, 971, 996}; // 5 begins with 996
    rows.at(28).createdMs = 61 * hour;
    StoreFixture f;
    f.put(stored(rows));
    f.write([](CacheWriter &writer) { writer.ledger().putTime(now); });
    const auto newest = f.store->read([](CacheReader &reader) { return reader.newestBalance(); });
    QVERIFY(newest && *newest && (*newest)->isClear);
    QCOMPARE((*newest)->amount, std::optional(Money::fromUnits(996)));
    QCOMPARE(chainAfter(f.reader(), 30), std::nullopt);
}

/// A service that has only dates, with ids that fall along the chain.
void TestChainGaps::manyRowsOfOneTime()
{
    Rows rows;
    for (qint64 id = 1; id <= 500; ++id) {
        rows.push_back({501 - id, 24 * hour, 1, 1001 - id, 1000 - id});
    }
    StoreFixture f;
    f.put(stored(rows));
    f.index();
    const DailyTotals days = dailyTotals(f.reader(), {.zone = QTimeZone::utc()});
    QCOMPARE(days.days.back().closing, Money::fromUnits(500));
    QCOMPARE(totalsOf(f.reader(), LedgerFilter()).lastAfter, std::optional(Money::fromUnits(500)));
}

/// Of few rows with few balances every order can be tried.
void TestChainGaps::everyOrderOfFewRows()
{
    std::mt19937 random(1);
    const auto upTo = [&random](qint64 most) {
        return static_cast<qint64>(random() % static_cast<unsigned>(most));
    };
    int chains = 0;
    int broken = 0;
    for (int world = 0; world < 20'000; ++world) {
        Rows rows;
        const qint64 balances = 2 + upTo(6);
        qint64 balance = upTo(balances);
        qint64 time = 0;
        const qint64 count = 3 + upTo(5);
        for (qint64 id = 1; id <= count; ++id) {
            const qint64 after = upTo(balances);
            time += upTo(3 * hour);
            const qint64 off = upTo(4) == 0 ? upTo(40 * hour) - 20 * hour : 0;
            rows.push_back({id, time + off, std::abs(after - balance), balance, after});
            balance = after;
        }
        if (upTo(3) == 0) {
            rows.erase(rows.begin() + 1 + upTo(count - 2));
        }
        sortByTime(rows);
        const ChainGaps found = gapsOf(rows);
        if (isChain(rows, chainSpan)) {
            ++chains;
            QVERIFY2(found.gaps().empty(), qPrintable(QString::number(world)));
        } else if (!isChain(rows, 2 * chainSpan)) {
            ++broken;
            QVERIFY2(!found.gaps().empty() || !found.rings().empty(),
                     qPrintable(QString::number(world)));
        }
    }
    QVERIFY(chains > 5'000 && broken > 2'000);
}

void TestChainGaps::misdatedRowsOfFewBalancesAreNoGap_data()
{
    QTest::addColumn<qint64>("balances");
    QTest::addColumn<qint64>("apart");
    for (const qint64 balances : {4, 20, 200}) {
        for (const qint64 apart : {90 * minute, 6 * hour}) {
            QTest::addRow("%d balances, %d minutes apart", static_cast<int>(balances),
                          static_cast<int>(apart / minute))
                << balances << apart;
        }
    }
}

/// Fixed prices: the same balances come again and again, and a row in four is dated up to seven
/// hours early or late. What is no gap may look like two missing rows.
void TestChainGaps::misdatedRowsOfFewBalancesAreNoGap()
{
    QFETCH(qint64, balances);
    QFETCH(qint64, apart);
    std::mt19937 random(3);
    const auto upTo = [&random](qint64 most) {
        return static_cast<qint64>(random() % static_cast<unsigned>(most));
    };
    int misdated = 0;
    for (int world = 0; world < 300; ++world) {
        Rows rows;
        qint64 balance = balances / 2;
        qint64 time = 0;
        for (qint64 id = 1; id <= 80; ++id) {
            const qint64 after =
                (balance + 1 + upTo(std::min<qint64>(balances - 1, 20))) % balances;
            time += 1 + upTo(2 * apart);
            const qint64 off = upTo(4) == 0 ? upTo(14 * hour) - 7 * hour : 0;
            rows.push_back({id, time + off, std::abs(after - balance), balance, after});
            balance = after;
        }
        sortByTime(rows);
        const ChainGaps found = gapsOf(rows);
        QVERIFY2(found.gaps().empty(), qPrintable(QString::number(world)));
        QVERIFY(!found.end().isClear || (found.end().row && found.end().row->after == balance));
        misdated += found.turns() > 0 ? 1 : 0;
    }
    QVERIFY(misdated > 250);
}

void TestChainGaps::lateRowsAmongManyAreNoGap()
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        Rows rows = ledger(200'000, 16'000, seed);
        const auto late = dateLate(rows, seed);
        const ChainGaps chain = gapsOf(rows);
        QCOMPARE(chain.gaps().size(), size_t{0});
        QVERIFY(chain.turns() > static_cast<qint64>(late.size()) / 2);
        QVERIFY(chain.end().isClear && chain.end().row);
        QCOMPARE(chain.end().row->id, 200'000);
        // A balance that occurs twice makes a few of them look like two missing rows.
        QVERIFY(chain.rings().size() * 30 < late.size());
    }
}

void TestChainGaps::missingRowsAmongManyAreFound_data()
{
    QTest::addColumn<bool>("isLateToo");
    QTest::newRow("in the order of time") << false;
    QTest::newRow("others are late") << true;
}

void TestChainGaps::missingRowsAmongManyAreFound()
{
    QFETCH(bool, isLateToo);
    constexpr size_t count = 100;
    Rows rows = ledger(200'000, 16'000, 7);
    const Rows right = rows;
    if (isLateToo) {
        dateLate(rows, 7);
    }
    std::mt19937 random(7);
    std::set<qint64> missing;
    while (missing.size() < count) {
        missing.insert(2 + static_cast<qint64>(random() % 199'990));
    }
    const ChainGaps chain = gapsOf(without(rows, missing));
    for (const qint64 id : missing) {
        QVERIFY2(isTold(chain, right.at(static_cast<size_t>(id) - 1)),
                 qPrintable(QString::number(id)));
        QVERIFY(isLateToo || isToldExactly(chain, id));
    }
    // Beside a late row a missing one can look like two.
    QVERIFY(chain.gaps().size() <= (isLateToo ? count + 3 : count));
}

void TestChainGaps::pairsThatCancelAreFound_data()
{
    QTest::addColumn<bool>("areFar");
    QTest::addColumn<bool>("isLateToo");
    QTest::newRow("near") << false << false;
    QTest::newRow("near, others are late") << false << true;
    QTest::newRow("far") << true << false;
    QTest::newRow("far, others are late") << true << true;
}

/// The sum over all balances does not show them.
void TestChainGaps::pairsThatCancelAreFound()
{
    QFETCH(bool, areFar);
    QFETCH(bool, isLateToo);
    Rows rows = ledger(200'000, 16'000, 5);
    const Rows right = rows;
    std::mt19937 random(5);
    std::set<qint64> missing;
    while (missing.size() < 40) {
        const size_t first = 1000 + random() % 190'000;
        const size_t from = first + (areFar ? 2000 : 3);
        const auto cancels = [&right, first](const ChainRow &row) {
            const ChainRow &other = right.at(first);
            return row.after - row.before == other.before - other.after;
        };
        const auto second =
            std::find_if(right.begin() + static_cast<std::ptrdiff_t>(from), right.end(), cancels);
        const auto id = static_cast<qint64>(first) + 1;
        if (second != right.end() && missing.count(id) == 0 && missing.count(second->id) == 0) {
            missing.insert({id, second->id});
        }
    }
    if (isLateToo) {
        dateLate(rows, 5);
    }
    const ChainGaps chain = gapsOf(without(rows, missing));
    for (const qint64 id : missing) {
        const ChainRow &row = right.at(static_cast<size_t>(id) - 1);
        const bool isInRing =
            std::any_of(chain.rings().begin(), chain.rings().end(), [&row](const ChainRing &ring) {
                const qint64 inside = ring.first.before;
                return (inside == row.after && ring.around == row.before) ||
                       (inside == row.before && ring.around == row.after);
            });
        QVERIFY2(isTold(chain, row) || isToldExactly(chain, id) || isInRing,
                 qPrintable(QString::number(id)));
    }
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestChainGaps)
#include "test_chaingaps.moc"
