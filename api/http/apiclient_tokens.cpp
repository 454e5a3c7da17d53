// SPDX-License-Identifier: GPL-3.0-or-later
// The token handling of ApiClient: checks whether a call has a token, exchanges a Reseller Key for
// one, and holds the calls that wait for it.
#include "api/http/apiclient.h"

#include "api/http/logging.h"
#include "api/http/resellerexchange.h"

#include <algorithm>

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

/// Whether the service itself says that it knows no such key, and not some host that knows nothing
/// of any (contract section 1, codes).
bool saysUnknown(const ApiError &error)
{
    return error.kind == ErrorKind::NotFound && error.serviceCode >= 3001 &&
           error.serviceCode <= 3008;
}

/// What a failed exchange means to the calls that wait for it.
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
        // As NotFound it would tell them that the very row they ask for is gone.
        return saysUnknown(error) ? ErrorKind::Unauthorized : ErrorKind::NotUnderstood;
    default:
        return error.kind;
    }
}

} // namespace

bool ApiClient::hasToken(const PendingCall &call) const
{
    const TokenKind token = call.request.token;
    return !isHopeless(call) &&
           m_auth.readiness(token, m_clock.now()) == AuthSession::Readiness::Ready;
}

/// What was refused once is not asked again in the background.
bool ApiClient::isHopeless(const PendingCall &call) const
{
    return call.lane != Lane::User && m_auth.isRejected(call.request.token);
}

void ApiClient::waitForToken(const CallPtr &call)
{
    if (call->isOver) {
        return;
    }
    const TokenKind token = call->request.token;
    if (m_auth.isAwaited(token)) {
        m_awaitingToken.push_back(call);
        return;
    }
    if (m_auth.isGivenUp(token)) {
        fail(call, unreadToken());
        return;
    }
    const bool missing = !m_auth.has(token);
    if (missing || isHopeless(*call)) {
        fail(call, withoutToken(!missing));
        return;
    }
    m_waitingForToken.push_back(call);
    startExchange();
}

/// What is still awaited waits on; the others are sent, or fail.
void ApiClient::onTokensSettled()
{
    enqueueAgain(std::exchange(m_awaitingToken, {}));
}

/// In the order in which they came, purchases before the others.
void ApiClient::enqueueAgain(const Queue &calls)
{
    for (const CallPtr &call : calls) {
        if (call->request.effect == Effect::Spends) {
            enqueue(call, true);
        }
    }
    std::for_each(calls.rbegin(), calls.rend(), [this](const CallPtr &call) {
        if (call->request.effect != Effect::Spends) {
            enqueue(call, true);
        }
    });
}

void ApiClient::startExchange()
{
    if (m_exchange && !m_exchange->isOver) {
        return;
    }
    const Secret key = m_auth.resellerKey();
    auto call = std::make_shared<TypedCall<ResellerExchange>>(
        ResellerExchange{key}.toRequest(), Lane::User,
        [this, key](const Result<ResellerToken> &answer) { onExchanged(key, answer); });
    m_exchange = call;
    enqueue(call, true);
}

void ApiClient::onExchanged(const Secret &key, const Result<ResellerToken> &answer)
{
    m_exchange.reset();
    const Queue waiting = std::exchange(m_waitingForToken, {});
    const bool keyChanged = key != m_auth.resellerKey();
    if (answer || keyChanged) {
        if (answer) {
            qCDebug(authLog, "the reseller token was renewed");
            m_auth.storeResellerToken(key, *answer, m_clock.now());
        }
        enqueueAgain(waiting);
        return;
    }
    ApiError error = answer.error();
    error.mayHaveHappened = false; // none of the waiting calls was sent
    error.isOfToken = true;
    error.kind = kindForWaiting(error);
    if (error.kind == ErrorKind::Unauthorized || error.kind == ErrorKind::Forbidden) {
        askToSignIn(TokenKind::Reseller);
    }
    for (const CallPtr &call : waiting) {
        fail(call, error);
    }
}

void ApiClient::askToSignIn(TokenKind token)
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
