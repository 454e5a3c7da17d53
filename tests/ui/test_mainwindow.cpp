// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the main window around the pages: keys, menus, status, theme, what it remembers, and its
// own dialogs.
#include "models/accounts/programversion.h"
#include "models/text/format.h"
#include "tests/ui/windowfixture.h"
#include "ui/overview/overviewpage.h"
#include "ui/shell/pagetable.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/windowactions.h"
#include "ui/shell/windowplacement.h"
#include "ui/subusers/notedialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/sheetdialog.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

/// The average of the whole window, 0 (black) to 255: what a single point shows depends on what has
/// been loaded.
int brightnessOf(QWidget &window)
{
    const QImage picture = window.grab().toImage();
    return qGray(picture.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixel(0, 0));
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void emptyWindow();
    void theWindowIsNotHigherThanItsScreen();
    void aWindowOfAMissingMonitorIsVisible_data();
    void aWindowOfAMissingMonitorIsVisible();
    void enterPressesTheFocusedButton();
    void keysLeadToThePages();
    void screenReadersHearPages();
    void everyPageHasItsCommandEntryAndCount();
    void pagesAreBuiltWhenTheyAreNeeded();
    void searchKey();
    void countsAndStatus();
    void unreadableTransactionsAreStoredToo();
    void itRefreshesWhileItIsSeen();
    void commandsFollowThePage();
    void sandboxIsMarked();
    void ownAccountIsNot();
    void resetAsksFirst();
    void enterInTheTopUpBuysNothing();
    void themeIsSwitchedLive();
    void settingsDialogSwitchesTheTheme();
    void windowIsRemembered();
    void shortcutListIsComplete();
    void aboutShowsAndCopiesTheVersions();
    void everyMenuHasMnemonicsAndNames();
    void offlineIsSaid();
    void unreachableIsSaid();
    void failingIsNotConnected();
    void limitIsWaitedForVisibly();
    void aWaitForALimitCanBeCancelled();
    void ledgerCanBePausedAndCancelled();
    void noticesCanBeDismissed();
    void problemsOfAnAccountGoWithIt();
    void theConnectionIsReportedOnce();
    void closingKeepsADraft();
    void anotherAccountClosesTheDialogs();
    void aFilesNoticeGoesWithItsAccount();
    void aDamagedCacheIsNamedAndReadAnew();

private:
    [[nodiscard]] QString status(const char *label)
    {
        return WindowFixture::textOf(WindowFixture::in(&m_desk->window(), "statusStrip"), label);
    }
    [[nodiscard]] QString pageName() { return m_desk->window().currentPage()->objectName(); }
    [[nodiscard]] QAction *action(const char *name)
    {
        return m_desk->window().findChild<QAction *>(QLatin1String(name));
    }

    // Overwrites the file of the closed account with something that is not a database.
    void damage(const QString &name)
    {
        QDirIterator files(m_desk->folder(), {name}, QDir::Files, QDirIterator::Subdirectories);
        QVERIFY(files.hasNext());
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray(20'000, 'x'));
        QFile::remove(file.fileName() + QStringLiteral("-wal"));
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestMainWindow::emptyWindow()
{
    m_desk->showWindow();
    QVERIFY(m_desk->window().currentPage() == nullptr);
    QVERIFY(WindowFixture::in(&m_desk->window(), "startPage")->isVisible());
    QVERIFY(!WindowFixture::in(&m_desk->window(), "sideBarPrimary")->isVisible());
    QVERIFY(!WindowFixture::in(&m_desk->window(), "nav-proxiesPage")->isEnabled());
    for (const char *name : {"refreshAction", "copyAction", "editAction", "topUpAction",
                             "signOutAction", "resetSandboxAction", "showProxiesAction"}) {
        QVERIFY2(!action(name)->isEnabled(), name);
    }
    QVERIFY(action("connectAction")->isEnabled());
    QVERIFY(action("openSandboxAction")->isEnabled());
}

void TestMainWindow::enterPressesTheFocusedButton()
{
    m_desk->open();
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *topUp = m_desk->window().findChild<SideBar *>()->primaryButton();
        topUp->setFocus();
        QTest::keyClick(topUp, Qt::Key(key), Qt::ShiftModifier);
        QVERIFY(m_desk->sheet("topUpDialog") == nullptr);
        QTest::keyClick(topUp, Qt::Key(key));
        QVERIFY(m_desk->sheet("topUpDialog") != nullptr);
        m_desk->sheet("topUpDialog")->reject();
        QTRY_VERIFY(m_desk->sheet("topUpDialog") == nullptr);
    }
}

void TestMainWindow::keysLeadToThePages()
{
    m_desk->open();
    const QStringList names = {QStringLiteral("overviewPage"), QStringLiteral("proxiesPage"),
                               QStringLiteral("subUsersPage"), QStringLiteral("transactionsPage")};
    for (int i = 3; i >= 0; --i) {
        QTest::keyClick(&m_desk->window(), Qt::Key(Qt::Key_1 + i), Qt::ControlModifier);
        QCOMPARE(pageName(), names.at(i));
        QVERIFY(m_desk->window().windowTitle().startsWith(m_desk->window().currentPage()->title()));
        auto *bar = m_desk->window().findChild<SideBar *>();
        QCOMPARE(bar->current(), names.at(i));
    }
    WindowFixture::click(&m_desk->window(), "nav-subUsersPage");
    QCOMPARE(pageName(), names.at(2));
    QVERIFY(action("showSubUsersAction")->isChecked());
}

void TestMainWindow::screenReadersHearPages()
{
    m_desk->open();
    QCOMPARE(m_desk->window().currentPage()->accessibleName(), QStringLiteral("Overview"));
    const auto heard = [this](const char *name) {
        return QAccessible::queryAccessibleInterface(WindowFixture::in(&m_desk->window(), name));
    };
    QAccessibleInterface *entry = heard("nav-subUsersPage");
    QCOMPARE(entry->role(), QAccessible::PageTab);
    QCOMPARE(entry->text(QAccessible::Name), QStringLiteral("Sub-users"));
    QVERIFY(!entry->state().selected);
    entry->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(pageName(), QStringLiteral("subUsersPage"));
    QVERIFY(entry->state().selected);
    QCOMPARE(heard("subUsersPage")->role(), QAccessible::Pane);
    QCOMPARE(heard("subUsersPage")->text(QAccessible::Name), QStringLiteral("Sub-users"));
    // The stack of the pages is passed over.
    QCOMPARE(heard("subUsersPage")->parent()->role(), QAccessible::Client);
    QCOMPARE(heard("attention")->role(), QAccessible::Button);
}

void TestMainWindow::everyPageHasItsCommandEntryAndCount()
{
    m_desk->open();
    const AccountSummary summary = m_desk->session().summary();
    for (const PageRow &row : pageTable()) {
        const QString name = QLatin1String(row.name);
        m_desk->trigger(row.action);
        QCOMPARE(pageName(), name);
        const QString title = m_desk->window().currentPage()->title();
        QCOMPARE(QString(row.title).remove(u'&'), title);
        const auto *entry =
            m_desk->window().findChild<QAbstractButton *>(QStringLiteral("nav-") + name);
        QVERIFY2(entry->isChecked() && entry->isEnabled(), row.name);
        QCOMPARE(entry->text(), title);
        QCOMPARE(entry->accessibleDescription(),
                 row.count != nullptr ? format::count(summary.*row.count) : QString());
    }
}

void TestMainWindow::pagesAreBuiltWhenTheyAreNeeded()
{
    m_desk->open();
    const auto built = [this] { return m_desk->window().findChildren<Page *>().size(); };
    QCOMPARE(built(), 1);
    m_desk->window().showPage(QStringLiteral("proxiesPage"));
    QCOMPARE(built(), 2);
    const Page *proxies = m_desk->window().currentPage();
    m_desk->window().showPage(QStringLiteral("no such page"));
    QCOMPARE(pageName(), QStringLiteral("overviewPage"));
    m_desk->window().showPage(QStringLiteral("proxiesPage"));
    QCOMPARE(m_desk->window().currentPage(), proxies); // what was typed there is still there
    QCOMPARE(built(), 2);
}

void TestMainWindow::searchKey()
{
    m_desk->open();
    QTest::keyClick(&m_desk->window(), Qt::Key_2, Qt::ControlModifier);
    QTest::keyClick(&m_desk->window(), Qt::Key_F, Qt::ControlModifier);
    auto *search = WindowFixture::in<QLineEdit>(m_desk->window().currentPage(), "search");
    QVERIFY(search != nullptr);
    QTRY_VERIFY(search->hasFocus());
}

void TestMainWindow::unreadableTransactionsAreStoredToo()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("unreadable-rows=10"));
    m_desk->open();
    QTRY_VERIFY(m_desk->session().summary().ledger.complete);
    const qint64 unreadable = m_desk->session().summary().unreadableTransactions;
    QVERIFY(unreadable > 0);
    QTRY_COMPARE(status("fact"),
                 QStringLiteral("250 transactions stored on this computer, %1 of them unreadable")
                     .arg(unreadable));
}

