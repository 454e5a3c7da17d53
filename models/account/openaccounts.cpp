// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/openaccounts.h"

#include "models/account/accountidentity.h"
#include "models/account/openaccount.h"
#include "models/account/storedaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/secrets/keychain.h"
#include "models/store/accountkey.h"

#include <QCollator>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

// The shown account is loaded first. Each further one holds the window for the time that opening
// its files takes, so they follow one by one.
constexpr auto firstHiddenAfter = 3s;
constexpr auto nextHiddenAfter = 500ms;
constexpr auto hiddenAgainAfter = 5s;

StoredAccount sandboxAccount()
{
    StoredAccount account;
    account.service = sandboxService();
    account.account = sandboxService();
    account.key = accountKey(account.service, account.account);
    return account;
}

/// The token of a sign-in whose account is not open yet. If it is not used after all, e.g. because
/// the program ends, it counts as unused again.
class HeldToken
{
public:
    HeldToken(TokenRevoker &revoker, const SignInResult &result)
        : m_revoker(revoker)
        , m_result(result)
        , m_id(revoker.takeOver(result.personalToken))
    {
    }
    HeldToken(const HeldToken &) = delete;
    HeldToken &operator=(const HeldToken &) = delete;
    ~HeldToken()
    {
        if (m_id) {
            m_revoker.addIssued(m_result.address, m_result.network,
                                {m_result.personalToken, m_id, {}});
        }
    }
    [[nodiscard]] std::optional<TokenId> use() { return std::exchange(m_id, std::nullopt); }

private:
    TokenRevoker &m_revoker;
    SignInResult m_result;
    std::optional<TokenId> m_id;
};

