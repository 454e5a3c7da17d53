// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowaccounts.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/account/accountlist.h"
#include "ui/account/accounttext.h"
#include "ui/attention/attentiontext.h"
#include "ui/base/settings.h"
#include "ui/shell/accessnotices.h"
#include "ui/shell/accountpopup.h"
#include "ui/shell/naventry.h"
#include "ui/shell/noticestack.h"
#include "ui/shell/sheetstack.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/signinflow.h"
#include "ui/shell/windowactions.h"
#include "ui/widgets/plaintext.h"

#include <QAbstractButton>
#include <QAction>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

/// What needs attention in accounts that the window does not show.
struct HiddenOrders
{
    int accounts = 0;
    int unknown = 0; ///< orders with an unknown result
    QString name;    ///< the first of these accounts
};

/// Whether this computer has a keychain, as far as is known.
std::optional<bool> hasKeychain(const std::vector<AccountEntry> &accounts)
{
    std::optional<bool> found;
    for (const AccountEntry &account : accounts) {
        const bool isStored = account.access == AccountAccess::SignedIn && account.isInKeychain;
        if (account.access == AccountAccess::KeychainMissing) {
            return false;
        }
        if (!account.isSandbox && (isStored || account.access == AccountAccess::KeychainLocked)) {
            found = true;
        }
    }
    return found;
}

HiddenOrders hiddenOrders(const std::vector<AccountEntry> &accounts)
{
    HiddenOrders found;
    for (const AccountEntry &account : accounts) {
        if (account.isShown || account.unknownOrders == 0) {
            continue;
        }
        found.name = found.accounts == 0 ? account.name : found.name;
        found.unknown += account.unknownOrders;
        ++found.accounts;
    }
    return found;
}

} // namespace

