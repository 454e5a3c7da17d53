// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what an export contains: the requested columns and rows, all from one moment, and nothing
// that must not be exported.
#include "models/export/checkresulttext.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "tests/export/exportfixture.h"

using namespace relaybook;
using relaybook::testing::ExportFixture;

class TestExportRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chosenColumns();
    void everyTableColumnStandsForSomething();
    void columnsOfAFile();
    void amountsThatAreTooLarge();
    void wordsFilterTheRows();
    void theFilterOfTheLedger();
    void breaksAreEvidence();
    void listsHaveNoCredentials();
    void ordersThroughTheSameWriters();
    void rowsAreOfOneMoment();
};

void TestExportRows::chosenColumns()
{
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 2).items);
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = exportColumnsOf(ExportWhat::Transactions,
                                      {QStringLiteral("amount"), QStringLiteral("date"),
                                       QStringLiteral("nobody knows"), QStringLiteral("id")});
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("amount,change,created_at,id\r\n"
                        "-3.00,-3.00,2024-01-01T02:00:00.000+00:00,600002\r\n"
                        "-1.50,-1.50,2024-01-01T01:00:00.000+00:00,600001\r\n"));
}

void TestExportRows::everyTableColumnStandsForSomething()
{
    const std::pair<ExportWhat, std::vector<ColumnInfo>> tables[] = {
        {ExportWhat::Transactions, infosOf(TransactionTableModel::columnTable())},
        {ExportWhat::Proxies, infosOf(ProxyTableModel::columnTable())},
        {ExportWhat::SubUsers, infosOf(SubUserTableModel::columnTable())}};
    for (const auto &[what, columns] : tables) {
        for (const ColumnInfo &column : columns) {
            QVERIFY2(!exportColumnsOf(what, {QLatin1String(column.name)}).isEmpty(), column.name);
        }
    }
    QCOMPARE(exportColumnsOf(ExportWhat::Proxies,
                             {QStringLiteral("location"), QStringLiteral("rotation"),
                              QStringLiteral("behavior"), QStringLiteral("numeric-id")})
                 .join(u','),
             QStringLiteral("country,city,behavior,rotate_type,rotate_interval,proxy_id"));
    // Newer columns are the last, wherever the table has them.
    QCOMPARE(exportColumnsOf(ExportWhat::Transactions,
                             {QStringLiteral("product"), QStringLiteral("date")})
                 .join(u','),
             QStringLiteral("product_id,created_at,product_name"));
}

void TestExportRows::columnsOfAFile()
{
    const auto namesOf = [](ExportWhat what) {
        QStringList names;
        for (const StoredColumn &each : storedColumns(what)) {
            names.append(each.expression ? each.column.name : QStringLiteral("no SQL"));
        }
        return names.join(u',');
    };
    QCOMPARE(namesOf(ExportWhat::Transactions),
             QStringLiteral("id,created_at,type,description,amount,change,balance_before,"
                            "balance_after,product_id,user_id,updated_at,rounded,metadata,"
                            "vanished_at,readable,raw_json,product_name"));
    QCOMPARE(namesOf(ExportWhat::Proxies),
             QStringLiteral("id,proxy_id,name,type,country,region,city,behavior,rotate_type,"
                            "rotate_interval,traffic_gb,traffic_limit_gb,host,port_http,"
                            "port_socks5,created_at,updated_at,readable,raw_json,"
                            "last_test_at,last_test,last_test_ms"));
    QCOMPARE(namesOf(ExportWhat::SubUsers),
             QStringLiteral("id,username,note,service_type,traffic_balance_gb,traffic_used_gb,"
                            "host,port_http,port_socks5,created_at,updated_at,readable,raw_json,"
                            "last_test_at,last_test,last_test_ms"));
    QVERIFY(storedColumns(ExportWhat::Orders).empty());
}

