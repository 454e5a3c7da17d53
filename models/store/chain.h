// SPDX-License-Identifier: GPL-3.0-or-later
// Orders transactions as a chain of balances: the balance before each row equals the balance after
// the previous row (contract section 6). Rows with the same time are ordered by their balances.

#pragma once

#include "models/sqlite/connection.h"

#include <optional>
#include <vector>

namespace relaybook {

/// The columns of a transaction that the chain needs.
struct ChainRow
{
    qint64 id = 0;
    qint64 createdMs = 0;
    qint64 amount = 0; ///< 10^-8 dollars, like the next two
    qint64 before = 0;
    qint64 after = 0;
    friend bool operator==(const ChainRow &, const ChainRow &) = default;
};

/// Sorts rows with the same time so that each one continues the balance of the previous one,
/// beginning at the balance `start`. Sorts by id if the balances are ambiguous or contradictory.
void orderLikeChain(std::vector<ChainRow> &rows, std::optional<qint64> start);

/// The rows with this time, in chain order. Throws.
[[nodiscard]] std::vector<ChainRow> chainAt(Connection &connection, qint64 createdMs);

/// The neighbours of a row in the chain; nothing at its ends, or if the row is not stored. Both
/// throw.
[[nodiscard]] std::optional<qint64> chainBefore(Connection &connection, qint64 id);
[[nodiscard]] std::optional<qint64> chainAfter(Connection &connection, qint64 id);

} // namespace relaybook
