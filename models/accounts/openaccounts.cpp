// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/openaccounts.h"

#include "models/accounts/openaccount.h"
#include "models/accounts/storedaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/secrets/keychain.h"
#include "models/store/accountkey.h"

#include <QCollator>

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

bool isBefore(const AccountEntry &a, const AccountEntry &b)
{
    if (a.isSandbox != b.isSandbox) {
        return b.isSandbox;
    }
    static const QCollator collator;
    const int order = collator.compare(a.name, b.name);
    return order != 0 ? order < 0 : a.key < b.key;
}

} // namespace

OpenAccounts::OpenAccounts(Parts parts)
    : m_parts(std::move(parts))
    , m_revoker(m_parts.connect)
    , m_removed(m_parts.dataDir)
    , m_hidden(m_accounts, [this](OpenAccount &account, const std::function<void()> &then) {
        // What is wrong with it stands in its entry.
        makeOpen(account, [then](const auto &) { then(); });
    })
{
    connect(&m_removed, &RemovedFolders::failed, this, &OpenAccounts::problem);
    for (StoredAccount &stored : storedAccounts(m_parts.dataDir)) {
        if (m_lastUsed.isEmpty()) {
            m_lastUsed = stored.key;
        }
        add(std::move(stored));
    }
    for (const QString &key : namelessFolders(m_parts.dataDir)) {
        StoredAccount account;
        account.key = key;
        constexpr qsizetype digits = 6;
        account.name = tr("Unknown account %1").arg(key.left(digits));
        add(std::move(account));
    }
    updateEntries();
}

OpenAccounts::~OpenAccounts() = default;

void OpenAccounts::closeAll()
{
    m_hidden.stop();
    showOpen(nullptr);
    for (const auto &account : m_accounts) {
        account->revokeUnkept();
        account->close();
    }
    m_revoker.revokeUnused();
}

// -------------------------------------------------------------------------------------- the list

/// Read again, because what an account is known by grows while it is open.
std::vector<StoredAccount> OpenAccounts::stored() const
{
    std::vector<StoredAccount> stored = storedAccounts(m_parts.dataDir);
    for (const auto &each : m_accounts) {
        const bool isStored = std::any_of(stored.begin(), stored.end(), [&](const auto &other) {
            return other.key == each->key();
        });
        if (!isStored && !each->isNameless()) { // just added
            stored.push_back(each->account());
        }
    }
    return stored;
}

OpenAccount *OpenAccounts::find(const QString &key) const
{
    const auto found = std::find_if(m_accounts.begin(), m_accounts.end(),
                                    [&key](const auto &each) { return each->key() == key; });
    return found == m_accounts.end() ? nullptr : found->get();
}

const AccountEntry *OpenAccounts::entry(const QString &key) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&key](const auto &each) { return each.key == key; });
    return found == m_entries.end() ? nullptr : &*found;
}

const AccountEntry *OpenAccounts::shownEntry() const
{
    return m_shown != nullptr ? entry(m_shown->key()) : nullptr;
}

AccountSession *OpenAccounts::shown() const
{
    return m_shown != nullptr ? m_shown->session() : nullptr;
}

ServiceConnection *OpenAccounts::shownConnection() const
{
    return m_shown != nullptr ? m_shown->connection() : nullptr;
}

ServiceConnection *OpenAccounts::connection(const QString &key) const
{
    const OpenAccount *account = find(key);
    return account != nullptr ? account->connection() : nullptr;
}

void OpenAccounts::updateEntries()
{
    std::vector<AccountEntry> entries;
    entries.reserve(m_accounts.size());
    for (const auto &account : m_accounts) {
        entries.push_back(account->entry());
        entries.back().isShown = account.get() == m_shown;
    }
    std::sort(entries.begin(), entries.end(), isBefore);
    if (entries != m_entries) {
        m_entries = std::move(entries);
        Q_EMIT changed();
    }
}