void TestMainWindow::countsAndStatus()
{
    m_desk->open();
    QTRY_COMPARE(status("connection"), QStringLiteral("Connected"));
    QTRY_COMPARE(status("fact"), QStringLiteral("250 transactions stored on this computer"));
    QTRY_VERIFY2(status("asOf").startsWith(QStringLiteral("Updated ")), qPrintable(status("asOf")));
    const auto *proxies = WindowFixture::in(&m_desk->window(), "nav-proxiesPage");
    QTRY_COMPARE(proxies->accessibleDescription(), QStringLiteral("40"));
    const auto *subUsers = WindowFixture::in(&m_desk->window(), "nav-subUsersPage");
    QTRY_COMPARE(subUsers->accessibleDescription(), QStringLiteral("30"));
}

void TestMainWindow::itRefreshesWhileItIsSeen()
{
    m_desk->open();
    AutoRefresh &refresh = m_desk->session().autoRefresh();
    QVERIFY(refresh.isOn());
    m_desk->window().hide();
    QVERIFY(!refresh.isOn());
    m_desk->window().show();
    QVERIFY(refresh.isOn());
    m_desk->window().showMinimized();
    QTRY_VERIFY(!refresh.isOn());
    m_desk->window().showNormal();
    QTRY_VERIFY(refresh.isOn());
    QVERIFY(!refresh.listInView());
    m_desk->trigger("showProxiesAction");
    QVERIFY(refresh.listInView() == Area::Proxies);
    m_desk->trigger("showSubUsersAction");
    QVERIFY(refresh.listInView() == Area::SubUsers);
    // Turned off where the other settings are.
    m_desk->trigger("settingsAction");
    SheetDialog *sheet = m_desk->sheet("settingsDialog");
    QVERIFY(sheet != nullptr);
    auto *box = WindowFixture::in<QAbstractButton>(sheet, "autoRefresh");
    QVERIFY(box != nullptr && box->isChecked());
    box->click();
    QVERIFY(!refresh.isOn());
    QVERIFY(!m_desk->settings().flag(Setting::AutoRefresh));
    box->click();
    QVERIFY(refresh.isOn());
}

