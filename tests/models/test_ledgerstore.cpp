// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the store's ledger queries: text search with and without the index, filters, the chain of
// balances and its breaks.

#include "models/store/chain.h"
#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"
#include "models/store/ledgertotals.h"
#include "tests/models/storefixture.h"

namespace relaybook {
namespace {

using testing::ledgerPage;
using testing::ledgerRow;
using testing::row;
using testing::StoreFixture;

Keys idsOf(const std::vector<ChainRow> &rows)
{
    Keys ids;
    for (const ChainRow &each : rows) {
        ids.push_back(each.id);
    }
    return ids;
}

} // namespace

class TestLedgerStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textFallsApartIntoWords_data();
    void textFallsApartIntoWords();
    void valuesOfMetadata();
    void wordsAreFoundWithAndWithoutTheIndex_data();
    void wordsAreFoundWithAndWithoutTheIndex();
    void aRewrittenRowIsFoundByItsNewWordsOnly();
    void filters_data();
    void filters();
    void rowsOfOneMomentStandAsTheBalancesReport();
    void neighboursInTheChain();
    void breaksAreFoundAtTheirPlace();
    void aVerdictComesBack();
    void vanishedRowsAreMarkedAndReturn();
    void aPageReportsWhatIsMissingWithinIt();
    void indexesMakeEveryOrderTheSame();
    void firstRowsAreTheFirst_data();
    void firstRowsAreTheFirst();
    void wordsAreTheSameInFewerParts();
};

void TestLedgerStore::textFallsApartIntoWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("plain") << "Card ending 4242"
                           << "card ending 4242";
    QTest::newRow("signs end words") << "client_12, 12.50 (EUR)"
                                     << "client 12 12 50 eur";
    QTest::newRow("accents") << QStringLiteral("Łódź–Straße") << "lodz strasse";
    QTest::newRow("no spaces in the script")
        << QStringLiteral("充值100") << QStringLiteral("充 值 100");
    QTest::newRow("right to left") << QStringLiteral("שלום, עולם") << QStringLiteral("שלום עולם");
    QTest::newRow("signs alone") << "— % …"
                                 << "";
    QTest::newRow("nothing") << ""
                             << "";
}

void TestLedgerStore::textFallsApartIntoWords()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    QCOMPARE(QString::fromStdString(ledgerTokens(text.toStdString())), words);
}

void TestLedgerStore::valuesOfMetadata()
{
    const auto values = [](const char *raw) { return ledgerTokens(metadataValues(raw)); };
    QCOMPARE(values(R"({"a":"outside","metadata":{"order":"ord-7","n":12.5,"ok":true,"none":null,)"
                    R"("deep":{"list":["x",{"y":"z"}]}},"after":"outside"})"),
             std::string("ord 7 12 5 x z"));
    QCOMPARE(values(R"({"metadata":{"name":"Z\u00fcrich \"q\" \ud83d\ude00x"}})"),
             std::string("zurich q x"));
    QCOMPARE(values(R"({"metadata":"just text"})"), std::string("just text"));
    QCOMPARE(values(R"({"metadata":null})"), std::string());
    QCOMPARE(values(R"({"metadata":{"cut":"of)"), std::string()); // never stored: not a document
    QCOMPARE(values(R"({"id":1})"), std::string());
    QCOMPARE(values(R"({"inner":{"metadata":"not this"}})"), std::string());
}

