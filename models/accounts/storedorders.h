// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the orders of an account in its files, without opening the account.

#pragma once

#include "models/sqlite/storeerror.h"

#include <vector>

namespace relaybook {

struct TopUpOrder;

/// The orders that are stored for an account.
struct OrderCounts
{
    qint64 all = 0;
    qint64 unknown = 0; ///< of these: result unknown
    friend bool operator==(const OrderCounts &, const OrderCounts &) = default;
};

[[nodiscard]] OrderCounts countsOf(const std::vector<TopUpOrder> &orders);

/// Reads the files in `folder`. Fails if they cannot be read or a journal is missing that should
/// exist, as the number is unknown then. For any thread.
[[nodiscard]] StoreResult<OrderCounts> countStoredOrders(const QString &folder);

} // namespace relaybook
