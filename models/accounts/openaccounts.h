// SPDX-License-Identifier: GPL-3.0-or-later
// All accounts of this computer side by side: which are open, which one the window shows, and what
// can be done with each. Loads their secrets from the keychain and stores them there.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "api/types/money.h"
#include "api/types/networksettings.h"
#include "models/accounts/hiddenaccounts.h"
#include "models/accounts/removedfolders.h"
#include "models/accounts/signin.h"
#include "models/accounts/storedorders.h"
#include "models/accounts/tokenrevoker.h"
#include "models/accountvalues.h"
#include "models/sqlite/migration.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class AccountSession;
class Keychain;
class OpenAccount;

/// Whether an account is signed in, and why not.
enum class AccountAccess {
    NotOpened,         ///< its stored data has not been opened yet, shortly after the start
    UpdatingData,      ///< its stored data is being converted to the form of this version
    ReadingLog,        ///< reading the large log that a killed program left beside its data file
    ReadingKeychain,   ///< waiting for the keychain, which may be asking its user
    SignedIn,          ///< there are tokens; the service may still reject them
    SignedOut,         ///< no token is known
    KeychainLocked,    ///< the keychain is locked, its user refused, or it did not answer in time
    KeychainMissing,   ///< this computer has no keychain that runs
    SecretsUnreadable, ///< the keychain's entry is damaged, or of a newer version
    Rejected,          ///< the service rejects a token
    Offline,           ///< the program was started with --offline
    Unusable,          ///< its stored data cannot be opened: AccountEntry::problem
};

/// Whether no token is known in this state, so that nothing is sent and nothing is known of the
/// service.
[[nodiscard]] constexpr bool isWithoutToken(AccountAccess access)
{
    return access == AccountAccess::SignedOut || access == AccountAccess::KeychainLocked ||
           access == AccountAccess::KeychainMissing || access == AccountAccess::SecretsUnreadable;
}

/// Whether its stored data is being opened, which takes long, and nothing can be changed meanwhile.
[[nodiscard]] constexpr bool isOpeningData(AccountAccess access)
{
    return access == AccountAccess::UpdatingData || access == AccountAccess::ReadingLog;
}

/// One account in the list.
struct AccountEntry
{
    QString key;     ///< identifies it while the program runs and later; no text for people
    QString name;    ///< the user's own name for it, else the service's, else the host's
    QString address; ///< of the service, for display; empty for the sandbox
    bool isSandbox = false;
    bool isShown = false; ///< the window shows it
    bool isViewOnly = false;
    bool isSignedOut = false; ///< by the user, so that nothing asks to sign in at a start
    /// Its stored data could not be opened (damaged, of a newer version, no permission): it can be
    /// signed out and removed, and nothing else.
    bool isUnreadable = false;
    /// Unreadable, and it is not known whose it is and where its secrets are: it can be removed.
    bool isNameless = false;
    AccountAccess access = AccountAccess::NotOpened;
    QString problem; ///< a sentence about `access`, if there is more to say; may be empty
    /// False if the secrets in use are kept for this session only; `problem` says why.
    bool isInKeychain = true;
    /// The keychain was asked to store them and has not answered yet: it may be asking its user.
    bool isBeingStored = false;
    std::optional<Money> balance; ///< as stored
    QString currency;
    std::optional<Instant> balanceAsOf;
    int openOrders = 0;    ///< orders without an outcome
    int unknownOrders = 0; ///< of them: those whose result is unknown
    friend bool operator==(const AccountEntry &, const AccountEntry &) = default;
};

/// Lives on the GUI thread.
class OpenAccounts : public QObject
{
    Q_OBJECT

public:
    /// A started sandbox.
    struct Sandbox
    {
        QString url;
        Secret personalToken;
        Secret resellerKey;
    };
    struct Parts
    {
        QString dataDir;
        Keychain &keychain;
        const Clock &clock;
        std::function<Result<std::unique_ptr<ServiceConnection>>(const QString &address,
                                                                 const NetworkSettings &network)>
            connect;
        /// Starts the sandbox if it is not running.
        std::function<Result<Sandbox>()> startSandbox;
        /// Resets the sandbox to its first day, running or not.
        std::function<Result<void>()> resetSandbox;
        bool offline = false;                     ///< no account sends requests
        const FileFormat &format = cacheFormat(); ///< of the stored data
    };
    explicit OpenAccounts(Parts parts);
    ~OpenAccounts() override;

    /// All accounts: the sandbox last, the others by name.
    [[nodiscard]] const std::vector<AccountEntry> &entries() const { return m_entries; }
    [[nodiscard]] const AccountEntry *entry(const QString &key) const;
    /// The accounts with what is stored of them, the one used last first.
    [[nodiscard]] std::vector<StoredAccount> stored() const;
    /// The account that the window shows; null if there is none.
    [[nodiscard]] const AccountEntry *shownEntry() const;
    /// Null also while the stored data of shownEntry() is being opened (isOpeningData()).
    [[nodiscard]] AccountSession *shown() const;
    [[nodiscard]] ServiceConnection *shownConnection() const;
    [[nodiscard]] ServiceConnection *connection(const QString &key) const;

    /// The account that was shown last when this object was created; empty if there is none.
    [[nodiscard]] const QString &lastUsed() const { return m_lastUsed; }