void TestLedgerStore::wordsAreFoundWithAndWithoutTheIndex_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Keys>("expected");
    QTest::newRow("a word") << "card" << Keys{600'012, 600'024};
    QTest::newRow("its beginning") << "ca" << Keys{600'012, 600'024};
    QTest::newRow("not its end") << "ard" << Keys{};
    QTest::newRow("words in any order") << "4242 CARD" << Keys{600'012, 600'024};
    QTest::newRow("side by side") << "\"card ending\"" << Keys{600'012, 600'024};
    QTest::newRow("not side by side") << "\"card 4242\"" << Keys{};
    QTest::newRow("a word that falls apart") << "ord-600005" << Keys{600'005};
    QTest::newRow("an id") << "600007" << Keys{600'007};
    QTest::newRow("a type and a word") << "deposit ord-600012" << Keys{600'012};
    QTest::newRow("a sign") << "%" << Keys{};
    QTest::newRow("no such word") << "zebra" << Keys{};
}

void TestLedgerStore::wordsAreFoundWithAndWithoutTheIndex()
{
    QFETCH(QString, typed);
    QFETCH(Keys, expected);
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 25)}, {}); });
    QCOMPARE(f.found(typed), expected);
    QCOMPARE(f.found(QStringLiteral("zurich")).size(), size_t{25});
    f.write([](CacheWriter &writer) { QCOMPARE(writer.ledgerIndex().addPending(13), 13); });
    QCOMPARE(f.found(typed), expected); // half of the rows are in the index, half are not
    f.index();
    QCOMPARE(f.store->read([](CacheReader &r) { return r.counts(); })->pending, 0);
    QCOMPARE(f.found(typed), expected);
    QCOMPARE(f.found(QStringLiteral("zurich")).size(), size_t{25});
}

