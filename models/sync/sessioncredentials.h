// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the credentials of proxies and sub-users received in this session, in memory only, never on
// disk.

#pragma once

#include "api/types/proxy.h"
#include "api/types/subuser.h"

#include <QHash>

#include <mutex>
#include <optional>
#include <vector>

namespace relaybook {

/// Thread-safe: the rows of a list are added by the thread that stores them.
class SessionCredentials
{
public:
    /// To be noted when a list is asked for, see below.
    [[nodiscard]] quint64 now() const;
    /// Stores the credentials of a row. A row without credentials does not change those received
    /// before.
    void remember(const Proxy &proxy);
    void remember(const SubUser &subUser);
    /// The rows of a list that was asked for at `askedAt`, as now() was then. What was remembered
    /// by itself since then is newer, and nothing is added after a clear().
    template <class T>
    void remember(const std::vector<T> &rows, quint64 askedAt);
    [[nodiscard]] std::optional<ProxyCredentials> of(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> of(SubUserId id) const;
    void clear();

private:
    void add(const Proxy &proxy);
    void add(const SubUser &subUser);
    [[nodiscard]] quint64 rememberedAt(const ProxyId &id) const { return m_proxiesAt.value(id); }
    [[nodiscard]] quint64 rememberedAt(SubUserId id) const { return m_subUsersAt.value(id); }

    mutable std::mutex m_mutex;
    quint64 m_now = 0;       ///< counts what follows
    quint64 m_clearedAt = 0; ///< the last clear()
    QHash<ProxyId, ProxyCredentials> m_proxies;
    QHash<SubUserId, SubUserAccess> m_subUsers;
    /// When a row was remembered by itself; since the last clear().
    QHash<ProxyId, quint64> m_proxiesAt;
    QHash<SubUserId, quint64> m_subUsersAt;
};

template <class T>
void SessionCredentials::remember(const std::vector<T> &rows, quint64 askedAt)
{
    for (const T &row : rows) { // locked for each, so that nobody waits for a long list
        const std::lock_guard lock(m_mutex);
        if (askedAt >= m_clearedAt && askedAt >= rememberedAt(row.id)) {
            add(row);
        }
    }
}

} // namespace relaybook