NetworkSettings withoutPassword(NetworkSettings network)
{
    network.password = {};
    return network;
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
{
    connect(&m_removed, &RemovedFolders::failed, this, &OpenAccounts::problem);
    for (StoredAccount &stored : storedAccounts(m_parts.dataDir)) {
        if (m_lastUsed.isEmpty()) {
            m_lastUsed = stored.key;
        }
        add(std::move(stored));
    }
    m_hiddenTimer.setSingleShot(true);
    connect(&m_hiddenTimer, &QTimer::timeout, this, &OpenAccounts::openNextHidden);
    updateEntries();
}

OpenAccounts::~OpenAccounts() = default;

void OpenAccounts::closeAll()
{
    m_hiddenTimer.stop();
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
        if (!isStored) { // just added
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

/// `then` is called only if the stored data can be used; otherwise problem() is emitted.
void OpenAccounts::makeUsable(OpenAccount &account, const std::function<void()> &then,
                              bool hasSignIn)
{
    const auto whenOpen = [this, &account, then](const Result<void> &opened) {
        if (account.isOpen()) {
            then();
        } else {
            Q_EMIT problem(opened.error().message);
        }
    };
    makeOpen(account, whenOpen, hasSignIn);
}

bool OpenAccounts::isOpening() const
{
    return std::any_of(m_accounts.begin(), m_accounts.end(),
                       [](const auto &account) { return account->isOpening(); });
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
        if (!opened) {
            Q_EMIT problem(opened.error().message);
        }
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
        Q_EMIT problem(whyNotWhileUpdating());
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
        m_hiddenTimer.start(firstHiddenAfter);
    }
    m_removed.deleteLeftovers();
}

/// Its user is asked one question at a time, and is not asked again after a refusal.
bool OpenAccounts::mayAskKeychain() const
{
    return std::none_of(m_entries.begin(), m_entries.end(), [](const AccountEntry &each) {
        return each.access == AccountAccess::ReadingKeychain ||
               each.access == AccountAccess::KeychainLocked;
    });
}

/// The sandbox has no balance that anybody waits for: it is opened only when it is shown. While the
/// data of an account is being updated, the disk is left to it.
void OpenAccounts::openNextHidden()
{
    const auto next = std::find_if(m_accounts.begin(), m_accounts.end(), [](const auto &each) {
        return !each->isSandbox() && !each->wasTried();
    });
    if (next == m_accounts.end()) {
        return;
    }
    if (!mayAskKeychain() || isOpening()) {
        m_hiddenTimer.start(hiddenAgainAfter);
        return;
    }
    // What is wrong with it stands in its entry.
    makeOpen(**next, [this](const auto &) { m_hiddenTimer.start(nextHiddenAfter); });
}

// --------------------------------------------------------------------------------------- sign-in

OpenAccount &OpenAccounts::addOfSignIn(const SignInResult &result, const QString &service)
{
    StoredAccount account;
    account.service = service;
    account.account = accountName(result);
    account.givenName = result.givenName;
    account.fingerprints = fingerprintsOf(result);
    account.key = accountKey(account.service, account.account);
    if (OpenAccount *known = find(account.key)) {
        return *known;
    }
    return add(std::move(account));
}

void OpenAccounts::useSignIn(const SignInResult &result)
{
    const auto address = ServiceAddress::parse(result.address);
    if (!address) {
        Q_EMIT problem(address.error().message);
        return;
    }
    const QString service = address->url().toString();
    OpenAccount *account = requestedFor(result, service);
    if (account == nullptr) {
        const auto match = matchAccount(result, service, stored());
        if (!match.same && !result.accountAsked && (!match.possible.empty() || !result.isNamed())) {
            Q_EMIT whichAccount(result, match.possible);
            return;
        }
        if (match.same) {
            account = find(match.same->key);
            account = account != nullptr ? account : &add(*match.same);
        } else {
            account = &addOfSignIn(result, service);
        }
    }
    if (!result.isKept &&
        withoutPassword(account->options().network) != withoutPassword(result.network)) {
        Q_EMIT problem(tr("The tokens in the environment belong to “%1”, which has a proxy or "
                          "certificates of its own. Start with --account to use them.")
                           .arg(account->entry().name));
        return;
    }
    applySignIn(*account, result);
}

void OpenAccounts::applySignIn(OpenAccount &account, const SignInResult &result)
{
    const auto token = std::make_shared<HeldToken>(m_revoker, result);
    m_revoker.revokeUnused(); // tokens that an earlier check created; not those of a later one
    const auto waits = std::make_shared<bool>(false);
    const auto whenOpen = [this, &account, result, token, waits] {
        account.useSignIn(result, token->use());
        if (!*waits || m_shown == &account) {
            showOpen(&account);
        }
    };
    makeUsable(account, whenOpen, true);
    if (account.isOpening()) {
        *waits = true;
        showOpen(&account);
    }
}

/// A sign-in that does not name its account belongs to the one that it was requested for, shown or
/// not. An account that was opened without knowing whose it is cannot be recognized by a name: then
/// the dialog that adds a token has already checked, as far as possible, that it is the same.
OpenAccount *OpenAccounts::requestedFor(const SignInResult &result, const QString &service) const
{
    OpenAccount *account = result.forAccount.isEmpty() ? nullptr : find(result.forAccount);
    if (account == nullptr || account->isSandbox() ||
        !isSameService(account->account().service, service)) {
        return nullptr;
    }
    return !result.isNamed() || isNameless(account->account().account) ? account : nullptr;
}

void OpenAccounts::readKeychainAgain(const QString &key)
{
    if (OpenAccount *account = find(key); account != nullptr && account->isOpen()) {
        account->readKeychain();
    }
}

// ------------------------------------------------------------------------------ what can be done

QString OpenAccounts::whyNotWhileUpdating()
{
    return tr("The stored data of this account is being updated. Wait until that is done.");
}

/// Opens the account if necessary. Null, and problem() is emitted, if it cannot be opened, or only
/// after its stored data was updated: what the user wants is not kept until then, when it might
/// contradict what they have done since, or the program has ended.
OpenAccount *OpenAccounts::openToChange(const QString &key, bool hasSignIn)
{
    OpenAccount *account = find(key);
    if (account == nullptr) {
        return nullptr;
    }
    if (!account->isOpening()) {
        const auto isLater = std::make_shared<bool>(false);
        const auto whenOpen = [account, hasSignIn, isLater](const auto &) {
            if (*isLater && hasSignIn) {
                account->readKeychain(); // no sign-in follows
            }
        };
        makeOpen(*account, whenOpen, hasSignIn);
        *isLater = true;
    }
    if (account->isOpen()) {
        return account;
    }
    Q_EMIT problem(account->isOpening() ? whyNotWhileUpdating() : account->entry().problem);
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
        if (!opened) {
            Q_EMIT problem(opened.error().message);
        }
        if (wasShown && (m_shown == nullptr || m_shown == &account) && account.isOpen()) {
            showOpen(&account);
        }
    });
    if (wasShown && account.isOpening()) {
        showOpen(&account);
    }
}