void TestLedgerStore::aRewrittenRowIsFoundByItsNewWordsOnly()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 20)}, {}); });
    f.index();
    Transaction other = ledgerRow(12);
    other.description = QStringLiteral("Wire from Genova");
    f.put({other});
    QCOMPARE(f.found(QStringLiteral("genova")), Keys{600'012});
    QCOMPARE(f.found(QStringLiteral("card")), Keys{});
    f.index();
    QCOMPARE(f.found(QStringLiteral("genova")), Keys{600'012});
    QCOMPARE(f.found(QStringLiteral("card")), Keys{});
    QCOMPARE(f.found(QStringLiteral("ord-600012")), Keys{600'012});
}

void TestLedgerStore::filters_data()
{
    QTest::addColumn<LedgerFilter>("filter");
    QTest::addColumn<Keys>("expected");
    const auto made = [](const std::function<void(LedgerFilter &)> &set) {
        LedgerFilter filter;
        set(filter);
        return filter;
    };
    const auto money = [](const char *text) { return *Money::parse(QString::fromLatin1(text)); };
    // 1: +100 at 10 s, 2: -30 at 20 s, 3: -0.000001 at 30 s, 4: +30 at 40 s
    QTest::newRow("all") << LedgerFilter() << Keys{1, 2, 3, 4};
    QTest::newRow("from is included")
        << made([](auto &f) { f.from = fromMillis(20'000); }) << Keys{2, 3, 4};
    QTest::newRow("until is not") << made([](auto &f) { f.until = fromMillis(20'000); }) << Keys{1};
    QTest::newRow("type, whatever the case")
        << made([](auto &f) { f.types = QStringList{QStringLiteral("DEPOSIT")}; }) << Keys{1, 4};
    QTest::newRow("types") << made([](auto &f) {
        f.types = QStringList{QStringLiteral("deposit"), QStringLiteral("purchase")};
    }) << Keys{1, 2, 3, 4};
    QTest::newRow("in") << made([](auto &f) { f.direction = LedgerDirection::In; }) << Keys{1, 4};
    QTest::newRow("out") << made([](auto &f) { f.direction = LedgerDirection::Out; }) << Keys{2, 3};
    QTest::newRow("at least, either way")
        << made([&](auto &f) { f.atLeast = money("30"); }) << Keys{1, 2, 4};
    QTest::newRow("more than") << made([&](auto &f) {
        f.atLeast = money("30");
        f.atLeastExclusive = true;
    }) << Keys{1};
    QTest::newRow("at most") << made([&](auto &f) { f.atMost = money("30"); }) << Keys{2, 3, 4};
    QTest::newRow("less than") << made([&](auto &f) {
        f.atMost = money("30");
        f.atMostExclusive = true;
    }) << Keys{3};
    QTest::newRow("product") << made([](auto &f) { f.product = QStringLiteral("412"); }) << Keys{2};
    QTest::newRow("all together") << made([&](auto &f) {
        f.from = fromMillis(1);
        f.until = fromMillis(99'000);
        f.types = QStringList{QStringLiteral("purchase")};
        f.atLeast = money("1");
        f.atMost = money("50");
        f.direction = LedgerDirection::Out;
        f.product = QStringLiteral("412");
        f.text = QStringLiteral("resid");
    }) << Keys{2};
}

void TestLedgerStore::filters()
{
    QFETCH(LedgerFilter, filter);
    QFETCH(Keys, expected);
    constexpr qint64 unit = 100'000'000;
    StoreFixture f;
    Transaction second = row(2, 20, 100 * unit, 70 * unit);
    second.productId = QStringLiteral("412");
    second.description = QStringLiteral("Residential");
    f.put({row(1, 10, 0, 100 * unit), second, row(3, 30, 70 * unit, 70 * unit - 100),
           row(4, 40, 70 * unit - 100, 100 * unit - 100)});
    QCOMPARE(f.found(filter), expected);
    QCOMPARE(countTransactions(f.reader(), filter), static_cast<qint64>(expected.size()));
    QCOMPARE(totalsOf(f.reader(), filter).count, static_cast<qint64>(expected.size()));
    f.index();
    QCOMPARE(f.found(filter), expected);
    KeyQuery query;
    query.orderBy = "created_ms";
    query.ledger = filter;
    QCOMPARE(readKeys(f.reader(), query), expected);
}

void TestLedgerStore::rowsOfOneMomentStandAsTheBalancesReport()
{
    std::vector<ChainRow> rows{{1, 0, 5, 5, 0}, {2, 0, 5, 10, 5}, {3, 0, 10, 20, 10}};
    orderLikeChain(rows, 20);
    QCOMPARE(idsOf(rows), (Keys{3, 2, 1}));
    // There and back: the row that leads on comes last.
    rows = {{1, 0, 5, 10, 5}, {2, 0, 10, 10, 20}, {3, 0, 10, 20, 10}};
    orderLikeChain(rows, 10);
    QCOMPARE(idsOf(rows), (Keys{2, 3, 1}));
    // No order connects all of them: sorted by id, with as few breaks as possible.
    rows = {{2, 0, 1, 50, 51}, {1, 0, 1, 10, 11}};
    orderLikeChain(rows, 10);
    QCOMPARE(idsOf(rows), (Keys{1, 2}));
    // A hundred thousand rows of the same time take only proportionally longer.
    std::vector<ChainRow> many;
    for (qint64 i = 0; i < 100'000; ++i) {
        many.push_back({(i * 7919) % 100'000, 0, 1, i, i + 1});
    }
    orderLikeChain(many, 0);
    for (size_t i = 1; i < many.size(); ++i) {
        QVERIFY(many[i].before == many[i - 1].after);
    }
}

void TestLedgerStore::neighboursInTheChain()
{
    StoreFixture f;
    f.put({row(9, 10, 0, 5), row(3, 20, 8, 6), row(4, 20, 5, 8), row(1, 30, 6, 7)});
    QCOMPARE(chainAfter(f.reader(), 9), std::optional<qint64>(4));
    QCOMPARE(chainAfter(f.reader(), 4), std::optional<qint64>(3));
    QCOMPARE(chainAfter(f.reader(), 3), std::optional<qint64>(1));
    QCOMPARE(chainAfter(f.reader(), 1), std::nullopt);
    QCOMPARE(chainBefore(f.reader(), 1), std::optional<qint64>(3));
    QCOMPARE(chainBefore(f.reader(), 3), std::optional<qint64>(4));
    QCOMPARE(chainBefore(f.reader(), 4), std::optional<qint64>(9));
    QCOMPARE(chainBefore(f.reader(), 9), std::nullopt);
    QCOMPARE(chainBefore(f.reader(), 777), std::nullopt);
}

void TestLedgerStore::breaksAreFoundAtTheirPlace()
{
    StoreFixture f;
    f.put({row(1, 10, 0, 500), row(3, 20, 400, 100), row(2, 20, 500, 400), row(4, 30, 90, 70),
           row(5, 40, 70, 60)});
    Transaction odd = row(5, 40, 70, 60);
    odd.amount = Money::fromUnits(-11);
    f.put({odd});
    const ChainScan scan = scanChain(f.reader(), SystemClock().now());
    QCOMPARE(scan.verdict.count, 5);
    QCOMPARE(scan.verdict.breakCount, 2);
    const LedgerBreak &pair = scan.verdict.breaks.at(0);
    QVERIFY(pair.kind == LedgerBreak::Pair);
    QCOMPARE(pair.earlier, TransactionId(3));
    QCOMPARE(pair.later, TransactionId(4));
    QCOMPARE(pair.expected.units(), 100);
    QCOMPARE(pair.found.units(), 90);
    QCOMPARE(pair.unexplained->units(), -10);
    const LedgerBreak &single = scan.verdict.breaks.at(1);
    QVERIFY(single.kind == LedgerBreak::Row);
    QCOMPARE(single.later, TransactionId(5));
    QCOMPARE(single.unexplained->units(), 1);
    QCOMPARE(scan.lastId, std::optional(TransactionId(5)));
    QCOMPARE(scan.lastAfter, std::optional(Money::fromUnits(60)));
}

void TestLedgerStore::aVerdictComesBack()
{
    LedgerCheckResult verdict;
    verdict.state = LedgerCheckResult::Broken;
    verdict.count = 7;
    verdict.oldest = fromMillis(1);
    verdict.breaks = {{LedgerBreak::Newest, TransactionId(1), TransactionId(2), fromMillis(3),
                       fromMillis(4), Money::fromUnits(9'007'199'254'740'993), Money::fromUnits(-1),
                       Money::fromUnits(-9'007'199'254'740'994)}};
    verdict.breakCount = 1;
    verdict.vanished = 2;
    verdict.balanceCompared = true;
    verdict.balanceOpen = true;
    verdict.checkedAt = fromMillis(99);
    QVERIFY(checkResultFrom(checkResultBytes(verdict)) == verdict);
    QVERIFY(checkResultFrom("garbage") == LedgerCheckResult());
    StoreFixture f;
    f.write([verdict](CacheWriter &writer) { writer.ledger().putCheckResult(verdict); });
    QVERIFY(f.store->read([](CacheReader &r) { return r.checkResult(); }).value() == verdict);
}

void TestLedgerStore::vanishedRowsAreMarkedAndReturn()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 30)}, {}); });
    f.write([](CacheWriter &writer) {
        writer.removed().beginSearch();
        TransactionPage page = ledgerPage(1, 30);
        page.items.erase(page.items.begin() + 10); // number 20
        writer.ledger().putPages({page}, {}, LedgerWriter::Listed::Noted);
        QCOMPARE(writer.removed().notListed(10), Keys{600'020});
        QCOMPARE(writer.reader().ranksOf({600'020}), std::vector<qint64>{19});
        writer.removed().mark({600'020}, fromMillis(5));
        QCOMPARE(writer.removed().notListed(10), Keys{});
    });
    const auto vanished = f.store->read([](CacheReader &r) { return r.vanishedRows(10); }).value();
    QCOMPARE(vanished.size(), size_t{1});
    QVERIFY(vanished.front().row == ledgerRow(20));
    QCOMPARE(vanished.front().noticedAt, fromMillis(5));
    QCOMPARE(f.store->read([](CacheReader &r) { return r.counts(); })->vanished, 1);
    QCOMPARE(countTransactions(f.reader(), LedgerFilter()), 30); // kept
    f.put({ledgerRow(20)});
    QCOMPARE(f.store->read([](CacheReader &r) { return r.counts(); })->vanished, 0);
}

void TestLedgerStore::aPageReportsWhatIsMissingWithinIt()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 30)}, {}); });
    f.write([](CacheWriter &writer) {
        TransactionPage page = ledgerPage(10, 20);
        QCOMPARE(writer.removed().missingWithin(page), Keys{});
        page.items.erase(page.items.begin() + 4);
        QCOMPARE(writer.removed().missingWithin(page), Keys{600'016});
        std::reverse(page.items.begin(), page.items.end());
        QCOMPARE(writer.removed().missingWithin(page), Keys{600'016});
        page.unreadable.push_back({TransactionId(600'016), QStringLiteral("odd"), "{}"});
        QCOMPARE(writer.removed().missingWithin(page), Keys{});
        page.unreadable.clear();
        std::swap(page.items.at(2), page.items.at(5)); // not in any order: no check is possible
        QCOMPARE(writer.removed().missingWithin(page), Keys{});
    });
}

void TestLedgerStore::firstRowsAreTheFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("datedLater");
    QTest::newRow("ids stand for dates") << QStringLiteral("oldtimer") << false;
    QTest::newRow("an early row is dated later than all") << QStringLiteral("oldtimer") << true;
    QTest::newRow("amount of traffic") << QStringLiteral("100 GB") << false;
}

/// The rows that are returned first, before the whole result is known, are its beginning.
void TestLedgerStore::firstRowsAreTheFirst()
{
    QFETCH(QString, typed);
    QFETCH(bool, datedLater);
    constexpr qint64 rows = 2500;
    constexpr qint64 withWord = 600; // none of them among the newest
    StoreFixture f;
    TransactionPage page = ledgerPage(1, rows);
    for (qint64 i = rows - 2 * withWord; i < rows; ++i) {
        page.items.at(static_cast<size_t>(i)).description =
            i % 2 == 0 ? QStringLiteral("Oldtimer of 100 GB")
                       : QStringLiteral("Youngtimer, 2.100 GB");
    }
    Transaction &oldest = page.items.at(rows - 2); // that has the word
    if (datedLater) {
        oldest.createdAt = page.items.front().createdAt + std::chrono::hours(1);
    }
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    f.index();
    KeyQuery query;
    query.orderBy = "created_ms";
    query.descending = true;
    query.ledger.text = typed;
    std::vector<Keys> reported;
    const Keys all =
        readKeys(f.reader(), query, [&](const Keys &keys) { reported.push_back(keys); });
    QCOMPARE(all.size(), size_t{withWord});
    const auto &newest = datedLater ? oldest : page.items.at(rows - 2 * withWord);
    QCOMPARE(all.front(), newest.id.value());
    QVERIFY(datedLater || reported.size() == 1);
    for (const Keys &first : reported) {
        // A slow machine gets what was found so far: a part of a screenful, never nothing.
        QVERIFY(first.size() >= (datedLater ? 16 : 40));
        QVERIFY(std::equal(first.begin(), first.end(), all.begin()));
    }
}

void TestLedgerStore::indexesMakeEveryOrderTheSame()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 400)}, {}); });
    f.index();
    const QByteArrayList orders{"created_ms",
                                "id",
                                "type",
                                "balance_after - balance_before",
                                "balance_before",
                                "balance_after",
                                "product_id",
                                "description COLLATE NOCASE",
                                "coalesce(updated_ms, -1)"};
    const auto all = [&](const QString &text) {
        std::vector<Keys> keys;
        for (const QByteArray &order : orders) {
            KeyQuery query;
            query.orderBy = order;
            query.descending = true;
            query.ledger.text = text;
            keys.push_back(readKeys(f.reader(), query));
        }
        return keys;
    };
    const auto before = all({});
    const auto beforeFiltered = all(QStringLiteral("card"));
    f.write([](CacheWriter &writer) {
        while (writer.ledgerIndex().makeSortIndex()) {
        }
    });
    QVERIFY(all({}) == before);
    QVERIFY(all(QStringLiteral("card")) == beforeFiltered);
    QCOMPARE(before.front().size(), size_t{400});
    QCOMPARE(beforeFiltered.front().size(), size_t{33});
}

void TestLedgerStore::wordsAreTheSameInFewerParts()
{
    StoreFixture f;
    constexpr int parts = 12;
    constexpr int rows = 20;
    for (int part = 0; part < parts; ++part) {
        f.write([part](CacheWriter &writer) {
            writer.ledger().putPages({ledgerPage(part * rows + 1, (part + 1) * rows)}, {});
            writer.ledgerIndex().addPending(rows);
        });
    }
    LedgerFilter card;
    card.text = QStringLiteral("card");
    const Keys before = f.found(card);
    QVERIFY(!before.empty());
    const auto written = [&f] {
        return f.reader().number("SELECT count(DISTINCT segid) FROM ledger_words_idx");
    };
    QCOMPARE(written(), parts); // none merged while they are written
    f.write([](CacheWriter &writer) {
        while (writer.ledgerIndex().mergeSearchIndex()) {
        }
    });
    QVERIFY(written() < parts / 2);
    QVERIFY(f.found(card) == before);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerStore)
#include "test_ledgerstore.moc"
