// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that an export has every row that the service listed: for an unreadable row its id, what
// could be read, and its JSON. Also that a gap in the balance names such a row.
#include "models/export/checkresulttext.h"
#include "models/store/cacheconnection.h"
#include "models/store/ledgercheckresult.h"
#include "tests/export/exportfixture.h"
#include "tests/models/sessionfixture.h"

using namespace relaybook;
using relaybook::testing::ExportFixture;
using relaybook::testing::SessionFixture;

namespace {

const QStringList someColumns{QStringLiteral("id"),     QStringLiteral("created_at"),
                              QStringLiteral("type"),   QStringLiteral("amount"),
                              QStringLiteral("change"), QStringLiteral("readable")};

UnreadableRow unreadable(std::optional<qint64> id, const QByteArray &raw)
{
    return {id ? std::optional(TransactionId(*id)) : std::nullopt, QStringLiteral("odd"), raw};
}

/// Rows 1, 2, 4 and 5 can be read; the third cannot, nor can one row without an id and one without
/// a time. The second one later became unreadable.
void fillLedger(ExportFixture &desk)
{
    TransactionPage page = testing::ledgerPage(1, 5);
    page.items.erase(page.items.begin() + 2);
    desk.put(page.items);
    TransactionPage odd;
    odd.unreadable = {
        unreadable(600'003, R"({"id":600003,"type":"refund","amount":"lots","balance_before":"1",)"
                            R"("balance_after":2.5,"created_at":"2024-01-01T03:00:00Z"})"),
        unreadable({}, R"({"id":null,"amount":7,"created_at":"2024-01-01T04:30:00Z",)"
                       R"("metadata":{"a":1}})"),
        unreadable(600'009, R"({"id":600009,"type":"deposit","created_at":"yesterday"})"),
        unreadable({}, R"("row")"), unreadable(600'002, R"({"id":600002,"amount":{}})")};
    desk.write([&](CacheWriter &writer) { writer.ledger().putPages({odd}, {}); });
}

QList<QByteArray> idsOf(ExportFixture &desk, const LedgerFilter &filter)
{
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("ids.csv"));
    request.columns = {QStringLiteral("id"), QStringLiteral("readable")};
    request.filter = filter;
    const auto outcome = desk.run(request);
    const auto count = countForExport(request);
    if (!outcome || !count || *count != outcome->rows) {
        return {"count and rows differ"};
    }
    QList<QByteArray> lines;
    for (const QByteArray &line : desk.contentOf(request.path).split('\n').mid(1)) {
        if (!line.isEmpty()) {
            lines.append(line.split(',').mid(0, 2).join(' '));
        }
    }
    return lines;
}

} // namespace

class TestExportUnreadable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void csvHasEveryTransaction();
    void jsonAndXlsxHaveThemToo();
    void theFilterJudgesByWhatCanBeRead();
    void whatMayStandThereInAnotherFormIsKept_data();
    void whatMayStandThereInAnotherFormIsKept();
    void rowsOfListsAreKeptToo_data();
    void rowsOfListsAreKeptToo();
    void chosenColumnsStillSaySo();
    void listsHaveTheirUnreadableRows();
    void everyTransactionOfTheServiceIsThere();
    void aGapNamesTheUnreadableRow();
};

void TestExportUnreadable::csvHasEveryTransaction()
{
    ExportFixture desk;
    fillLedger(desk);
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = someColumns;
    QCOMPARE(countForExport(request).value_or(-1), qint64(8));
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(outcome->rows, qint64(8));
    QCOMPARE(outcome->unreadable, qint64(4));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("id,created_at,type,amount,change,readable,raw_json\r\n"
                        "600005,2024-01-01T05:00:00.000+00:00,purchase,-7.50,-7.50,true,\r\n"
                        ",2024-01-01T04:30:00.000+00:00,,7.00,,false,"
                        "\"{\"\"id\"\":null,\"\"amount\"\":7,\"\"created_at\"\":"
                        "\"\"2024-01-01T04:30:00Z\"\",\"\"metadata\"\":{\"\"a\"\":1}}\"\r\n"
                        "600004,2024-01-01T04:00:00.000+00:00,purchase,-6.00,-6.00,true,\r\n"
                        "600003,2024-01-01T03:00:00.000+00:00,refund,,1.50,false,"
                        "\"{\"\"id\"\":600003,\"\"type\"\":\"\"refund\"\",\"\"amount\"\":"
                        "\"\"lots\"\",\"\"balance_before\"\":\"\"1\"\",\"\"balance_after\"\":2.5,"
                        "\"\"created_at\"\":\"\"2024-01-01T03:00:00Z\"\"}\"\r\n"
                        "600002,2024-01-01T02:00:00.000+00:00,purchase,-3.00,-3.00,true,"
                        "\"{\"\"id\"\":600002,\"\"amount\"\":{}}\"\r\n"
                        "600001,2024-01-01T01:00:00.000+00:00,purchase,-1.50,-1.50,true,\r\n"
                        "600009,,deposit,,,false,\"{\"\"id\"\":600009,\"\"type\"\":\"\"deposit\"\","
                        "\"\"created_at\"\":\"\"yesterday\"\"}\"\r\n"
                        ",,,,,false,\"\"\"row\"\"\"\r\n"));
    const auto beside =
        QJsonDocument::fromJson(desk.contentOf(desk.file(QStringLiteral("a.csv.provenance.json"))));
    QCOMPARE(beside[QLatin1String("rows")].toInteger(), 8);
    QCOMPARE(beside[QLatin1String("rows_unreadable")].toInteger(), 4);
}

