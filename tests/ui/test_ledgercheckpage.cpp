// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what the transactions page says about the ledger check: sound, with breaks, with
// transactions that were changed at the service or are unreadable, or not checked at all; and the
// evidence.
#include "models/sync/ledgercheck.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/ledgerpagefixture.h"
#include "ui/ledger/ledgerchecktext.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTableView>
#include <QTreeWidget>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::LedgerPageTest;

class TestLedgerCheckPage : public LedgerPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { m_desk.reset(); }

    void aSoundLedgerIsSaidToBeConsistent();
    void aBreakIsShownAtItsPlace();
    void aRecentGapIsNotClear();
    void anAcknowledgedFindingIsNoLongerRed();
    void evidenceIsWritten();
    void rowsThatCameBackDifferentAndThatVanished();
    void aRowThatCameBackUnreadable();
    void theCostIsSaidFirstAndTheResultStays();
    void aWaitIsSaidInMinutesAndAtItsEndInSeconds();

private:
    void checkUntil(qint64 LedgerCheckResult::*finding);
    [[nodiscard]] QModelIndex finding(std::int64_t id);
    void goToFinding(std::int64_t id);
};

// Checks the ledger until the check finds one of these.
void TestLedgerCheckPage::checkUntil(qint64 LedgerCheckResult::*finding)
{
    m_desk->click("checkLedgerButton");
    QTRY_COMPARE(m_desk->account().ledger().check().verdict().*finding, qint64(1));
    QTRY_VERIFY(!m_desk->account().ledger().check().isChecking());
    QTRY_VERIFY(m_desk->isShown("showFindings"));
}

// The line of the open findings dialog that names the row.
QModelIndex TestLedgerCheckPage::finding(std::int64_t id)
{
    auto *sheet = dialog<SheetDialog>("findingsDialog");
    const auto *list =
        sheet ? sheet->findChild<QTableView *>(QStringLiteral("findingsList")) : nullptr;
    const auto lines =
        list ? list->model()->match(list->model()->index(0, 0), Qt::DisplayRole,
                                    QStringLiteral("Transaction %1").arg(id), 1, Qt::MatchContains)
             : QModelIndexList();
    return lines.isEmpty() ? QModelIndex() : lines.front();
}

// Goes from its line in the findings to the row.
void TestLedgerCheckPage::goToFinding(std::int64_t id)
{
    const QPointer<SheetDialog> sheet = dialog<SheetDialog>("findingsDialog");
    const QModelIndex line = finding(id);
    QVERIFY(line.isValid());
    sheet->findChild<QTableView *>(QStringLiteral("findingsList"))->setCurrentIndex(line);
    QTest::mouseClick(sheet->findChild<QAbstractButton *>(QStringLiteral("showFinding")),
                      Qt::LeftButton);
    QTRY_VERIFY(sheet.isNull() || !sheet->isVisible());
    QTRY_COMPARE(m_desk->text("inspectorTitle"), QStringLiteral("Transaction %1").arg(id));
}

void TestLedgerCheckPage::aSoundLedgerIsSaidToBeConsistent()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
    QCOMPARE(strip().tone(), Tone::Good);
    QVERIFY2(strip().text().contains(QStringLiteral("across all 250 transactions")),
             qPrintable(strip().text()));
}

void TestLedgerCheckPage::aBreakIsShownAtItsPlace()
{
    m_desk->startSandbox();
    const Rows all = truth();
    const auto &broken = all.at(200);
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(broken.id)));
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().tone(), Tone::Bad);
    const auto &verdict = m_desk->account().ledger().check().verdict();
    QVERIFY(!verdict.breaks.empty());
    const LedgerBreak found = verdict.breaks.front();
    QVERIFY2(strip().text().contains(found.earlier.text()), qPrintable(strip().text()));
    QVERIFY(strip().text().contains(found.later.text()));
    QVERIFY(found.unexplained.has_value());
    QVERIFY(strip().text().contains(format::money(found.unexplained->magnitude())));
    // It is found even if a filter hides it.
    m_desk->search(QStringLiteral("nothing-has-this"));
    QTRY_VERIFY(!m_desk->table().isVisible());
    m_desk->click("showBreak");
    QTRY_COMPARE(m_desk->text("inspectorTitle"),
                 QStringLiteral("Transaction %1").arg(found.later.text()));
    QTRY_VERIFY(m_desk->isShown("chainSection"));
    QVERIFY(accessibleText(*m_desk->find("chainSection"))
                .contains(format::money(*found.unexplained, format::Sign::Always)));
    const auto index =
        m_desk->table().currentIndex().siblingAtColumn(TransactionTableModel::column("before"));
    QCOMPARE(index.data(ToneRole).toInt(), static_cast<int>(Tone::Bad));
    QCOMPARE(index.data(CellKindRole).toInt(), static_cast<int>(CellKind::Marked));
}

