// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the export dialog as a user sees it: what it suggests, what it writes, and what it says if
// that fails.
#include "models/tables/keyedtablemodel.h"
#include "tests/ui/partialledger.h"
#include "tests/ui/windowfixture.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"

#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestExportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void proposesThePageThatIsOpen();
    void writesAndShowsWhere();
    void theFilterOfThePage();
    void theEndingFollowsTheForm();
    void csvForExcel();
    void troubleStandsAtTheField();
    void withoutAPathNothingIsWritten();
    void byKeyboardAlone();
    void tabLeadsToWhatIsChosen();
    void oneDialogAtATime();
    void offlineToo();
    void incompleteLedger();
    void incompleteLedgerIsFinishedFirst();
    void theNameSaysWhatItIs();
    void asksBeforeReplacing();
    void keepsBothFiles();
    void theSystemsDialogHasAsked();
    void theSystemsDialogAskedAboutAnotherName();

private:
    SheetDialog *openDialog(const char *page);
    void openIncomplete();
    void exportOver(const char *existing, const char *chosen);
    [[nodiscard]] QString proposed() const
    {
        return QFileInfo(in<QLineEdit>("pathEdit")->text()).fileName();
    }
    template <class Widget>
    Widget *in(const char *name) const
    {
        return WindowFixture::in<Widget>(m_dialog, name);
    }
    [[nodiscard]] QString file(const char *name) const
    {
        return m_out->filePath(QLatin1String(name));
    }
    void choose(const char *button) const
    {
        auto *radio = in<QRadioButton>(button);
        QVERIFY2(radio != nullptr && radio->isEnabled(), button);
        radio->click();
        QVERIFY(radio->isChecked());
    }
    void setPath(const QString &path) const
    {
        auto *edit = in<QLineEdit>("pathEdit");
        edit->selectAll();
        QTest::keyClicks(edit, path);
    }
    [[nodiscard]] QString fileError() const { return in<FieldRow>("fileRow")->error(); }
    static QByteArray contentOf(const QString &path)
    {
        QFile opened(path);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
    std::unique_ptr<QTemporaryDir> m_out;
    QPointer<SheetDialog> m_dialog;
};

void TestExportDialog::initTestCase()
{
    m_theme.apply(*qApp);
}

void TestExportDialog::init()
{
    m_out = std::make_unique<QTemporaryDir>();
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->open();
}

void TestExportDialog::cleanup()
{
    m_desk.reset();
    m_out.reset();
}

SheetDialog *TestExportDialog::openDialog(const char *page)
{
    m_desk->trigger(page);
    m_desk->trigger("exportAction");
    m_dialog = m_desk->sheet("exportDialog");
    return m_dialog;
}

void TestExportDialog::proposesThePageThatIsOpen()
{
    const std::pair<const char *, const char *> pages[] = {
        {"showOverviewAction", "exportTransactions"},
        {"showProxiesAction", "exportProxies"},
        {"showSubUsersAction", "exportSubUsers"},
        {"showTransactionsAction", "exportTransactions"}};
    for (const auto &[page, what] : pages) {
        QVERIFY(openDialog(page) != nullptr);
        QVERIFY2(in<QRadioButton>(what)->isChecked(), what);
        QVERIFY(in<QRadioButton>("rowsAll")->isChecked());
        QVERIFY(!in<QRadioButton>("rowsFiltered")->isEnabled());
        QVERIFY(in<QRadioButton>("columnsShown")->isChecked());
        m_dialog->reject();
        QTRY_VERIFY(m_dialog.isNull());
    }
    openDialog("showTransactionsAction");
    QCOMPARE(in<QRadioButton>("rowsAll")->text(), QStringLiteral("All (250)"));
    choose("exportSubUsers");
    QCOMPARE(in<QRadioButton>("rowsAll")->text(), QStringLiteral("All (30)"));
    QVERIFY(in<QLineEdit>("pathEdit")->text().contains(QStringLiteral("sub-users-")));
}

void TestExportDialog::writesAndShowsWhere()
{
    openDialog("showTransactionsAction");
    choose("columnsAll");
    setPath(file("all.csv"));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("250 row(s) exported."));
    QCOMPARE(contentOf(file("all.csv")).count("\r\n"), 251);
    QVERIFY(!m_dialog->submitButton()->isVisible());
    m_dialog->submit();
    QCOMPARE(m_dialog->state(), SheetDialog::State::Editing);
    m_dialog->reject();
    QTRY_VERIFY(m_dialog.isNull());
    // The folder is suggested again.
    openDialog("showTransactionsAction");
    QVERIFY2(in<QLineEdit>("pathEdit")
                 ->text()
                 .startsWith(QDir::toNativeSeparators(QFileInfo(file("x")).path())),
             qPrintable(in<QLineEdit>("pathEdit")->text()));
}

