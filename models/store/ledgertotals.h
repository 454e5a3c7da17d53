// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates the totals of transactions that match a filter or are selected.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/keyquery.h"
#include "models/store/ledgerfilter.h"
#include "models/store/typetotals.h"

#include <optional>

namespace relaybook {

/// The totals of a set of transactions.
struct LedgerTotals
{
    qint64 count = 0;
    /// Money received and spent; nothing if the sum does not fit into Money. `out` has no sign;
    /// `net` is `in` minus `out`.
    std::optional<Money> in = Money();
    std::optional<Money> out = Money();
    std::optional<Money> net = Money();
    qint64 tooLarge = 0; ///< rows that are in no sum, because a balance is too large for Money
    std::optional<Money> firstBefore; ///< the balance before the oldest of the rows
    std::optional<Money> lastAfter;   ///< the balance after the newest of them
    std::optional<Instant> oldest;
    std::optional<Instant> newest;
    std::vector<TypeTotal> types; ///< with ByType::Yes: the same rows, by type and by product
    /// Whether the rows alone lead from `firstBefore` to `lastAfter`. They don't if rows between
    /// them are left out.
    [[nodiscard]] bool explainsBalance() const
    {
        const auto sum = firstBefore && net ? firstBefore->plus(*net) : std::nullopt;
        return sum && sum == lastAfter;
    }
    friend bool operator==(const LedgerTotals &, const LedgerTotals &) = default;
};

/// How many rows of this time are in no sum, because a balance is too large for Money. Throws.
[[nodiscard]] qint64 countTooLarge(Connection &connection, std::optional<Instant> from,
                                   std::optional<Instant> until);

/// Whether the sums by type are needed too, which takes longer.
enum class ByType { No, Yes };

/// The totals of the rows that match the filter. Throws; Interrupted if the connection was
/// interrupted (interruptUnless()).
[[nodiscard]] LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter,
                                    ByType byType = ByType::No);
/// The totals of rows given by key; keys that are no longer stored are ignored. Throws in the same
/// way.
[[nodiscard]] LedgerTotals totalsOf(Connection &connection, const Keys &keys);

} // namespace relaybook
