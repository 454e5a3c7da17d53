// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowactions.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "ui/base/viewonlytext.h"
#include "ui/shell/pagetable.h"
#include "ui/shell/windowaccount.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

namespace relaybook {

namespace {

constexpr int accountsWithKeys = 9;
// On macOS, Option with a digit types a character; elsewhere Ctrl+Alt does, like AltGr.
#ifdef Q_OS_MACOS
constexpr Qt::Modifier accountKeys = Qt::META;
#else
constexpr Qt::Modifier accountKeys = Qt::ALT;
#endif

} // namespace

WindowActions::WindowActions(const Theme &theme, QMenuBar &bar, QObject *parent)
    : QObject(parent)
{
    makeFile(bar, theme);
    makeEdit(bar, theme);
    makeView(bar, theme);
    makeAccount(bar, theme);
    makeSandbox(bar, theme);
    makeHelp(bar, theme);
}

QMenu *WindowActions::menu(QMenuBar &bar, const QString &title, const char *name)
{
    QMenu *menu = bar.addMenu(title);
    menu->setObjectName(QLatin1String(name));
    m_menus.push_back(menu);
    return menu;
}

QAction *WindowActions::add(QMenu &menu, const QString &text, const char *name)
{
    QAction *action = menu.addAction(text);
    action->setObjectName(QLatin1String(name));
    return action;
}

void WindowActions::makeFile(QMenuBar &bar, const Theme &theme)
{
    QMenu *file = menu(bar, tr("&File"), "fileMenu");
    exportRows = add(*file, tr("&Export…"), "exportAction");
    exportRows->setShortcut(QKeySequence(tr("Ctrl+E")));
    exportRows->setIcon(theme.icon(Icon::Download));
    file->addSeparator();
    openSettings = add(*file, tr("&Settings…"), "settingsAction");
    openSettings->setShortcut(QKeySequence(tr("Ctrl+,")));
    openSettings->setMenuRole(QAction::PreferencesRole);
    openSettings->setIcon(theme.icon(Icon::Settings));
    openDataFolder = add(*file, tr("Open the &data folder"), "openDataFolderAction");
    openDataFolder->setIcon(theme.icon(Icon::OpenOutside));
    file->addSeparator();
    quit = add(*file, tr("&Quit"), "quitAction");
    quit->setShortcut(QKeySequence(tr("Ctrl+Q")));
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::makeEdit(QMenuBar &bar, const Theme &theme)
{
    QMenu *menuOfEdit = menu(bar, tr("&Edit"), "editMenu");
    copy = add(*menuOfEdit, tr("&Copy selected rows"), "copyAction");
    copy->setShortcut(QKeySequence::Copy);
    copy->setIcon(theme.icon(Icon::Copy));
    copyCredentials = add(*menuOfEdit, tr("Copy c&redentials"), "copyCredentialsAction");
    copyCredentials->setShortcut(QKeySequence(tr("Ctrl+Shift+C")));
    copyCredentialsAs = add(*menuOfEdit, tr("C&opy credentials as…"), "copyCredentialsAsAction");
    selectAll = add(*menuOfEdit, tr("Select &all rows"), "selectAllAction");
    selectAll->setShortcut(QKeySequence::SelectAll);
    menuOfEdit->addSeparator();
    edit = add(*menuOfEdit, tr("&Edit the selected row…"), "editAction");
    edit->setShortcut(QKeySequence(Qt::Key_F2));
    edit->setIcon(theme.icon(Icon::Edit));
    menuOfEdit->addSeparator();
    find = add(*menuOfEdit, tr("&Search on this page"), "findAction");
    find->setShortcut(QKeySequence::Find);
    find->setIcon(theme.icon(Icon::Search));
    findAnything = add(*menuOfEdit, tr("Find a&nything…"), "findAnythingAction");
    findAnything->setShortcut(QKeySequence(tr("Ctrl+K")));
}

void WindowActions::makeView(QMenuBar &bar, const Theme &theme)
{
    QMenu *view = menu(bar, tr("&View"), "viewMenu");
    auto *pageGroup = new QActionGroup(this);
    for (const PageRow &row : pageTable()) {
        QAction *action = add(*view, row.title, row.action);
        action->setCheckable(true);
        pageGroup->addAction(action);
        pages.push_back(action);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(pages.size())));
    }
    view->addSeparator();
    refresh = add(*view, tr("&Refresh"), "refreshAction");
    refresh->setShortcut(QKeySequence(Qt::Key_F5));
    refresh->setIcon(theme.icon(Icon::Refresh));
    toggleInspector = add(*view, tr("Show or hide the &details"), "toggleInspectorAction");
    toggleInspector->setShortcut(QKeySequence(tr("Ctrl+I")));
    toggleInspector->setIcon(theme.icon(Icon::Inspector));
    privacy = add(*view, tr("Privacy &mode"), "privacyAction");
    privacy->setShortcut(QKeySequence(tr("Ctrl+Shift+M")));
    privacy->setCheckable(true);
    privacy->setToolTip(tr("Hides amounts, names, notes and credentials on the screen. What you "
                           "copy or export has the real values."));
    view->setToolTipsVisible(true);
    view->addSeparator();
    makeLook(*view, theme);
}

