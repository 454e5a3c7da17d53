// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/authsession.h"

namespace relaybook {

void AuthSession::setPersonalToken(Secret token)
{
    put(std::move(token), std::nullopt);
}

void AuthSession::setResellerKey(Secret key)
{
    put(std::nullopt, std::move(key));
}

void AuthSession::setTokens(Secret personalToken, Secret resellerKey)
{
    put(std::move(personalToken), std::move(resellerKey));
}

void AuthSession::clear()
{
    put(Secret(), Secret());
}

/// Sets the secrets that are given; the other one stays.
void AuthSession::put(const std::optional<Secret> &personalToken,
                      const std::optional<Secret> &resellerKey)
{
    const Known personalBefore = known(TokenKind::Personal);
    const Known resellerBefore = known(TokenKind::Reseller);
    if (personalToken) {
        m_personalToken = *personalToken;
        m_personalRejected = false;
        ++m_personalGeneration;
    }
    if (resellerKey) {
        m_resellerKey = *resellerKey;
        m_resellerToken = {};
        m_resellerRejected = false;
        ++m_resellerGeneration;
    }
    m_personalReading = Reading::NotExpected;
    m_resellerReading = Reading::NotExpected;
    const bool personalChanged =
        isChange(personalBefore, known(TokenKind::Personal), personalToken.has_value());
    const bool resellerChanged =
        isChange(resellerBefore, known(TokenKind::Reseller), resellerKey.has_value());
    m_personalGiven += personalChanged ? 1 : 0;
    m_keyGeneration += resellerChanged ? 1 : 0;
    Q_EMIT settled();
    if (personalChanged || resellerChanged) {
        Q_EMIT changed();
    }
}

AuthSession::Known AuthSession::known(TokenKind token) const
{
    const bool personal = token == TokenKind::Personal;
    return {personal ? m_personalToken : m_resellerKey,
            personal ? m_personalReading : m_resellerReading};
}

/// Whether the result of has() may have changed. It has not if an awaited token was set, or if a
/// token that was missing is still missing.
bool AuthSession::isChange(const Known &before, const Known &now, bool isPut)
{
    if (before.reading == Reading::Awaited) {
        return now.secret.isEmpty();
    }
    const bool wasNone = before.secret.isEmpty() && before.reading == Reading::NotExpected;
    return before.reading == Reading::GivenUp || (isPut && !(wasNone && now.secret.isEmpty()));
}

void AuthSession::expect(bool personal, bool reseller)
{
    const auto update = [](bool isExpected, const Secret &secret, Reading &reading,
                           quint64 &given) {
        const Reading before = reading;
        reading = isExpected && secret.isEmpty() ? Reading::Awaited : Reading::NotExpected;
        given += reading == before ? 0 : 1;
    };
    update(personal, m_personalToken, m_personalReading, m_personalGiven);
    update(reseller, m_resellerKey, m_resellerReading, m_keyGeneration);
    Q_EMIT settled(); // the token is no longer awaited
    Q_EMIT changed();
}

void AuthSession::giveUp()
{
    bool any = false;
    for (Reading *reading : {&m_personalReading, &m_resellerReading}) {
        if (*reading == Reading::Awaited) {
            *reading = Reading::GivenUp;
            any = true;
        }
    }
    if (any) {
        Q_EMIT settled();
        Q_EMIT changed();
    }
}

bool AuthSession::has(TokenKind token) const
{
    switch (token) {
    case TokenKind::None:
        return true;
    case TokenKind::Personal:
        return !m_personalToken.isEmpty() || isAwaited(token);
    case TokenKind::Reseller:
        return !m_resellerKey.isEmpty() || isAwaited(token);
    }
    return false;
}

AuthSession::Reading AuthSession::reading(TokenKind token) const
{
    switch (token) {
    case TokenKind::None:
        break;
    case TokenKind::Personal:
        return m_personalReading;
    case TokenKind::Reseller:
        return m_resellerReading;
    }
    return Reading::NotExpected;
}

bool AuthSession::isExpected(TokenKind token) const
{
    return reading(token) != Reading::NotExpected;
}

bool AuthSession::isAwaited(TokenKind token) const
{
    return reading(token) == Reading::Awaited;
}

AuthSession::Readiness AuthSession::readiness(TokenKind token, Instant now) const
{
    if (!has(token)) {
        return Readiness::Missing;
    }
    if (isAwaited(token)) {
        return Readiness::Awaited;
    }
    if (token != TokenKind::Reseller) {
        return Readiness::Ready;
    }
    constexpr std::chrono::seconds margin(60);
    const auto &expires = m_resellerToken.expiresAt;
    const bool ending = expires && now + margin >= *expires;
    return m_resellerToken.token.isEmpty() || ending ? Readiness::NeedsExchange : Readiness::Ready;
}

Secret AuthSession::bearer(TokenKind token) const
{
    switch (token) {
    case TokenKind::None:
        break;
    case TokenKind::Personal:
        return m_personalToken;
    case TokenKind::Reseller:
        return m_resellerToken.token;
    }
    return {};
}

quint64 AuthSession::generation(TokenKind token) const
{
    return token == TokenKind::Reseller ? m_resellerGeneration : m_personalGeneration;
}

quint64 AuthSession::given(TokenKind token) const
{
    return token == TokenKind::Reseller ? m_keyGeneration : m_personalGiven;
}

bool AuthSession::isRejected(TokenKind token) const
{
    switch (token) {
    case TokenKind::None:
        break;
    case TokenKind::Personal:
        return m_personalRejected;
    case TokenKind::Reseller:
        return m_resellerRejected;
    }
    return false;
}

void AuthSession::reject(TokenKind token)
{
    m_personalRejected = m_personalRejected || token == TokenKind::Personal;
    m_resellerRejected = m_resellerRejected || token == TokenKind::Reseller;
}

void AuthSession::storeResellerToken(const Secret &key, const ResellerToken &token, Instant now)
{
    if (key != m_resellerKey) {
        return;
    }
    m_resellerToken = token;
    constexpr std::chrono::seconds shortest(120);
    if (m_resellerToken.expiresAt && *m_resellerToken.expiresAt < now + shortest) {
        // The clock of this computer or of the service is wrong. Use the token until a 401 instead
        // of exchanging it before every call.
        m_resellerToken.expiresAt.reset();
    }
    m_resellerRejected = false;
    ++m_resellerGeneration;
}

void AuthSession::dropResellerToken(quint64 generation)
{
    if (generation == m_resellerGeneration) {
        m_resellerToken = {};
    }
}

} // namespace relaybook
