// SPDX-License-Identifier: GPL-3.0-or-later
// Tests amounts and balances that are too large for Money: the row stays readable, its digits are
// those of the service, and it is left out of every sum, which says so.

#include "models/store/chain.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/ledgertotals.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/ledgeramounttext.h"
#include "tests/models/ledgerproof.h"
#include "tests/models/ledgerstate.h"
#include "tests/models/storefixture.h"

#include <algorithm>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

constexpr qint64 dollar = 100'000'000;

/// A row whose balances are too large, as it is read from the service.
Transaction largeRow(qint64 id, qint64 second)
{
    Transaction made = row(id, second, 0, 0);
    made.amount = Money::fromUnits(250 * dollar);
    made.balanceBefore.reset();
    made.balanceAfter.reset();
    made.raw = R"({"id":1,"amount":250,"balance_before":1000000000000,)"
               R"("balance_after":"1000000000250.50"})";
    return made;
}

std::vector<Transaction> threeRows()
{
    return {row(1, 1000, 0, 5 * dollar), largeRow(2, 2000), row(3, 3000, 9 * dollar, 7 * dollar)};
}

} // namespace

class TestLargeAmounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreStoredAndRead();
    void theyAreInNoSum();
    void aChangedRowLeavesTheSums();
    void filtersOfAmount_data();
    void filtersOfAmount();
    void theCheckDoesNotGuess();
    void theyAreShownInTheDigitsOfTheService();
    void aWholeLedger();
    void aBalance();
};

void TestLargeAmounts::theyAreStoredAndRead()
{
    StoreFixture f;
    f.put(threeRows());
    f.put(threeRows()); // unchanged
    const auto stored = f.store->read([](CacheReader &reader) { return reader.transaction(2); });
    QVERIFY(stored && *stored);
    QVERIFY(**stored == largeRow(2, 2000));
    const auto counts = f.store->read([](CacheReader &reader) { return reader.counts(); });
    QCOMPARE(counts->unreadable, 0);
    QCOMPARE(counts->rewritten, 0);
    QCOMPARE(chainBefore(f.reader(), 3), std::optional<qint64>(2));
    QCOMPARE(chainAfter(f.reader(), 2), std::optional<qint64>(3));
}

void TestLargeAmounts::theyAreInNoSum()
{
    StoreFixture f;
    f.put(threeRows());
    for (const bool indexed : {false, true}) {
        if (indexed) {
            f.index();
        }
        const LedgerTotals totals = totalsOf(f.reader(), LedgerFilter(), ByType::Yes);
        QCOMPARE(totals.count, 3);
        QCOMPARE(totals.tooLarge, 1);
        QCOMPARE(totals.in, Money::fromCents(500));
        QCOMPARE(totals.out, Money::fromCents(200));
        QVERIFY(totals.firstBefore == Money());
        QCOMPARE(totals.lastAfter, Money::fromCents(700));
        const LedgerTotals one = totalsOf(f.reader(), Keys{2});
        QCOMPARE(one.tooLarge, 1);
        QCOMPARE(one.in, Money());
        QVERIFY(!one.firstBefore && !one.lastAfter);
    }
    DaysAsked asked;
    asked.zone = QTimeZone::utc();
    asked.ranges = true;
    const DailyTotals days = dailyTotals(f.reader(), asked);
    QCOMPARE(days.tooLarge, 1);
    QCOMPARE(days.days.size(), 1U);
    QCOMPARE(days.days.front().count, 3);
    QCOMPARE(days.days.front().closing, Money::fromCents(700));
    QCOMPARE(days.days.front().range->low, Money());
    QCOMPARE(days.days.front().range->high, Money::fromCents(900));
}

void TestLargeAmounts::aChangedRowLeavesTheSums()
{
    StoreFixture f;
    f.put({row(1, 1000, 0, 5 * dollar), row(2, 2000, 5 * dollar, 8 * dollar)});
    f.index();
    f.put({largeRow(2, 2000)});
    f.index();
    QCOMPARE(totalsOf(f.reader(), LedgerFilter()).in, Money::fromCents(500));
    f.put({row(2, 2000, 5 * dollar, 6 * dollar)});
    f.index();
    const LedgerTotals totals = totalsOf(f.reader(), LedgerFilter());
    QCOMPARE(totals.in, Money::fromCents(600));
    QCOMPARE(totals.tooLarge, 0);
}

