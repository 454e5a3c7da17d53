// SPDX-License-Identifier: GPL-3.0-or-later
// What a sync that loaded every page again does with the stored rows that were on no page. Runs on
// the writer's thread.

#pragma once

#include "api/types/clock.h"
#include "models/store/cachewriter.h"

#include <chrono>
#include <vector>

namespace relaybook {

struct SearchFacts
{
    bool isWhole = false;    ///< every page was received, as far as can be known
    bool isComplete = false; ///< the same, and the service told how many rows there are
    bool isSecond = false;   ///< the missing rows were looked for once more
    bool isUnsorted = false; ///< a page was not in order of time
    Instant now;
    /// The time between the two readings that show that a row was removed; 0: one is enough.
    std::chrono::milliseconds removalPause{};
};

struct SearchEnd
{
    StoredCounts counts;
    /// Rows to load again before they count as removed: their ids, and their ranks.
    std::vector<qint64> doubtful;
    std::vector<qint64> ranks;
};

/// Unreadable rows that were on no page are deleted: they are readable now or no longer listed.
/// Other rows that were on no page are to be looked for once more: they may be of a second whose
/// rows the service lists in changing order. If the list is not in order of time, only a second
/// search can confirm that they were removed.
[[nodiscard]] SearchEnd endSearch(CacheWriter &writer, const SearchFacts &facts);

} // namespace relaybook
