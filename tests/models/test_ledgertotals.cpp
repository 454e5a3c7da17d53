// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the totals of ledger rows: by filter, by selection, by day and product.
#include "models/store/chain.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgertotals.h"
#include "tests/models/storefixture.h"
#include "tests/support/wine.h"

#include <limits>
#include <map>
#include <numeric>

namespace relaybook {

using testing::ledgerPage;
using testing::ledgerRow;
using testing::row;
using testing::StoreFixture;

class TestLedgerTotals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void movementsThatDoNotFitAreFilteredAndSummedExactly();
    void totalsAreExactAndEndAtTheBalances();
    void totalsOfManyKeys();
    void totalsOfQuarterHoursAreThoseOfTheRows_data();
    void totalsOfQuarterHoursAreThoseOfTheRows();
    void dailyTotalsFollowEveryWrite_data();
    void dailyTotalsFollowEveryWrite();
    void productsAreNamedByTheirNewestRow();
    void rowsOfOneMomentEndWhereTheChainEnds();
};

void TestLedgerTotals::movementsThatDoNotFitAreFilteredAndSummedExactly()
{
    constexpr qint64 most = std::numeric_limits<qint64>::max();
    constexpr qint64 least = std::numeric_limits<qint64>::min();
    StoreFixture f;
    Transaction up = row(1, 10, 0, 0);
    up.balanceBefore = Money::fromUnits(least);
    up.balanceAfter = Money::fromUnits(most);
    up.type = QStringLiteral("odd");
    Transaction down = row(2, 20, 0, 0);
    down.balanceBefore = Money::fromUnits(most);
    down.balanceAfter = Money::fromUnits(least);
    down.type = QStringLiteral("odd");
    f.put({up, down});
    LedgerFilter in;
    in.direction = LedgerDirection::In;
    QCOMPARE(f.found(in), Keys{1});
    const LedgerTotals totals = totalsOf(f.reader(), LedgerFilter());
    QCOMPARE(totals.count, 2);
    QVERIFY(!totals.in.has_value());
    QVERIFY(!totals.out.has_value());
    QCOMPARE(totals.net, std::optional(Money()));
    f.index();
    QCOMPARE(totalsOf(f.reader(), LedgerFilter()), totals); // of the days now
    const DailyTotals sums = dailyTotals(f.reader(), {.zone = QTimeZone::utc()});
    QCOMPARE(sums.days.size(), size_t{1});
    QCOMPARE(sums.days.front().count, 2);
    QCOMPARE(sums.types.size(), size_t{1});
    QVERIFY(!sums.types.front().fits);
    QCOMPARE(sums.types.front().count, 2);
    const ChainScan scan = scanChain(f.reader(), SystemClock().now());
    QCOMPARE(scan.verdict.breakCount, 2); // both rows: no amount is that large
}

void TestLedgerTotals::totalsAreExactAndEndAtTheBalances()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 500)}, {}); });
    Money in;
    Money out;
    for (qint64 number = 1; number <= 500; ++number) {
        const Money change = *ledgerRow(number).change();
        (change.isNegative() ? out : in) =
            *(change.isNegative() ? out : in).plus(change.magnitude());
    }
    const LedgerTotals totals = totalsOf(f.reader(), LedgerFilter());
    f.index(); // from here on, from the totals by day
    QCOMPARE(totalsOf(f.reader(), LedgerFilter()), totals);
    QCOMPARE(totals.count, 500);
    QCOMPARE(totals.in, std::optional(in));
    QCOMPARE(totals.out, std::optional(out));
    QCOMPARE(totals.net, in.minus(out));
    QCOMPARE(totals.firstBefore, std::optional(ledgerRow(1).balanceBefore));
    QCOMPARE(totals.lastAfter, std::optional(ledgerRow(500).balanceAfter));
    QCOMPARE(totals.oldest, std::optional(ledgerRow(1).createdAt));
    QCOMPARE(totals.newest, std::optional(ledgerRow(500).createdAt));

    LedgerFilter none;
    none.text = QStringLiteral("zebra");
    QCOMPARE(totalsOf(f.reader(), none), LedgerTotals());
}

