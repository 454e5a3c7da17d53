// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedorders.h"

#include "models/accounts/storedaccounts.h"
#include "models/orders/journalfile.h"

namespace relaybook {

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
        counts.add(state == OrderState::Sending ? OrderState::Unknown : state, count);
    }
    return counts;
}

} // namespace relaybook
