// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the account for a command: the sandbox, with tokens from the environment or from the
// keychain, or stored data only.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "app/commandline.h"
#include "app/embeddedsandbox.h"
#include "app/scripttokens.h"
#include "models/accounts/accountidentity.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/signin.h"
#include "models/accounts/storedsnapshot.h"
#include "models/secrets/keychain.h"
#include "models/store/cacheopening.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace relaybook {

class CommandAccount : public QObject
{
    Q_OBJECT

public:
    CommandAccount(const CommandLine &line, QString dataDir, ScriptTokens tokens);
    ~CommandAccount() override;

    /// Opens the account with a connection to the service. Emits opened() or failed(), possibly
    /// before it returns. The data folder must be locked.
    void open();
    /// Opens the stored data only, also while another program writes to it. The error's message is
    /// a whole sentence.
    [[nodiscard]] std::optional<ApiError> openStored();
    /// Valid from opened() on.
    [[nodiscard]] AccountSession &session() { return *m_session; }
    /// Valid after openStored().
    [[nodiscard]] StoredSnapshot &snapshot() { return *m_snapshot; }
    [[nodiscard]] const Clock &clock() const { return m_clock; }

Q_SIGNALS:
    void opened();
    /// One or more whole sentences.
    void failed(const QString &sentences);
    /// Waiting until then because of the service's limit.
    void waiting(relaybook::Instant until);
    /// A sentence about what the command is doing.
    void notice(const QString &sentence);

private:
    [[nodiscard]] Result<std::optional<StoredAccount>> target() const;
    [[nodiscard]] QString targetName() const;
    [[nodiscard]] QString address() const;
    [[nodiscard]] NetworkSettings network() const;
    [[nodiscard]] bool needsKeychain() const;
    [[nodiscard]] bool usesStoredNetwork() const;
    [[nodiscard]] QString identityOfStored(NetworkSettings stored) const;
    void openSandbox();
    void openTarget();
    void readKeychain();
    void useSecrets(const AccountSecrets &secrets);
    void signIn();
    void useSignIn(const SignIn &signIn);
    [[nodiscard]] QString whyOtherAccount(const AccountMatch &match) const;
    void connectAs(AccountSession::Config config, std::unique_ptr<ServiceConnection> connection);
    void openSession(AccountSession::Config config);

    const CommandLine m_line;
    const QString m_dataDir;
    const ScriptTokens m_tokens; ///< used instead of those in the keychain
    SystemClock m_clock;
    std::optional<StoredAccount> m_target; ///< the account that is meant; nothing if it is new
    std::unique_ptr<Keychain> m_keychain;
    QTimer m_longRead;
    std::unique_ptr<EmbeddedSandbox> m_sandbox;
    std::unique_ptr<CacheOpening> m_opening; ///< while the stored data is being opened
    std::unique_ptr<ServiceConnection> m_connection;
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<SignIn> m_signIn;
    std::shared_ptr<StoredSnapshot> m_snapshot;
};

/// Describes an error for a terminal: what happened, what to do, and the service's own text.
[[nodiscard]] QString sentencesOf(const ApiError &error);

} // namespace relaybook
