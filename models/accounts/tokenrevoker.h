// SPDX-License-Identifier: GPL-3.0-or-later
// Revokes the personal tokens that were created by signing in with e-mail, when they are no longer
// used. Otherwise the service keeps each of them forever.

#pragma once

#include "api/types/account.h"
#include "api/types/networksettings.h"
#include "api/types/result.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace relaybook {

class ServiceConnection;

/// Lives on the GUI thread. Knows, in memory only, the tokens issued since the program was started
/// that no account uses.
/// A token is not revoked if the service did not return its id: a guessed id could belong to
/// another token of the user.
class TokenRevoker : public QObject
{
    Q_OBJECT

public:
    using Connect = std::function<Result<std::unique_ptr<ServiceConnection>>(
        const QString &address, const NetworkSettings &network)>;

    explicit TokenRevoker(Connect connect, QObject *parent = nullptr);
    ~TokenRevoker() override;

    /// Adds a token that the service at `address` created. It is unused until takeOver().
    void addIssued(const QString &address, const NetworkSettings &network,
                   const PersonalToken &token);
    /// Notes that an account uses this token from now on, and is responsible for it. Returns its id
    /// if it was issued by the program and can be revoked later.
    std::optional<TokenId> takeOver(const Secret &token);
    /// Revokes all issued tokens that no account has taken over.
    void revokeUnused();
    /// Revokes a token that its account no longer uses.
    void revoke(const QString &address, const NetworkSettings &network, const Secret &token,
                const TokenId &id);
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
        NetworkSettings network;
        Secret token;
        TokenId id;
    };
    struct Run;

    Connect m_connect;
    std::vector<Issued> m_issued;
    std::vector<std::unique_ptr<Run>> m_runs;
};

} // namespace relaybook