/// They are written in the digits of the service.
void TestExportRows::amountsThatAreTooLarge()
{
    ExportFixture desk;
    auto rows = testing::ledgerPage(1, 2).items;
    rows.front().amount.reset();
    rows.front().balanceAfter.reset();
    rows.front().raw = R"({"amount":"-9e30","balance_after":1000000000000.50})";
    desk.put(rows);
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("amount"), QStringLiteral("change"),
                       QStringLiteral("balance_after")};
    QVERIFY(desk.run(request));
    const QByteArray other = rows.back().amount->text().toLatin1() + ',' +
                             rows.back().change()->text().toLatin1() + ',' +
                             rows.back().balanceAfter->text().toLatin1();
    const QByteArray large = "-9e30,,1000000000000.50";
    const bool isNewest = rows.front().createdAt > rows.back().createdAt;
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("amount,change,balance_after\r\n" + (isNewest ? large : other) + "\r\n" +
                        (isNewest ? other : large) + "\r\n"));
    request = desk.request(ExportFormat::Json, QStringLiteral("a.json"));
    request.columns = {QStringLiteral("amount"), QStringLiteral("change")};
    QVERIFY(desk.run(request));
    QVERIFY(desk.contentOf(request.path).contains(R"({"amount":"-9e30","change":null})"));
    request = desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx"));
    QVERIFY(desk.run(request));
}

void TestExportRows::wordsFilterTheRows()
{
    ExportFixture desk;
    QCOMPARE(testing::someProxy(3).name.isEmpty(), false);
    desk.putLists({testing::someProxy(1), testing::someProxy(2), testing::someProxy(3)}, {});
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Proxies;
    request.columns = {QStringLiteral("id")};
    request.text = testing::someProxy(2).id.value();
    QCOMPARE(countForExport(request).value_or(-1), qint64(1));
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(outcome->rows, qint64(1));
    QCOMPARE(desk.contentOf(request.path), "id\r\n" + request.text.toUtf8() + "\r\n");
}

void TestExportRows::theFilterOfTheLedger()
{
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 3000).items);
    const auto rowsOf = [&desk](const LedgerFilter &filter) {
        ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
        request.columns = {QStringLiteral("id")};
        request.filter = filter;
        const auto outcome = desk.run(request);
        const auto count = countForExport(request);
        if (!outcome || !count || *count != outcome->rows) {
            return QList<QByteArray>{"count and rows differ"};
        }
        auto lines = desk.contentOf(request.path).split('\n');
        lines.removeFirst();
        lines.removeLast();
        return lines;
    };
    // Every twelfth row is a deposit; newest first.
    LedgerFilter deposits;
    deposits.types = {QStringLiteral("deposit")};
    QCOMPARE(rowsOf(deposits).size(), 250);
    QCOMPARE(rowsOf(deposits).constFirst(), QByteArray("603000\r"));
    LedgerFilter days;
    days.from = parseInstant(u"2024-01-02T00:00:00Z");
    days.until = parseInstant(u"2024-01-03T00:00:00Z");
    QCOMPARE(rowsOf(days).size(), 24);
    QCOMPARE(rowsOf(days).constFirst(), QByteArray("600047\r"));
    QCOMPARE(rowsOf(days).constLast(), QByteArray("600024\r"));
    LedgerFilter amounts;
    amounts.atLeast = Money::fromCents(250'00);
    QCOMPARE(rowsOf(amounts).size(), 250);
    // A search word in few rows, and one in more rows than are looked up one by one.
    LedgerFilter one;
    one.text = QStringLiteral("600123");
    QCOMPARE(rowsOf(one), QList<QByteArray>{"600123\r"});
    LedgerFilter many;
    many.text = QStringLiteral("residential");
    QCOMPARE(rowsOf(many).size(), 2750);
    QCOMPARE(rowsOf(many).constFirst(), QByteArray("602999\r"));
    many.types = {QStringLiteral("deposit")};
    QVERIFY(rowsOf(many).isEmpty());
}

