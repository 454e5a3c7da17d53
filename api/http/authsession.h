// SPDX-License-Identifier: GPL-3.0-or-later
// The two tokens of a session, in memory, and whether each may be used.

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/clock.h"

#include <QObject>

namespace relaybook {

/// A personal token is used as it is. A Reseller Key is exchanged for an access token when the
/// first call needs one, and again when the service refuses that token; ApiClient does the
/// exchanging.
class AuthSession : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// An empty secret takes the token away.
    void setPersonalToken(Secret token);
    void setResellerKey(Secret key);
    void clear();
    /// Whether there is something to sign a call with; says nothing of whether it is accepted.
    [[nodiscard]] bool has(TokenKind token) const;

    // ---- for ApiClient
    enum class Readiness {
        Ready,
        NeedsExchange, ///< a Reseller Key without a usable access token
        Missing,
    };
    [[nodiscard]] Readiness readiness(TokenKind token, Instant now) const;
    [[nodiscard]] Secret bearer(TokenKind token) const;
    [[nodiscard]] Secret resellerKey() const { return m_resellerKey; }
    /// Changes whenever the bearer changes: a 401 concerns the generation that was sent.
    [[nodiscard]] quint64 generation(TokenKind token) const;
    /// Changes whenever the user gives or takes away this token, or the key behind it.
    [[nodiscard]] quint64 given(TokenKind token) const;
    /// The service refused it for good; work in the background does not ask with it again.
    [[nodiscard]] bool isRejected(TokenKind token) const;
    void reject(TokenKind token);
    /// The answer of an exchange; left aside where the key has changed meanwhile.
    void storeResellerToken(const Secret &key, const ResellerToken &token, Instant now);
    /// The access token of that generation was refused.
    void dropResellerToken(quint64 generation);

Q_SIGNALS:
    /// A token or key was set or taken away.
    void changed();

private:
    Secret m_personalToken;
    Secret m_resellerKey;
    ResellerToken m_resellerToken;
    quint64 m_personalGeneration = 0;
    quint64 m_resellerGeneration = 0;
    quint64 m_keyGeneration = 0;
    bool m_personalRejected = false;
    bool m_resellerRejected = false;
};

} // namespace relaybook
