// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the account for a command: the sandbox, a stored account, or a sign-in with the tokens from
// the environment.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "app/commandline.h"
#include "app/embeddedsandbox.h"
#include "models/account/accountsession.h"
#include "models/account/signin.h"

#include <QObject>

#include <memory>

namespace relaybook {

class CommandAccount : public QObject
{
    Q_OBJECT

public:
    CommandAccount(const CommandLine &line, QString dataDir);
    ~CommandAccount() override;

    /// Opens the account with a connection to the service, or with stored data only. Emits opened()
    /// or failed(), possibly before it returns.
    void open(bool connected);
    /// Valid from opened() on.
    [[nodiscard]] AccountSession &session() { return *m_session; }
    [[nodiscard]] const Clock &clock() const { return m_clock; }

Q_SIGNALS:
    void opened();
    /// One or more whole sentences.
    void failed(const QString &sentences);
    /// Waiting until then because of the service's limit.
    void waiting(relaybook::Instant until);

private:
    void openStored();
    void openSandbox();
    void signIn();
    void useSignIn(const SignIn &signIn);
    void connectAs(AccountSession::Config config, std::unique_ptr<ServiceConnection> connection);
    void openSession(AccountSession::Config config);
    [[nodiscard]] QString service() const;

    const CommandLine m_line;
    const QString m_dataDir;
    SystemClock m_clock;
    std::unique_ptr<EmbeddedSandbox> m_sandbox;
    AuthSession m_noTokens;
    std::unique_ptr<ServiceConnection> m_connection;
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<SignIn> m_signIn;
};

/// Describes an error for a terminal: what happened, what to do, and the service's own text.
[[nodiscard]] QString sentencesOf(const ApiError &error);

} // namespace relaybook
