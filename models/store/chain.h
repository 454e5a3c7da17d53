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
    bool isTooLarge = false;        ///< a balance is too large for Money; both are 0 then
    bool hasTooLargeAmount = false; ///< the amount is too large for Money; it is 0 then
    friend bool operator==(const ChainRow &, const ChainRow &) = default;
};

/// Reads a row with the columns id, created_ms, amount, balance_before, balance_after.
/// `Row` has number() and isNull().
template <class Row>
[[nodiscard]] ChainRow chainRowOf(const Row &row)
{
    ChainRow read{row.number(0), row.number(1), row.number(2), row.number(3), row.number(4)};
    const auto isNull = [&row](qint64 value, int column) {
        return value == 0 && row.isNull(column); // NULL is read as 0
    };
    read.hasTooLargeAmount = isNull(read.amount, 2);
    if (isNull(read.before, 3) || isNull(read.after, 4)) {
        read.isTooLarge = true;
        read.before = 0;
        read.after = 0;
    }
    return read;
}

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
