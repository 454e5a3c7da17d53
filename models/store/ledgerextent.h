// SPDX-License-Identifier: GPL-3.0-or-later
// Reports whether the stored ledger is complete, how many of its rows are stored, and at which
// times transactions may be missing. Every figure made from the ledger uses this.

#pragma once

#include "models/store/storevalues.h"

namespace relaybook {

class Connection;

/// A time in which transactions may not be stored. It begins and ends at the stored rows next to
/// it, whose own days may be incomplete too; no value means no limit.
struct LedgerGap
{
    std::optional<Instant> from;
    std::optional<Instant> until;
    friend bool operator==(const LedgerGap &, const LedgerGap &) = default;
};

[[nodiscard]] LedgerExtent ledgerExtent(const LedgerState &state, const StoredCounts &counts);
/// The same from the stored state. Throws.
[[nodiscard]] LedgerExtent ledgerExtent(Connection &connection);

/// The gaps, oldest first; none in a complete ledger. For a worker thread: takes some milliseconds
/// at a million rows. Throws.
[[nodiscard]] std::vector<LedgerGap> ledgerGaps(Connection &connection);

} // namespace relaybook
