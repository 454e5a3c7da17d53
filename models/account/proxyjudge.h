// SPDX-License-Identifier: GPL-3.0-or-later
// Decides from a list of proxies whether an order for a new proxy was carried out. A new proxy is
// evidence for one order only. Pure functions.

#pragma once

#include "models/account/proxyorder.h"

#include <deque>

namespace relaybook {

/// The proxies that the service lists.
struct ListedProxies
{
    QSet<ProxyId> ids;
    std::function<std::optional<Proxy>(const ProxyId &id)> row;
    /// Rows that could not be read; an empty id if it could not be read either.
    std::vector<ProxyId> unreadable = {};
};

/// What the list says about an order.
struct ProxyLook : OrderLook
{
    /// New proxies that may belong to the order: of its type, or different in at most one field,
    /// because the service may have changed a value.
    std::vector<ProxyId> candidates;
};

/// Evaluates a list for an order without an outcome. Done: there is exactly one candidate, it has
/// every field that the order named, and no other order could have created it. Conflict: there are
/// candidates, so the user has to decide. Incomplete: a row that could not be read may be the
/// proxy.
[[nodiscard]] ProxyLook judge(const ProxyOrder &order, const std::deque<ProxyOrder> &all,
                              const ListedProxies &listed);

/// Whether the order has no outcome, or may still be carried out late, and a list can tell.
[[nodiscard]] bool isDoubtful(const ProxyOrder &order);
/// Whether the proxy is that of another order.
[[nodiscard]] bool isAnothers(const ProxyId &proxy, const ProxyOrder &order,
                              const std::deque<ProxyOrder> &all);

} // namespace relaybook
