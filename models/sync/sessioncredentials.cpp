// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/sessioncredentials.h"

namespace relaybook {

quint64 SessionCredentials::next()
{
    const std::lock_guard lock(m_mutex);
    return ++m_now;
}

void SessionCredentials::remember(const Proxy &proxy, quint64 askedAt)
{
    const std::lock_guard lock(m_mutex);
    const bool isTold = !proxy.credentials.http.isEmpty() || !proxy.credentials.socks5.isEmpty();
    if (isTold && askedAt >= m_clearedAt && askedAt >= m_proxies.value(proxy.id).askedAt) {
        m_proxies.insert(proxy.id, {proxy.credentials, askedAt});
    }
}

void SessionCredentials::remember(const SubUser &subUser, quint64 askedAt)
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_subUsers.constFind(subUser.id);
    // The answer to a saved note has the user name alone.
    const bool isFirst = known == m_subUsers.cend() || known->value.password.isEmpty();
    const bool isTold = !subUser.access.password.isEmpty() ||
                        (!subUser.access.userName.isEmpty() && known == m_subUsers.cend());
    if (isTold && askedAt >= m_clearedAt && (isFirst || askedAt >= known->askedAt)) {
        m_subUsers.insert(subUser.id, {subUser.access, askedAt});
    }
}

std::optional<ProxyCredentials> SessionCredentials::of(const ProxyId &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_proxies.constFind(id);
    return found == m_proxies.cend() ? std::nullopt : std::optional(found->value);
}

std::optional<SubUserAccess> SessionCredentials::of(SubUserId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_subUsers.constFind(id);
    return found == m_subUsers.cend() ? std::nullopt : std::optional(found->value);
}

void SessionCredentials::clear()
{
    const std::lock_guard lock(m_mutex);
    m_clearedAt = ++m_now;
    m_proxies.clear();
    m_subUsers.clear();
}

} // namespace relaybook
