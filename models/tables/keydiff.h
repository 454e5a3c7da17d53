// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates the difference between two key lists as runs of inserted and removed rows.

#pragma once

#include "models/store/keyquery.h"

#include <optional>
#include <vector>

namespace relaybook {

/// A run of rows that is kept, removed or inserted.
struct KeyStep
{
    enum Kind { Keep, Remove, Insert };
    Kind kind = Keep;
    qint64 count = 0;
    friend bool operator==(const KeyStep &, const KeyStep &) = default;
};

/// The steps that turn `before` into `after`; keys must be unique in each. Moves as few rows as
/// possible. Returns nothing if more than `maxRuns` runs would be inserted or removed.
[[nodiscard]] std::optional<std::vector<KeyStep>> diffKeys(const Keys &before, const Keys &after,
                                                           size_t maxRuns);

/// A run of consecutive rows: first and last row.
struct RowRun
{
    qint64 first = 0;
    qint64 last = 0;
    friend bool operator==(const RowRun &, const RowRun &) = default;
};

/// The rows of `wanted` in `keys`, as runs of consecutive rows.
[[nodiscard]] std::vector<RowRun> rowsOfKeys(const Keys &keys, Keys wanted);

} // namespace relaybook
