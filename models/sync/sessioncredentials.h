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
    /// Changes with clear(): what was asked for before must not be added after it.
    [[nodiscard]] quint64 generation() const;
    /// Stores the credentials of a row. A row without credentials does not change those received
    /// before.
    void remember(const Proxy &proxy);
    void remember(const SubUser &subUser);
    /// Nothing is added if there was a clear() since `generation`.
    template <class T>
    void remember(const std::vector<T> &rows, quint64 generation);
    [[nodiscard]] std::optional<ProxyCredentials> of(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> of(SubUserId id) const;
    void clear();

private:
    void add(const Proxy &proxy);
    void add(const SubUser &subUser);

    mutable std::mutex m_mutex;
    quint64 m_generation = 0;
    QHash<ProxyId, ProxyCredentials> m_proxies;
    QHash<SubUserId, SubUserAccess> m_subUsers;
};

template <class T>
void SessionCredentials::remember(const std::vector<T> &rows, quint64 generation)
{
    for (const T &row : rows) { // locked for each, so that nobody waits for a long list
        const std::lock_guard lock(m_mutex);
        if (generation == m_generation) {
            add(row);
        }
    }
}

} // namespace relaybook
