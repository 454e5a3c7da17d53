// SPDX-License-Identifier: GPL-3.0-or-later
// An order for a new proxy with everything known about it: what was asked for, the proxies that
// were there before, and those that may be the new one. See contract section 2.

#pragma once

#include "api/types/proxy.h"
#include "models/orders/order.h"

#include <QByteArray>
#include <QSet>

#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

/// A proxy that the user asked for. Completed: created.
struct ProxyOrder : Order
{
    NewProxy wanted;
    ProxyId proxy;               ///< the proxy that was created, if it is known
    bool listWasRead = false;    ///< whether `before` is known
    std::vector<ProxyId> before; ///< all proxies before it was sent; empty if its answer is known
    std::vector<ProxyId> candidates; ///< new in the newest list, maybe created by this order
    /// Candidates that the user has seen and said do not belong to this order.
    std::vector<ProxyId> dismissed;
    friend bool operator==(const ProxyOrder &, const ProxyOrder &) = default;
};

/// How orders for proxies are stored in the journal.
[[nodiscard]] QByteArray creationToJson(const ProxyOrder &creation);
/// Nothing if the JSON is not such an order: the journal is then damaged.
[[nodiscard]] std::optional<ProxyOrder> creationFromJson(const QByteArray &document);

} // namespace relaybook