void TestLedgerCheckPage::aRecentGapIsNotClear()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
    for (const char *amount : {"1", "2", "3"}) {
        QVERIFY(m_desk->server().bookDeposit(amount, "new"));
    }
    const auto id = m_desk->server().transactions().back().id - 1;
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(id) + ":row"));
    m_desk->click("checkLedgerButton");
    QTRY_VERIFY(strip().lead().contains(QStringLiteral("are not clear")));
    QCOMPARE(strip().tone(), Tone::Warning);
    QVERIFY2(strip().text().contains(QStringLiteral("may still be listed")),
             qPrintable(strip().text()));
    QVERIFY(m_desk->isShown("showFindings") && !m_desk->isShown("saveEvidence"));
    m_desk->click("showBreak");
    QTRY_COMPARE(m_desk->text("inspectorTitle"), QStringLiteral("Transaction %1").arg(id));
    QTRY_VERIFY(m_desk->isShown("chainSection"));
    QVERIFY(!m_desk->isShown("collectGapEvidence"));
    const auto index =
        m_desk->table().currentIndex().siblingAtColumn(TransactionTableModel::column("before"));
    QCOMPARE(index.data(ToneRole).toInt(), static_cast<int>(Tone::Warning));
    // The service lists it as it should be.
    m_desk->server().faults().clearAll();
    checkUntil(&LedgerCheckResult::rewritten);
    QTRY_COMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
}

void TestLedgerCheckPage::anAcknowledgedFindingIsNoLongerRed()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(truth().at(200).id)));
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().tone(), Tone::Bad);
    m_desk->click("showFindings");
    QTRY_VERIFY(dialog<SheetDialog>("findingsDialog") != nullptr);
    const QPointer<SheetDialog> sheet = dialog<SheetDialog>("findingsDialog");
    auto *list = sheet->findChild<QTableView *>(QStringLiteral("findingsList"));
    const auto button = [&sheet](const char *name) {
        return sheet->findChild<QAbstractButton *>(QLatin1String(name));
    };
    const int line = list->currentIndex().row();
    const auto status = [list, line] { return list->model()->index(line, 2).data().toString(); };
    QCOMPARE(status(), QStringLiteral("Open"));
    QVERIFY(!button("reopenFinding")->isEnabled());

    QTest::mouseClick(button("acknowledgeFinding"), Qt::LeftButton);
    auto *note = dialog<SheetDialog>("acknowledgeDialog");
    QVERIFY(note);
    QTest::keyClicks(note->findChild<QLineEdit *>(QStringLiteral("acknowledgeNote")),
                     QStringLiteral("support knows"));
    note->submit();
    QTRY_COMPARE(strip().lead(), QStringLiteral("No open findings."));
    QCOMPARE(strip().tone(), Tone::Accent);
    QVERIFY(!m_desk->isShown("showBreak"));
    QVERIFY(m_desk->isShown("showFindings"));
    QVERIFY2(status().startsWith(QLatin1String("Acknowledged ")) &&
                 status().endsWith(QLatin1String("support knows")),
             qPrintable(status()));
    QVERIFY(!button("acknowledgeFinding")->isEnabled());

    QTest::mouseClick(button("reopenFinding"), Qt::LeftButton);
    QTRY_COMPARE(strip().tone(), Tone::Bad);
    QCOMPARE(status(), QStringLiteral("Open"));
    sheet->reject();
}