void TestMainWindow::commandsFollowThePage()
{
    m_desk->open();
    QVERIFY(!action("editAction")->isEnabled());
    QVERIFY(action("refreshAction")->isEnabled());
    m_desk->trigger("showProxiesAction");
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QTRY_VERIFY(table->model()->rowCount() > 0);
    // Alone, whatever modifier keys an earlier test pressed.
    table->selectionModel()->setCurrentIndex(table->model()->index(1, 0),
                                             QItemSelectionModel::ClearAndSelect |
                                                 QItemSelectionModel::Rows);
    QTRY_VERIFY(action("editAction")->isEnabled());
    QVERIFY(action("copyAction")->isEnabled());
    QVERIFY(action("findAction")->isEnabled());
    m_desk->trigger("showTransactionsAction");
    QVERIFY(!action("editAction")->isEnabled());
}

void TestMainWindow::sandboxIsMarked()
{
    m_desk->windowAccount.sandbox = true;
    m_desk->open();
    QVERIFY(m_desk->window().windowTitle().contains(QStringLiteral("Sandbox")));
    QVERIFY(WindowFixture::in(&m_desk->window(), "sandboxMark")->isVisible());
    const auto *topUp = WindowFixture::in<QPushButton>(&m_desk->window(), "sideBarPrimary");
    QVERIFY(topUp->accessibleName().contains(QStringLiteral("sandbox")));
    QVERIFY(action("resetSandboxAction")->isEnabled());
    QVERIFY(!action("openSandboxAction")->isEnabled());
}

