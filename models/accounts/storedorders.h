// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the orders of an account in its files, without opening the account.

#pragma once

#include "models/orders/order.h"
#include "models/sqlite/storeerror.h"

namespace relaybook {

/// Reads the files in `folder` as they are. Orders that were being sent count as unknown: if the
/// program was killed, they have no result. Fails if the files cannot be read or one is missing,
/// because the number of orders is then unknown. To be called on any thread.
[[nodiscard]] StoreResult<OrderCounts> countStoredOrders(const QString &folder);

} // namespace relaybook
