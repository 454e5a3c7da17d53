// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of ApiClient that have no usable token yet: they wait until the token is read, or until
// the Reseller Key is exchanged for one.

#pragma once

#include "api/http/authsession.h"
#include "api/http/callqueues.h"
#include "api/types/clock.h"

#include <QObject>

#include <functional>
#include <optional>

namespace relaybook {

class TokenWait : public QObject
{
    Q_OBJECT
public:
    /// `auth` and `clock` must outlive this object.
    TokenWait(AuthSession &auth, const Clock &clock);

    /// Whether the call can be sent with the token that is known now.
    [[nodiscard]] bool hasToken(const PendingCall &call) const;
    /// Lets a call without a token wait, and exchanges the Reseller Key if that is what it needs.
    /// Emits failed() immediately if the call cannot get a token.
    void add(const CallPtr &call);
    void remove(const CallPtr &call);
    [[nodiscard]] CallQueue take(const std::function<bool(const PendingCall &)> &isMeant);
    /// Notes that the service rejected the token, and asks the user to sign in, once per token.
    void reject(TokenKind token);

Q_SIGNALS:
    /// The call is the next to be sent: a call that waited, or the exchange of the Reseller Key.
    void ready(const relaybook::CallPtr &call);
    void failed(const relaybook::CallPtr &call, const relaybook::ApiError &error);
    void signInNeeded(relaybook::TokenKind token);

private:
    [[nodiscard]] bool isHopeless(const PendingCall &call) const;
    void release(const CallQueue &calls);
    void startExchange();
    void onExchanged(const Secret &key, const Result<ResellerToken> &answer);

    AuthSession &m_auth;
    const Clock &m_clock;
    CallQueue m_forExchange; ///< wait until a Reseller Key is exchanged
    CallQueue m_forReading;  ///< wait until a token is read from the keychain
    CallPtr m_exchange;
    std::optional<quint64> m_askedPersonal; ///< the generation for which signInNeeded() was emitted
    std::optional<quint64> m_askedReseller;
};

} // namespace relaybook
