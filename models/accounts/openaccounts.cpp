// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/openaccounts.h"

#include "models/accounts/openaccount.h"
#include "models/accounts/storedaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/store/accountkey.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

StoredAccount sandboxAccount()
{
    StoredAccount account;
    account.service = sandboxService();
    account.account = sandboxService();
    account.key = accountKey(account.service, account.account);
    return account;
}

} // namespace

OpenAccounts::OpenAccounts(AccountParts parts)
    : m_parts(std::move(parts))
    , m_revoker(m_parts.connect)
    , m_list(m_parts, m_revoker)
    , m_opener(m_list)
    , m_signIn(m_list, m_opener, m_revoker, [this](OpenAccount &account) { showOpen(&account); })
    , m_removal(m_parts, m_list, m_opener)
    , m_hidden(m_list.accounts(), [this](OpenAccount &account, const std::function<void()> &then) {
        // A failure is shown in the account's entry.
        m_opener.open(account, [then](const auto &) { then(); });
    })
{
    connect(&m_list, &LocalAccounts::changed, this, &OpenAccounts::changed);
    connect(&m_list, &LocalAccounts::signInNeeded, this, &OpenAccounts::signInNeeded);
    connect(&m_list, &LocalAccounts::problem, this, &OpenAccounts::problem);
    connect(&m_opener, &AccountOpener::problem, this, &OpenAccounts::problem);
    connect(&m_opener, &AccountOpener::failed, this, &OpenAccounts::whenFailed);
    connect(&m_signIn, &AccountSignIn::problem, this, &OpenAccounts::problem);
    connect(&m_signIn, &AccountSignIn::whichAccount, this, &OpenAccounts::whichAccount);
    connect(&m_removal, &AccountRemoval::problem, this, &OpenAccounts::problem);
    connect(&m_removal, &AccountRemoval::removed, this, [this](const QString &key) {
        showAnother();
        Q_EMIT removed(key);
    });
    connect(&m_removal, &AccountRemoval::removing, this, [this](const QString &key) {
        if (m_list.find(key) == m_list.shown()) {
            showOpen(nullptr);
        }
        Q_EMIT closing(key);
    });
}

OpenAccounts::~OpenAccounts() = default;

void OpenAccounts::closeAll()
{
    m_hidden.stop();
    showOpen(nullptr);
    for (const auto &account : m_list.accounts()) {
        account->revokeUnkept();
        account->close();
    }
    m_revoker.revokeUnused();
}

const AccountEntry *OpenAccounts::shownEntry() const
{
    return m_list.shown() != nullptr ? m_list.entry(m_list.shown()->key()) : nullptr;
}

QString OpenAccounts::shownKey() const
{
    return m_list.shown() != nullptr ? m_list.shown()->key() : QString();
}

AccountSession *OpenAccounts::shown() const
{
    return m_list.shown() != nullptr ? m_list.shown()->session() : nullptr;
}

ServiceConnection *OpenAccounts::shownConnection() const
{
    return m_list.shown() != nullptr ? m_list.shown()->connection() : nullptr;
}

AccountSession *OpenAccounts::session(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    return account != nullptr ? account->session() : nullptr;
}

ServiceConnection *OpenAccounts::connection(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    return account != nullptr ? account->connection() : nullptr;
}

// --------------------------------------------------------------------------------------- showing

/// Shows the previous account again.
void OpenAccounts::whenFailed(const QString &key)
{
    if (m_list.find(key) == m_list.shown()) {
        OpenAccount *before = m_list.find(m_shownBefore);
        showOpen(before != nullptr && before->isOpen() ? before : nullptr);
    }
}

/// After the shown account was removed: the first one of the list that can be opened.
void OpenAccounts::showAnother()
{
    const auto canOpen = [](const AccountEntry &each) { return !each.isUnreadable; };
    const auto &all = m_list.entries();
    const auto other = std::find_if(all.begin(), all.end(), canOpen);
    if (m_list.shown() == nullptr && other != all.end()) {
        show(QString(other->key));
    }
}

void OpenAccounts::show(const QString &key, const std::function<void()> &then)
{
    OpenAccount *account = m_list.find(key);
    if (account == nullptr || (account == m_list.shown() && account->isOpen())) {
        return;
    }
    const auto waits = std::make_shared<bool>(false);
    m_opener.open(*account, [this, account, then, waits](const Result<void> &opened) {
        if (account->isOpen() && *waits && m_list.shown() != account) {
            return; // the user has chosen another one
        }
        m_opener.reportFailure(*account, opened);
        if (account->isOpen()) {
            showOpen(account);
        }
        if (then && (account->isOpen() || m_list.shown() == nullptr)) {
            then();
        }
    });
    if (account->isOpening()) {
        *waits = true;
        showOpen(account);
    }
}