OpenAccount &OpenAccounts::add(StoredAccount account)
{
    auto added = std::make_unique<OpenAccount>(m_parts, m_revoker, std::move(account));
    OpenAccount &result = *added;
    connect(&result, &OpenAccount::changed, this, &OpenAccounts::updateEntries);
    connect(&result, &OpenAccount::problem, this, &OpenAccounts::problem);
    connect(&result, &OpenAccount::signInNeeded, this, [this, &result](TokenKind token) {
        if (&result == m_shown) {
            Q_EMIT signInNeeded(token);
        }
    });
    m_accounts.push_back(std::move(added));
    return result;
}

// --------------------------------------------------------------------------------------- showing

/// `then` is called at once, or when the stored data was updated.
void OpenAccounts::makeOpen(OpenAccount &account, const OpenHandler &then, bool hasSignIn)
{
    if (account.isOpen()) {
        then({});
        return;
    }
    const bool isFirst = !account.isOpening();
    account.open(hasSignIn, [this, &account, then, hasSignIn, isFirst](const auto &opened) {
        if (isFirst) {
            whenOpened(account);
        }
        if (opened && !account.isOpen()) {
            makeOpen(account, then, hasSignIn); // closed by somebody else who waited for it
        } else {
            then(opened);
        }
    });
}

void OpenAccounts::whenOpened(OpenAccount &account)
{
    if (account.isOpen()) {
        account.session()->autoRefresh().setEnabled(m_autoRefresh);
        account.session()->setInBackground(true);
        if (m_started) {
            account.session()->start();
        }
    } else if (&account == m_shown) {
        OpenAccount *before = find(m_shownBefore);
        showOpen(before != nullptr && before->isOpen() ? before : nullptr);
    }
}

/// Several may have waited for one opening; a failure is told once.
void OpenAccounts::reportFailure(OpenAccount &account, const Result<void> &opened)
{
    if (!opened && !account.isFailureReported()) {
        account.noteFailureReported();
        Q_EMIT problem(opened.error().message);
    }
}

/// `then` is called only if the stored data can be used; otherwise problem() is emitted.
void OpenAccounts::makeUsable(OpenAccount &account, const std::function<void()> &then,
                              bool hasSignIn)
{
    const auto whenOpen = [this, &account, then](const Result<void> &opened) {
        if (account.isOpen()) {
            then();
        } else {
            reportFailure(account, opened);
        }
    };
    makeOpen(account, whenOpen, hasSignIn);
}

