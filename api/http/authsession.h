// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the personal token and the Reseller Key of a session in memory, and knows whether each can
// be used.

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/clock.h"

#include <QObject>

namespace relaybook {

/// The secrets of a sign-in. A personal token is sent as it is. A Reseller Key is exchanged for an
/// access token when the first call needs one, and again when the service rejects that token;
/// ApiClient makes the exchange.
class AuthSession : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Sets the token. An empty secret removes it.
    void setPersonalToken(Secret token);
    void setResellerKey(Secret key);
    void clear();
    /// Whether the token (or the key for it) is set. It may still be rejected by the service.
    [[nodiscard]] bool has(TokenKind token) const;

    // Used only by ApiClient:
    enum class Readiness {
        Ready,
        NeedsExchange, ///< there is a Reseller Key but no usable access token
        Missing,
    };
    [[nodiscard]] Readiness readiness(TokenKind token, Instant now) const;
    [[nodiscard]] Secret bearer(TokenKind token) const;
    [[nodiscard]] Secret resellerKey() const { return m_resellerKey; }
    /// Changes whenever the bearer changes. A 401 applies to the generation that was sent with the
    /// call.
    [[nodiscard]] quint64 generation(TokenKind token) const;
    /// Changes whenever this token, or the key for it, is set or removed by the user.
    [[nodiscard]] quint64 given(TokenKind token) const;
    /// Whether the service rejected the token for good. Background work does not send calls with it
    /// again.
    [[nodiscard]] bool isRejected(TokenKind token) const;
    void reject(TokenKind token);
    /// Stores the access token from an exchange. Ignored if the key has changed in the meantime.
    void storeResellerToken(const Secret &key, const ResellerToken &token, Instant now);
    /// Removes the access token of that generation because the service rejected it.
    void dropResellerToken(quint64 generation);

Q_SIGNALS:
    /// A token or key was set or removed.
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
