// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the orders of the purchase journal to rows for an export.

#pragma once

#include "models/buying/order.h"
#include "models/export/exportrows.h"

namespace relaybook {

/// The orders as rows, in the given order. Looks and findings are two JSON columns with exact
/// decimals as strings. The values are stable names, like the names of the columns.
[[nodiscard]] ExportTable ordersTable(const std::vector<TopUpOrder> &orders);

/// The name of a state: "waiting", "sending", "completed", "refused", "unknown", "not-done",
/// "not-sent".
[[nodiscard]] QString orderStateName(OrderState state);

} // namespace relaybook
