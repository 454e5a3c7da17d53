// SPDX-License-Identifier: GPL-3.0-or-later
// What orders of all kinds say of themselves in the same terms: for a table of all of them.

#pragma once

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <optional>

namespace relaybook {

enum class OrderKind { TopUp, Give, TakeBack, CreateSubUser, DeleteSubUser, CreateProxy };
inline constexpr OrderKind lastOrderKind = OrderKind::CreateProxy;

struct OrderSummary
{
    OrderKind kind = OrderKind::TopUp;
    QString type;    ///< of the traffic or the proxy, as the service names it; may be empty
    QString country; ///< CreateProxy
    QString name;    ///< CreateProxy: as it was asked for; may be empty
    /// The sub-user's name, and its id if it is known. Both are empty for other kinds.
    QString customer;
    QString customerId;
    std::optional<TrafficAmount> amount; ///< what was moved, or would be
    std::optional<Money> expectedCost;
    std::optional<Money> charged;
    int differences = 0; ///< how often what was delivered differs from the order
};

} // namespace relaybook
