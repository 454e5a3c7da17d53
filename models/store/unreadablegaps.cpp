// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/unreadablegaps.h"

#include "api/json/jsonreader.h"
#include "api/types/transaction.h"

#include <algorithm>

namespace relaybook {
namespace {

/// What is known about the place of an unreadable row.
struct UnreadablePlace
{
    std::optional<Instant> time;
    std::optional<qint64> id;
};

class UnreadablePlaces
{
public:
    explicit UnreadablePlaces(Connection &connection)
    {
        Query query(connection, "SELECT id, raw FROM unreadable_rows u WHERE NOT EXISTS"
                                " (SELECT 1 FROM transactions t WHERE t.id = u.id)");
        while (query.next()) {
            JsonReader reader(query.bytes(1));
            const auto time = reader.root().instant("created_at");
            const auto id = query.optionalNumber(0);
            if (time && isTimeOfLedger(*time)) {
                m_timed.push_back({time, id});
            } else if (id) {
                m_timeless.push_back({std::nullopt, id});
            }
        }
        std::sort(m_timed.begin(), m_timed.end(),
                  [](const auto &a, const auto &b) { return a.time < b.time; });
        std::sort(m_timeless.begin(), m_timeless.end(),
                  [](const auto &a, const auto &b) { return a.id < b.id; });
    }

    [[nodiscard]] UnreadableInGap between(const LedgerBreak &gap) const
    {
        const qint64 lowest = std::min(gap.earlier.value(), gap.later.value());
        const qint64 highest = std::max(gap.earlier.value(), gap.later.value());
        const auto fits = [&](const UnreadablePlace &place) {
            return !place.id || (*place.id > lowest && *place.id < highest);
        };
        UnreadableInGap found;
        for (auto at = atOrAfter(gap.earlierAt); at != m_timed.end() && at->time <= gap.laterAt;
             ++at) {
            // At the edge of a gap, the id decides.
            const bool atEdge = at->time == gap.earlierAt || at->time == gap.laterAt;
            add(found, !atEdge || fits(*at), *at);
        }
        for (auto at = idAbove(lowest); at != m_timeless.end() && at->id < highest; ++at) {
            add(found, true, *at);
        }
        return found;
    }

    [[nodiscard]] UnreadableInGap after(Instant time, qint64 id) const
    {
        UnreadableInGap found;
        for (auto at = atOrAfter(time); at != m_timed.end(); ++at) {
            add(found, at->time > time || !at->id || *at->id > id, *at);
        }
        for (auto at = idAbove(id); at != m_timeless.end(); ++at) {
            add(found, true, *at);
        }
        return found;
    }

private:
    using Places = std::vector<UnreadablePlace>;
    [[nodiscard]] Places::const_iterator atOrAfter(Instant time) const
    {
        return std::lower_bound(m_timed.begin(), m_timed.end(), time,
                                [](const auto &place, Instant at) { return place.time < at; });
    }
    [[nodiscard]] Places::const_iterator idAbove(qint64 id) const
    {
        return std::upper_bound(m_timeless.begin(), m_timeless.end(), id,
                                [](qint64 at, const auto &place) { return at < place.id; });
    }
    static void add(UnreadableInGap &found, bool fits, const UnreadablePlace &place)
    {
        if (fits) {
            ++found.count;
            found.id = found.id || !place.id ? found.id : std::optional(TransactionId(*place.id));
        }
    }

    Places m_timed;
    Places m_timeless;
};

} // namespace

void findUnreadableInGaps(Connection &connection, ChainScan &scan)
{
    const UnreadablePlaces places(connection);
    for (LedgerBreak &gap : scan.verdict.breaks) {
        if (gap.kind == LedgerBreak::Pair) {
            gap.unreadable = places.between(gap);
        }
    }
    if (scan.lastId && scan.verdict.newest) {
        scan.unreadableAfter = places.after(*scan.verdict.newest, scan.lastId->value());
    }
}

} // namespace relaybook
