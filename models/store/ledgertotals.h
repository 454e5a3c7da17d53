// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of the ledger come to: of a filter, or of a selection.

#pragma once

#include "models/store/connection.h"
#include "models/store/keyquery.h"
#include "models/store/ledgerfilter.h"

#include <optional>

namespace relaybook {

struct LedgerTotals
{
    qint64 count = 0;
    /// Nothing where the sum does not fit; `out` has no sign, `net` is in less out.
    std::optional<Money> in = Money();
    std::optional<Money> out = Money();
    std::optional<Money> net = Money();
    std::optional<Money> firstBefore; ///< the balance before the oldest of the rows
    std::optional<Money> lastAfter;   ///< the balance after the newest of them
    std::optional<Instant> oldest;
    std::optional<Instant> newest;
    friend bool operator==(const LedgerTotals &, const LedgerTotals &) = default;
};

/// Both throw; Interrupted where the connection's generation went by.
[[nodiscard]] LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter);
/// Keys that are not in the store any more are left out.
[[nodiscard]] LedgerTotals totalsOf(Connection &connection, const Keys &keys);

} // namespace relaybook