    /// Shows this account, and opens it if necessary. The one shown before stays open: its orders
    /// are followed and its balance is refreshed. Where the stored data has to be updated first,
    /// the account is shown without a session until that is done. `then` is called once it is open
    /// or could not be opened, unless another account is shown by then.
    void show(const QString &key, const std::function<void()> &then = {});
    void showSandbox();
    /// Shows no account.
    void showNone();
    /// Closes the sandbox, resets it and shows it again.
    void resetSandbox();
    /// Starts what the first frame does not need: requests of the shown account at once, the other
    /// accounts a few seconds later. To be called once.
    void start();

    /// Uses a sign-in: renews the tokens of its account, or opens a new one, and shows it. Emits
    /// whichAccount() if the service does not say whose it is.
    void useSignIn(const SignInResult &result);
    /// Asks the keychain again, e.g. after it was unlocked.
    void readKeychainAgain(const QString &key);

    /// An empty name: the service's name is shown again.
    void rename(const QString &key, const QString &name);
    [[nodiscard]] AccountOptions options(const QString &key) const;
    /// Takes effect at once, also for calls that wait to be sent. The account is opened if it is
    /// not.
    void setOptions(const QString &key, const AccountOptions &options);
    /// Why the account cannot be signed out or removed now, as a sentence: an order is on its way,
    /// or (for removal) has no outcome yet. Empty if it can.
    [[nodiscard]] QString whyNotSignOut(const QString &key) const;
    [[nodiscard]] QString whyNotRemove(const QString &key) const;
    /// Gets nothing if it is not known.
    using OrdersHandler = std::function<void(const std::optional<OrderCounts> &)>;
    /// Counts the orders that are stored for an account, open or not. `handler` is called at once
    /// or later, and not at all if `guard` was destroyed.
    void countOrders(const QString &key, QObject *guard, const OrdersHandler &handler);
    /// Whether a change of the account's sub-users is on its way, and nothing else of it.
    [[nodiscard]] bool isOnlyServingUnderWay(const QString &key) const;
    /// Removes the secrets from memory and keychain, and revokes the personal token if Relaybook
    /// created it. The stored data is kept. Emits problem() if the account is not open and cannot
    /// be opened; once entry() says that it is unreadable, it is signed out all the same.
    void signOut(const QString &key);
    /// Signs out, and deletes all stored data of the account, its orders included. Emits problem()
    /// if it cannot be removed; what is not open is opened first, to read its orders, unless
    /// entry() says that it is unreadable.
    void remove(const QString &key);
    /// Whether accounts refresh by themselves (the user's setting).
    void setAutoRefresh(bool enabled);
    /// Whether an order of any account is being sent.
    [[nodiscard]] bool isOrderUnderWay() const;
    [[nodiscard]] TokenRevoker &revoker() { return m_revoker; }
    /// Closes all accounts, and revokes tokens that only this session knows; before the program
    /// ends.
    void closeAll();

Q_SIGNALS:
    /// entries() changed.
    void changed();
    /// Another account is shown, or none, or the one that is shown has been opened. The session
    /// shown before may be destroyed after this, so who uses it must let go of it now.
    void shownChanged();
    /// An account is about to be closed: who uses its connection must let go of it now.
    void closing(const QString &key);
    /// An account is no longer in the list.
    void removed(const QString &key);
    /// The service does not say which account a sign-in belongs to. `possible` may be empty.
    void whichAccount(const relaybook::SignInResult &result,
                      const std::vector<relaybook::StoredAccount> &possible);
    /// The shown account's token is rejected by the service.
    void signInNeeded(relaybook::TokenKind token);
    /// Something failed: one or more sentences.
    void problem(const QString &sentences);

private:
    [[nodiscard]] OpenAccount *find(const QString &key) const;
    OpenAccount &add(StoredAccount account);
    void drop(OpenAccount &account);
    OpenAccount &addOfSignIn(const SignInResult &result, const QString &service);
    using OpenHandler = std::function<void(const Result<void> &)>;
    void makeOpen(OpenAccount &account, const OpenHandler &then, bool hasSignIn = false);
    void makeUsable(OpenAccount &account, const std::function<void()> &then,
                    bool hasSignIn = false);
    void whenOpened(OpenAccount &account);
    void showOpen(OpenAccount *account);
    void applySignIn(OpenAccount &account, const SignInResult &result);
    void reportFailure(OpenAccount &account, const Result<void> &opened);
    [[nodiscard]] static QString whyNotWhileOpening(const OpenAccount &account);
    [[nodiscard]] OpenAccount *tryToOpen(const QString &key, bool hasSignIn);
    [[nodiscard]] OpenAccount *openToChange(const QString &key);
    [[nodiscard]] OpenAccount *openToLeave(const QString &key, bool hasSignIn);
    void reportWhyNotOpen(const OpenAccount &account);
    void finishRemoval(OpenAccount &account);
    [[nodiscard]] OpenAccount *requestedFor(const SignInResult &result,
                                            const QString &service) const;
    void erase(OpenAccount &account);
    void updateEntries();

    Parts m_parts;
    TokenRevoker m_revoker;
    RemovedFolders m_removed;
    std::vector<std::unique_ptr<OpenAccount>> m_accounts;
    QString m_lastUsed;
    OpenAccount *m_shown = nullptr;
    bool m_isShownOpen = false; ///< m_shown has a session, and who uses it knows
    QString m_shownBefore;      ///< while m_shown is opening: shown again if it cannot be opened
    std::vector<AccountEntry> m_entries;
    HiddenAccounts m_hidden;
    bool m_started = false;
    bool m_autoRefresh = true;
    QThreadPool m_counting; ///< last: its end waits for what runs
};

} // namespace relaybook