void WindowActions::makeLook(QMenu &view, const Theme &theme)
{
    QMenu *look = view.addMenu(tr("&Appearance"));
    look->setObjectName(QStringLiteral("appearanceMenu"));
    m_menus.push_back(look);
    auto *lookGroup = new QActionGroup(this);
    lookSystem = add(*look, tr("Follow s&ystem"), "lookSystemAction");
    lookSystem->setIcon(theme.icon(Icon::System));
    lookLight = add(*look, tr("&Light"), "lookLightAction");
    lookLight->setIcon(theme.icon(Icon::Light));
    lookDark = add(*look, tr("&Dark"), "lookDarkAction");
    lookDark->setIcon(theme.icon(Icon::Dark));
    for (QAction *action : {lookSystem, lookLight, lookDark}) {
        action->setCheckable(true);
        lookGroup->addAction(action);
    }
    look->addSeparator();
    zoomIn = add(*look, tr("Zoom &in"), "zoomInAction");
    // On many keyboards, plus needs Shift, and the key without it is =.
    zoomIn->setShortcuts({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))});
    zoomIn->setIcon(theme.icon(Icon::Plus));
    zoomOut = add(*look, tr("Zoom &out"), "zoomOutAction");
    zoomOut->setShortcut(QKeySequence(tr("Ctrl+-")));
    zoomOut->setIcon(theme.icon(Icon::Minus));
    usualSize = add(*look, tr("&Usual size"), "usualSizeAction");
    usualSize->setShortcut(QKeySequence(tr("Ctrl+0")));
}

void WindowActions::makeAccount(QMenuBar &bar, const Theme &theme)
{
    QMenu *account = menu(bar, tr("&Account"), "accountMenu");
    makeAccounts(*account, theme);
    account->addSeparator();
    topUp = add(*account, tr("&Top up traffic…"), "topUpAction");
    topUp->setShortcut(QKeySequence(tr("Ctrl+T")));
    topUp->setIcon(theme.icon(Icon::CreditCard));
    account->addSeparator();
    pauseLoading = add(*account, tr("&Pause loading transactions"), "pauseLoadingAction");
    pauseLoading->setIcon(theme.icon(Icon::Pause));
    resumeLoading = add(*account, tr("&Resume loading transactions"), "resumeLoadingAction");
    resumeLoading->setIcon(theme.icon(Icon::Play));
    cancelLoading = add(*account, tr("&Stop loading transactions"), "cancelLoadingAction");
    cancelLoading->setIcon(theme.icon(Icon::Close));
    checkLedger = add(*account, tr("C&heck the ledger"), "checkLedgerAction");
    checkLedger->setIcon(theme.icon(Icon::Good));
    account->addSeparator();
    makeOfAccount(*account, theme);
    account->setToolTipsVisible(true); // the tool tips say why a command is not possible
}

void WindowActions::makeAccounts(QMenu &account, const Theme &theme)
{
    connectAccount = add(account, tr("&Add account…"), "connectAction");
    connectAccount->setIcon(theme.icon(Icon::Plus));
    switchAccount = add(account, tr("S&witch account…"), "switchAccountAction");
    switchAccount->setShortcut(QKeySequence(tr("Ctrl+Shift+A")));
    switchAccount->setIcon(theme.icon(Icon::Sort));
    m_switchMenu = account.addMenu(tr("Sw&itch to"));
    m_switchMenu->setObjectName(QStringLiteral("switchMenu"));
    m_menus.push_back(m_switchMenu);
    for (int i = 1; i <= accountsWithKeys; ++i) {
        QAction *action = add(*m_switchMenu, {}, "");
        action->setObjectName(QStringLiteral("account%1Action").arg(i));
        action->setCheckable(true);
        accounts.push_back(action);
    }
    manageAccounts = add(account, tr("&Manage accounts…"), "manageAccountsAction");
    manageAccounts->setIcon(theme.icon(Icon::SubUsers));
    setAccounts({});
}

void WindowActions::makeOfAccount(QMenu &account, const Theme &theme)
{
    renameAccount = add(account, tr("Re&name the account…"), "renameAccountAction");
    renameAccount->setIcon(theme.icon(Icon::Edit));
    accountSettings = add(account, tr("Account s&ettings…"), "accountSettingsAction");
    accountSettings->setIcon(theme.icon(Icon::Settings));
    checkConnection = add(account, tr("&Check the connection…"), "checkConnectionAction");
    checkConnection->setIcon(theme.icon(Icon::Link));
    loadAgain = add(account, tr("&Load everything again…"), "loadAgainAction");
    loadAgain->setIcon(theme.icon(Icon::Refresh));
    signOut = add(account, tr("Sign &out…"), "signOutAction");
    signOut->setIcon(theme.icon(Icon::SignOut));
    removeAccount = add(account, tr("Remo&ve the account…"), "removeAccountAction");
    removeAccount->setIcon(theme.icon(Icon::Delete));
}