void TestExportRows::breaksAreEvidence()
{
    ExportFixture desk;
    LedgerCheckResult verdict;
    verdict.state = LedgerCheckResult::Broken;
    verdict.count = 3;
    verdict.breakCount = 1;
    verdict.breaks = {{LedgerBreak::Pair, TransactionId(7), TransactionId(9), fromMillis(0),
                       fromMillis(60'000), *Money::parse(u"10.00000001"), *Money::parse(u"9"),
                       Money::parse(u"-1.00000001")}};
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Breaks;
    request.table = breaksTable(verdict);
    request.provenance.verdict = checkResultSentence(verdict);
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("kind,earlier_id,earlier_at,later_id,later_at,expected,found,unexplained,"
                        "unreadable,unreadable_id\r\n"
                        "pair,7,1970-01-01T00:00:00.000+00:00,9,1970-01-01T00:01:00.000+00:00,"
                        "10.00000001,9.00,-1.00000001,0,\r\n"));
    QVERIFY(checkResultSentence(verdict).contains(QStringLiteral("not consistent")));
    QVERIFY(
        breakLine(verdict.breaks[0], QStringLiteral("USD")).contains(QStringLiteral("1.00000001")));
    verdict.state = LedgerCheckResult::Incomplete;
    QVERIFY(!checkResultSentence(verdict).contains(QStringLiteral("consistent")));
}

void TestExportRows::listsHaveNoCredentials()
{
    NEED_PYTHON();
    ExportFixture desk;
    Proxy proxy = testing::someProxy(1);
    proxy.credentials = {Secret(QByteArray("http://u:geheim@h:1")),
                         Secret(QByteArray("socks5://u:geheim@h:2"))};
    SubUser subUser = testing::someSubUser(1);
    subUser.access.userName = QStringLiteral("access-user");
    subUser.access.password = Secret(QByteArray("geheim"));
    subUser.note = QStringLiteral("=HYPERLINK(\"x\")");
    desk.putLists({proxy}, {subUser});
    for (const ExportWhat what : {ExportWhat::Proxies, ExportWhat::SubUsers}) {
        for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::Json}) {
            ExportRequest request = desk.request(format, QStringLiteral("a.out"));
            request.what = what;
            QVERIFY(desk.run(request));
            const QByteArray content = desk.contentOf(request.path);
            QVERIFY(!content.contains("geheim") && !content.contains("access-user"));
            QVERIFY(!content.contains("password"));
        }
    }
    const QJsonArray rows =
        desk.readBack("json", desk.file(QStringLiteral("a.out")))[QLatin1String("rows")].toArray();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].toArray()[1].toString(), subUser.username);
    QCOMPARE(rows[0].toArray()[2].toString(), *subUser.note);
    QCOMPARE(rows[0].toArray()[4].toString(), subUser.trafficLeft->gbText());
}

void TestExportRows::ordersThroughTheSameWriters()
{
    using Kind = ExportColumn::Kind;
    ExportFixture desk;
    ExportTable table;
    table.columns = {{QStringLiteral("order"), Kind::Text},
                     {QStringLiteral("cost"), Kind::Money},
                     {QStringLiteral("amount_gb"), Kind::Traffic},
                     {QStringLiteral("at"), Kind::Time}};
    table.rows = {{ExportTable::textCell(QStringLiteral("=A")),
                   ExportTable::numberCell(1'250'000'000), ExportTable::numberCell(412'600'000'000),
                   ExportTable::numberCell(0)},
                  {ExportTable::textCell(QStringLiteral("B")), {}, {}, {}}};
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Orders;
    request.storeFile.clear();
    request.table = table;
    QCOMPARE(countForExport(request).value_or(-1), qint64(2));
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("order,cost,amount_gb,at\r\n"
                        "'=A,12.50,412.6,1970-01-01T00:00:00.000+00:00\r\n"
                        "B,,,\r\n"));
}

// A row that arrives while the rows are read is in the next file, not half in this one.
void TestExportRows::rowsAreOfOneMoment()
{
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 20'000).items);
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    ExportControl control;
    bool added = false;
    control.progress = [&](qint64 done, qint64) {
        if (done > 0 && !added) {
            added = true;
            desk.put(testing::ledgerPage(20'001, 20'500).items);
        }
    };
    const auto outcome = runExport(request, control);
    QVERIFY(outcome && added);
    QCOMPARE(outcome->rows, qint64(20'000));
    QCOMPARE(desk.run(request)->rows, qint64(20'500));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExportRows)
#include "test_exportrows.moc"