QString OpenAccounts::whyNotSignOut(const QString &key) const
{
    const OpenAccount *account = find(key);
    if (account != nullptr && account->isOpening()) {
        return whyNotWhileUpdating();
    }
    if (account != nullptr && account->isOpen() &&
        account->session()->purchases().underWay() != nullptr) {
        return tr("An order of this account is on its way. Wait until its result is known.");
    }
    if (account != nullptr && account->isOpen() && account->session()->serving().isUnderWay()) {
        return tr("A change of this account's sub-users is on its way. Wait until its result is "
                  "known.");
    }
    return {};
}

QString OpenAccounts::whyNotRemove(const QString &key) const
{
    const AccountEntry *found = entry(key);
    const OpenAccount *account = find(key);
    const auto problem = account != nullptr && account->isOpen()
                             ? account->session()->purchases().problem()
                             : std::nullopt;
    if (problem && problem->isOfJournal()) {
        return tr("The orders of this account cannot be read, so nobody knows whether the result "
                  "of one is unknown. Activity says what is wrong with their file.");
    }
    if (found != nullptr && found->unknownOrders > 0) {
        return tr("The result of %n orders of this account is unknown. Their evidence would be "
                  "lost: decide them on the Activity page first.",
                  nullptr, found->unknownOrders);
    }
    if (account != nullptr && account->isOpen()) {
        const SubUserDesk &serving = account->session()->serving();
        const auto unread = serving.problem();
        if (unread && unread->isOfJournal()) {
            return tr("What was done to this account's sub-users cannot be read, so nobody knows "
                      "whether the result of something is unknown.");
        }
        if (serving.unknownCount() > 0) {
            return tr("The result of a change of this account's sub-users is unknown. Its evidence "
                      "would be lost.");
        }
    }
    return whyNotSignOut(key);
}

void OpenAccounts::signOut(const QString &key)
{
    const OpenAccount *known = find(key);
    if (known == nullptr || known->isSandbox()) {
        return;
    }
    OpenAccount *account = openToChange(key, true);
    if (account != nullptr && whyNotSignOut(key).isEmpty()) {
        account->signOut({});
    }
}

void OpenAccounts::remove(const QString &key)
{
    OpenAccount *account = openToChange(key);
    if (account == nullptr) {
        return;
    }
    const PurchaseDesk &desk = account->session()->purchases();
    const auto again =
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
    if (!desk.isReady()) {
        // Its orders are read first: one of them may have no outcome yet.
        connect(
            &desk, &PurchaseDesk::stateChanged, this, [this, key] { remove(key); }, again);
        return;
    }
    const SubUserDesk &serving = account->session()->serving();
    if (!serving.isReady()) {
        connect(
            &serving, &SubUserDesk::stateChanged, this, [this, key] { remove(key); }, again);
        return;
    }
    if (const QString why = whyNotRemove(key); !why.isEmpty()) {
        Q_EMIT problem(why);
        return;
    }
    if (account->isSandbox()) {
        erase(*account);
        if (const auto reset = m_parts.resetSandbox(); !reset) {
            Q_EMIT problem(reset.error().message);
        }
        return;
    }
    // Its files know which entry of the keychain is left: they go last.
    account->signOut([this, account](const std::optional<KeychainError> &error) {
        if (error) {
            Q_EMIT problem(tr("“%1” was signed out, but not removed, because its entry could not "
                              "be removed from the keychain. Unlock or start the keychain and "
                              "remove the account again.")
                               .arg(account->entry().name));
            return;
        }
        if (const QString why = whyNotRemove(account->key()); !why.isEmpty()) {
            Q_EMIT problem(why); // found while the keychain asked its user
            return;
        }
        erase(*account);
    });
}

void OpenAccounts::erase(OpenAccount &account)
{
    const QString key = account.key();
    if (&account == m_shown) {
        showOpen(nullptr);
    }
    Q_EMIT closing(key);
    account.disconnect(this);
    account.close();
    const auto gone = std::find_if(m_accounts.begin(), m_accounts.end(),
                                   [&account](const auto &each) { return each.get() == &account; });
    gone->release()->deleteLater();
    m_accounts.erase(gone);
    updateEntries();
    Q_EMIT removed(key);
    m_removed.deleteFolder(key);
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
