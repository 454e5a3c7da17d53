// SPDX-License-Identifier: GPL-3.0-or-later
// A set of ranks of transactions, stored as ranges.

#pragma once

#include "models/store/storevalues.h"

#include <optional>
#include <vector>

namespace relaybook {

/// A set of ranks; ranks are 0 or more.
class RankSet
{
public:
    RankSet() = default;
    explicit RankSet(const std::vector<RankRange> &ranges);

    void add(RankRange range);
    void remove(RankRange range);
    void clear() { m_ranges.clear(); }

    [[nodiscard]] bool isEmpty() const { return m_ranges.empty(); }
    [[nodiscard]] qint64 count() const;
    /// How many ranks of `range` are in the set.
    [[nodiscard]] qint64 countIn(RankRange range) const;
    /// The highest rank below `end` that is in neither set.
    [[nodiscard]] std::optional<qint64> highestMissing(qint64 end, const RankSet &other) const;
    /// The ranges: ascending, not adjacent, not overlapping.
    [[nodiscard]] const std::vector<RankRange> &ranges() const { return m_ranges; }

    friend bool operator==(const RankSet &, const RankSet &) = default;

private:
    std::vector<RankRange> m_ranges;
};

} // namespace relaybook
