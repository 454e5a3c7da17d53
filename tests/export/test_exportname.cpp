// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the names that are proposed for exported files.
#include "models/export/exportname.h"
#include "models/tables/ledgerquery.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace relaybook;

class TestExportName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatItIs_data();
    void saysWhatItIs();
    void otherLists();
    void incompleteLedger();
    void safeAndShort();
    void freeNames();
};

namespace {

ExportNameParts partsOf(const QString &query)
{
    ExportNameParts parts;
    parts.zone = QTimeZone::utc();
    parts.today = QDate(2026, 11, 22);
    parts.filter = parseLedgerQuery(query, parts.zone).filter;
    return parts;
}

} // namespace

void TestExportName::saysWhatItIs_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("name");
    const std::pair<const char *, const char *> cases[] = {
        {"", "transactions-2026-11-22"},
        {"type:refund after:2026-10-01 before:2026-11-01", "transactions-2026-10-refunds"},
        {"on:2026", "transactions-2026"},
        {"on:2026-10-05", "transactions-2026-10-05"},
        {"after:2026-10-05 before:2026-10-08", "transactions-2026-10-05-to-2026-10-07"},
        {"after:2026-10-05", "transactions-from-2026-10-05"},
        {"before:2026-10-05", "transactions-until-2026-10-04"},
        {"type:refund,purchase", "transactions-refunds-purchases-2026-11-22"},
        {"type:a,b,c", "transactions-3-types-2026-11-22"},
        {"type:bonus in:", "transactions-bonus-in-2026-11-22"},
        {"amount:10..20.5", "transactions-over-10-under-20-50-2026-11-22"},
        {"on:2026-10 card \"last month\"", "transactions-2026-10-card-last-month"},
    };
    for (const auto &[query, name] : cases) {
        QTest::newRow(name) << QString::fromUtf8(query) << QString::fromUtf8(name);
    }
}

void TestExportName::saysWhatItIs()
{
    QFETCH(QString, query);
    QFETCH(QString, name);
    QCOMPARE(exportName(partsOf(query)), name);
}

void TestExportName::otherLists()
{
    ExportNameParts parts = partsOf({});
    parts.what = ExportWhat::SubUsers;
    QCOMPARE(exportName(parts), QStringLiteral("sub-users-2026-11-22"));
    parts.text = QStringLiteral("  Agency One ");
    QCOMPARE(exportName(parts), QStringLiteral("sub-users-agency-one-2026-11-22"));
}

void TestExportName::incompleteLedger()
{
    ExportNameParts parts = partsOf(QStringLiteral("on:2026-10"));
    parts.incomplete = true;
    QCOMPARE(exportName(parts), QStringLiteral("transactions-2026-10-incomplete"));
}

void TestExportName::safeAndShort()
{
    ExportNameParts parts = partsOf({});
    const QString nasty = QStringLiteral("../a\\b:c*d?e\"f<g>h|i\n\u202E \u00C9t\u00E9.");
    parts.filter.text = nasty;
    QCOMPARE(exportName(parts), QStringLiteral("transactions-a-b-c-d-e-f-g-h-i-ete-2026-11-22"));
    // Another script: that there was a search is still said.
    parts.filter.text = QStringLiteral("\u043F\u043E\u0438\u0441\u043A");
    QCOMPARE(exportName(parts), QStringLiteral("transactions-search-2026-11-22"));
    parts.filter.text = QString(5000, QLatin1Char('x'));
    parts.filter.product = parts.filter.text;
    parts.filter.types = {parts.filter.text, parts.filter.text};
    parts.text = parts.filter.text;
    parts.incomplete = true;
    QVERIFY(exportName(parts).size() < 200);
    QVERIFY(exportName(parts).endsWith(QStringLiteral("-incomplete")));
}

void TestExportName::freeNames()
{
    const QTemporaryDir folder;
    const auto put = [&folder](const char *name) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    };
    const QString wanted = folder.filePath(QStringLiteral("a.b.csv"));
    QVERIFY(!wouldReplace(wanted, ExportFormat::Csv));
    QCOMPARE(freeExportPath(wanted, ExportFormat::Csv), wanted);
    put("a.b.csv");
    QVERIFY(wouldReplace(wanted, ExportFormat::Csv));
    QCOMPARE(freeExportPath(wanted, ExportFormat::Csv),
             folder.filePath(QStringLiteral("a.b-2.csv")));
    // The provenance of an earlier file is not replaced either.
    put("a.b-2.csv.provenance.json");
    QCOMPARE(freeExportPath(wanted, ExportFormat::Csv),
             folder.filePath(QStringLiteral("a.b-3.csv")));
    QCOMPARE(freeExportPath(wanted, ExportFormat::Json),
             folder.filePath(QStringLiteral("a.b-2.csv")));
    put("none");
    QCOMPARE(freeExportPath(folder.filePath(QStringLiteral("none")), ExportFormat::Json),
             folder.filePath(QStringLiteral("none-2")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExportName)
#include "test_exportname.moc"
