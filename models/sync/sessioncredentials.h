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
    /// Counts the requests, so that the later one is known. A caller notes the count when it asks
    /// for rows, as the `askedAt` of what it receives.
    [[nodiscard]] quint64 next();
    /// Stores the credentials of a row. Those that were asked for later stay, and so do those of
    /// before if the row has none. Stores nothing if clear() was called since `askedAt`.
    void remember(const Proxy &proxy, quint64 askedAt);
    void remember(const SubUser &subUser, quint64 askedAt);
    /// The same for the rows of a list.
    template <class T>
    void remember(const std::vector<T> &rows, quint64 askedAt);
    [[nodiscard]] std::optional<ProxyCredentials> of(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> of(SubUserId id) const;
    void clear();

private:
    template <class T>
    struct Remembered
    {
        T value;
        quint64 askedAt = 0;
    };

    mutable std::mutex m_mutex;
    quint64 m_now = 0;       ///< increased by each request and each clear()
    quint64 m_clearedAt = 0; ///< m_now at the last clear()
    QHash<ProxyId, Remembered<ProxyCredentials>> m_proxies;
    QHash<SubUserId, Remembered<SubUserAccess>> m_subUsers;
};

template <class T>
void SessionCredentials::remember(const std::vector<T> &rows, quint64 askedAt)
{
    for (const T &row : rows) { // locked per row, so that other threads do not wait for a long list
        remember(row, askedAt);
    }
}

} // namespace relaybook