void TestLedgerTotals::totalsOfManyKeys()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 4000)}, {}); });
    Keys all(4000);
    std::iota(all.begin(), all.end(), 600'001);
    QCOMPARE(totalsOf(f.reader(), all), totalsOf(f.reader(), LedgerFilter()));
    // For a large selection too, only what is in it.
    Keys odd;
    Keys even;
    for (const qint64 key : all) {
        (key % 2 == 0 ? even : odd).push_back(key);
    }
    const LedgerTotals ofOdd = totalsOf(f.reader(), odd);
    const LedgerTotals ofEven = totalsOf(f.reader(), even);
    const LedgerTotals ofAll = totalsOf(f.reader(), all);
    QCOMPARE(ofOdd.count, 2000);
    QCOMPARE(ofEven.count, 2000);
    QCOMPARE(ofOdd.net->units() + ofEven.net->units(), ofAll.net->units());
    QCOMPARE(ofOdd.in->units() + ofEven.in->units(), ofAll.in->units());
    QCOMPARE(totalsOf(f.reader(), Keys{600'003, 600'002, 999'999}).count, 2);
    QCOMPARE(totalsOf(f.reader(), Keys{600'003, 600'002}).firstBefore,
             std::optional(ledgerRow(2).balanceBefore));
    QCOMPARE(totalsOf(f.reader(), Keys{}), LedgerTotals());
}

void TestLedgerTotals::totalsOfQuarterHoursAreThoseOfTheRows_data()
{
    QTest::addColumn<LedgerFilter>("filter");
    const auto add = [](const char *name, const std::function<void(LedgerFilter &)> &change) {
        LedgerFilter filter;
        change(filter);
        QTest::newRow(name) << filter;
    };
    const Instant some = slotStart(slotOf(ledgerRow(40).createdAt));
    const Instant later = slotStart(slotOf(ledgerRow(90).createdAt));
    add("from", [&](LedgerFilter &f) { f.from = some; });
    add("until", [&](LedgerFilter &f) { f.until = later; });
    add("both", [&](LedgerFilter &f) { f.from = some, f.until = later; });
    add("inside a quarter-hour", [&](LedgerFilter &f) { f.from = ledgerRow(40).createdAt; });
    add("until inside one",
        [&](LedgerFilter &f) { f.until = ledgerRow(90).createdAt + std::chrono::milliseconds(1); });
    add("a type", [](LedgerFilter &f) { f.types = {QStringLiteral("purchase")}; });
    add("in capitals", [](LedgerFilter &f) { f.types = {QStringLiteral("DEPOSIT")}; });
    add("two types", [](LedgerFilter &f) {
        f.types = {QStringLiteral("deposit"), QStringLiteral("fee")};
    });
    add("no such type", [](LedgerFilter &f) { f.types = {QStringLiteral("zebra")}; });
    add("a product", [](LedgerFilter &f) { f.product = QStringLiteral("412"); });
    add("a product, type and time", [&](LedgerFilter &f) {
        f.product = QStringLiteral("412");
        f.types = {QStringLiteral("purchase")};
        f.from = some;
        f.until = later;
    });
    add("a direction", [](LedgerFilter &f) { f.direction = LedgerDirection::In; });
    add("an amount", [](LedgerFilter &f) { f.atLeast = Money::fromCents(500); });
    add("words", [](LedgerFilter &f) { f.text = QStringLiteral("card"); });
}

void TestLedgerTotals::totalsOfQuarterHoursAreThoseOfTheRows()
{
    QFETCH(LedgerFilter, filter);
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 300)}, {}); });
    // Many rows in one quarter of an hour, two of them at the same time, one with a type of its
    // own.
    std::vector<Transaction> crowd;
    for (qint64 i = 0; i < 9; ++i) {
        Transaction made = ledgerRow(40 + i);
        made.id = TransactionId(700'000 + i);
        made.createdAt = ledgerRow(40).createdAt + std::chrono::seconds(40 * (i / 2));
        made.type = i == 4 ? QStringLiteral("fee") : made.type;
        crowd.push_back(made);
    }
    f.put(crowd);
    const LedgerTotals walked = totalsOf(f.reader(), filter);
    const QStringList types = distinctTypes(f.reader());
    const QStringList products = distinctProducts(f.reader());
    f.index();
    QCOMPARE(totalsOf(f.reader(), filter), walked);
    QCOMPARE(distinctTypes(f.reader()), types);
    QCOMPARE(distinctProducts(f.reader()), products);
}

