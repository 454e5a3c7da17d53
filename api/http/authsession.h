// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the personal token and the Reseller Key of a session in memory, and knows whether each can
// be used.

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/clock.h"

#include <QObject>

#include <optional>

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
    /// Sets both at once, e.g. after reading them from the keychain. An empty secret removes one.
    void setTokens(Secret personalToken, Secret resellerKey);
    void clear();
    /// Notes that the account has these tokens, but that they are still being read, e.g. while the
    /// keychain asks its user. Calls that need an awaited token wait in ApiClient until it is set
    /// or given up. A token that is set already is not awaited. Setting or removing any token means
    /// that nothing is awaited any more.
    void expect(bool personal, bool reseller);
    /// The awaited tokens could not be read: the calls that wait for them fail with
    /// ErrorKind::TokenUnavailable. They can be expected or set again later.
    void giveUp();
    /// Whether the token (or the key for it) is set or awaited. A set one may still be rejected by
    /// the service.
    [[nodiscard]] bool has(TokenKind token) const;
    /// Whether the account has this token, but it is not known yet, or could not be read.
    [[nodiscard]] bool isExpected(TokenKind token) const;
    /// Whether the token is still being read.
    [[nodiscard]] bool isAwaited(TokenKind token) const;
    /// Whether the account has this token, but it could not be read.
    [[nodiscard]] bool isGivenUp(TokenKind token) const
    {
        return isExpected(token) && !isAwaited(token);
    }

    // Used only by ApiClient:
    enum class Readiness {
        Ready,
        NeedsExchange, ///< there is a Reseller Key but no usable access token
        Awaited,       ///< it is still being read
        Missing,
    };
    [[nodiscard]] Readiness readiness(TokenKind token, Instant now) const;
    [[nodiscard]] Secret bearer(TokenKind token) const;
    [[nodiscard]] Secret resellerKey() const { return m_resellerKey; }
    /// Changes whenever the bearer changes. A 401 applies to the generation that was sent with the
    /// call.
    [[nodiscard]] quint64 generation(TokenKind token) const;
    /// Changes whenever this token, or the key for it, is set, removed or expected. Stays the same
    /// when an awaited token is set, because the calls that waited for it are sent with it.
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
    /// A token or key was set, removed, expected or given up. Not emitted if exactly the awaited
    /// tokens were set, because the result of has() is the same.
    void changed();
    /// Tokens that were awaited may not be awaited any more.
    void settled();

private:
    /// What is known of a token that is not set.
    enum class Reading { NotExpected, Awaited, GivenUp };
    struct Known
    {
        Secret secret;
        Reading reading;
    };
    [[nodiscard]] Reading reading(TokenKind token) const;
    [[nodiscard]] Known known(TokenKind token) const;
    [[nodiscard]] static bool isChange(const Known &before, const Known &now, bool isPut);
    void put(const std::optional<Secret> &personalToken, const std::optional<Secret> &resellerKey);

    Secret m_personalToken;
    Secret m_resellerKey;
    ResellerToken m_resellerToken;
    Reading m_personalReading = Reading::NotExpected;
    Reading m_resellerReading = Reading::NotExpected;
    quint64 m_personalGeneration = 0;
    quint64 m_personalGiven = 0;
    quint64 m_resellerGeneration = 0;
    quint64 m_keyGeneration = 0;
    bool m_personalRejected = false;
    bool m_resellerRejected = false;
};

} // namespace relaybook