void TestLargeAmounts::filtersOfAmount_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<int>("atLeast");
    QTest::addColumn<int>("atMost");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("its amount is above") << QStringLiteral("250") << 100 << 0 << true;
    QTest::newRow("its amount is below") << QStringLiteral("-250") << 300 << 0 << false;
    QTest::newRow("within") << QStringLiteral("-250") << 100 << 300 << true;
    QTest::newRow("beyond") << QStringLiteral("250") << 0 << 100 << false;
    QTest::newRow("too large is above everything") << QString() << 1'000'000 << 0 << true;
    QTest::newRow("too large is below nothing") << QString() << 0 << 1'000'000 << false;
}

void TestLargeAmounts::filtersOfAmount()
{
    QFETCH(QString, amount);
    QFETCH(int, atLeast);
    QFETCH(int, atMost);
    QFETCH(bool, isFound);
    StoreFixture f;
    Transaction large = largeRow(2, 2000);
    large.amount = Money::parse(amount);
    f.put({row(1, 1000, 0, 5 * dollar), large});
    LedgerFilter filter;
    const auto bound = [](int dollars) {
        return dollars > 0 ? std::optional(Money::fromUnits(dollars * dollar)) : std::nullopt;
    };
    filter.atLeast = bound(atLeast);
    filter.atMost = bound(atMost);
    const Keys found = f.found(filter);
    QCOMPARE(std::count(found.begin(), found.end(), 2) == 1, isFound);
}

void TestLargeAmounts::theCheckDoesNotGuess()
{
    StoreFixture f;
    auto rows = threeRows();
    rows.push_back(row(4, 4000, 7 * dollar, 8 * dollar));
    rows.push_back(row(5, 5000, 9 * dollar, 10 * dollar)); // a real gap
    f.put(rows);
    const ChainScan scan = scanChain(f.reader(), SystemClock().now());
    QCOMPARE(scan.verdict.count, 5);
    QCOMPARE(scan.verdict.tooLarge, 1);
    QCOMPARE(scan.verdict.breakCount, 1);
    QCOMPARE(scan.verdict.breaks.front().later, TransactionId(5));
    QVERIFY(checkResultFrom(checkResultBytes(scan.verdict)).tooLarge == 1);
    f.put({largeRow(6, 6000)});
    QVERIFY(!scanChain(f.reader(), SystemClock().now()).lastAfter);
    QCOMPARE(scanChain(f.reader(), SystemClock().now()).verdict.newest, fromMillis(6'000'000));
}

void TestLargeAmounts::theyAreShownInTheDigitsOfTheService()
{
    const Transaction large = largeRow(2, 2000);
    QCOMPARE(ledgerAmountText(large, LedgerAmount::Before), QStringLiteral("1000000000000"));
    QCOMPARE(ledgerAmountText(large, LedgerAmount::After, QStringLiteral("IDR")),
             QStringLiteral("1000000000250.50 IDR"));
    QCOMPARE(ledgerChangeText(large), QStringLiteral("$250.00")); // its direction is not known
    QVERIFY(!contradictsChange(large));
    Transaction endless = large;
    endless.raw = "{\"balance_after\":" + QByteArray(500, '7') + "}";
    const QString text = ledgerAmountText(endless, LedgerAmount::After);
    QCOMPARE(text.size(), 64);
    QVERIFY(text.endsWith(QChar(0x2026)));
    QCOMPARE(notInSumsText(0), QString());
    QVERIFY(!notInSumsText(2).isEmpty());
}

void TestLargeAmounts::aWholeLedger()
{
    SessionFixture f;
    f.fault("large-amounts=100");
    openAndSync(f);
    QCOMPARE(f.session->summary().unreadableTransactions, 0);
    QCOMPARE(f.session->summary().transactions, 1234);
    checkStored(f);
    const auto verdict = f.session->ledger().check().verdict();
    const auto rows = f.server.transactions();
    QCOMPARE(verdict.tooLarge, std::count_if(rows.begin(), rows.end(),
                                             [](const auto &row) { return row.id % 100 == 0; }));
    QCOMPARE(verdict.breakCount, 0);
    QVERIFY(verdict.state == LedgerCheckResult::Incomplete);
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent);
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLargeAmounts::aBalance()
{
    SessionFixture f;
    f.fault("large-amounts");
    openAndSync(f);
    QTRY_COMPARE(f.session->summary().balanceDigits, QStringLiteral("1000000000000.5"));
    QVERIFY(!f.session->summary().balance);
    QVERIFY(f.session->summary().balanceFrom == AccountSummary::BalanceFrom::Service);
    f.session->flush();
    f.open();
    QCOMPARE(f.session->summary().balanceDigits, QStringLiteral("1000000000000.5"));
    f.server.faults().clearAll();
    f.session->refresh(Area::Account);
    QTRY_VERIFY(f.session->summary().balance);
    QCOMPARE(f.session->summary().balanceDigits, QString());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestLargeAmounts)
#include "test_largeamounts.moc"
