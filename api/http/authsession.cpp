// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/authsession.h"

namespace relaybook {

void AuthSession::setPersonalToken(Secret token)
{
    m_personalToken = std::move(token);
    m_personalRejected = false;
    ++m_personalGeneration;
    Q_EMIT changed();
}

void AuthSession::setResellerKey(Secret key)
{
    m_resellerKey = std::move(key);
    m_resellerToken = {};
    m_resellerRejected = false;
    ++m_resellerGeneration;
    ++m_keyGeneration;
    Q_EMIT changed();
}

void AuthSession::clear()
{
    setPersonalToken(Secret());
    setResellerKey(Secret());
}

bool AuthSession::has(TokenKind token) const
{
    switch (token) {
    case TokenKind::None:
        return true;
    case TokenKind::Personal:
        return !m_personalToken.isEmpty();
    case TokenKind::Reseller:
        return !m_resellerKey.isEmpty();
    }
    return false;
}

AuthSession::Readiness AuthSession::readiness(TokenKind token, Instant now) const
{
    if (!has(token)) {
        return Readiness::Missing;
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
    return token == TokenKind::Reseller ? m_keyGeneration : m_personalGeneration;
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
        // This computer's clock or the service's is wrong: wait for the 401 instead of exchanging
        // before every call.
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