void TestMainWindow::ownAccountIsNot()
{
    m_desk->open();
    QVERIFY(!m_desk->window().windowTitle().contains(QStringLiteral("Sandbox")));
    QVERIFY(!WindowFixture::in(&m_desk->window(), "sandboxMark")->isVisible());
    QVERIFY(!action("resetSandboxAction")->isEnabled());
    QVERIFY(action("openSandboxAction")->isEnabled());
}

void TestMainWindow::resetAsksFirst()
{
    m_desk->windowAccount.sandbox = true;
    m_desk->open();
    QSignalSpy reset(&m_desk->window(), &MainWindow::sandboxResetRequested);
    m_desk->trigger("resetSandboxAction");
    SheetDialog *dialog = m_desk->sheet("resetSandboxDialog");
    QVERIFY(dialog != nullptr);
    // Enter does not confirm: the focus is on Cancel.
    QTest::keyClick(dialog, Qt::Key_Return);
    QTest::qWait(0);
    QCOMPARE(reset.size(), 0);
    if (m_desk->sheet("resetSandboxDialog") == nullptr) {
        m_desk->trigger("resetSandboxAction");
        dialog = m_desk->sheet("resetSandboxDialog");
    }
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(reset.size(), 1);
}

void TestMainWindow::enterInTheTopUpBuysNothing()
{
    m_desk->open();
    const std::string balance = m_desk->server().balance();
    QTest::keyClick(&m_desk->window(), Qt::Key_T, Qt::ControlModifier);
    SheetDialog *dialog = m_desk->sheet("topUpDialog");
    QVERIFY(dialog != nullptr);
    WindowFixture::type(dialog, "amountEdit", QStringLiteral("10"));
    for (int press = 0; press < 3; ++press) {
        QTest::keyClick(dialog, Qt::Key_Return);
    }
    QCOMPARE(m_desk->server().balance(), balance);
    QCOMPARE(m_desk->server().counters().ordersArrived(), std::uint64_t(0));
}

void TestMainWindow::themeIsSwitchedLive()
{
    m_desk->open();
    m_desk->trigger("lookLightAction");
    QVERIFY(!m_theme.isDark());
    QTRY_VERIFY(brightnessOf(m_desk->window()) > 200);
    m_desk->trigger("lookDarkAction");
    QVERIFY(m_theme.isDark());
    QCOMPARE(m_desk->settings().text(Setting::Appearance), QStringLiteral("dark"));
    QTRY_VERIFY(brightnessOf(m_desk->window()) < 80);
    m_desk->trigger("lookLightAction");
    QTRY_VERIFY(brightnessOf(m_desk->window()) > 200);
}

void TestMainWindow::settingsDialogSwitchesTheTheme()
{
    m_desk->open();
    QTest::keyClick(&m_desk->window(), Qt::Key_Comma, Qt::ControlModifier);
    SheetDialog *dialog = m_desk->sheet("settingsDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(WindowFixture::textOf(dialog, "dataFolder")
                .contains(QDir::toNativeSeparators(m_desk->folder())));
    WindowFixture::in<QRadioButton>(dialog, "appearanceDark")->click();
    QVERIFY(m_theme.isDark());
    QVERIFY(action("lookDarkAction")->isChecked());
    WindowFixture::in<QRadioButton>(dialog, "appearanceLight")->click();
    QVERIFY(!m_theme.isDark());
}

void TestMainWindow::windowIsRemembered()
{
    // With a frame it still fits on the offscreen platform's screen of 800 × 800: since Qt 6.8 a
    // window that doesn't comes back smaller.
    const QSize size(790, 650);
    m_desk->open();
    m_desk->window().resize(size);
    m_desk->trigger("showTransactionsAction");
    m_desk->trigger("lookDarkAction");
    m_desk->window().close();
    m_desk->reopen();
    QCOMPARE(m_desk->window().size(), size);
    QCOMPARE(pageName(), QStringLiteral("transactionsPage"));
    QVERIFY(m_theme.isDark());
    m_desk->trigger("lookLightAction");
}

