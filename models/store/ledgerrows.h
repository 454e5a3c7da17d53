// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the transactions that match a filter one after another, for exports. For worker threads,
// each with a connection of its own.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/ledgerfilter.h"

#include "api/types/transaction.h"

#include <functional>

namespace relaybook {

/// Gives every row that `filter` means by time and id, from one state of the file however long it
/// takes, until `take` answers false. `take` must not use the connection. Throws.
void forEachTransaction(Connection &connection, const LedgerFilter &filter, bool newestFirst,
                        const std::function<bool(const Transaction &)> &take);

/// How many rows `filter` means. Throws.
[[nodiscard]] qint64 countTransactions(Connection &connection, const LedgerFilter &filter);

/// The different values that rows have, in the order of the alphabet. Throws.
[[nodiscard]] QStringList distinctTypes(Connection &connection);
[[nodiscard]] QStringList distinctProducts(Connection &connection);

} // namespace relaybook
