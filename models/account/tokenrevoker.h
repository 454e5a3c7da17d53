// SPDX-License-Identifier: GPL-3.0-or-later
// Revokes the personal tokens that signing in by e-mail created, once nothing uses them any more:
// the service keeps each of them for ever.

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

/// Lives on the GUI thread. Knows the tokens that this start of the program was issued, in memory
/// only. A token whose id the service did not tell stays: the id is not guessed, because another
/// token of the user may have it.
class TokenRevoker : public QObject
{
    Q_OBJECT

public:
    using Connect =
        std::function<Result<std::unique_ptr<ServiceConnection>>(const QString &address)>;

    explicit TokenRevoker(Connect connect, QObject *parent = nullptr);
    ~TokenRevoker() override;

    /// The service at `address` created this token.
    void addIssued(const QString &address, const PersonalToken &token);
    /// The open account uses this token from now on, and none of the others. It need not be one
    /// that was issued.
    void use(const Secret &token);
    /// Revokes what the open account does not use.
    void revokeUnused();
    void revokeAll();
    [[nodiscard]] bool isRevoking() const { return !m_runs.empty(); }
    /// Lets the calls under way come to their end, at most this long.
    void waitForEnd(std::chrono::milliseconds most);

Q_SIGNALS:
    /// Nothing is under way any more.
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
