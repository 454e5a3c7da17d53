// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/sessioncredentials.h"

namespace relaybook {

quint64 SessionCredentials::now() const
{
    const std::lock_guard lock(m_mutex);
    return m_now;
}

void SessionCredentials::remember(const Proxy &proxy)
{
    const std::lock_guard lock(m_mutex);
    m_proxiesAt.insert(proxy.id, ++m_now);
    add(proxy);
}

void SessionCredentials::remember(const SubUser &subUser)
{
    const std::lock_guard lock(m_mutex);
    m_subUsersAt.insert(subUser.id, ++m_now);
    add(subUser);
}

void SessionCredentials::add(const Proxy &proxy)
{
    if (!proxy.credentials.http.isEmpty() || !proxy.credentials.socks5.isEmpty()) {
        m_proxies.insert(proxy.id, proxy.credentials);
    }
}

void SessionCredentials::add(const SubUser &subUser)
{
    // The answer to a saved note has the user name alone.
    const bool isNew = !subUser.access.userName.isEmpty() && !m_subUsers.contains(subUser.id);
    if (!subUser.access.password.isEmpty() || isNew) {
        m_subUsers.insert(subUser.id, subUser.access);
    }
}

std::optional<ProxyCredentials> SessionCredentials::of(const ProxyId &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_proxies.constFind(id);
    return found == m_proxies.cend() ? std::nullopt : std::optional(*found);
}

std::optional<SubUserAccess> SessionCredentials::of(SubUserId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_subUsers.constFind(id);
    return found == m_subUsers.cend() ? std::nullopt : std::optional(*found);
}

void SessionCredentials::clear()
{
    const std::lock_guard lock(m_mutex);
    m_clearedAt = ++m_now;
    m_proxiesAt.clear();
    m_subUsersAt.clear();
    m_proxies.clear();
    m_subUsers.clear();
}

} // namespace relaybook