void TestExportUnreadable::jsonAndXlsxHaveThemToo()
{
    NEED_PYTHON();
    ExportFixture desk;
    fillLedger(desk);
    const auto csv = desk.run(desk.request(ExportFormat::Csv, QStringLiteral("a.csv")));
    const auto json = desk.run(desk.request(ExportFormat::Json, QStringLiteral("a.json")));
    const auto xlsx = desk.run(desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx")));
    QVERIFY(csv && json && xlsx);
    QCOMPARE(json->sha256, csv->sha256);
    QCOMPARE(xlsx->sha256, csv->sha256);
    QCOMPARE(xlsx->unreadable, qint64(4));

    const auto whole = QJsonDocument::fromJson(desk.contentOf(json->path)).object();
    const QJsonArray rows = whole[QLatin1String("rows")].toArray();
    QCOMPARE(rows.size(), 8);
    const QJsonObject nameless = rows[1].toObject();
    QVERIFY(nameless[QLatin1String("id")].isNull());
    QVERIFY(nameless[QLatin1String("readable")] == QJsonValue(false));
    QCOMPARE(nameless[QLatin1String("amount")].toString(), QStringLiteral("7.00"));
    QCOMPARE(nameless[QLatin1String("metadata")].toObject()[QLatin1String("a")].toInt(), 1);
    QVERIFY(
        nameless[QLatin1String("raw_json")].toString().startsWith(QLatin1String("{\"id\":null")));
    QVERIFY(rows[0].toObject()[QLatin1String("readable")] == QJsonValue(true));
    QVERIFY(rows[0].toObject()[QLatin1String("raw_json")].isNull());

    const QJsonObject seen = desk.readBack("xlsx", xlsx->path);
    const QJsonArray lines = seen[QLatin1String("sheets")]
                                 .toObject()[QLatin1String("Transactions")]
                                 .toObject()[QLatin1String("rows")]
                                 .toArray();
    QCOMPARE(lines.size(), 9);
    const auto cell = [&](int row, int fromTheEnd) {
        const QJsonArray line = lines[row].toArray();
        return line[line.size() - fromTheEnd].toArray()[1].toString();
    };
    QCOMPARE(cell(0, 2), QStringLiteral("raw_json"));
    QCOMPARE(cell(0, 3), QStringLiteral("readable"));
    QVERIFY(cell(2, 2).startsWith(QLatin1String("{\"id\":null")));
    QCOMPARE(cell(1, 2), QString());
}

/// The part of a row that cannot be read may contain what the filter looks for.
void TestExportUnreadable::theFilterJudgesByWhatCanBeRead()
{
    ExportFixture desk;
    fillLedger(desk);
    LedgerFilter days;
    days.from = parseInstant(u"2024-01-01T04:00:00Z");
    QCOMPARE(idsOf(desk, days),
             (QList<QByteArray>{"600005 true", " false", "600004 true", "600009 false", " false"}));
    LedgerFilter types;
    types.types = {QStringLiteral("Refund")};
    QCOMPARE(idsOf(desk, types), (QList<QByteArray>{" false", "600003 false", " false"}));
    LedgerFilter out;
    out.direction = LedgerDirection::Out;
    out.atLeast = Money::fromCents(600);
    QCOMPARE(idsOf(desk, out),
             (QList<QByteArray>{"600005 true", " false", "600004 true", "600009 false", " false"}));
    LedgerFilter words;
    words.text = QStringLiteral("\"yesterday\"");
    QCOMPARE(idsOf(desk, words), QList<QByteArray>{"600009 false"});
}

/// The tables find these in another form than the service sends.
void TestExportUnreadable::whatMayStandThereInAnotherFormIsKept_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("an amount") << QStringLiteral("$240.00") << true;
    QTest::newRow("an amount with its sign") << QStringLiteral("+240") << true;
    QTest::newRow("a date") << QStringLiteral("Nov 20, 2026") << true;
    QTest::newRow("the name of its product") << QStringLiteral("residential") << true;
    QTest::newRow("a keyword") << QStringLiteral("status:open") << true;
    QTest::newRow("a word that stands there") << QStringLiteral("lots") << true;
    QTest::newRow("a word that does not") << QStringLiteral("zebra") << false;
    QTest::newRow("an amount beside such a word") << QStringLiteral("$240.00 zebra") << false;
}