void TestMainWindow::aboutShowsAndCopiesTheVersions()
{
    m_desk->open();
    m_desk->trigger("aboutAction");
    SheetDialog *about = m_desk->sheet("aboutDialog");
    QVERIFY(about != nullptr);
    const QList<RowList::Row> rows = WindowFixture::in<RowList>(about, "aboutRows")->rows();
    QGuiApplication::clipboard()->clear();
    WindowFixture::in<QPushButton>(about, "copyVersions")->click();
    const QStringList copied = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(copied.join(u'\n'), versionText()); // what relaybook --version prints
    QCOMPARE(copied.constFirst(), QStringLiteral("relaybook " RELAYBOOK_VERSION));
    QCOMPARE(rows.constFirst().value, QStringLiteral(RELAYBOOK_VERSION));
    for (qsizetype i = 1; i < copied.size(); ++i) {
        QVERIFY2(!rows.at(i).value.isEmpty(), qPrintable(rows.at(i).label));
        QCOMPARE(copied.at(i), QString(rows.at(i).label % QStringLiteral(": ") % rows.at(i).value));
    }
    for (const char *library : {"Commit: ", "Qt: ", "SQLite: ", "OpenSSL: "}) {
        QVERIFY2(copied.filter(QLatin1String(library)).size() == 1, library);
    }
    about->reject();
}

void TestMainWindow::shortcutListIsComplete()
{
    m_desk->open();
    QTest::keyClick(&m_desk->window(), Qt::Key_F1);
    SheetDialog *dialog = m_desk->sheet("shortcutsDialog");
    QVERIFY(dialog != nullptr);
    QStringList names;
    for (const QWidget *widget : dialog->findChildren<QWidget *>()) {
        names.append(widget->accessibleName());
    }
    int shortcuts = 0;
    for (const QAction *each : m_desk->window().findChildren<QAction *>()) {
        if (each->shortcut().isEmpty()) {
            continue;
        }
        ++shortcuts;
        const QString keys = each->shortcut().toString(QKeySequence::NativeText);
        QVERIFY2(std::any_of(names.begin(), names.end(),
                             [&keys](const QString &name) { return name.endsWith(keys); }),
                 qPrintable(keys));
    }
    QVERIFY(shortcuts >= 13);
}

void TestMainWindow::everyMenuHasMnemonicsAndNames()
{
    m_desk->open();
    // For a window that is too narrow for all menus; Qt's own icon is not requested.
    const auto *overflow = m_desk->window().menuBar()->findChild<QToolButton *>();
    QVERIFY(overflow != nullptr);
    QVERIFY(!overflow->icon().isNull());
    for (const QAction *top : m_desk->window().menuBar()->actions()) {
        QVERIFY(top->text().contains(QLatin1Char('&')));
        QSet<QString> mnemonics;
        for (const QAction *each : top->menu()->actions()) {
            if (each->isSeparator()) {
                continue;
            }
            QVERIFY2(each->menu() || !each->objectName().isEmpty(), qPrintable(each->text()));
            const QString key = each->text().section(QLatin1Char('&'), 1).left(1).toLower();
            QVERIFY2(!key.isEmpty() && !mnemonics.contains(key), qPrintable(each->text()));
            mnemonics.insert(key);
        }
    }
}

void TestMainWindow::offlineIsSaid()
{
    m_desk->open();
    m_desk->session().flush();
    m_desk->windowAccount.offline = true;
    m_desk->reopen();
    QCOMPARE(status("connection"), QStringLiteral("Offline"));
    QVERIFY(!action("refreshAction")->isEnabled());
    QTRY_COMPARE(status("fact"), QStringLiteral("250 transactions stored on this computer"));
}

void TestMainWindow::unreachableIsSaid()
{
    m_desk->open();
    QVERIFY(!m_desk->server().faults().set("refuse"));
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_COMPARE(status("connection"), QStringLiteral("The service cannot be reached"));
    m_desk->server().faults().clearAll();
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_COMPARE(status("connection"), QStringLiteral("Connected"));
}

