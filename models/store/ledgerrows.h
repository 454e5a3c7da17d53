// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the transactions that match a filter one after another, for exports. For worker threads,
// each with a connection of its own.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/ledgerfilter.h"

#include "api/types/transaction.h"

#include <functional>

namespace relaybook {

/// Calls `take` for every row that matches `filter`, ordered by time and id, until it returns
/// false. All rows are from one state of the file. `take` must not use the connection. Throws.
void forEachTransaction(Connection &connection, const LedgerFilter &filter, bool newestFirst,
                        const std::function<bool(const Transaction &)> &take);

/// How many rows match `filter`. Throws.
[[nodiscard]] qint64 countTransactions(Connection &connection, const LedgerFilter &filter);

/// The different values of all rows, in alphabetical order. Throws.
[[nodiscard]] QStringList distinctTypes(Connection &connection);
[[nodiscard]] QStringList distinctProducts(Connection &connection);

} // namespace relaybook