void TestLedgerCheckPage::evidenceIsWritten()
{
    m_desk->startSandbox();
    const Rows all = truth();
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(all.at(200).id)));
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().tone(), Tone::Bad);
    const LedgerBreak found = m_desk->account().ledger().check().verdict().breaks.front();
    const QString folder = m_desk->folder();
    for (const char *name : {"evidence.json", "evidence.txt"}) {
        const QString path = folder + u'/' + QLatin1String(name);
        m_desk->click("saveEvidence");
        auto *files = dialog<QFileDialog>("evidenceFileDialog");
        QVERIFY(files);
        Q_EMIT files->fileSelected(path);
        files->close();
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(content.contains(found.earlier.text().toUtf8()));
        QVERIFY(content.contains(found.later.text().toUtf8()));
        QVERIFY(content.contains(found.unexplained->text().toUtf8()));
        if (path.endsWith(QLatin1String(".json"))) {
            const QJsonObject json = QJsonDocument::fromJson(content).object();
            QVERIFY(!json.isEmpty());
            const QJsonArray breaks = json.value(QLatin1String("breaks")).toArray();
            QCOMPARE(breaks.size(),
                     int(m_desk->account().ledger().check().verdict().breaks.size()));
            const QJsonArray rows =
                breaks.first().toObject().value(QLatin1String("rows")).toArray();
            QVERIFY(rows.size() >= 3);
        }
    }
    QTRY_VERIFY(m_desk->isShown("toldBanner"));
    // If it cannot be written, the page says so.
    m_desk->click("saveEvidence");
    auto *files = dialog<QFileDialog>("evidenceFileDialog");
    QVERIFY(files);
    Q_EMIT files->fileSelected(folder + QStringLiteral("/no-such-folder/evidence.txt"));
    files->close();
    QTRY_COMPARE(m_desk->find<Banner>("toldBanner")->tone(), Tone::Bad);
}

void TestLedgerCheckPage::rowsThatCameBackDifferentAndThatVanished()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().tone(), Tone::Good);
    const Rows all = truth();
    const auto rewritten = all.at(120);
    QString json = QString::fromStdString(rewritten.json);
    QJsonObject object = QJsonDocument::fromJson(json.toUtf8()).object();
    object.insert(QLatin1String("description"), QStringLiteral("Rewritten by the service"));
    QVERIFY(m_desk->server().rewriteTransaction(
        rewritten.id, QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString()));
    QVERIFY(m_desk->server().removeTransaction(all.at(60).id));
    checkUntil(&LedgerCheckResult::vanished);
    QCOMPARE(m_desk->account().ledger().check().verdict().rewritten, qint64(1));
    m_desk->click("showFindings");
    QTRY_VERIFY(finding(all.at(60).id).isValid());
    goToFinding(rewritten.id);
    QVERIFY(m_desk->isShown("rewrittenMark"));
    auto *forms = m_desk->find<QTreeWidget>("formsTree");
    const auto changed =
        forms->findItems(QStringLiteral("description"), Qt::MatchExactly | Qt::MatchRecursive, 0);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.front()->text(2), QStringLiteral("Rewritten by the service"));
    // And the removed one.
    auto *page = m_desk->find<TransactionsPage>("transactionsPage");
    page->goTo(TransactionId(all.at(60).id));
    QTRY_COMPARE(m_desk->text("inspectorTitle"),
                 QStringLiteral("Transaction %1").arg(all.at(60).id));
    QVERIFY(m_desk->isShown("vanishedMark"));
}

