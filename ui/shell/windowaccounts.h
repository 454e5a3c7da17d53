// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the window with the accounts of this computer: the switcher in the side bar, the
// commands of the menu, and the banners about the sign-in of the account that is shown.

#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/shell/accountcommands.h"

#include <QObject>
#include <QPointer>

#include <optional>

namespace relaybook {

class AccessNotices;
class AccountPopup;
class NoticeStack;
class Settings;
class SideBar;
class SignInFlow;
class WindowActions;
struct NavBadge;

class WindowAccounts final : public QObject
{
    Q_OBJECT

public:
    /// The objects that it uses; they must outlive it.
    struct Parts
    {
        const Theme &theme;
        Settings &settings;
        SheetStack &sheets;
        SideBar &sideBar;
        NoticeStack &notices;
        WindowActions &actions;
        SignInFlow &signIn;
    };
    WindowAccounts(const Parts &parts, QObject *parent);

    /// May be null: then the window shows one account and does not know other accounts.
    void setAccounts(OpenAccounts *accounts);
    [[nodiscard]] OpenAccounts *accounts() const { return m_accounts; }
    [[nodiscard]] AccountCommands &commands() { return m_commands; }
    /// The account that the window shows; null if there is none, or setAccounts() was not called.
    [[nodiscard]] const AccountEntry *shown() const;
    /// The key by which the settings of the shown account are stored.
    [[nodiscard]] QString shownKey() const;
    /// Whether there is no account but the shown one.
    [[nodiscard]] bool isAlone() const;

    /// Opens the list of accounts at the side bar.
    void openSwitcher();
    /// Shows another account, unless a dialog asks about unsaved input first.
    void switchTo(const QString &key);
    void setReachable(bool reachable);
    /// Makes the texts about accounts again: menu, badge and notices.
    void update();

Q_SIGNALS:
    /// The list of accounts, or the state of an account, changed.
    void changed();

private:
    void connectActions();
    void connectCommands();
    void updateMenu();
    void updateBadge();
    [[nodiscard]] std::optional<NavBadge> attentionBadge() const;
    void signInAgain();

    Parts m_parts;
    OpenAccounts *m_accounts = nullptr;
    AccountCommands m_commands;
    AccessNotices *m_access;
    QPointer<AccountPopup> m_popup;
};

} // namespace relaybook
