// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what is said of an incomplete ledger: how many rows of how many are stored, and in which
// times rows may be missing.
#include "models/store/boughttraffic.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgerextent.h"
#include "models/text/ledgerextenttext.h"
#include "tests/models/storefixture.h"

namespace relaybook {

using testing::ledgerPage;
using testing::ledgerRow;
using testing::StoreFixture;

namespace {

using Gaps = std::vector<LedgerGap>;

Instant timeOf(qint64 number)
{
    return ledgerRow(number).createdAt;
}

void putState(StoreFixture &f, std::optional<qint64> total, std::vector<RankRange> coverage,
              LedgerState::Verdict verdict = LedgerState::Verdict::None)
{
    LedgerState state;
    state.order = ListOrder::NewestFirst;
    state.total = total;
    state.coverage = std::move(coverage);
    state.verdict = verdict;
    f.write([state](CacheWriter &writer) { writer.ledger().putState(state); });
}

void putRows(StoreFixture &f, qint64 first, qint64 last)
{
    f.write([=](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(first, last)}, {}); });
}

} // namespace

class TestLedgerExtent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingStored();
    void newestRowsOnly();
    void aHoleInTheMiddle();
    void newestRowsAreMissing();
    void everyPageIsReadAgain();
    void rowsThatCannotBePlacedMakeAGapLonger();
    void completeLedger();
    void totalIsNotReported();
    void daysOfTheGaps();
    void trafficBoughtSinceAGap();
};

void TestLedgerExtent::nothingStored()
{
    StoreFixture f;
    const LedgerExtent extent = ledgerExtent(f.reader());
    QVERIFY(!extent.complete);
    QCOMPARE(extent.held, 0);
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, std::nullopt}}));
}

void TestLedgerExtent::newestRowsOnly()
{
    StoreFixture f;
    putRows(f, 901, 1000);
    putState(f, 1000, {{900, 1000}});
    const LedgerExtent extent = ledgerExtent(f.reader());
    QCOMPARE(extent, (LedgerExtent{100, 1000, false}));
    QCOMPARE(madeFromText(extent), QStringLiteral("from 100 of 1,000 transactions"));
    QCOMPARE(madeFromShort(extent), QStringLiteral("from 100 of 1,000"));
    QCOMPARE(heldOfTotal(extent), QStringLiteral("100 of 1,000"));
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, timeOf(901)}}));
}

void TestLedgerExtent::aHoleInTheMiddle()
{
    StoreFixture f;
    putRows(f, 901, 1000);
    putRows(f, 1, 200);
    putState(f, 1000, {{0, 200}, {900, 1000}});
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{timeOf(200), timeOf(901)}}));
    // The ends of earlier ranges are read once more: their rows are stored, but do not count.
    putState(f, 1000, {{0, 195}, {900, 1000}});
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{timeOf(195), timeOf(901)}}));
}

void TestLedgerExtent::newestRowsAreMissing()
{
    StoreFixture f;
    putRows(f, 1, 200);
    putState(f, 1000, {{0, 200}});
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{timeOf(200), std::nullopt}}));
}

void TestLedgerExtent::everyPageIsReadAgain()
{
    StoreFixture f;
    putRows(f, 1, 1000);
    putState(f, 1000, {{950, 1000}});
    const LedgerExtent extent = ledgerExtent(f.reader());
    QVERIFY(!extent.complete);
    QCOMPARE(madeFromText(extent), QStringLiteral("from 1,000 transactions so far"));
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, timeOf(951)}}));
}

void TestLedgerExtent::rowsThatCannotBePlacedMakeAGapLonger()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) {
        TransactionPage page = ledgerPage(904, 1000);
        for (int i = 0; i < 3; ++i) {
            UnreadableRow row;
            row.raw = QByteArray::number(i);
            page.unreadable.push_back(row);
        }
        writer.ledger().putPages({page}, {});
    });
    putState(f, 1000, {{900, 1000}});
    QCOMPARE(ledgerExtent(f.reader()).held, 100);
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, timeOf(904)}}));
}

void TestLedgerExtent::completeLedger()
{
    using Verdict = LedgerState::Verdict;
    StoreFixture f;
    putRows(f, 1, 100);
    putState(f, 100, {{0, 100}}, Verdict::Agrees);
    QVERIFY(ledgerExtent(f.reader()).complete);
    QCOMPARE(madeFromText(ledgerExtent(f.reader())), QString());
    QCOMPARE(madeFromShort(ledgerExtent(f.reader())), QString());
    QCOMPARE(ledgerGaps(f.reader()), Gaps());
    // A refresh was told of two more rows and ended before it had found them.
    putState(f, 102, {{0, 100}}, Verdict::Agrees);
    QVERIFY(!ledgerExtent(f.reader()).complete);
    // Every page was read again, and rows are missing for good; or there are more than listed.
    putState(f, 103, {{0, 103}}, Verdict::Searched);
    QVERIFY(!ledgerExtent(f.reader()).complete);
    putState(f, 98, {{0, 98}}, Verdict::Searched);
    QVERIFY(ledgerExtent(f.reader()).complete);
    // As many as listed, or an unknown number, but the end of the list is not proven.
    putState(f, 100, {{0, 100}}, Verdict::Searched);
    QVERIFY(!ledgerExtent(f.reader()).complete);
    putState(f, std::nullopt, {}, Verdict::Searched);
    QVERIFY(!ledgerExtent(f.reader()).complete);
    // A listed row never came, though more rows are stored than listed.
    putState(f, 98, {{0, 40}, {41, 98}}, Verdict::Searched);
    QVERIFY(!ledgerExtent(f.reader()).complete);
    // A row of a range is not stored: nobody knows which.
    putState(f, 110, {{0, 101}});
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, std::nullopt}}));
}

