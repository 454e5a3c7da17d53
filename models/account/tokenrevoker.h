// SPDX-License-Identifier: GPL-3.0-or-later
// Revokes the personal tokens that were created by signing in with e-mail, when they are no longer
// used. Otherwise the service keeps each of them forever.

#pragma once

#include "api/types/account.h"
#include "api/types/result.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace relaybook {

class ServiceConnection;

/// Lives on the GUI thread. Knows, in memory only, the tokens issued since the program was started.
/// A token is not revoked if the service did not return its id: a guessed id could belong to
/// another token of the user.
class TokenRevoker : public QObject
{
    Q_OBJECT

public:
    using Connect =
        std::function<Result<std::unique_ptr<ServiceConnection>>(const QString &address)>;

    explicit TokenRevoker(Connect connect, QObject *parent = nullptr);
    ~TokenRevoker() override;

    /// Adds a token that the service at `address` created.
    void addIssued(const QString &address, const PersonalToken &token);
    /// Sets the token that the open account uses from now on; all others are unused. It may be one
    /// that was not issued by the program.
    void use(const Secret &token);
    /// Revokes all issued tokens except the one in use.
    void revokeUnused();
    void revokeAll();
    [[nodiscard]] bool isRevoking() const { return !m_runs.empty(); }
    /// Waits for the running calls to finish, at most `most`.
    void waitForEnd(std::chrono::milliseconds most);

Q_SIGNALS:
    /// All calls have finished.
    void finished();

private:
    struct Issued
    {
        QString address;
        Secret token;
        TokenId id;
        bool isUsed = false;
    };
    struct Run;

    void revoke(const Issued &issued);

    Connect m_connect;
    std::vector<Issued> m_issued;
    std::vector<std::unique_ptr<Run>> m_runs;
};

} // namespace relaybook
