// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedorders.h"

#include "models/accounts/storedaccounts.h"
#include "models/buying/order.h"
#include "models/orders/journalfile.h"

namespace relaybook {
namespace {

/// One that was being sent when the program was killed has no result either.
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
    // If it is not known whether there were any, a missing journal is not one without orders.
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
