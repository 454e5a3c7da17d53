// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as a chain: each row's balance before is the balance after of the row before it
// (contract section 6). Rows of one moment stand in the order that the balances tell.

#pragma once

#include "models/store/connection.h"

#include <optional>
#include <vector>

namespace relaybook {

struct ChainRow
{
    qint64 id = 0;
    qint64 createdMs = 0;
    qint64 amount = 0; ///< 10^-8 dollars, like the next two
    qint64 before = 0;
    qint64 after = 0;
    friend bool operator==(const ChainRow &, const ChainRow &) = default;
};

/// Puts rows of one moment into the order in which each follows from the one before it, beginning
/// where `start` is the balance; by id where the balances leave that open or contradict each other.
void orderLikeChain(std::vector<ChainRow> &rows, std::optional<qint64> start);

/// The rows of one moment in their order. Throws.
[[nodiscard]] std::vector<ChainRow> chainAt(Connection &connection, qint64 createdMs);

/// The neighbours of a row in the chain; nothing at its ends, or where the row is not there.
/// Throw.
[[nodiscard]] std::optional<qint64> chainBefore(Connection &connection, qint64 id);
[[nodiscard]] std::optional<qint64> chainAfter(Connection &connection, qint64 id);

} // namespace relaybook