void TestExportUnreadable::whatMayStandThereInAnotherFormIsKept()
{
    QFETCH(QString, text);
    QFETCH(bool, isKept);
    ExportFixture desk;
    Transaction named = testing::ledgerPage(1, 1).items.front();
    named.productId = QStringLiteral("7");
    named.raw = R"({"metadata":{"product_name":"residential_premium"}})";
    TransactionPage page;
    page.items = {named};
    page.unreadable = {
        unreadable(600'020, R"({"id":600020,"product_id":7,"amount":"lots","created_at":"?"})")};
    desk.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    LedgerFilter filter;
    filter.text = text;
    QCOMPARE(idsOf(desk, filter).contains("600020 false"), isKept);
}

void TestExportUnreadable::rowsOfListsAreKeptToo_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("unreadable");
    QTest::newRow("the country") << QStringLiteral("Argentina") << qint64(1);
    QTest::newRow("the type") << QStringLiteral("Residential") << qint64(1);
    QTest::newRow("traffic") << QStringLiteral("5.00 GB") << qint64(1);
    QTest::newRow("a date") << QStringLiteral("Nov 20, 2026") << qint64(1);
    QTest::newRow("a keyword") << QStringLiteral("type:isp") << qint64(1);
    QTest::newRow("the name") << QStringLiteral("new") << qint64(1);
    QTest::newRow("another word") << QStringLiteral("zebra") << qint64(0);
}

void TestExportUnreadable::rowsOfListsAreKeptToo()
{
    QFETCH(QString, text);
    QFETCH(qint64, unreadable);
    ExportFixture desk;
    desk.write([](CacheWriter &writer) {
        writer.proxies().replace(
            {}, {},
            {{QStringLiteral("x"), QStringLiteral("odd"),
              R"({"id":"x","name":"new one","country":"AR","traffic_gb":[]})"}});
    });
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Proxies;
    request.text = text;
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(outcome->unreadable, unreadable);
}

void TestExportUnreadable::chosenColumnsStillSaySo()
{
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 2).items);
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("type")};
    QVERIFY(desk.run(request));
    QVERIFY(desk.contentOf(request.path).startsWith("type\r\n"));
    fillLedger(desk);
    QVERIFY(desk.run(request));
    QVERIFY(desk.contentOf(request.path).startsWith("type,readable,raw_json\r\n"));
}

