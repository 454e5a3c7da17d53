// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedorders.h"

#include "models/accounts/storedaccounts.h"
#include "models/buying/order.h"
#include "models/orders/journalfile.h"

namespace relaybook {
namespace {

/// An order that was being sent when the program was killed also has no result.
bool isUnknown(OrderState state)
{
    return state == OrderState::Unknown || state == OrderState::Sending;
}

} // namespace

OrderCounts countsOf(const std::vector<TopUpOrder> &orders)
{
    OrderCounts counts;
    for (const TopUpOrder &order : orders) {
        ++counts.all;
        counts.unknown += isUnknown(order.state) ? 1 : 0;
    }
    return counts;
}

StoreResult<OrderCounts> countStoredOrders(const QString &folder)
{
    const auto facts = storedFacts(folder);
    // If it is unknown whether there were orders, a missing journal is an error.
    const bool wasThere = !facts || !facts->value(QStringLiteral("orders")).isEmpty();
    const auto rows = countJournalRows(folder, wasThere);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    OrderCounts counts;
    for (const auto &[state, count] : *rows) {
        counts.all += count;
        counts.unknown += isUnknown(state) ? count : 0;
    }
    return counts;
}

} // namespace relaybook