WindowAccounts::WindowAccounts(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_commands(parts.theme, parts.sheets, this)
    , m_access(new AccessNotices(parts.notices, this))
{
    connectActions();
    connectCommands();
    connect(m_access, &AccessNotices::tryAgainRequested, this,
            [this] { m_accounts->readKeychainAgain(shownKey()); });
    connect(m_access, &AccessNotices::signInRequested, this, &WindowAccounts::signInAgain);
    connect(m_access, &AccessNotices::settingsRequested, this,
            [this] { m_commands.openSettings(shownKey()); });
    connect(m_access, &AccessNotices::checkRequested, this,
            [this] { m_commands.checkConnection(shownKey()); });
}

void WindowAccounts::connectActions()
{
    WindowActions &actions = m_parts.actions;
    connect(actions.switchAccount, &QAction::triggered, this, &WindowAccounts::openSwitcher);
    connect(actions.manageAccounts, &QAction::triggered, this, [this] { m_commands.manage(); });
    for (std::size_t i = 0; i < actions.accounts.size(); ++i) {
        connect(actions.accounts.at(i), &QAction::triggered, this, [this, i] {
            if (m_accounts != nullptr && i < m_accounts->entries().size()) {
                switchTo(m_accounts->entries().at(i).key);
            }
        });
    }
    const std::pair<QAction *, void (AccountCommands::*)(const QString &key)> ofShown[] = {
        {actions.renameAccount, &AccountCommands::rename},
        {actions.accountSettings, &AccountCommands::openSettings},
        {actions.checkConnection, &AccountCommands::checkConnection},
        {actions.signOut, &AccountCommands::signOut},
        {actions.removeAccount, &AccountCommands::remove},
    };
    for (const auto &[action, command] : ofShown) {
        connect(action, &QAction::triggered, this,
                [this, command = command] { (m_commands.*command)(shownKey()); });
    }
}

void WindowAccounts::connectCommands()
{
    connect(&m_commands, &AccountCommands::addRequested, this, [this] { m_parts.signIn.open(); });
    connect(&m_commands, &AccountCommands::showRequested, this, &WindowAccounts::switchTo);
    connect(&m_commands, &AccountCommands::problem, this,
            [this](const QString &sentence) { m_parts.notices.showProblem(sentence); });
}

void WindowAccounts::setAccounts(OpenAccounts *accounts)
{
    if (m_accounts != nullptr) {
        m_accounts->disconnect(this);
    }
    m_accounts = accounts;
    m_commands.setAccounts(accounts);
    if (m_accounts != nullptr) {
        connect(m_accounts, &OpenAccounts::changed, this, &WindowAccounts::update);
        connect(m_accounts, &OpenAccounts::removed, this,
                [this](const QString &key) { m_parts.settings.forgetAccount(key); });
    }
    m_parts.sideBar.setSwitching(m_accounts != nullptr);
    update();
}

const AccountEntry *WindowAccounts::shown() const
{
    return m_accounts != nullptr ? m_accounts->shownEntry() : nullptr;
}

bool WindowAccounts::isAlone() const
{
    return m_accounts == nullptr || m_accounts->entries().size() < 2;
}

QString WindowAccounts::shownKey() const
{
    return m_accounts != nullptr ? m_accounts->shownKey() : QString();
}

void WindowAccounts::update()
{
    const AccountEntry *account = shown();
    m_access->showAccount(account != nullptr ? std::optional(*account) : std::nullopt, isAlone());
    if (m_popup != nullptr && m_accounts != nullptr) {
        m_popup->setAccounts(m_accounts->entries());
    }
    if (m_accounts != nullptr) {
        if (const auto has = hasKeychain(m_accounts->entries())) {
            m_parts.signIn.setHasKeychain(has);
        }
    }
    m_parts.sideBar.setViewOnly(account != nullptr && account->isViewOnly);
    updateMenu();
    updateBadge();
    Q_EMIT changed();
}

void WindowAccounts::updateMenu()
{
    std::vector<WindowActions::AccountChoice> choices;
    if (m_accounts != nullptr) {
        for (const AccountEntry &account : m_accounts->entries()) {
            choices.push_back({plainActionText(privateText(account.name)), account.isShown});
        }
    }
    m_parts.actions.setAccounts(choices);
}

// Only about hidden accounts. For the shown account, the entry of the orders page has a badge.
void WindowAccounts::updateBadge()
{
    const HiddenOrders hidden =
        m_accounts != nullptr ? hiddenOrders(m_accounts->entries()) : HiddenOrders();
    if (hidden.unknown == 0) {
        m_parts.sideBar.setAccountBadge(attentionBadge());
        return;
    }
    const QString words =
        hidden.accounts == 1
            ? tr("%2 has %1 orders with an unknown result.", "an account", hidden.unknown)
                  .arg(format::count(hidden.unknown))
                  .arg(isolated(privateText(hidden.name)))
            : tr("Other accounts have %1 orders with an unknown result.", nullptr, hidden.unknown)
                  .arg(format::count(hidden.unknown));
    m_parts.sideBar.setAccountBadge(NavBadge{format::count(hidden.unknown), words, true});
}

/// Of the accounts that are not shown; the bell counts what the shown one has.
std::optional<NavBadge> WindowAccounts::attentionBadge() const
{
    qint64 count = 0;
    QStringList names;
    for (const AccountEntry &account :
         m_accounts != nullptr ? m_accounts->entries() : std::vector<AccountEntry>()) {
        if (!account.isShown && account.attention > 0) {
            count += account.attention;
            names.append(isolated(privateText(account.name)));
        }
    }
    if (count == 0) {
        return std::nullopt;
    }
    const QString things = attentionCountText(count);
    const QString words =
        names.size() == 1
            ? tr("%1: %2", "account, 3 things need attention").arg(names.front(), things)
            : tr("Other accounts: %1", "3 things need attention").arg(things);
    return NavBadge{format::count(count), words, false};
}

void WindowAccounts::openSwitcher()
{
    if (m_accounts == nullptr || m_popup != nullptr ||
        m_parts.sheets.top() != &m_parts.sheets.window()) {
        return;
    }
    m_popup = new AccountPopup(m_parts.theme, m_accounts->entries(), &m_parts.sheets.window());
    connect(m_popup, &AccountPopup::chosen, this, &WindowAccounts::switchTo);
    connect(m_popup, &AccountPopup::addRequested, &m_commands, &AccountCommands::addRequested);
    connect(m_popup, &AccountPopup::manageRequested, &m_commands, [this] { m_commands.manage(); });
    m_popup->openAt(*m_parts.sideBar.accountButton());
}

void WindowAccounts::switchTo(const QString &key)
{
    if (m_accounts == nullptr || key == shownKey() || !m_parts.sheets.closeAll()) {
        return;
    }
    m_accounts->show(key);
}

void WindowAccounts::setReachable(bool reachable)
{
    // Without a list of accounts there is nothing to update.
    if (m_accounts != nullptr) {
        m_access->setReachable(reachable);
    }
}

void WindowAccounts::signInAgain()
{
    if (const AccountEntry *account = shown(); account != nullptr) {
        m_parts.signIn.open(account->address);
    }
}

} // namespace relaybook