void OpenAccounts::showSandbox()
{
    const StoredAccount sandbox = sandboxAccount();
    if (m_list.find(sandbox.key) == nullptr) {
        m_list.add(sandbox);
    }
    show(sandbox.key);
}

/// The account is open or being opened; in the second case, this is called again when it is open.
void OpenAccounts::showOpen(OpenAccount *account)
{
    const bool isOpen = account != nullptr && account->isOpen();
    if (account == m_list.shown() && isOpen == m_isShownOpen) {
        return;
    }
    OpenAccount *before = m_list.shown();
    m_isShownOpen = isOpen;
    if (isOpen || before == nullptr) {
        m_shownBefore.clear();
    } else if (before->isOpen()) {
        m_shownBefore = before->key();
    }
    m_list.setShown(account);
    // After this, the window does not use the previous account, and nothing more is loaded for it.
    Q_EMIT shownChanged();
    if (before != nullptr && before != account && before->isOpen()) {
        before->session()->setInBackground(true);
    }
    if (isOpen) {
        account->noteShown();
        account->session()->setInBackground(false);
        if (const auto rejected = account->rejected()) {
            Q_EMIT signInNeeded(*rejected); // found while it was hidden
        }
    }
}

void OpenAccounts::resetSandbox()
{
    const StoredAccount sandbox = sandboxAccount();
    OpenAccount *account = m_list.find(sandbox.key);
    if (account != nullptr && account->isOpening()) {
        Q_EMIT problem(AccountOpener::whyNotWhileOpening(*account));
        return;
    }
    if (account == m_list.shown()) {
        showOpen(nullptr);
    }
    if (account != nullptr) {
        Q_EMIT closing(account->key());
        account->close();
    }
    const auto emptied =
        forgetService(m_parts.dataDir, sandbox.service, sandbox.account, m_parts.clock);
    if (!emptied) {
        Q_EMIT problem(emptied.error().message);
    }
    if (const auto reset = m_parts.resetSandbox(); !reset) {
        Q_EMIT problem(reset.error().message);
    }
    showSandbox();
}

void OpenAccounts::start()
{
    if (!m_opener.start()) {
        return;
    }
    if (AccountSession *session = shown()) {
        session->start();
    }
    if (!m_parts.offline) {
        m_hidden.start();
    }
    m_removal.deleteLeftovers();
}

void OpenAccounts::readKeychainAgain(const QString &key)
{
    if (OpenAccount *account = m_list.find(key); account != nullptr && account->isOpen()) {
        account->readKeychain();
    }
}

// --------------------------------------------------------------------------------------- changes

void OpenAccounts::rename(const QString &key, const QString &name)
{
    if (const QString why = whyNotRename(key, name); !why.isEmpty()) {
        Q_EMIT problem(why);
    } else if (OpenAccount *account = m_opener.openToChange(key); account != nullptr) {
        account->rename(name.simplified());
    }
}

AccountOptions OpenAccounts::options(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    return account != nullptr ? account->options() : AccountOptions();
}

std::optional<NetworkSettings> OpenAccounts::confirmedNetwork(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    return account != nullptr ? account->confirmedNetwork() : std::nullopt;
}

void OpenAccounts::setOptions(const QString &key, const AccountOptions &options, bool confirms)
{
    OpenAccount *found = m_opener.openToChange(key);
    if (found == nullptr) {
        return;
    }
    OpenAccount &account = *found;
    account.setOptions(options, confirms);
    if (account.connection() != nullptr || m_parts.offline) {
        return;
    }
    // It could not connect with the previous options, so it is opened again.
    const bool wasShown = &account == m_list.shown();
    if (wasShown) {
        showOpen(nullptr);
    }
    Q_EMIT closing(account.key());
    account.close();
    m_opener.open(account, [this, &account, wasShown](const Result<void> &opened) {
        m_opener.reportFailure(account, opened);
        if (wasShown && (m_list.shown() == nullptr || m_list.shown() == &account) &&
            account.isOpen()) {
            showOpen(&account);
        }
    });
    if (wasShown && account.isOpening()) {
        showOpen(&account);
    }
}

bool OpenAccounts::isOrderUnderWay() const
{
    return std::any_of(m_list.accounts().begin(), m_list.accounts().end(), [](const auto &account) {
        return account->isOpen() && account->session()->orderCounts().underWay() > 0;
    });
}

} // namespace relaybook
