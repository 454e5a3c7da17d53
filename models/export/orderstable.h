// SPDX-License-Identifier: GPL-3.0-or-later
// The orders of the purchase journal as rows for a file.

#pragma once

#include "models/buying/order.h"
#include "models/export/exportrows.h"

namespace relaybook {

/// In the order given. What was seen and what differs stand in two columns of JSON, with exact
/// decimals as text; the words are lasting, like the columns' names.
[[nodiscard]] ExportTable ordersTable(const std::vector<Order> &orders);

/// "prepared", "sent", "settled", "refused", "unknown", "not-charged", "not-sent".
[[nodiscard]] QString orderStateName(Order::State state);

} // namespace relaybook
