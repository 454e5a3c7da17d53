// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the CSV form for Excel: byte order mark, separator and decimal sign, which depend on the
// locale.
#include "models/export/exporttext.h"
#include "tests/export/exportfixture.h"

using namespace relaybook;
using relaybook::testing::ExportFixture;

class TestExcelCsv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofTheLocale_data();
    void ofTheLocale();
    void plainCsvHasNoLocale();
    void endings();
};

void TestExcelCsv::ofTheLocale_data()
{
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QByteArray>("content");
    // The amount is -1234.5: no digit grouping, and at least two decimals.
    QTest::newRow("English") << QStringLiteral("en_US")
                             << QByteArray("\xef\xbb\xbfid,amount,description\r\n"
                                           "600001,-1234.50,\"1,5;'=2\"\r\n");
    const QByteArray comma("\xef\xbb\xbfid;amount;description\r\n"
                           "600001;-1234,50;\"1,5;'=2\"\r\n");
    for (const char *name : {"de_DE", "fr_FR", "pt_BR", "ru_RU"}) {
        QTest::newRow(name) << QString::fromLatin1(name) << comma;
    }
}

void TestExcelCsv::ofTheLocale()
{
    QFETCH(QString, locale);
    QFETCH(QByteArray, content);
    ExportFixture desk;
    Transaction row = testing::ledgerRow(1);
    row.amount = Money::parse(QStringLiteral("-1234.5"));
    row.description = QStringLiteral("1,5;=2");
    desk.put({row});
    ExportRequest request = desk.request(ExportFormat::CsvExcel, QStringLiteral("a.csv"));
    request.locale = QLocale(locale);
    request.columns = {QStringLiteral("id"), QStringLiteral("amount"),
                       QStringLiteral("description")};
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(desk.contentOf(request.path), content);
    QCOMPARE(outcome->provenancePath, desk.file(QStringLiteral("a.csv.provenance.json")));
    // The checksum is of the plain form, as for all formats.
    request.format = ExportFormat::Csv;
    const auto plain = desk.run(request);
    QVERIFY(plain);
    QCOMPARE(outcome->sha256, plain->sha256);
    NEED_PYTHON();
    request.format = ExportFormat::CsvExcel;
    QVERIFY(desk.run(request));
    const QJsonObject split = desk.readBack("formulas", request.path);
    QVERIFY(split.contains(QLatin1String("found")));
    QVERIFY(split[QLatin1String("found")].toArray().isEmpty());
}

void TestExcelCsv::plainCsvHasNoLocale()
{
    ExportFixture desk;
    desk.put({testing::ledgerRow(1)});
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.locale = QLocale(QStringLiteral("de_DE"));
    request.columns = {QStringLiteral("id"), QStringLiteral("balance_after")};
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path), QByteArray("id,balance_after\r\n600001,998.50\r\n"));
}

void TestExcelCsv::endings()
{
    QCOMPARE(exportFormatNamed(QStringLiteral("csv-excel")), ExportFormat::CsvExcel);
    QCOMPARE(exportFormatNamed(QStringLiteral("csv")), ExportFormat::Csv);
    QCOMPARE(exportFileEnding(ExportFormat::CsvExcel), QStringLiteral("csv"));
    QVERIFY(isExportFileEnding(QStringLiteral("CSV")));
    QVERIFY(!isExportFileEnding(QStringLiteral("csv-excel")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExcelCsv)
#include "test_excelcsv.moc"
