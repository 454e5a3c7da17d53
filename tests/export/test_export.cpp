// SPDX-License-Identifier: GPL-3.0-or-later
// Tests exported files as other programs read them: every digit and every letter, in all three
// formats.
#include "models/export/exporttext.h"
#include "models/export/provenance.h"
#include "tests/export/exportfixture.h"
#include "tests/models/sessionfixture.h"

#include <QCryptographicHash>
#include <QSignalSpy>

#include <limits>

using namespace relaybook;
using relaybook::testing::ExportFixture;
using relaybook::testing::nastyTexts;
using relaybook::testing::SessionFixture;

namespace {

constexpr auto units = std::numeric_limits<std::int64_t>::max();

/// A ledger with every difficult text in each of its text columns, and numbers of every size.
std::vector<Transaction> nastyRows()
{
    const QList<std::int64_t> figures{
        0,      1,     -1,     100'000'000,        1'250'000'000,
        123456, units, -units, 99'999'999'999'999, 1'234'567'890'123'456};
    std::vector<Transaction> rows;
    const QStringList texts = nastyTexts();
    rows.reserve(static_cast<size_t>(texts.size()));
    for (qsizetype i = 0; i < texts.size(); ++i) {
        Transaction row;
        row.id = TransactionId(i == 3 ? 9'007'199'254'740'993 : 1000 + i);
        row.type = texts[i];
        row.description = texts[i];
        row.productId = texts[(i + 1) % texts.size()];
        row.userId = texts[(i + 2) % texts.size()];
        row.amount = Money::fromUnits(figures[i % figures.size()]);
        row.balanceBefore = Money::fromUnits(figures[(i + 1) % figures.size()]);
        row.balanceAfter = Money::fromUnits(figures[(i + 3) % figures.size()]);
        row.createdAt = fromMillis(1'763'647'331'000 + i * 86'400'123);
        if (i % 2 == 0) {
            row.updatedAt = fromMillis(1'763'647'331'007 + i);
        }
        row.rounded = i % 5 == 0;
        const QJsonObject whole{
            {QStringLiteral("id"), i},
            {QStringLiteral("metadata"), QJsonObject{{QStringLiteral("note"), texts[i].left(500)},
                                                     {QStringLiteral("list"), QJsonArray{1, 2}}}}};
        row.raw = i == 1 ? QByteArray("{}") : QJsonDocument(whole).toJson(QJsonDocument::Compact);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// What the file should contain for a row, in the order of storedColumns(); computed without the
/// code of the writers.
QStringList expectedOf(const Transaction &row)
{
    const auto time = [](Instant instant) -> QString {
        return utcDateTime(instant).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss.zzz")) +
               QStringLiteral("+00:00");
    };
    const auto metadata =
        QJsonDocument::fromJson(row.raw).object().value(QLatin1String("metadata"));
    return {
        row.id.text(),
        time(row.createdAt),
        row.type,
        row.description,
        row.amount->text(),
        row.change() ? row.change()->text() : QString(),
        row.balanceBefore->text(),
        row.balanceAfter->text(),
        row.productId,
        row.userId,
        row.updatedAt ? time(*row.updatedAt) : QString(),
        row.rounded ? QStringLiteral("true") : QStringLiteral("false"),
        metadata.isUndefined()
            ? QString()
            : QString::fromUtf8(QJsonDocument(metadata.toObject()).toJson(QJsonDocument::Compact)),
        QString(),
        QStringLiteral("true"),
        QString(),
        QString()}; // no answer names the product
}

QStringList textsOf(const QJsonArray &row)
{
    QStringList texts;
    for (const QJsonValue &value : row) {
        texts.append(value.toString());
    }
    return texts;
}

/// Newest first, as in the file.
std::vector<Transaction> newestFirst(std::vector<Transaction> rows)
{
    std::sort(rows.begin(), rows.end(), [](const Transaction &a, const Transaction &b) {
        return std::pair(a.createdAt, a.id.value()) > std::pair(b.createdAt, b.id.value());
    });
    return rows;
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

/// Twelve and a half as "12.5", however it was written.
QString canonical(QString decimal)
{
    while (decimal.contains(QLatin1Char('.')) &&
           (decimal.endsWith(QLatin1Char('0')) || decimal.endsWith(QLatin1Char('.')))) {
        decimal.chop(1);
    }
    return decimal;
}

} // namespace

class TestExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimalsAreThoseOfMoney();
    void timesAreThoseOfTheCalendar();
    void csvIsReadBack();
    void csvIsRfc4180();
    void aVanishedRowSaysSo();
    void jsonIsReadBack();
    void xlsxIsReadBack();
    void xlsxNumbersAreExact();
    void xlsxGoesOnInAnotherSheet();
    void allFormsHaveOneChecksum();
    void nothingIsAFileToo();
    void theLedgerIsTheSandboxesOwn();
};

void TestExport::decimalsAreThoseOfMoney()
{
    for (const std::int64_t value :
         {std::int64_t(0), std::int64_t(1), std::int64_t(-1), std::int64_t(10), std::int64_t(99),
          std::int64_t(100'000'000), std::int64_t(-100'000'000), std::int64_t(1'250'000'000),
          std::int64_t(123'456'789), units, -units, std::numeric_limits<std::int64_t>::min()}) {
        for (const int decimals : {0, 2, 8}) {
            std::string text;
            appendDecimal(text, value, Money::digits, decimals);
            QCOMPARE(QString::fromStdString(text), Money::fromUnits(value).text(decimals));
        }
    }
}

void TestExport::timesAreThoseOfTheCalendar()
{
    const std::pair<qint64, const char *> times[] = {
        {0, "1970-01-01T00:00:00.000+00:00"},
        {-1, "1969-12-31T23:59:59.999+00:00"},
        {951'782'399'999, "2000-02-28T23:59:59.999+00:00"},
        {951'782'400'000, "2000-02-29T00:00:00.000+00:00"},
        {253'402'300'799'999, "9999-12-31T23:59:59.999+00:00"},
        {-62'135'596'800'000, "0001-01-01T00:00:00.000+00:00"},
    };
    for (const auto &[millis, expected] : times) {
        std::string text;
        appendTime(text, millis);
        QCOMPARE(QString::fromStdString(text), QString::fromLatin1(expected));
        QCOMPARE(parseInstant(QString::fromStdString(text)), fromMillis(millis));
    }
}

void TestExport::csvIsReadBack()
{
    NEED_PYTHON();
    ExportFixture desk;
    desk.put(nastyRows());
    const auto outcome = desk.run(desk.request(ExportFormat::Csv, QStringLiteral("a.csv")));
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    const QJsonObject seen = desk.readBack("csv", desk.file(QStringLiteral("a.csv")));
    QCOMPARE(textsOf(seen[QLatin1String("header")].toArray()),
             (QString::fromLatin1("id created_at type description amount change balance_before "
                                  "balance_after product_id user_id updated_at rounded metadata "
                                  "vanished_at readable raw_json product_name")
                  .split(QLatin1Char(' '))));
    const QJsonArray rows = seen[QLatin1String("rows")].toArray();
    const auto expected = newestFirst(nastyRows());
    QCOMPARE(rows.size(), qsizetype(expected.size()));
    QCOMPARE(outcome->rows, qint64(expected.size()));
    for (qsizetype i = 0; i < rows.size(); ++i) {
        QCOMPARE(textsOf(rows[i].toArray()), expectedOf(expected[static_cast<size_t>(i)]));
    }
    // What a spreadsheet would run as a formula is marked as text, whichever separator it reads
    // with; numbers are not quoted.
    const QJsonObject split = desk.readBack("formulas", desk.file(QStringLiteral("a.csv")));
    QVERIFY(split.contains(QLatin1String("found")));
    QCOMPARE(textsOf(split[QLatin1String("found")].toArray()), QStringList());
    for (const QJsonValue &row : seen[QLatin1String("raw")].toArray()) {
        for (const int column : {2, 3, 8, 9, 12}) {
            const QString cell = row.toArray()[column].toString();
            QVERIFY2(!QStringLiteral("=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20").contains(cell.left(1)) ||
                         cell.isEmpty(),
                     qPrintable(cell));
        }
        for (const int column : {0, 4, 6, 7}) {
            QVERIFY(Money::parse(row.toArray()[column].toString()) || column == 0);
        }
    }
}

void TestExport::csvIsRfc4180()
{
    ExportFixture desk;
    Transaction row = testing::ledgerRow(1);
    row.description = QStringLiteral("=a,\"b\"\nc");
    row.type = QStringLiteral("purchase");
    desk.put({row});
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("description"), QStringLiteral("type"),
                       QStringLiteral("balance_after"), QStringLiteral("id")};
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path),
             QByteArray("description,type,balance_after,id\r\n"
                        "\"'=a,\"\"b\"\"\nc\",purchase,998.50,600001\r\n"));
}

void TestExport::aVanishedRowSaysSo()
{
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 3).items);
    const qint64 gone = testing::ledgerRow(2).id.value();
    desk.write([gone](CacheWriter &writer) {
        writer.removed().mark({gone}, *parseInstant(QStringLiteral("2026-11-19T10:00:00Z")));
    });
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("id"), QStringLiteral("vanished_at")};
    QVERIFY(desk.run(request));
    QCOMPARE(desk.contentOf(request.path), QByteArray("id,vanished_at\r\n"
                                                      "600003,\r\n"
                                                      "600002,2026-11-19T10:00:00.000+00:00\r\n"
                                                      "600001,\r\n"));
}

void TestExport::jsonIsReadBack()
{
    NEED_PYTHON();
    ExportFixture desk;
    desk.put(nastyRows());
    QVERIFY(desk.run(desk.request(ExportFormat::Json, QStringLiteral("a.json"))));
    const QJsonObject seen = desk.readBack("json", desk.file(QStringLiteral("a.json")));
    const QJsonArray rows = seen[QLatin1String("rows")].toArray();
    const auto expected = newestFirst(nastyRows());
    QCOMPARE(rows.size(), qsizetype(expected.size()));
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const Transaction &row = expected[static_cast<size_t>(i)];
        const QStringList texts = expectedOf(row);
        const QJsonArray cells = rows[i].toArray();
        QCOMPARE(cells[0].toInteger(), row.id.value());
        for (const int column : {2, 3, 4, 6, 7, 8, 9}) {
            QCOMPARE(cells[column].toString(), texts[column]);
        }
        QCOMPARE(cells[5].isNull(), !row.change());
        QCOMPARE(cells[10].isNull(), !row.updatedAt);
        QCOMPARE(cells[11].toBool(), row.rounded);
        QCOMPARE(cells[12].toObject(),
                 QJsonDocument::fromJson(row.raw).object()[QLatin1String("metadata")].toObject());
    }
    const QJsonObject from = seen[QLatin1String("provenance")].toObject();
    QCOMPARE(from[QLatin1String("account_name")].toString(), QStringLiteral("North \"Relay\""));
    QCOMPARE(from[QLatin1String("rows")].toInteger(), qint64(expected.size()));
    QCOMPARE(from[QLatin1String("exported_at")].toString(),
             QStringLiteral("2026-11-21T08:30:00.000+00:00"));
    QVERIFY(from[QLatin1String("as_of")].isNull());
}

