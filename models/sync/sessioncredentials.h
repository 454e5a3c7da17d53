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
    /// The current count. A caller notes it when it requests a list, for remember().
    [[nodiscard]] quint64 now() const;
    /// Stores the credentials of a row. A row without credentials does not change those received
    /// before.
    void remember(const Proxy &proxy);
    void remember(const SubUser &subUser);
    /// Stores the credentials of a list that was requested at `askedAt`, the value of now() at that
    /// time. Skips rows that were remembered singly since then, because those are newer. Stores
    /// nothing if clear() was called since.
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
    quint64 m_now = 0;       ///< increased by each clear() and each row remembered singly
    quint64 m_clearedAt = 0; ///< m_now at the last clear()
    QHash<ProxyId, ProxyCredentials> m_proxies;
    QHash<SubUserId, SubUserAccess> m_subUsers;
    /// The value of m_now when a row was remembered singly; emptied by clear().
    QHash<ProxyId, quint64> m_proxiesAt;
    QHash<SubUserId, quint64> m_subUsersAt;
};

template <class T>
void SessionCredentials::remember(const std::vector<T> &rows, quint64 askedAt)
{
    for (const T &row : rows) { // locked per row, so that other threads do not wait for a long list
        const std::lock_guard lock(m_mutex);
        if (askedAt >= m_clearedAt && askedAt >= rememberedAt(row.id)) {
            add(row);
        }
    }
}

} // namespace relaybook