void TestLedgerExtent::totalIsNotReported()
{
    StoreFixture f;
    putRows(f, 1, 100);
    putState(f, std::nullopt, {});
    const LedgerExtent extent = ledgerExtent(f.reader());
    QVERIFY(!extent.complete);
    QCOMPARE(madeFromText(extent), QStringLiteral("from 100 transactions so far"));
    QCOMPARE(madeFromShort(extent), QStringLiteral("from 100 so far"));
    QCOMPARE(ledgerGaps(f.reader()), (Gaps{{std::nullopt, std::nullopt}}));
    putState(f, std::nullopt, {}, LedgerState::Verdict::Agrees);
    QVERIFY(ledgerExtent(f.reader()).complete);
}

void TestLedgerExtent::daysOfTheGaps()
{
    StoreFixture f;
    putRows(f, 901, 1000);
    putRows(f, 1, 200);
    putState(f, 1000, {{0, 200}, {900, 1000}});
    f.index();
    const QTimeZone utc = QTimeZone::utc();
    DailyTotals totals = dailyTotals(f.reader(), {.zone = utc});
    const DayGap gap{dayOf(timeOf(200), utc), dayOf(timeOf(901), utc)};
    QCOMPARE(totals.gaps, std::vector<DayGap>{gap});
    QCOMPARE(totals.ledger, (LedgerExtent{300, 1000, false}));
    QVERIFY(gap.contains(*gap.first) && gap.contains(*gap.last));
    QVERIFY(!gap.contains(*gap.first - 1) && !gap.contains(*gap.last + 1));
    // Rows that are stored but not counted yet are not in the totals.
    putRows(f, 801, 900);
    putState(f, 1000, {{0, 200}, {800, 1000}});
    totals = dailyTotals(f.reader(), {.zone = utc});
    QCOMPARE(totals.ledger, (LedgerExtent{300, 1000, false}));
}

void TestLedgerExtent::trafficBoughtSinceAGap()
{
    StoreFixture f;
    const auto bought = [](qint64 id, qint64 second, const char *metadata) {
        Transaction made = testing::row(id, second, 500, 300);
        made.raw = QByteArrayLiteral(R"({"id":1,"metadata":)") + metadata + '}';
        return made;
    };
    Transaction refund = bought(6, 60, R"({"gb":4,"proxy_type":"mobile"})");
    std::swap(refund.balanceBefore, refund.balanceAfter);
    f.put({bought(1, 10, R"({"gb":5,"proxy_type":"mobile"})"),
           bought(2, 20, R"({"gb":"2.5","proxy_type":"mobile"})"),
           bought(3, 30, R"({"gb":7,"proxy_type":"residential"})"),
           bought(4, 40, R"({"gb":null,"proxy_type":"mobile"})"), bought(5, 50, R"({"gb":9})"),
           refund, bought(7, 70, "null")});
    putState(f, 7, {{0, 7}}, LedgerState::Verdict::Agrees);
    const auto gigabytes = [](int tenths) {
        return TrafficAmount::fromUnits(tenths * TrafficAmount::unitsPerGb / 10);
    };
    const BoughtTraffic all = boughtTraffic(f.reader(), Instant());
    QVERIFY(!all.until);
    QCOMPARE(all.byType.size(), size_t(2));
    QCOMPARE(all.byType.at(QStringLiteral("mobile")),
             (std::vector<TrafficReading>{{fromMillis(10'000), gigabytes(50)},
                                          {fromMillis(20'000), gigabytes(25)}}));
    const auto mobile = [&f](Instant since) {
        return boughtTraffic(f.reader(), since).byType.at(QStringLiteral("mobile")).size();
    };
    QCOMPARE(mobile(fromMillis(15'000)), size_t(1));
    // Rows from before a gap say nothing of the days that are missing.
    putState(f, 107, {{0, 1}, {101, 107}});
    QCOMPARE(mobile(Instant()), size_t(1));
    // While the newest rows are not stored yet, every purchase up to the newest stored one is
    // known.
    putState(f, 107, {{0, 7}});
    QCOMPARE(mobile(Instant()), size_t(2));
    QCOMPARE(boughtTraffic(f.reader(), Instant()).until, std::optional(fromMillis(70'000)));
    putState(f, 107, {});
    QVERIFY(boughtTraffic(f.reader(), Instant()).byType.empty());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerExtent)
#include "test_ledgerextent.moc"