void OpenAccounts::show(const QString &key, const std::function<void()> &then)
{
    OpenAccount *account = find(key);
    if (account == nullptr || (account == m_shown && account->isOpen())) {
        return;
    }
    const auto waits = std::make_shared<bool>(false);
    makeOpen(*account, [this, account, then, waits](const Result<void> &opened) {
        if (account->isOpen() && *waits && m_shown != account) {
            return; // the user has chosen another one
        }
        reportFailure(*account, opened);
        if (account->isOpen()) {
            showOpen(account);
        }
        if (then && (account->isOpen() || m_shown == nullptr)) {
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
    if (find(sandbox.key) == nullptr) {
        add(sandbox);
    }
    show(sandbox.key);
}

void OpenAccounts::showNone()
{
    showOpen(nullptr);
}

/// It is open, or opening: then this is called again when it is open.
void OpenAccounts::showOpen(OpenAccount *account)
{
    const bool isOpen = account != nullptr && account->isOpen();
    if (account == m_shown && isOpen == m_isShownOpen) {
        return;
    }
    OpenAccount *before = std::exchange(m_shown, account);
    m_isShownOpen = isOpen;
    if (isOpen || before == nullptr) {
        m_shownBefore.clear();
    } else if (before->isOpen()) {
        m_shownBefore = before->key();
    }
    updateEntries();
    // The window lets go of the one before; then nothing is loaded for it any more.
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
    OpenAccount *account = find(sandbox.key);
    if (account != nullptr && account->isOpening()) {
        Q_EMIT problem(whyNotWhileOpening(*account));
        return;
    }
    if (account == m_shown) {
        showOpen(nullptr);
    }
    if (account != nullptr) {
        Q_EMIT closing(account->key());
        account->close();
    }
    const auto emptied = removeCache(m_parts.dataDir, sandbox.service, sandbox.account);
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
    if (std::exchange(m_started, true)) {
        return;
    }
    if (m_shown != nullptr && m_shown->isOpen()) {
        m_shown->session()->start();
    }
    if (!m_parts.offline) {
        m_hidden.start();
    }
    m_removed.deleteLeftovers();
}

void OpenAccounts::readKeychainAgain(const QString &key)
{
    if (OpenAccount *account = find(key); account != nullptr && account->isOpen()) {
        account->readKeychain();
    }
}

// ------------------------------------------------------------------------------ what can be done

QString OpenAccounts::whyNotWhileOpening(const OpenAccount &account)
{
    return account.entry().access == AccountAccess::ReadingLog
               ? tr("The stored data of this account is being read. Wait until that is done.")
               : tr("The stored data of this account is being updated. Wait until that is done.");
}

/// Opens the account if necessary and possible.
OpenAccount *OpenAccounts::tryToOpen(const QString &key, bool hasSignIn)
{
    OpenAccount *account = find(key);
    if (account == nullptr || account->isOpening()) {
        return account;
    }
    const auto isLater = std::make_shared<bool>(false);
    const auto whenOpen = [account, hasSignIn, isLater](const auto &) {
        if (*isLater && hasSignIn) {
            account->readKeychain(); // no sign-in follows
        }
    };
    makeOpen(*account, whenOpen, hasSignIn);
    *isLater = true;
    return account;
}

void OpenAccounts::reportWhyNotOpen(const OpenAccount &account)
{
    Q_EMIT problem(account.isOpening() ? whyNotWhileOpening(account) : account.entry().problem);
}

/// Null, and problem() is emitted, if the account cannot be opened, or only after its stored data
/// was updated: what the user wants is not kept until then, when it might contradict what they have
/// done since, or the program has ended.
OpenAccount *OpenAccounts::openToChange(const QString &key)
{
    OpenAccount *account = tryToOpen(key, false);
    if (account == nullptr || account->isOpen()) {
        return account;
    }
    reportWhyNotOpen(*account);
    return nullptr;
}

void OpenAccounts::rename(const QString &key, const QString &name)
{
    if (OpenAccount *account = openToChange(key); account != nullptr) {
        account->rename(name.simplified());
    }
}

AccountOptions OpenAccounts::options(const QString &key) const
{
    const OpenAccount *account = find(key);
    return account != nullptr ? account->options() : AccountOptions();
}

void OpenAccounts::setOptions(const QString &key, const AccountOptions &options)
{
    OpenAccount *found = openToChange(key);
    if (found == nullptr) {
        return;
    }
    OpenAccount &account = *found;
    account.setOptions(options);
    if (account.connection() != nullptr || m_parts.offline) {
        return;
    }
    // It could not connect with the options before: it is opened again.
    const bool wasShown = &account == m_shown;
    if (wasShown) {
        showOpen(nullptr);
    }
    Q_EMIT closing(account.key());
    account.close();
    makeOpen(account, [this, &account, wasShown](const Result<void> &opened) {
        reportFailure(account, opened);
        if (wasShown && (m_shown == nullptr || m_shown == &account) && account.isOpen()) {
            showOpen(&account);
        }
    });
    if (wasShown && account.isOpening()) {
        showOpen(&account);
    }
}

void OpenAccounts::drop(OpenAccount &account)
{
    account.disconnect(this);
    account.close();
    const auto gone = std::find_if(m_accounts.begin(), m_accounts.end(),
                                   [&account](const auto &each) { return each.get() == &account; });
    gone->release()->deleteLater();
    m_accounts.erase(gone);
}

void OpenAccounts::setAutoRefresh(bool enabled)
{
    m_autoRefresh = enabled;
    for (const auto &account : m_accounts) {
        if (account->isOpen()) {
            account->session()->autoRefresh().setEnabled(enabled);
        }
    }
}

bool OpenAccounts::isOrderUnderWay() const
{
    return std::any_of(m_accounts.begin(), m_accounts.end(), [](const auto &account) {
        return account->isOpen() && (account->session()->purchases().underWay() != nullptr ||
                                     account->session()->serving().isUnderWay());
    });
}

} // namespace relaybook
