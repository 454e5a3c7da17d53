// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedorders.h"

#include "models/accounts/storedaccounts.h"
#include "models/buying/order.h"
#include "models/buying/purchasejournal.h"

namespace relaybook {
namespace {

/// An order that was being sent when the program was killed also has no result.
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
    // If it is unknown whether there were orders, a missing journal is an error.
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