void TestExportDialog::theFilterOfThePage()
{
    m_desk->trigger("showProxiesAction");
    Page *page = m_desk->window().currentPage();
    auto *table = WindowFixture::in<QAbstractItemView>(page, "table");
    QTRY_COMPARE(table->model()->rowCount(), 40);
    const QString wanted = table->model()->index(0, 0).data().toString();
    auto *search = page->findChild<QLineEdit *>();
    QVERIFY(search != nullptr && !wanted.isEmpty());
    search->setText(wanted);
    const auto *model = qobject_cast<const KeyedTableModel *>(table->model());
    QVERIFY(model != nullptr);
    QTRY_VERIFY(model->rowCount() < 40 && model->isSettled());
    const int rows = table->model()->rowCount();
    openDialog("showProxiesAction");
    QVERIFY(in<QRadioButton>("rowsFiltered")->isChecked());
    QTRY_VERIFY(
        in<QRadioButton>("rowsFiltered")->text().endsWith(QStringLiteral("(%1)").arg(rows)));
    choose("formatJson");
    setPath(file("some.json"));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    const auto whole = QJsonDocument::fromJson(contentOf(file("some.json"))).object();
    QCOMPARE(whole[QLatin1String("rows")].toArray().size(), rows);
    QCOMPARE(whole[QLatin1String("provenance")].toObject()[QLatin1String("filter")].toString(),
             wanted);
}

void TestExportDialog::theEndingFollowsTheForm()
{
    openDialog("showTransactionsAction");
    auto *edit = in<QLineEdit>("pathEdit");
    QVERIFY(edit->text().endsWith(QStringLiteral(".csv")));
    choose("formatXlsx");
    QVERIFY(edit->text().endsWith(QStringLiteral(".xlsx")));
    setPath(file("my.own.name.xlsx"));
    choose("formatJson");
    QCOMPARE(edit->text(), QDir::toNativeSeparators(file("my.own.name.json")));
    setPath(file("no ending"));
    choose("formatCsv");
    QCOMPARE(edit->text(), file("no ending")); // as it was typed
}

void TestExportDialog::csvForExcel()
{
    openDialog("showTransactionsAction");
    const auto says = [this](const char *text) {
        const auto labels = in<FieldRow>("fileRow")->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [text](const QLabel *label) {
            return label->text().contains(QLatin1String(text));
        });
    };
    QVERIFY(says("to open the file in Excel, choose"));
    choose("formatCsvExcel");
    QVERIFY(in<QLineEdit>("pathEdit")->text().endsWith(QStringLiteral(".csv")));
    QVERIFY(says("for scripts, choose"));
    setPath(file("a.csv"));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QVERIFY(contentOf(file("a.csv")).startsWith("\xef\xbb\xbf"));
}

void TestExportDialog::troubleStandsAtTheField()
{
    openDialog("showTransactionsAction");
    setPath(file("missing/a.csv"));
    m_dialog->submit();
    QTRY_VERIFY(fileError().contains(QStringLiteral("does not exist")));
    QCOMPARE(m_dialog->state(), SheetDialog::State::Editing);
    // Typing removes the error, and the next attempt works.
    setPath(file("a.csv"));
    QCOMPARE(fileError(), QString());
    // No program would open a file whose ending is another format's.
    setPath(file("a.XLSX"));
    m_dialog->submit();
    QCOMPARE(fileError(), QStringLiteral("The name ends in “.XLSX”, but the format is CSV. Change "
                                         "one of them."));
    QVERIFY(!QFile::exists(file("a.XLSX")));
    setPath(file("a.csv"));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
}

void TestExportDialog::withoutAPathNothingIsWritten()
{
    openDialog("showTransactionsAction");
    for (const char *path : {"", "   ", "relative.csv"}) {
        auto *edit = in<QLineEdit>("pathEdit");
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, QLatin1String(path));
        m_dialog->submit();
        QVERIFY(!fileError().isEmpty());
        QCOMPARE(m_dialog->state(), SheetDialog::State::Editing);
    }
    QVERIFY(!QFile::exists(QStringLiteral("relative.csv")));
}

void TestExportDialog::byKeyboardAlone()
{
    m_desk->trigger("showSubUsersAction");
    QTest::keyClick(&m_desk->window(), Qt::Key_E, Qt::ControlModifier);
    m_dialog = m_desk->sheet("exportDialog");
    QVERIFY(m_dialog != nullptr);
    QTRY_VERIFY(in<QRadioButton>("exportSubUsers")->hasFocus());
    setPath(file("keys.csv"));
    QTest::keyClick(in<QLineEdit>("pathEdit"), Qt::Key_Return);
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QVERIFY(QFile::exists(file("keys.csv")));
    QTRY_VERIFY(m_dialog->cancelButton()->hasFocus());
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog.isNull());
}