void TestLedgerCheckPage::aRowThatCameBackUnreadable()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().tone(), Tone::Good);
    const auto row = truth().at(120);
    QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(row.json)).object();
    object.insert(QLatin1String("amount"), QStringLiteral("lots"));
    QVERIFY(m_desk->server().rewriteTransaction(
        row.id, QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString()));
    checkUntil(&LedgerCheckResult::spoiled);
    QCOMPARE(strip().tone(), Tone::Bad);
    QCOMPARE(m_desk->rows(), 250);
    m_desk->click("showFindings");
    QTRY_VERIFY(finding(row.id).isValid());
    QVERIFY(finding(row.id).data().toString().contains(QStringLiteral("earlier values kept")));
    goToFinding(row.id);
    QVERIFY(m_desk->isShown("spoiledMark"));

    // The evidence contains both versions.
    const QString path = m_desk->folder() + QStringLiteral("/evidence.json");
    m_desk->click("saveEvidence");
    auto *files = dialog<QFileDialog>("evidenceFileDialog");
    QVERIFY(files);
    Q_EMIT files->fileSelected(path);
    files->close();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject evidence = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonArray unreadable = evidence.value(QLatin1String("unreadable")).toArray();
    QCOMPARE(unreadable.size(), 1);
    const QJsonObject found = unreadable.first().toObject();
    QVERIFY(found.value(QLatin1String("row")).toString().contains(QStringLiteral("lots")));
    QCOMPARE(
        QString::number(
            found.value(QLatin1String("before")).toObject().value(QLatin1String("id")).toInteger()),
        QString::number(row.id));

    // Readable again: no finding is left.
    QVERIFY(m_desk->server().rewriteTransaction(row.id, row.json));
    m_desk->click("checkLedgerButton");
    QTRY_COMPARE(m_desk->account().ledger().check().verdict().spoiled, qint64(0));
    QTRY_COMPARE(strip().tone(), Tone::Good);
    QTRY_VERIFY(!m_desk->isShown("spoiledMark"));
}

void TestLedgerCheckPage::theCostIsSaidFirstAndTheResultStays()
{
    m_desk->sandboxOptions.maxPerPage = 3; // 84 pages
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
    const auto arrived = [this] {
        return m_desk->server().counters().of("listTransactions").arrived;
    };
    const auto before = arrived();
    m_desk->click("checkLedgerButton");
    auto *sheet = dialog<SheetDialog>("checkCostDialog");
    QVERIFY(sheet);
    QVERIFY(accessibleText(*sheet).contains(QStringLiteral("84 requests")));
    const QSignalSpy checked(&m_desk->account().ledger().check(), &LedgerCheck::changed);
    QTest::mouseClick(sheet->findChild<QAbstractButton *>(QStringLiteral("checkStoredButton")),
                      Qt::LeftButton);
    QTRY_VERIFY(!checked.isEmpty());
    QTRY_VERIFY(!m_desk->account().ledger().check().isChecking());
    QCOMPARE(arrived(), before);

    m_desk->click("checkLedgerButton");
    sheet = dialog<SheetDialog>("checkCostDialog");
    QVERIFY(sheet);
    sheet->submit();
    m_desk->account().ledger().pause();
    QVERIFY(m_desk->account().ledger().check().isChecking());
    QTRY_VERIFY(strip().text().contains(QStringLiteral("Loading is paused.")));
    QCOMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
    QVERIFY(strip().text().contains(QStringLiteral("Checking the ledger…")));
    m_desk->account().ledger().resume();
    QTRY_VERIFY(!m_desk->account().ledger().check().isChecking());
    QVERIFY(arrived() >= before + 84);
    QCOMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
}

void TestLedgerCheckPage::aWaitIsSaidInMinutesAndAtItsEndInSeconds()
{
    CheckResultFacts facts;
    facts.verdict.state = LedgerCheckResult::Checking;
    facts.readsAgain = true;
    facts.sync.state = LedgerProgress::Waiting;
    facts.waits = std::chrono::seconds(2533);
    const QString inMinutes = QStringLiteral("more requests: 43 min.");
    QVERIFY(checkResultTexts(facts).text.contains(inMinutes));
    facts.waits = std::chrono::seconds(12);
    QVERIFY(checkResultTexts(facts).text.contains(QStringLiteral("more requests: 12 s.")));
    facts.waits = std::chrono::seconds(2533);
    facts.before = LedgerCheckResult::Broken;
    facts.verdict.breakCount = 1;
    facts.open.breakCount = 1;
    const CheckResultTexts words = checkResultTexts(facts);
    QCOMPARE(words.lead, QStringLiteral("One gap in balance found."));
    QCOMPARE(words.tone, Tone::Bad);
    QVERIFY(words.text.contains(inMinutes));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestLedgerCheckPage)
#include "test_ledgercheckpage.moc"
