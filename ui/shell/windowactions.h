// SPDX-License-Identifier: GPL-3.0-or-later
// All commands of the window: their text, their shortcut, their place in the menu bar, and when
// they are enabled. The window connects what they do; the list of shortcuts in the help is
// generated from them too.
#pragma once

#include <QObject>
#include <QString>

#include <vector>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;

namespace relaybook {

class Page;
class Theme;
struct AccountEntry;
struct WindowAccount;

class WindowActions : public QObject
{
    Q_OBJECT

public:
    WindowActions(const Theme &theme, QMenuBar &bar, QObject *parent);

    // File
    QAction *exportRows = nullptr;
    QAction *openSettings = nullptr;
    QAction *openDataFolder = nullptr;
    QAction *quit = nullptr;
    // Edit
    QAction *copy = nullptr;
    QAction *copyCredentials = nullptr;
    QAction *copyCredentialsAs = nullptr;
    QAction *selectAll = nullptr;
    QAction *edit = nullptr;
    QAction *find = nullptr;
    QAction *findAnything = nullptr;
    // View
    std::vector<QAction *> pages; ///< in the order of Ctrl+1, Ctrl+2 …
    QAction *refresh = nullptr;
    QAction *privacy = nullptr;
    QAction *toggleInspector = nullptr;
    QAction *lookSystem = nullptr;
    QAction *lookLight = nullptr;
    QAction *lookDark = nullptr;
    QAction *zoomIn = nullptr;
    QAction *zoomOut = nullptr;
    QAction *usualSize = nullptr;
    // Account
    QAction *connectAccount = nullptr;
    QAction *switchAccount = nullptr;
    QAction *manageAccounts = nullptr;
    std::vector<QAction *> accounts; ///< the first nine, in the order of the list
    QAction *topUp = nullptr;
    QAction *pauseLoading = nullptr;
    QAction *resumeLoading = nullptr;
    QAction *cancelLoading = nullptr;
    QAction *checkLedger = nullptr;
    QAction *renameAccount = nullptr;
    QAction *accountSettings = nullptr;
    QAction *checkConnection = nullptr;
    QAction *loadAgain = nullptr;
    QAction *signOut = nullptr;
    QAction *removeAccount = nullptr;
    // Sandbox
    QAction *openSandbox = nullptr;
    QAction *resetSandbox = nullptr;
    // Help
    QAction *shortcuts = nullptr;
    QAction *about = nullptr;

    /// Enables the commands that are possible on this page, which may be null, with this account.
    void enable(const Page *page, const WindowAccount &account, bool canSignIn);
    /// Enables the commands that are about this account, or about the list of accounts. Null: none
    /// is shown. Call it after enable().
    void enableForAccount(const AccountEntry *account);
    /// An account in the menu that switches to it.
    struct AccountChoice
    {
        QString text; ///< as the text of an action
        bool isShown = false;
    };
    void setAccounts(const std::vector<AccountChoice> &choices);

    [[nodiscard]] const std::vector<QMenu *> &menus() const { return m_menus; }

private:
    QMenu *menu(QMenuBar &bar, const QString &title, const char *name);
    QAction *add(QMenu &menu, const QString &text, const char *name);

    void makeFile(QMenuBar &bar, const Theme &theme);
    void makeEdit(QMenuBar &bar, const Theme &theme);
    void makeView(QMenuBar &bar, const Theme &theme);
    void makeLook(QMenu &view, const Theme &theme);
    void makeAccount(QMenuBar &bar, const Theme &theme);
    void makeAccounts(QMenu &account, const Theme &theme);
    void makeOfAccount(QMenu &account, const Theme &theme);
    void makeSandbox(QMenuBar &bar, const Theme &theme);
    void makeHelp(QMenuBar &bar, const Theme &theme);

    std::vector<QMenu *> m_menus;
    QMenu *m_switchMenu = nullptr;
};

} // namespace relaybook
