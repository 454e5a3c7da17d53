// SPDX-License-Identifier: GPL-3.0-or-later
// How one order of keys becomes another by inserting and removing runs.

#pragma once

#include "models/store/keyquery.h"

#include <optional>
#include <vector>

namespace relaybook {

struct KeyStep
{
    enum Kind { Keep, Remove, Insert };
    Kind kind = Keep;
    qint64 count = 0;
    friend bool operator==(const KeyStep &, const KeyStep &) = default;
};

/// Keys are unique in each. Nothing where more than `maxRuns` runs would have to be inserted or
/// removed; as few rows as possible are moved.
[[nodiscard]] std::optional<std::vector<KeyStep>> diffKeys(const Keys &before, const Keys &after,
                                                           size_t maxRuns);

/// First and last row of a run.
struct RowRun
{
    qint64 first = 0;
    qint64 last = 0;
    friend bool operator==(const RowRun &, const RowRun &) = default;
};

/// Where `wanted` stand in `keys`, as runs of neighbouring rows.
[[nodiscard]] std::vector<RowRun> rowsOfKeys(const Keys &keys, Keys wanted);

} // namespace relaybook