/// A service that answers with errors is reached, but loading does not work.
void TestMainWindow::failingIsNotConnected()
{
    m_desk->open();
    m_desk->trigger("showProxiesAction");
    QTRY_COMPARE(status("connection"), QStringLiteral("Connected"));
    QVERIFY(!m_desk->server().faults().set("error-500"));
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_COMPARE(status("connection"), QStringLiteral("Loading failed"));
    m_desk->server().faults().clearAll();
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_COMPARE(status("connection"), QStringLiteral("Connected"));
}

void TestMainWindow::limitIsWaitedForVisibly()
{
    m_desk->open();
    QVERIFY(!m_desk->server().faults().set("too-many-requests=2,next=1"));
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_VERIFY2(status("taskText").contains(QStringLiteral("Limit on requests reached")),
                 qPrintable(status("taskText")));
    QVERIFY(WindowFixture::in(&m_desk->window(), "taskCancel")->isVisible());
    QTRY_VERIFY(m_desk->isLoaded());
    QTRY_VERIFY(!WindowFixture::in(&m_desk->window(), "taskText")->isVisible());
}

void TestMainWindow::aWaitForALimitCanBeCancelled()
{
    m_desk->open();
    QVERIFY(!m_desk->server().faults().set("too-many-requests=600,on=listProxies,next=1"));
    m_desk->trigger("showProxiesAction");
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_VERIFY2(status("taskText").contains(QStringLiteral("Limit on requests reached")),
                 qPrintable(status("taskText")));
    QVERIFY(!action("refreshAction")->isEnabled());
    QVERIFY(!WindowFixture::in(&m_desk->window(), "taskPercent")->isVisible());
    WindowFixture::click(&m_desk->window(), "taskCancel");
    QVERIFY(!WindowFixture::in(&m_desk->window(), "taskText")->isVisible());
    QTRY_VERIFY(action("refreshAction")->isEnabled());
    // What was read before is shown, and no error is reported.
    QVERIFY(m_desk->session().status(Area::Proxies).state == AreaStatus::Loaded);
    QVERIFY(!WindowFixture::in(m_desk->window().currentPage(), "troubleBanner")->isVisible());
    // The limit still applies: each new request reports it again.
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_VERIFY2(WindowFixture::in(&m_desk->window(), "taskText")->isVisible() &&
                     status("taskText").contains(QStringLiteral("Limit on requests reached")),
                 qPrintable(status("taskText")));
}

void TestMainWindow::ledgerCanBePausedAndCancelled()
{
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->sandboxOptions.maxPerPage = 20;
    m_desk->sandboxOptions.latency = std::chrono::milliseconds(20);
    m_desk->showWindow();
    m_desk->openAccount();
    QTRY_VERIFY(WindowFixture::in(&m_desk->window(), "taskPause")->isVisible());
    QVERIFY(status("taskText").contains(QStringLiteral("Loading transactions")));
    QTRY_VERIFY(m_desk->session().ledger().progress().held > 0);
    WindowFixture::click(&m_desk->window(), "taskPause");
    QTRY_VERIFY(status("taskText").startsWith(QStringLiteral("Paused")));
    QVERIFY(!action("pauseLoadingAction")->isEnabled());
    WindowFixture::click(&m_desk->window(), "taskPause");
    QTRY_VERIFY(status("taskText").startsWith(QStringLiteral("Loading")));
    WindowFixture::click(&m_desk->window(), "taskCancel");
    // From then on nothing new is loaded, and the strip says so. There is nothing to cancel.
    QTRY_VERIFY2(status("taskText").startsWith(QStringLiteral("Cancelled: ")) &&
                     status("taskText").contains(QStringLiteral(" of 3,000 ")),
                 qPrintable(status("taskText")));
    QVERIFY(!WindowFixture::in(&m_desk->window(), "taskCancel")->isVisible());
    QTRY_VERIFY2(status("fact").contains(QStringLiteral(" of 3,000 ")),
                 qPrintable(QStringLiteral("%1, held %2 of %3, state %4")
                                .arg(status("fact"))
                                .arg(m_desk->session().ledger().progress().held)
                                .arg(m_desk->session().ledger().progress().total)
                                .arg(m_desk->session().ledger().progress().state)));
    QTRY_VERIFY(action("resumeLoadingAction")->isEnabled());
    m_desk->server().setLatency(std::chrono::milliseconds(0));
    WindowFixture::click(&m_desk->window(), "taskPause");
    QTRY_VERIFY(status("fact").startsWith(QStringLiteral("3,000 transactions")));
    QTRY_VERIFY(!WindowFixture::in(&m_desk->window(), "taskText")->isVisible());
}

