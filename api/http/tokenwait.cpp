// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/tokenwait.h"

#include "api/http/logging.h"
#include "api/http/resellerexchange.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace relaybook {
namespace {

ApiError withoutToken(bool rejected)
{
    ApiError error;
    error.kind = ErrorKind::Unauthorized;
    error.message = rejected ? QStringLiteral("the service refused the token")
                             : QStringLiteral("there is no token for this request");
    return error;
}

ApiError unreadToken()
{
    ApiError error;
    error.kind = ErrorKind::TokenUnavailable;
    error.message = QStringLiteral("the token could not be read");
    error.isOfToken = true;
    return error;
}

/// Whether the service says that it does not know this key; a 404 without these codes may come from
/// another host (contract section 1, codes).
bool saysUnknown(const ApiError &error)
{
    return error.kind == ErrorKind::NotFound && error.serviceCode >= 3001 &&
           error.serviceCode <= 3008;
}

/// The error of the calls that wait for an exchange, if the exchange failed with `error`.
ErrorKind kindForWaiting(const ApiError &error)
{
    const bool saysSignIn = error.serviceCode >= 1001 && error.serviceCode <= 1004;
    switch (error.kind) {
    case ErrorKind::Validation:
        return ErrorKind::Unauthorized;
    case ErrorKind::Forbidden:
        return saysSignIn ? ErrorKind::Unauthorized : ErrorKind::Forbidden;
    case ErrorKind::NotFound:
    case ErrorKind::NotOffered:
        // NotFound would mean that the row the call asks for was removed.
        return saysUnknown(error) ? ErrorKind::Unauthorized : ErrorKind::NotUnderstood;
    default:
        return error.kind;
    }
}

} // namespace

TokenWait::TokenWait(AuthSession &auth, const Clock &clock)
    : m_auth(auth)
    , m_clock(clock)
{
    // Calls whose token is still not known come back to add().
    connect(&m_auth, &AuthSession::settled, this,
            [this] { release(std::exchange(m_forReading, {})); });
}

bool TokenWait::hasToken(const PendingCall &call) const
{
    return !isHopeless(call) &&
           m_auth.readiness(call.request.token, m_clock.now()) == AuthSession::Readiness::Ready;
}

/// Background calls are not sent with a token that the service rejected.
bool TokenWait::isHopeless(const PendingCall &call) const
{
    return call.lane != Lane::User && m_auth.isRejected(call.request.token);
}

void TokenWait::add(const CallPtr &call)
{
    const TokenKind token = call->request.token;
    if (m_auth.isAwaited(token)) {
        m_forReading.push_back(call);
        return;
    }
    if (m_auth.isGivenUp(token)) {
        Q_EMIT failed(call, unreadToken());
        return;
    }
    const bool missing = !m_auth.has(token);
    if (missing || isHopeless(*call)) {
        Q_EMIT failed(call, withoutToken(!missing));
        return;
    }
    m_forExchange.push_back(call);
    startExchange();
}

void TokenWait::remove(const CallPtr &call)
{
    for (CallQueue *queue : {&m_forExchange, &m_forReading}) {
        queue->erase(std::remove(queue->begin(), queue->end(), call), queue->end());
    }
}

CallQueue TokenWait::take(const std::function<bool(const PendingCall &)> &isMeant)
{
    CallQueue taken = takeCalls(m_forExchange, isMeant);
    CallQueue more = takeCalls(m_forReading, isMeant);
    std::move(more.begin(), more.end(), std::back_inserter(taken));
    return taken;
}

/// Releases the calls in the order in which they came, those that spend before the others.
void TokenWait::release(const CallQueue &calls)
{
    // Each call is put before those that do not spend and behind those that do.
    for (const CallPtr &call : calls) {
        if (call->request.effect == Effect::Spends) {
            Q_EMIT ready(call);
        }
    }
    std::for_each(calls.rbegin(), calls.rend(), [this](const CallPtr &call) {
        if (call->request.effect != Effect::Spends) {
            Q_EMIT ready(call);
        }
    });
}

void TokenWait::startExchange()
{
    if (m_exchange && !m_exchange->isOver) {
        return;
    }
    const Secret key = m_auth.resellerKey();
    m_exchange = std::make_shared<TypedCall<ResellerExchange>>(
        ResellerExchange{key}, Lane::User,
        [this, key](const Result<ResellerToken> &answer) { onExchanged(key, answer); });
    Q_EMIT ready(m_exchange);
}

void TokenWait::onExchanged(const Secret &key, const Result<ResellerToken> &answer)
{
    m_exchange.reset();
    const CallQueue waiting = std::exchange(m_forExchange, {});
    const bool keyChanged = key != m_auth.resellerKey();
    if (answer || keyChanged) {
        if (answer) {
            qCDebug(authLog, "the reseller token was renewed");
            m_auth.storeResellerToken(key, *answer, m_clock.now());
        }
        release(waiting);
        return;
    }
    ApiError error = answer.error();
    error.mayHaveHappened = false; // none of the waiting calls was sent
    error.isOfToken = true;
    error.kind = kindForWaiting(error);
    if (error.kind == ErrorKind::Unauthorized || error.kind == ErrorKind::Forbidden) {
        reject(TokenKind::Reseller);
    }
    for (const CallPtr &call : waiting) {
        Q_EMIT failed(call, error);
    }
}

void TokenWait::reject(TokenKind token)
{
    m_auth.reject(token);
    auto &asked = token == TokenKind::Personal ? m_askedPersonal : m_askedReseller;
    const quint64 generation = m_auth.generation(token);
    if (asked != generation) {
        asked = generation;
        Q_EMIT signInNeeded(token);
    }
}

} // namespace relaybook
