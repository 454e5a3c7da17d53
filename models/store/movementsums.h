// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of money received and spent, as stored in the tables slot_totals and type_totals. Whole
// dollars and the rest in 10^-8 dollars are stored separately, so that 64 bits are enough for any
// ledger.

#pragma once

#include "models/sqlite/connection.h"

#include "api/types/money.h"

namespace relaybook {

/// The sums of a set of rows.
struct MovementSums
{
    qint64 rows = 0;
    qint64 inDollars = 0;
    qint64 inRest = 0;
    qint64 outDollars = 0; ///< without a sign, like the next one
    qint64 outRest = 0;

    /// Adds a row with these balances, in 10^-8 dollars. `sign` is -1 to subtract it again.
    void add(qint64 before, qint64 after, qint64 sign);
    void add(const MovementSums &other);

    /// The sum; nothing if it does not fit into Money.
    [[nodiscard]] std::optional<Money> in() const;
    [[nodiscard]] std::optional<Money> out() const;
    [[nodiscard]] std::optional<Money> net() const;
};

/// Reads the columns row_count, in_dollars, in_rest, out_dollars, out_rest; `first` is the index of
/// row_count.
[[nodiscard]] MovementSums movementSums(const Query &query, int first);
void bindMovementSums(Query &query, int first, const MovementSums &sums);

} // namespace relaybook
