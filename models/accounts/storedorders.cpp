// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedorders.h"

#include "models/accounts/storedaccounts.h"
#include "models/buying/order.h"
#include "models/buying/purchasejournal.h"

namespace relaybook {
namespace {

/// One that was being sent when the program was killed has no result either.
bool isUnknown(Order::State state)
{
    return state == Order::State::Unknown || state == Order::State::Sent;
}

} // namespace

OrderCounts countsOf(const std::vector<Order> &orders)
{
    OrderCounts counts;
    for (const Order &order : orders) {
        ++counts.all;
        counts.unknown += isUnknown(order.state) ? 1 : 0;
    }
    return counts;
}

StoreResult<OrderCounts> countStoredOrders(const QString &folder)
{
    const auto facts = storedFacts(folder);
    // If it is not known whether there were any, a missing journal is not one without orders.
    const bool wasThere = !facts || !facts->value(QStringLiteral("purchases")).isEmpty();
    const auto rows = countJournalRows(folder, purchaseKind(), wasThere);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    OrderCounts counts;
    for (const auto &[state, count] : *rows) {
        counts.all += count;
        counts.unknown += isUnknown(static_cast<Order::State>(state)) ? count : 0;
    }
    return counts;
}

} // namespace relaybook
