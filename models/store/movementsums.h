// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of the ledger moved, as the cache keeps it in slot_totals and type_totals: whole
// dollars apart from the 10^-8 dollars beside them, so that 64 bits hold the sum of any ledger.

#pragma once

#include "models/store/connection.h"

#include "api/types/money.h"

namespace relaybook {

struct MovementSums
{
    qint64 rows = 0;
    qint64 inDollars = 0;
    qint64 inRest = 0;
    qint64 outDollars = 0; ///< without a sign, like the next one
    qint64 outRest = 0;

    /// A row with these balances, in 10^-8 dollars; `sign` is -1 where it is taken out again.
    void add(qint64 before, qint64 after, qint64 sign);
    void add(const MovementSums &other);

    /// Nothing where Money does not hold it.
    [[nodiscard]] std::optional<Money> in() const;
    [[nodiscard]] std::optional<Money> out() const;
    [[nodiscard]] std::optional<Money> net() const;
};

/// The columns row_count, in_dollars, in_rest, out_dollars, out_rest, of which `first` is the
/// first.
[[nodiscard]] MovementSums movementSums(const Query &query, int first);
void bindMovementSums(Query &query, int first, const MovementSums &sums);

} // namespace relaybook