/// In time zones whose days begin at another hour or at a quarter past one, and in one with days of
/// 23 and of 25 hours.
void TestLedgerTotals::dailyTotalsFollowEveryWrite_data()
{
    QTest::addColumn<QByteArray>("zone");
    for (const char *zone : {"UTC", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Chatham"}) {
        QTest::newRow(zone) << QByteArray(zone);
    }
}

void TestLedgerTotals::dailyTotalsFollowEveryWrite()
{
    QFETCH(QByteArray, zone);
    const QTimeZone local(zone);
    if (testing::isUnderWine() && !local.isValid()) {
        QSKIP("wine does not know this time zone");
    }
    QVERIFY(local.isValid());
    // The rows themselves are added up with a filter that no stored total can answer.
    const auto checkTypes = [](StoreFixture &f, LedgerFilter filter,
                               const std::vector<TypeTotal> &types) {
        filter.atLeast = Money();
        const auto compare = [&](const TypeTotal &total) {
            filter.types = QStringList{total.type};
            filter.product = total.product;
            const LedgerTotals sums = totalsOf(f.reader(), filter);
            QCOMPARE(std::optional(total.in), sums.in);
            QCOMPARE(std::optional(total.out), sums.out);
            QCOMPARE(total.count, sums.count);
        };
        std::map<QString, TypeTotal> whole; // a filter cannot select rows without a product
        qint64 count = 0;
        for (const TypeTotal &total : types) {
            TypeTotal &sum = whole[total.type];
            sum.type = total.type;
            sum.in = *sum.in.plus(total.in);
            sum.out = *sum.out.plus(total.out);
            sum.count += total.count;
            count += total.count;
            if (!total.product.isEmpty()) {
                compare(total);
            }
        }
        for (const auto &[type, sum] : whole) {
            compare(sum);
        }
        filter.types.clear();
        filter.product.clear();
        QCOMPARE(count, countTransactions(f.reader(), filter));
    };
    const auto check = [&](StoreFixture &f) {
        f.index();
        const DailyTotals all = dailyTotals(f.reader(), {.zone = local});
        checkTypes(f, LedgerFilter(), all.types);
        LedgerFilter walked;
        walked.atLeast = Money();
        LedgerFilter kept;
        QCOMPARE(totalsOf(f.reader(), kept), totalsOf(f.reader(), walked));
        for (const QString &type : distinctTypes(f.reader())) {
            walked.types = kept.types = QStringList{type};
            QCOMPARE(totalsOf(f.reader(), kept), totalsOf(f.reader(), walked));
        }
        // The range of each day holds every balance of its rows, and two of them are its ends.
        const DailyTotals ranged = dailyTotals(f.reader(), {.zone = local, .ranges = true});
        QCOMPARE(ranged.days.size(), all.days.size());
        for (const DailyTotal &day : ranged.days) {
            LedgerFilter filter;
            filter.from = dayStart(day.day, local);
            filter.until = dayStart(day.day + 1, local);
            BalanceRange range{day.closing, day.closing};
            forEachTransaction(f.reader(), filter, false, [&range](const Transaction &row) {
                range.low = std::min({range.low, *row.balanceBefore, *row.balanceAfter});
                range.high = std::max({range.high, *row.balanceBefore, *row.balanceAfter});
                return true;
            });
            QCOMPARE(day.range.value_or(BalanceRange()).low, range.low);
            QCOMPARE(day.range.value_or(BalanceRange()).high, range.high);
        }
        qint64 count = 0;
        for (const DailyTotal &day : all.days) {
            LedgerFilter filter;
            filter.from = dayStart(day.day, local);
            filter.until = dayStart(day.day + 1, local);
            const LedgerTotals whole = totalsOf(f.reader(), filter);
            QCOMPARE(std::optional(day.closing), whole.lastAfter);
            QCOMPARE(day.count, whole.count);
            const DailyTotals alone = dailyTotals(
                f.reader(), {.from = filter.from, .until = filter.until, .zone = local});
            QCOMPARE(alone.days, std::vector{day});
            QVERIFY(!day.range);
            checkTypes(f, filter, alone.types);
            count += day.count;
        }
        QCOMPARE(count, countTransactions(f.reader(), LedgerFilter()));
        const DailyTotals late = dailyTotals(
            f.reader(), {.typesFrom = dayStart(all.days.back().day, local), .zone = local});
        QCOMPARE(late.days, all.days);
        LedgerFilter lastDay;
        lastDay.from = dayStart(all.days.back().day, local);
        checkTypes(f, lastDay, late.types);
        const DailyTotals withoutTypes = dailyTotals(f.reader(), {.zone = local, .types = false});
        QCOMPARE(withoutTypes.days, all.days);
        QVERIFY(withoutTypes.types.empty());
    };
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1501, 1800)}, {}); });
    check(f);
    Transaction other = ledgerRow(1600);
    other.type = QStringLiteral("fee");
    other.createdAt += std::chrono::hours(50) + std::chrono::minutes(7);
    other.balanceAfter = *other.balanceAfter->plus(Money::fromCents(1));
    f.put({other}); // rewritten: another type, another day, another movement
    check(f);
    f.put({ledgerRow(1600), ledgerRow(1801)});
    check(f);
    f.put({other});
    f.put({ledgerRow(1600)}); // back again before anything was counted in
    check(f);
    const DailyTotals some = dailyTotals(
        f.reader(),
        {.from = ledgerRow(1530).createdAt, .until = ledgerRow(1560).createdAt, .zone = local});
    QCOMPARE(some.days.front().day, dayOf(ledgerRow(1530).createdAt, local));
    QVERIFY(some.days.back().day < dayOf(ledgerRow(1560).createdAt, local));
}