void TestMainWindow::noticesCanBeDismissed()
{
    m_desk->open();
    m_desk->window().notices().showProblem(QStringLiteral("A damaged file was moved aside."));
    m_desk->window().notices().showProblem(QStringLiteral("A damaged file was moved aside."));
    const QRegularExpression name(QStringLiteral("^notice[0-9]+$"));
    const auto notices = m_desk->window().findChildren<Banner *>(name);
    QCOMPARE(notices.size(), 1);
    QTRY_VERIFY(notices.front()->isVisible());
    WindowFixture::click(notices.front(), "bannerDismiss");
    QTRY_VERIFY(m_desk->window().findChildren<Banner *>(name).isEmpty());
}

void TestMainWindow::problemsOfAnAccountGoWithIt()
{
    m_desk->showWindow();
    const auto banners = [this] {
        QStringList leads;
        for (const auto *banner : m_desk->window().findChildren<Banner *>(
                 QRegularExpression(QStringLiteral("^notice[0-9]+$")))) {
            leads.append(banner->lead());
        }
        return leads;
    };
    const QString before = QStringLiteral("There is no account of this name.");
    m_desk->window().notices().showProblem(before);
    m_desk->openAccount();
    m_desk->window().notices().showProblem(QStringLiteral("The connection cannot be checked."));
    QVERIFY(banners().contains(before));
    QVERIFY(banners().size() >= 2);
    m_desk->window().setAccount({});
    QTRY_COMPARE(banners(), QStringList{before});
}

/// Above the pages; a page that is shown without that banner reports it itself.
void TestMainWindow::theConnectionIsReportedOnce()
{
    m_desk->open();
    m_desk->trigger("showProxiesAction");
    m_desk->server().stop();
    m_desk->session().refreshAll();
    auto *proxies = WindowFixture::in<Banner>(m_desk->window().currentPage(), "troubleBanner");
    QTRY_VERIFY(proxies->isVisible());
    m_desk->window().notices().setReported({true, false});
    QVERIFY(!proxies->isVisible());
    m_desk->trigger("showOverviewAction");
    auto *overview = WindowFixture::in<Banner>(m_desk->window().currentPage(), "overviewTrouble");
    QVERIFY(overview != nullptr && !overview->isVisible());
    m_desk->window().notices().setReported({});
    QTRY_VERIFY(overview->isVisible());
    m_desk->trigger("showProxiesAction");
    QVERIFY(proxies->isVisible());
}