void TestExportDialog::tabLeadsToWhatIsChosen()
{
    m_desk->trigger("showProxiesAction");
    WindowFixture::type(m_desk->window().currentPage(), "search", QStringLiteral("type:mobile"));
    m_desk->trigger("exportAction");
    m_dialog = m_desk->sheet("exportDialog");
    QVERIFY(m_dialog != nullptr);
    QTRY_VERIFY(in<QRadioButton>("exportProxies")->hasFocus());
    // All of these are the second of their group, and none of them had the focus yet.
    in<QRadioButton>("formatCsvExcel")->setChecked(true);
    for (const char *chosen : {"rowsFiltered", "columnsShown", "formatCsvExcel"}) {
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Tab);
        QVERIFY2(in<QRadioButton>(chosen)->isChecked() && in<QRadioButton>(chosen)->hasFocus(),
                 chosen);
    }
    QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Left);
    QVERIFY(in<QRadioButton>("formatCsv")->isChecked());
    QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Tab);
    QVERIFY(in<QLineEdit>("pathEdit")->hasFocus());
    QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Backtab);
    QVERIFY(in<QRadioButton>("formatCsv")->hasFocus());
}

void TestExportDialog::oneDialogAtATime()
{
    openDialog("showProxiesAction");
    m_desk->trigger("exportAction");
    QCOMPARE(m_desk->window().findChildren<SheetDialog *>(QStringLiteral("exportDialog")).size(),
             1);
}

void TestExportDialog::offlineToo()
{
    m_desk->windowAccount.offline = true;
    m_desk->reopen();
    openDialog("showTransactionsAction");
    QCOMPARE(in<QRadioButton>("rowsAll")->text(), QStringLiteral("All (250)"));
    QCOMPARE(m_dialog->submitButton()->text(), QStringLiteral("Export 250 transactions"));
    setPath(file("offline.csv"));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(contentOf(file("offline.csv")).count("\r\n"), 251);
}

// A ledger of which only the first pages came.
void TestExportDialog::openIncomplete()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->settings().setValue(Setting::ExportFolder, m_out->path());
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->showWindow();
    testing::refuseMostPages(m_desk->server());
    m_desk->openAccount();
    QVERIFY(testing::partialExtent(m_desk->session()).held > 0);
    openDialog("showTransactionsAction");
}

void TestExportDialog::incompleteLedger()
{
    openIncomplete();
    const qint64 held = m_desk->session().summary().ledger.held;
    const QString part = QStringLiteral("%1 of 3,000").arg(held);
    const auto *extent = in<Banner>("exportExtent");
    QVERIFY(extent->isVisible());
    QCOMPARE(extent->tone(), Tone::Warning);
    QVERIFY2(extent->lead().contains(part), qPrintable(extent->lead()));
    QCOMPARE(in<QRadioButton>("rowsAll")->text(), QStringLiteral("All stored (%1)").arg(part));
    QCOMPARE(m_dialog->submitButton()->text(), QStringLiteral("Export what is stored"));
    QVERIFY2(proposed().endsWith(QStringLiteral("-incomplete.csv")), qPrintable(proposed()));
    // Other lists are whole.
    choose("exportProxies");
    QVERIFY(!extent->isVisible());
    const QString submit = m_dialog->submitButton()->text();
    QVERIFY2(submit.startsWith(QStringLiteral("Export ")) &&
                 submit.endsWith(QStringLiteral(" proxies")),
             qPrintable(submit));
    QVERIFY(!proposed().contains(QStringLiteral("incomplete")));
    choose("exportTransactions");
    const QString path = in<QLineEdit>("pathEdit")->text();
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(m_dialog->banner()->tone(), Tone::Warning);
    QVERIFY(m_dialog->banner()->lead().contains(QStringLiteral("not complete")));
    QVERIFY(m_dialog->banner()->text().contains(part));
    QVERIFY(!extent->isVisible());
    const auto from =
        QJsonDocument::fromJson(contentOf(path + QStringLiteral(".provenance.json"))).object();
    QCOMPARE(from[QLatin1String("complete")], QJsonValue(false));
}

void TestExportDialog::incompleteLedgerIsFinishedFirst()
{
    openIncomplete();
    m_desk->server().faults().clearAll();
    WindowFixture::click(m_dialog, "finishDownload");
    QTRY_VERIFY(!in<Banner>("exportExtent")->isVisible());
    QCOMPARE(in<QRadioButton>("rowsAll")->text(), QStringLiteral("All (3,000)"));
    QVERIFY(!proposed().contains(QStringLiteral("incomplete")));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
}

