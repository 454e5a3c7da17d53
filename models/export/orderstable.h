// SPDX-License-Identifier: GPL-3.0-or-later
// Converts orders of all kinds to rows for an export.

#pragma once

#include "models/accounts/anyorder.h"
#include "models/export/exportrows.h"

#include <vector>

namespace relaybook {

/// The orders as rows, in the given order. A column that a kind does not have is empty. Looks and
/// findings are two JSON columns with exact decimals as strings. The values are stable names, like
/// the names of the columns.
[[nodiscard]] ExportTable ordersTable(const std::vector<AnyOrder> &orders);

} // namespace relaybook