void WindowActions::setAccounts(const std::vector<AccountChoice> &choices)
{
    m_switchMenu->menuAction()->setVisible(!choices.empty());
    for (std::size_t i = 0; i < accounts.size(); ++i) {
        QAction *action = accounts.at(i);
        const bool isThere = i < choices.size();
        action->setVisible(isThere);
        action->setText(isThere ? choices.at(i).text : QString());
        action->setChecked(isThere && choices.at(i).isShown);
        // The shortcut of an account that does not exist must not appear in the list of shortcuts.
        action->setShortcut(
            isThere ? QKeySequence(accountKeys | Qt::Key(Qt::Key_1 + static_cast<int>(i)))
                    : QKeySequence());
    }
}

void WindowActions::enableForAccount(const AccountEntry *account)
{
    const bool open = account != nullptr;
    const bool usable = open && !isOpeningData(account->access);
    for (QAction *action : {renameAccount, accountSettings, removeAccount}) {
        action->setEnabled(usable);
    }
    checkConnection->setEnabled(open && account->access != AccountAccess::Offline);
    loadAgain->setEnabled(open && canLoadAgain(*account));
    signOut->setEnabled(usable && !account->isSandbox &&
                        account->access != AccountAccess::SignedOut);
    const bool viewOnly = open && account->isViewOnly;
    const QString reason = viewOnly ? viewOnlyReason() : QString();
    for (QAction *action : {topUp, edit}) {
        action->setEnabled(action->isEnabled() && !viewOnly);
        action->setToolTip(reason); // Qt shows the text if the tool tip is empty
    }
    if (open && !viewOnly && isWithoutToken(account->access)) {
        edit->setToolTip(notSignedInReason(*account));
    }
}

void WindowActions::makeSandbox(QMenuBar &bar, const Theme &theme)
{
    QMenu *sandbox = menu(bar, tr("Sand&box"), "sandboxMenu");
    openSandbox = add(*sandbox, tr("&Try the sandbox"), "openSandboxAction");
    openSandbox->setIcon(theme.icon(Icon::Sandbox));
    resetSandbox = add(*sandbox, tr("&Reset the sandbox…"), "resetSandboxAction");
    resetSandbox->setIcon(theme.icon(Icon::TryAgain));
}

void WindowActions::makeHelp(QMenuBar &bar, const Theme &theme)
{
    QMenu *help = menu(bar, tr("&Help"), "helpMenu");
    shortcuts = add(*help, tr("&Keyboard shortcuts"), "shortcutsAction");
    shortcuts->setShortcut(QKeySequence(Qt::Key_F1));
    shortcuts->setIcon(theme.icon(Icon::Keyboard));
    help->addSeparator();
    about = add(*help, tr("&About Relaybook"), "aboutAction");
    about->setMenuRole(QAction::AboutRole);
    about->setIcon(theme.icon(Icon::Info));
}

void WindowActions::enable(const Page *page, const WindowAccount &account, bool canSignIn)
{
    const auto can = [page](Page::Command command) {
        return page != nullptr && page->can(command);
    };
    refresh->setEnabled(can(Page::Command::Refresh));
    find->setEnabled(can(Page::Command::Search));
    copy->setEnabled(can(Page::Command::Copy));
    edit->setEnabled(can(Page::Command::Edit));
    selectAll->setEnabled(can(Page::Command::SelectAll));
    copyCredentials->setEnabled(can(Page::Command::CopyCredentials));
    copyCredentialsAs->setEnabled(can(Page::Command::CopyCredentialsAs));
    toggleInspector->setEnabled(can(Page::Command::ToggleInspector));
    for (std::size_t i = 0; i < pages.size(); ++i) {
        QAction *action = pages.at(i);
        action->setEnabled(page != nullptr);
        action->setChecked(page != nullptr &&
                           page->objectName() == QLatin1String(pageTable().at(i).name));
    }
    const AccountSession *session = account.account;
    const bool open = session != nullptr;
    const auto ledger = open ? session->ledger().progress().state : LedgerProgress::Idle;
    const bool busy = isAtWork(ledger);
    const bool stopped = ledger == LedgerProgress::Paused || ledger == LedgerProgress::Failed ||
                         (ledger == LedgerProgress::Idle && open && !session->isOffline() &&
                          session->summary().hasPersonal);
    pauseLoading->setEnabled(ledger == LedgerProgress::Running);
    resumeLoading->setEnabled(stopped);
    cancelLoading->setEnabled(busy || ledger == LedgerProgress::Paused);
    checkLedger->setEnabled(open && session->summary().transactions > 0);
    connectAccount->setEnabled(canSignIn);
    topUp->setEnabled(open);
    exportRows->setEnabled(open);
    openSandbox->setEnabled(!(open && account.sandbox));
    resetSandbox->setEnabled(open && account.sandbox && !account.offline);
}

} // namespace relaybook