void TestExportDialog::theNameSaysWhatItIs()
{
    m_desk->settings().setValue(Setting::ExportFolder, m_out->path());
    m_desk->trigger("showTransactionsAction");
    auto *search = m_desk->window().currentPage()->findChild<QLineEdit *>();
    search->setText(QStringLiteral("type:purchase on:2026-10"));
    openDialog("showTransactionsAction");
    QCOMPARE(proposed(), QStringLiteral("transactions-2026-10-purchases.csv"));
    choose("rowsAll");
    QVERIFY(!proposed().contains(QStringLiteral("purchases")));
    choose("rowsFiltered");
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    m_dialog->reject();
    QTRY_VERIFY(m_dialog.isNull());
    const QByteArray first = contentOf(file("transactions-2026-10-purchases.csv"));
    QVERIFY(!first.isEmpty());
    // The second one of the day gets a name of its own.
    openDialog("showTransactionsAction");
    QCOMPARE(proposed(), QStringLiteral("transactions-2026-10-purchases-2.csv"));
    // Also if it is taken in the meantime.
    QVERIFY(QFile::copy(file("transactions-2026-10-purchases.csv"),
                        file("transactions-2026-10-purchases-2.csv")));
    m_dialog->submit();
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(contentOf(file("transactions-2026-10-purchases-2.csv")), first);
    QVERIFY(QFile::exists(file("transactions-2026-10-purchases-3.csv")));
}

void TestExportDialog::asksBeforeReplacing()
{
    QFile taken(file("a.csv"));
    QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
    taken.close();
    openDialog("showTransactionsAction");
    setPath(file("a.csv"));
    m_dialog->submit();
    QCOMPARE(m_dialog->state(), SheetDialog::State::Editing);
    QVERIFY(m_dialog->banner()->isVisible());
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("“a.csv” already exists."));
    QTRY_VERIFY(in<QWidget>("keepBoth")->hasFocus());
    QCOMPARE(contentOf(file("a.csv")), QByteArray("mine"));
    WindowFixture::click(m_dialog, "cancelReplace");
    QVERIFY(!m_dialog->banner()->isVisible());
    QCOMPARE(contentOf(file("a.csv")), QByteArray("mine"));
    // Another name takes the question away.
    m_dialog->submit();
    QVERIFY(m_dialog->banner()->isVisible());
    setPath(file("b.csv"));
    QVERIFY(!m_dialog->banner()->isVisible());
    setPath(file("a.csv"));
    m_dialog->submit();
    WindowFixture::click(m_dialog, "replaceFile");
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(contentOf(file("a.csv")).count("\r\n"), 251);
    QVERIFY(!QFile::exists(file("b.csv")));
}

void TestExportDialog::keepsBothFiles()
{
    QFile taken(file("a.csv.provenance.json"));
    QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
    taken.close();
    openDialog("showTransactionsAction");
    setPath(file("a.csv"));
    QTest::keyClick(in<QLineEdit>("pathEdit"), Qt::Key_Return);
    QTRY_VERIFY(in<QWidget>("keepBoth") != nullptr && in<QWidget>("keepBoth")->hasFocus());
    QVERIFY(m_dialog->banner()->lead().contains(QStringLiteral("a.csv.provenance.json")));
    QTest::keyClick(in<QWidget>("keepBoth"), Qt::Key_Return);
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(contentOf(file("a.csv.provenance.json")), QByteArray("mine"));
    QVERIFY(!QFile::exists(file("a.csv")));
    QCOMPARE(contentOf(file("a-2.csv")).count("\r\n"), 251);
}

/// Exports to the name that was chosen in the system's dialog, where another file has its name.
void TestExportDialog::exportOver(const char *existing, const char *chosen)
{
    QFile taken(file(existing));
    QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
    taken.close();
    openDialog("showTransactionsAction");
    WindowFixture::click(m_dialog, "choosePath");
    auto *files = m_dialog->findChild<QFileDialog *>(QStringLiteral("exportFileDialog"));
    QVERIFY(files != nullptr);
    Q_EMIT files->fileSelected(file(chosen));
    files->close();
    m_dialog->submit();
}

void TestExportDialog::theSystemsDialogHasAsked()
{
    exportOver("a.csv", "a.csv");
    QTRY_VERIFY(in<QWidget>("showInFolder") != nullptr);
    QCOMPARE(contentOf(file("a.csv")).count("\r\n"), 251);
}

/// The ending is added after the system's dialog was closed: it asked about another name.
void TestExportDialog::theSystemsDialogAskedAboutAnotherName()
{
    exportOver("b.csv", "b");
    QVERIFY(in<QWidget>("replaceFile") != nullptr);
    QCOMPARE(contentOf(file("b.csv")), QByteArray("mine"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestExportDialog)
#include "test_exportdialog.moc"