void TestExport::xlsxIsReadBack()
{
    NEED_PYTHON();
    ExportFixture desk;
    desk.put(nastyRows());
    const auto outcome = desk.run(desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx")));
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    QCOMPARE(outcome->cutTexts, qint64(4)); // 40,000 letters in four columns
    const QJsonObject seen = desk.readBack("xlsx", desk.file(QStringLiteral("a.xlsx")));
    QCOMPARE(textsOf(seen[QLatin1String("order")].toArray()),
             (QStringList{QStringLiteral("Transactions"), QStringLiteral("About this file")}));
    const QJsonObject sheet =
        seen[QLatin1String("sheets")].toObject()[QLatin1String("Transactions")].toObject();
    QCOMPARE(sheet[QLatin1String("frozen")].toString(), QStringLiteral("A2"));
    const QJsonArray rows = sheet[QLatin1String("rows")].toArray();
    const auto expected = newestFirst(nastyRows());
    QCOMPARE(rows.size(), qsizetype(expected.size()) + 1);
    const auto cell = [&](qsizetype row, int column) {
        return textsOf(rows[row].toArray()[column].toArray());
    };
    QCOMPARE(cell(0, 2), (QStringList{QStringLiteral("text"), QStringLiteral("created_at_iso")}));
    // The column in the sheet, and in the CSV.
    const QList<std::pair<int, int>> texts{{3, 2}, {4, 3}, {9, 8}, {10, 9}};
    const QList<std::pair<int, int>> figures{{0, 0}, {5, 4}, {6, 5}, {7, 6}, {8, 7}};
    for (size_t i = 0; i < expected.size(); ++i) {
        const auto at = static_cast<qsizetype>(i) + 1;
        const QStringList all = expectedOf(expected[i]);
        QCOMPARE(cell(at, 2), (QStringList{QStringLiteral("text"), all[1]}));
        QCOMPARE(cell(at, 1).constFirst(), QStringLiteral("date"));
        QCOMPARE(cell(at, 1).constLast() + QStringLiteral("+00:00"), all[1]);
        for (const auto &[here, there] : texts) {
            QString text = all[there];
            // Characters that XML cannot contain.
            text.replace(QChar(0xFFFE), QChar::ReplacementCharacter);
            text.replace(QChar(0xFFFF), QChar::ReplacementCharacter);
            // A text that is too long for a cell is cut, with a mark.
            if (text.size() > 32'767) {
                text = text.left(32'766) + QChar(0x2026);
            }
            QCOMPARE(cell(at, here).constLast(), text);
        }
        for (const auto &[here, there] : figures) {
            QString digits = all[there];
            digits.remove(QLatin1Char('-')).remove(QLatin1Char('.'));
            while (digits.startsWith(QLatin1Char('0'))) {
                digits.remove(0, 1);
            }
            while (all[there].contains(QLatin1Char('.')) && digits.endsWith(QLatin1Char('0'))) {
                digits.chop(1);
            }
            const QString kind = all[there].isEmpty()  ? QStringLiteral("none")
                                 : digits.size() <= 15 ? QStringLiteral("number")
                                                       : QStringLiteral("text");
            QCOMPARE(cell(at, here).constFirst(), kind);
            QCOMPARE(canonical(cell(at, here).constLast()), canonical(all[there]));
        }
    }
    const QJsonArray about = seen[QLatin1String("sheets")]
                                 .toObject()[QLatin1String("About this file")]
                                 .toObject()[QLatin1String("rows")]
                                 .toArray();
    QMap<QString, QString> facts;
    for (const QJsonValue &line : about) {
        facts.insert(line.toArray()[0].toArray()[1].toString(),
                     line.toArray()[1].toArray()[1].toString());
    }
    QCOMPARE(facts[QStringLiteral("sha256")], QString::fromLatin1(outcome->sha256));
    QCOMPARE(facts[QStringLiteral("rows")], QString::number(expected.size()));
    QCOMPARE(facts[QStringLiteral("texts_cut")], QStringLiteral("4"));
    QCOMPARE(facts[QStringLiteral("service")], QStringLiteral("https://panel.example.com"));
}

// The digits in the file itself: a reader that rounds would hide "981.4299999999999".
void TestExport::xlsxNumbersAreExact()
{
    NEED_PYTHON();
    constexpr int rowCount = 1000;
    ExportFixture desk;
    std::vector<Transaction> written = testing::ledgerPage(1, rowCount).items;
    std::int64_t figure = 98'143'000'000; // 981.43
    for (Transaction &row : written) {
        row.amount = Money::fromUnits(figure);
        row.balanceAfter = Money::fromUnits(-figure / 1000);
        figure += 737'010'000;
    }
    desk.put(written);
    ExportRequest request = desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx"));
    request.columns = {QStringLiteral("id"), QStringLiteral("amount"),
                       QStringLiteral("balance_after")};
    QVERIFY(desk.run(request));
    const QJsonArray rows = desk.readBack("numbers", request.path)[QLatin1String("rows")].toArray();
    const auto expected = newestFirst(std::move(written));
    QCOMPARE(rows.size(), qsizetype(rowCount) + 1); // with the header
    for (size_t i = 0; i < expected.size(); ++i) {
        const Transaction &row = expected[i];
        QCOMPARE(textsOf(rows[static_cast<qsizetype>(i) + 1].toArray()),
                 (QStringList{row.id.text(), row.amount->text(0), row.balanceAfter->text(0)}));
    }
}

void TestExport::xlsxGoesOnInAnotherSheet()
{
    NEED_PYTHON();
    ExportFixture desk;
    desk.put(testing::ledgerPage(1, 25).items);
    ExportRequest request = desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx"));
    request.rowsPerSheet = 11;
    request.columns = {QStringLiteral("id")};
    QVERIFY(desk.run(request));
    const QJsonObject seen = desk.readBack("xlsx", request.path);
    const QStringList names = textsOf(seen[QLatin1String("order")].toArray());
    QCOMPARE(names,
             (QStringList{QStringLiteral("Transactions"), QStringLiteral("Transactions 2"),
                          QStringLiteral("Transactions 3"), QStringLiteral("About this file")}));
    qint64 next = 600'025;
    for (const QString &name : names.first(3)) {
        const QJsonObject sheet = seen[QLatin1String("sheets")].toObject()[name].toObject();
        QCOMPARE(sheet[QLatin1String("frozen")].toString(), QStringLiteral("A2"));
        const QJsonArray rows = sheet[QLatin1String("rows")].toArray();
        QVERIFY(rows.size() <= 11);
        QCOMPARE(rows[0].toArray()[0].toArray()[1].toString(), QStringLiteral("id"));
        for (qsizetype i = 1; i < rows.size(); ++i) {
            QCOMPARE(rows[i].toArray()[0].toArray()[1].toString(), QString::number(next--));
        }
    }
    QCOMPARE(next, qint64(600'000));
}

void TestExport::allFormsHaveOneChecksum()
{
    ExportFixture desk;
    desk.put(nastyRows());
    const auto csv = desk.run(desk.request(ExportFormat::Csv, QStringLiteral("a.csv")));
    const auto json = desk.run(desk.request(ExportFormat::Json, QStringLiteral("a.json")));
    const auto xlsx = desk.run(desk.request(ExportFormat::Xlsx, QStringLiteral("a.xlsx")));
    QVERIFY(csv && json && xlsx);
    QByteArray content = desk.contentOf(csv->path);
    content.remove(0, content.indexOf("\r\n") + 2);
    QCOMPARE(csv->sha256, sha256(content));
    QCOMPARE(json->sha256, csv->sha256);
    QCOMPARE(xlsx->sha256, csv->sha256);
    const auto beside =
        QJsonDocument::fromJson(desk.contentOf(desk.file(QStringLiteral("a.csv.provenance.json"))));
    QCOMPARE(beside[QLatin1String("sha256")].toString(), QString::fromLatin1(csv->sha256));
    QCOMPARE(csv->provenancePath, desk.file(QStringLiteral("a.csv.provenance.json")));
    QVERIFY(json->provenancePath.isEmpty());
    QCOMPARE(desk.filesHere(),
             (QStringList{QStringLiteral("a.csv"), QStringLiteral("a.csv.provenance.json"),
                          QStringLiteral("a.json"), QStringLiteral("a.xlsx")}));
}

void TestExport::nothingIsAFileToo()
{
    NEED_PYTHON();
    ExportFixture desk;
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.columns = {QStringLiteral("id"), QStringLiteral("type")};
    const auto outcome = desk.run(request);
    QVERIFY(outcome);
    QCOMPARE(outcome->rows, qint64(0));
    QCOMPARE(outcome->sha256, sha256({}));
    QCOMPARE(desk.contentOf(request.path), QByteArray("id,type\r\n"));
    request.format = ExportFormat::Json;
    QVERIFY(desk.run(request));
    QVERIFY(desk.readBack("json", request.path)[QLatin1String("rows")].toArray().isEmpty());
    request.format = ExportFormat::Xlsx;
    request.path = desk.file(QStringLiteral("a.xlsx"));
    QVERIFY(desk.run(request));
    QCOMPARE(desk.readBack("xlsx", request.path)[QLatin1String("order")].toArray().size(), 2);
}

// The way of a real user: a service over HTTP, the sync, the store, the file; compared with the
// service's own list to the last digit.
void TestExport::theLedgerIsTheSandboxesOwn()
{
    NEED_PYTHON();
    SessionFixture desk;
    desk.open();
    desk.session->start();
    QTRY_VERIFY_WITH_TIMEOUT(desk.allLoaded(), 60'000);
    desk.session->flush();
    ExportRequest request;
    request.path = desk.folder.filePath(QStringLiteral("ledger.csv"));
    request.storeFile = desk.session->queries().storePath();
    QVERIFY(ExportFixture::run(request));
    const QJsonObject seen = ExportFixture::readBack("csv", request.path);
    const QJsonArray rows = seen[QLatin1String("rows")].toArray();
    const auto truth = desk.server.transactions();
    QCOMPARE(rows.size(), qsizetype(truth.size()));
    QMap<qint64, QStringList> byId;
    for (const QJsonValue &row : rows) {
        const QStringList cells = textsOf(row.toArray());
        byId.insert(cells[0].toLongLong(), cells);
    }
    for (const auto &row : truth) {
        const QStringList cells = byId.value(row.id);
        QCOMPARE(cells.size(), 17);
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(row.json)).object();
        QCOMPARE(canonical(cells[4]), canonical(QString::fromStdString(row.amount)));
        QCOMPARE(canonical(cells[6]), canonical(QString::fromStdString(row.balanceBefore)));
        QCOMPARE(canonical(cells[7]), canonical(QString::fromStdString(row.balanceAfter)));
        QCOMPARE(cells[2], QString::fromStdString(row.type));
        QCOMPARE(cells[16].isEmpty(), cells[8].isEmpty()); // each product has its name beside it
        QCOMPARE(cells[3], json[QLatin1String("description")].toString());
        QCOMPARE(parseInstant(cells[1]), parseInstant(QString::fromStdString(row.createdAt)));
        QCOMPARE(QJsonDocument::fromJson(cells[12].toUtf8()).object(),
                 json[QLatin1String("metadata")].toObject());
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExport)
#include "test_export.moc"
