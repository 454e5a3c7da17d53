// SPDX-License-Identifier: GPL-3.0-or-later
// One account that is open: its connection, its session and its secrets, which it reads from the
// keychain and stores there. Used by OpenAccounts.

#pragma once

#include "api/http/serviceconnection.h"
#include "models/accounts/accountentry.h"
#include "models/accounts/accountparts.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/signin.h"
#include "models/accounts/tokenrevoker.h"
#include "models/accountvalues.h"
#include "models/secrets/keychain.h"
#include "models/secrets/secretchanges.h"
#include "models/store/cacheopening.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

/// Lives on the GUI thread.
class OpenAccount : public QObject
{
    Q_OBJECT

public:
    /// Gets the error if the account could not be opened or its connection could not be created.
    using OpenHandler = std::function<void(const Result<void> &)>;
    using SignOutHandler = std::function<void(const std::optional<KeychainError> &)>;

    /// `parts` must outlive it. `account` is one of storedAccounts(), or a new one.
    OpenAccount(const AccountParts &parts, TokenRevoker &revoker, StoredAccount account);
    ~OpenAccount() override;

    [[nodiscard]] const QString &key() const { return m_account.key; }
    [[nodiscard]] const StoredAccount &account() const { return m_account; }
    [[nodiscard]] bool isSandbox() const;
    /// Whether the account's own file could not be read, so that only its key is known:
    /// AccountEntry::isNameless.
    [[nodiscard]] bool isNameless() const { return m_account.service.isEmpty(); }
    /// The account's entry for the list. LocalAccounts sets isShown and makes the name unique.
    [[nodiscard]] AccountEntry entry() const;
    /// Its e-mail address, to tell it from another account of the same name; may be empty.
    [[nodiscard]] QString email() const
    {
        return m_session ? m_session->summary().email : m_account.email;
    }
    [[nodiscard]] AccountAccess access() const { return m_access; }

    /// Opens its files and its connection, and begins to read the keychain, unless `hasSignIn`,
    /// i.e. useSignIn() follows. Then calls `done`: usually at once, or later if the stored data
    /// must be updated first, on another thread. `done` is not called after close().
    void open(bool hasSignIn, OpenHandler done);
    [[nodiscard]] bool isOpen() const { return m_session != nullptr; }
    /// Whether open() has not called `done` yet, because opening the stored data takes long.
    [[nodiscard]] bool isOpening() const { return m_opening != nullptr; }
    /// Null until open().
    [[nodiscard]] AccountSession *session() const { return m_session.get(); }
    /// Null until open(), and when offline.
    [[nodiscard]] ServiceConnection *connection() const { return m_connection.get(); }
    /// Closes its files; running operations end as at the end of the program. An update of the
    /// stored data is interrupted and continues the next time.
    void close();
    /// Whether the last open() could not open the stored data, for another reason than its use by
    /// another program. Then there is no session, and only signOut() can be called.
    [[nodiscard]] bool isUnreadable() const
    {
        return m_failure && *m_failure != StoreError::Kind::Busy;
    }
    /// Whether a message about the failure of the last open() was shown.
    [[nodiscard]] bool isFailureReported() const { return m_isFailureReported; }
    void noteFailureReported() { m_isFailureReported = true; }
    /// Whether open() was called since the program was started.
    [[nodiscard]] bool wasTried() const { return m_wasTried; }
    /// Stores that this is the last used account, which is opened at the next start.
    void noteShown();
    /// The token that the service rejects.
    [[nodiscard]] std::optional<TokenKind> rejected() const { return m_rejected; }

    /// Uses the tokens of a sign-in and stores them in the keychain. A kind that it does not have
    /// stays as it is. `id` is that of a personal token which Relaybook created.
    void useSignIn(const SignInResult &result, const std::optional<TokenId> &id);
    void readKeychain();
    /// Asks a keychain again that was locked or did not answer; does nothing in other states.
    void readKeychainIfLocked();
    void rename(const QString &name);
    /// Includes the password of the proxy, if it is known.
    [[nodiscard]] AccountOptions options() const;
    /// The connection settings, if they may carry secrets: the user saved them in this session, the
    /// account's entry in the keychain was stored with them, or they are the default ones and no
    /// entry says otherwise. What only a file says may have been changed by another program.
    [[nodiscard]] std::optional<NetworkSettings> confirmedNetwork() const;
    void setOptions(const AccountOptions &options, bool confirms = true);
    /// Forgets the secrets, in the keychain too. The stored data stays, and is shown if it could be
    /// opened.
    /// `done` is called when the keychain has answered, with its error if there was one; not if the
    /// account was signed in again meanwhile. It may be empty.
    void signOut(SignOutHandler done);
    /// At the end of the program: revokes a token that only this session knows.
    void revokeUnkept();

Q_SIGNALS:
    /// entry() may have changed.
    void changed();
    void signInNeeded(relaybook::TokenKind token);
    /// The keychain had the entry of this account, so it is not locked.
    void keychainRead();
    void problem(const QString &sentences);

private:
    [[nodiscard]] QString address() const;
    [[nodiscard]] Result<void> connectToService();
    [[nodiscard]] Result<void> openSandbox();
    [[nodiscard]] AccountSession::Config sessionConfig() const;
    [[nodiscard]] Result<void> openWith(StoreResult<CacheFile> cache, bool hasSignIn);
    [[nodiscard]] Result<void> openSession(StoreResult<CacheFile> cache);
    void readEntry();
    void whenRead(const tl::expected<AccountSecrets, KeychainError> &read);
    void whenNotRead(const KeychainError &error);
    void useSecrets();
    void storeEdit();
    void writeEdit();
    void whenWritten(const tl::expected<void, KeychainError> &written,
                     const AccountSecrets &wanted);
    void keepForThisSession(const KeychainError &error);
    void forgetSecrets();
    void rememberPlace();
    void removeEntry(SignOutHandler done);
    void revoke(const AccountSecrets &secrets);
    [[nodiscard]] bool isNetworkSaved() const;
    void rememberNew(const AccountOptions &options, SecretChanges &edit);
    [[nodiscard]] tl::expected<AccountSecrets, KeychainError>
    ownSecrets(const tl::expected<AccountSecrets, KeychainError> &read) const;
    void setAccess(AccountAccess access, const QString &problem = {});

    const AccountParts &m_parts;
    TokenRevoker &m_revoker;
    StoredAccount m_account;
    AuthSession m_noTokens;
    std::unique_ptr<ServiceConnection> m_connection;
    QString m_testPage; ///< of the sandbox
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<CacheOpening> m_opening;
    std::vector<OpenHandler> m_waiting; ///< for m_opening
    AccountSecrets m_secrets;           ///< in use
    AccountSecrets m_stored;            ///< what the keychain's entry holds, once m_isRead
    SecretChanges m_edit;               ///< changes that are not stored there yet
    AccountAccess m_access = AccountAccess::NotOpened;
    std::optional<TokenKind> m_rejected;
    QString m_problem;
    bool m_wasTried = false;
    bool m_isFailureReported = false;
    std::optional<StoreError::Kind> m_failure; ///< why the stored data could not be opened
    bool m_isRead = false;
    bool m_isInKeychain = true;   ///< the keychain has the tokens in use
    bool m_isBeingStored = false; ///< the keychain has not answered yet
    quint64 m_turn = 0;           ///< counts operations: the result of an older one is ignored
};

} // namespace relaybook