void TestLedgerTotals::productsAreNamedByTheirNewestRow()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 60)}, {}); });
    const auto nameOf412 = [&f] {
        f.index();
        QStringList names;
        for (const TypeTotal &type : dailyTotals(f.reader(), {.zone = QTimeZone::utc()}).types) {
            names.append(QStringLiteral("%1: %2").arg(type.product, type.productName));
        }
        names.removeDuplicates();
        names.sort();
        return names;
    };
    QCOMPARE(nameOf412(), QStringList({QStringLiteral("412: "), QStringLiteral(": ")}));
    Transaction named = row(700'001, toMillis(ledgerRow(61).createdAt) / 1000, 9, 2);
    named.productId = QStringLiteral("412");
    named.raw = R"({"metadata":{"proxy_type":"residential_\u0070remium"}})";
    f.put({named});
    QCOMPARE(nameOf412(),
             QStringList({QStringLiteral("412: residential_premium"), QStringLiteral(": ")}));
}

/// Sorted by their ids alone they would end at 90: only the balance before them shows the order.
void TestLedgerTotals::rowsOfOneMomentEndWhereTheChainEnds()
{
    StoreFixture f;
    f.put({row(1, 10, 0, 100), row(3, 2000, 100, 90), row(2, 2000, 90, 100)});
    LedgerFilter late;
    late.from = fromMillis(1'800'000);
    LedgerFilter walked = late;
    walked.atLeast = Money();
    for (int counted = 0; counted < 2; ++counted) {
        for (const LedgerFilter &filter : {late, walked, LedgerFilter()}) {
            QCOMPARE(totalsOf(f.reader(), filter).lastAfter, std::optional(Money::fromUnits(100)));
        }
        QCOMPARE(totalsOf(f.reader(), late).firstBefore, std::optional(Money::fromUnits(100)));
        QCOMPARE(totalsOf(f.reader(), Keys{2, 3}).lastAfter, std::optional(Money::fromUnits(100)));
        f.index();
    }
    const DailyTotals days = dailyTotals(f.reader(), {.zone = QTimeZone::utc()});
    QCOMPARE(days.days.back().closing, Money::fromUnits(100));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerTotals)
#include "test_ledgertotals.moc"