void TestMainWindow::closingKeepsADraft()
{
    m_desk->open();
    const SubUserId id(m_desk->server().subUserIds().front());
    const auto subUser = m_desk->session().rows().subUser(id);
    QVERIFY(subUser.has_value());
    auto *dialog =
        new NoteDialog(m_desk->context(), subUser.value_or(SubUser{}), &m_desk->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    QTest::keyClicks(WindowFixture::in(dialog, "noteEdit"), QStringLiteral("unsaved words"));
    m_desk->window().close();
    QVERIFY(!m_desk->window().isVisible());
    const auto draft = m_desk->session().kept().draft(id);
    QVERIFY(draft && draft->text.contains(QStringLiteral("unsaved words")));
}

void TestMainWindow::anotherAccountClosesTheDialogs()
{
    m_desk->open();
    const auto subUser =
        m_desk->session().rows().subUser(SubUserId(m_desk->server().subUserIds().front()));
    QPointer<NoteDialog> dialog =
        new NoteDialog(m_desk->context(), subUser.value_or(SubUser{}), &m_desk->window());
    dialog->open();
    m_desk->window().setAccount({});
    QVERIFY(dialog.isNull());
    QVERIFY(m_desk->window().currentPage() == nullptr);
    QVERIFY(m_desk->window().findChildren<Page *>().isEmpty());
}

void TestMainWindow::aFilesNoticeGoesWithItsAccount()
{
    m_desk->open();
    m_desk->close();
    damage(QStringLiteral("keep.sqlite"));
    m_desk->open();
    const auto button = [this] {
        return m_desk->window().findChild<QAbstractButton *>(QStringLiteral("setKeepFileAside"));
    };
    QVERIFY(button() != nullptr);
    // It must not affect another account's file, or work without an account.
    m_desk->window().setAccount({});
    QVERIFY(button() == nullptr);
    m_desk->close();
    m_desk->open();
    QVERIFY(button() != nullptr);
    button()->click();
    QTRY_VERIFY(button() == nullptr);
    QVERIFY(!m_desk->session().notices().keepProblem());
}

void TestMainWindow::aDamagedCacheIsNamedAndReadAnew()
{
    m_desk->open();
    m_desk->close();
    damage(QStringLiteral("cache.sqlite"));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
    m_desk->open();
    QStringList notices;
    for (const Banner *banner : m_desk->window().findChildren<Banner *>()) {
        if (banner->isVisible()) {
            notices.append(banner->lead());
        }
    }
    const QString said = notices.join(QLatin1Char('\n'));
    QVERIFY2(said.contains(QStringLiteral("cache.damaged-")), qPrintable(said));
    QTRY_COMPARE(status("fact"), QStringLiteral("250 transactions stored on this computer"));
}

void TestMainWindow::theWindowIsNotHigherThanItsScreen()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    const auto fits = [&room](const QWidget &window) { // with a title bar above it
        return window.height() < room.height() && window.width() <= room.width();
    };
    QWidget first;
    WindowPlacement placement(first, settings);
    QVERIFY(fits(first));
    first.resize(room.width() + 500, room.height() + 500);
    placement.save();
    QWidget second;
    const WindowPlacement restored(second, settings);
    QVERIFY(fits(second));
}

void TestMainWindow::aWindowOfAMissingMonitorIsVisible_data()
{
    QTest::addColumn<QRect>("stored");
    QTest::addColumn<bool>("maximized");
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    QTest::newRow("to the right") << room.translated(room.width() + 300, 100) << false;
    QTest::newRow("to the left") << room.translated(-room.width() - 300, 0) << false;
    QTest::newRow("below") << QRect(100, room.bottom() + 500, 900, 600) << false;
    QTest::newRow("partly below") << QRect(100, room.bottom() - 300, 600, 500) << false;
    QTest::newRow("title bar above the screen") << QRect(50, -400, 900, 600) << false;
    QTest::newRow("larger than the screen")
        << QRect(room.topLeft(), room.size() * 2).translated(40, 40) << false;
    QTest::newRow("maximized there") << room.translated(room.width() + 300, 0) << true;
}

void TestMainWindow::aWindowOfAMissingMonitorIsVisible()
{
    QFETCH(QRect, stored);
    QFETCH(bool, maximized);
    const QTemporaryDir folder;
    Settings settings(folder.path());
    {
        QWidget before;
        before.setGeometry(stored);
        if (maximized) {
            before.setWindowState(Qt::WindowMaximized);
        }
        settings.setValue(Setting::WindowGeometry, before.saveGeometry());
    }
    QWidget window;
    const WindowPlacement placement(window, settings);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    // The title bar can be reached, by which the window can be moved: most of it is on the screen.
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    const QRect frame = window.frameGeometry();
    const QRect title(frame.topLeft(),
                      QSize(frame.width(), std::max(1, window.geometry().top() - frame.top())));
    const QRect seen = title.intersected(room);
    const bool isReached =
        seen.width() > frame.width() / 2 && seen.height() >= (title.height() + 1) / 2;
    QVERIFY2(isReached, qPrintable(QStringLiteral("%1,%2 %3x%4")
                                       .arg(frame.x())
                                       .arg(frame.y())
                                       .arg(frame.width())
                                       .arg(frame.height())));
    QCOMPARE(window.isMaximized(), maximized);
    // As a whole, if it is smaller than the screen with its frame.
    if (stored.width() < room.width() - 50 && stored.height() < room.height() - 100) {
        QVERIFY(room.contains(window.geometry()));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestMainWindow)
#include "test_mainwindow.moc"