void TestExportUnreadable::listsHaveTheirUnreadableRows()
{
    ExportFixture desk;
    desk.write([](CacheWriter &writer) {
        writer.proxies().replace({testing::someProxy(1), testing::someProxy(2)}, {});
        writer.proxies().replace(
            {testing::someProxy(1)}, {},
            {{testing::someProxy(2).id.value(), QStringLiteral("odd"), "{\"id\":2}"},
             {QStringLiteral("x"), QStringLiteral("odd"),
              R"({"id":"x","name":"new one","traffic_gb":[],"traffic_limit_gb":5})"}});
        writer.subUsers().replace({}, {}, {{{}, QStringLiteral("odd"), "{\"username\":\"n\"}"}});
    });
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Proxies;
    request.columns = {QStringLiteral("id"), QStringLiteral("name"), QStringLiteral("traffic_gb"),
                       QStringLiteral("traffic_limit_gb")};
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(outcome->rows, qint64(3));
    QCOMPARE(outcome->unreadable, qint64(1));
    const QByteArray content = desk.contentOf(request.path);
    const QByteArray kept = testing::someProxy(2).id.value().toUtf8();
    QVERIFY2(content.contains(QByteArray("\r\n" + kept + ',')), content.constData());
    QVERIFY2(content.contains(",true,\"{\"\"id\"\":2}\"\r\n"), content.constData());
    QVERIFY2(content.contains("\r\nx,new one,,5,false,\"{"), content.constData());
    request.what = ExportWhat::SubUsers;
    request.columns = {QStringLiteral("id"), QStringLiteral("username")};
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("id,username,readable,raw_json\r\n,n,false,\"{\"\"username\"\":\"\"n\"\"}\""
                        "\r\n"));
}

/// The way of a real user: a service over HTTP, the sync, the store, the file.
void TestExportUnreadable::everyTransactionOfTheServiceIsThere()
{
    SessionFixture desk;
    desk.fault("unreadable-rows=10");
    desk.open();
    desk.session->start();
    QTRY_VERIFY_WITH_TIMEOUT(desk.allLoaded(), 60'000);
    desk.session->flush();
    QTemporaryDir folder;
    ExportRequest request;
    request.storeFile = desk.session->queries().storePath();
    request.path = folder.filePath(QStringLiteral("a.json"));
    request.format = ExportFormat::Json;
    const auto outcome = ExportFixture::run(request);
    QVERIFY(outcome);
    const auto truth = desk.server.transactions();
    QCOMPARE(outcome->rows, static_cast<qint64>(truth.size()));
    QCOMPARE(outcome->unreadable, desk.session->summary().unreadableTransactions);
    QVERIFY(outcome->unreadable > 100);
    QSet<qint64> ids;
    qint64 nameless = 0;
    for (const QJsonValue &row : QJsonDocument::fromJson(ExportFixture::contentOf(request.path))
                                     .object()[QLatin1String("rows")]
                                     .toArray()) {
        const QJsonValue id = row[QLatin1String("id")];
        nameless += id.isNull() ? 1 : 0;
        ids.insert(id.toInteger());
    }
    for (const auto &row : truth) {
        nameless -= ids.contains(row.id) ? 0 : 1;
    }
    QCOMPARE(nameless, 0);
}

void TestExportUnreadable::aGapNamesTheUnreadableRow()
{
    ExportFixture desk;
    fillLedger(desk);
    const auto opened = openCache(desk.storeFile(), Connection::Purpose::Reader);
    QVERIFY(opened);
    const ChainScan scan = scanChain(**opened, SystemClock().now());
    QCOMPARE(scan.verdict.breakCount, 1);
    const LedgerBreak &gap = scan.verdict.breaks.front();
    QCOMPARE(gap.unreadable.count, 1);
    QVERIFY(gap.unreadable.id == TransactionId(600'003));
    const QString words = breakText(gap, QStringLiteral("USD"));
    QVERIFY2(words.contains(QStringLiteral("Likely cause: transaction 600003")), qPrintable(words));
    QVERIFY(!words.contains(QStringLiteral("No transaction explains")));
    QCOMPARE(scan.unreadableAfter.count, 1); // the one without a time, by its id

    LedgerCheckResult verdict = scan.verdict;
    const ExportTable table = breaksTable(verdict);
    QCOMPARE(table.columns.back().name, QStringLiteral("unreadable_id"));
    QCOMPARE(table.rows.front().back().number, qint64(600'003));
    verdict.breaks.front().unreadable = {};
    QVERIFY(
        breakText(verdict.breaks.front(), {}).contains(QStringLiteral("No transaction explains")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExportUnreadable)
#include "test_exportunreadable.moc"
