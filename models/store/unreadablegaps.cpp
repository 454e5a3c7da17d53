// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/unreadablegaps.h"

#include "api/json/jsonreader.h"
#include "api/types/transaction.h"
#include "models/store/cachetables.h"

#include <algorithm>

namespace relaybook {
namespace {

/// What is known about the place of an unreadable row.
struct UnreadablePlace
{
    std::optional<Instant> time;
    std::optional<qint64> id;
    QString fingerprint; ///< the key of its row
};

class UnreadablePlaces
{
public:
    explicit UnreadablePlaces(Connection &connection)
    {
        Query query(connection,
                    "SELECT id, raw, fingerprint FROM unreadable_rows u WHERE NOT EXISTS"
                    " (SELECT 1 FROM transactions t WHERE t.id = u.id)");
        while (query.next()) {
            JsonReader reader(query.bytes(1));
            const auto time = reader.root().instant("created_at");
            const auto id = query.optionalNumber(0);
            if (time && isTimeOfLedger(*time)) {
                m_timed.push_back({time, id, query.text(2)});
            } else if (id) {
                m_timeless.push_back({std::nullopt, id, query.text(2)});
            }
        }
        std::sort(m_timed.begin(), m_timed.end(),
                  [](const auto &a, const auto &b) { return a.time < b.time; });
        std::sort(m_timeless.begin(), m_timeless.end(),
                  [](const auto &a, const auto &b) { return a.id < b.id; });
    }

    [[nodiscard]] UnreadableInGap between(const LedgerBreak &gap) const
    {
        return counted([&](const auto &take) { forEachBetween(gap, take); });
    }
    [[nodiscard]] UnreadableInGap after(Instant time, qint64 id) const
    {
        return counted([&](const auto &take) { forEachAfter(time, id, take); });
    }

    template <class Take>
    void forEachBetween(const LedgerBreak &gap, const Take &take) const
    {
        const qint64 lowest = std::min(gap.earlier.value(), gap.later.value());
        const qint64 highest = std::max(gap.earlier.value(), gap.later.value());
        const auto [from, until] = std::minmax(gap.earlierAt, gap.laterAt);
        for (auto at = atOrAfter(from); at != m_timed.end() && at->time <= until; ++at) {
            // At the edge of a gap, the id decides.
            const bool atEdge = at->time == from || at->time == until;
            const bool fits = !at->id || (*at->id > lowest && *at->id < highest);
            if (!atEdge || fits) {
                take(*at);
            }
        }
        for (auto at = idAbove(lowest); at != m_timeless.end() && at->id < highest; ++at) {
            take(*at);
        }
    }
    template <class Take>
    void forEachAfter(Instant time, qint64 id, const Take &take) const
    {
        for (auto at = atOrAfter(time); at != m_timed.end(); ++at) {
            if (at->time > time || !at->id || *at->id > id) {
                take(*at);
            }
        }
        std::for_each(idAbove(id), m_timeless.end(), take);
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
    template <class ForEach>
    static UnreadableInGap counted(const ForEach &forEach)
    {
        UnreadableInGap found;
        forEach([&found](const UnreadablePlace &place) {
            ++found.count;
            found.id = found.id || !place.id ? found.id : std::optional(TransactionId(*place.id));
        });
        return found;
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
    if (scan.lastId && scan.lastAt) {
        scan.unreadableAfter = places.after(*scan.lastAt, scan.lastId->value());
    }
}

UnreadableOfGap unreadableOfGap(Connection &connection, const LedgerBreak &gap, qint64 most)
{
    UnreadableOfGap found;
    std::vector<QString> fingerprints;
    const auto take = [&](const UnreadablePlace &place) {
        if (found.total < most) {
            fingerprints.push_back(place.fingerprint);
        }
        ++found.total;
    };
    const UnreadablePlaces places(connection);
    if (gap.kind == LedgerBreak::Pair) {
        places.forEachBetween(gap, take);
    } else if (gap.kind == LedgerBreak::Newest) {
        places.forEachAfter(gap.laterAt, gap.later.value(), take);
    }
    static const std::string sql = unreadableTable().select("WHERE fingerprint = ?");
    for (const QString &fingerprint : fingerprints) {
        Query query(connection, sql);
        if (query.bind(1, fingerprint).next()) {
            found.rows.push_back(unreadableTable().read(query));
        }
    }
    return found;
}

} // namespace relaybook
