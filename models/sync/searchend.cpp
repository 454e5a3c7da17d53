// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/searchend.h"

namespace relaybook {

SearchEnd endSearch(CacheWriter &writer, const SearchFacts &facts)
{
    constexpr qint64 most = 10'000;
    constexpr size_t worthDoubt = 20; // with more, the service has another list
    const bool oneIsEnough = facts.removalPause.count() <= 0;
    if (facts.isWhole) { // else the rows may be on a page that was not received
        writer.removed().deleteUnreadableNotListed();
    }
    SearchEnd end;
    if (facts.isComplete) {
        auto missed = writer.removed().notListed(most);
        if (oneIsEnough && (facts.isSecond || missed.size() > worthDoubt)) {
            writer.removed().mark(missed, facts.now);
        } else {
            if (facts.isUnsorted && !oneIsEnough) {
                writer.removed().suspect(missed, facts.now, facts.removalPause);
                missed = writer.removed().notListed(most);
            }
            end.ranks = writer.reader().ranksOf(missed);
            end.doubtful = std::move(missed);
        }
    }
    end.counts = writer.reader().counts();
    return end;
}

} // namespace relaybook
