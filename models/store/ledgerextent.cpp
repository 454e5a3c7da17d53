// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerextent.h"

#include "models/sqlite/rowcursor.h"
#include "models/store/cachereader.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace relaybook {
namespace {

qint64 listedRows(const StoredCounts &counts)
{
    return counts.transactions + counts.unreadable - counts.vanished;
}

qint64 coveredRows(const LedgerState &state)
{
    return std::accumulate(state.coverage.begin(), state.coverage.end(), qint64{0},
                           [](qint64 sum, const RankRange &range) { return sum + range.size(); });
}

/// Finds the times of ranges of ranks, the newest range first. If it is not known exactly which
/// rows belong to a range (there are rows outside of all ranges, unreadable or removed rows), the
/// time may be too short, but never too long.
class GapFinder
{
public:
    GapFinder(Connection &connection, const LedgerState &state, const StoredCounts &counts)
        : m_state(state)
        , m_counts(counts)
        , m_uncovered(listedRows(counts) - coveredRows(state))
        , m_times(connection, "SELECT created_ms FROM transactions ORDER BY created_ms DESC")
    {
    }

    std::vector<LedgerGap> find()
    {
        if (m_uncovered < 0) { // some row of a range is not stored
            return {{std::nullopt, std::nullopt}};
        }
        for (auto range = m_state.coverage.rbegin(); range != m_state.coverage.rend(); ++range) {
            add(*range);
            m_newer += range->size();
        }
        if (m_isOpen) {
            m_gaps.push_back({std::nullopt, m_oldestSure});
        }
        std::reverse(m_gaps.begin(), m_gaps.end());
        return std::move(m_gaps);
    }

private:
    void add(const RankRange &range)
    {
        const bool isNewest = m_newer == 0 && m_state.total && range.end >= *m_state.total;
        const qint64 first = isNewest ? 0 : m_newer + m_uncovered + m_counts.vanished;
        const qint64 last = m_newer + range.size() - 1 - m_counts.unreadable;
        if (last < first) {
            return;
        }
        const auto newest = timeOfRow(first);
        const auto oldest = timeOfRow(last);
        if (!newest || !oldest) {
            return;
        }
        if (!isNewest) {
            m_gaps.push_back({newest, m_oldestSure});
        }
        m_oldestSure = oldest;
        m_isOpen = range.first > 0;
    }

    /// The time of a stored row; the newest one is 0. `fromNewest` must not decrease from call to
    /// call, so that the rows are read only once.
    std::optional<Instant> timeOfRow(qint64 fromNewest)
    {
        while (m_hasRow && m_at < fromNewest) {
            m_hasRow = m_times.next();
            ++m_at;
        }
        return m_hasRow ? std::optional(fromMillis(m_times.number(0))) : std::nullopt;
    }

    const LedgerState &m_state;
    const StoredCounts &m_counts;
    qint64 m_uncovered; ///< stored rows outside of all ranges
    RowCursor m_times;
    qint64 m_at = -1; ///< number of the current row of m_times
    bool m_hasRow = true;
    qint64 m_newer = 0; ///< rows in the newer ranges
    std::optional<Instant> m_oldestSure;
    bool m_isOpen = true; ///< there may be older rows
    std::vector<LedgerGap> m_gaps;
};

} // namespace

LedgerExtent ledgerExtent(const LedgerState &state, const StoredCounts &counts)
{
    using Verdict = LedgerState::Verdict;
    LedgerExtent extent;
    extent.held = listedRows(counts);
    extent.total = state.total;
    // A later refresh may have received a higher total.
    const qint64 missing = state.total.value_or(0) - extent.held;
    // Rows found removed after the service reported its total are not missing.
    const bool agrees = state.verdict == Verdict::Agrees && missing <= counts.vanished;
    // Every page was loaded again and had more rows than the service counts. With exactly as many,
    // or without a count, Searched says that the end of the list is not proven.
    const bool foundAll = state.verdict == Verdict::Searched && state.total && missing < 0 &&
                          coveredRows(state) >= state.total.value_or(0);
    extent.complete = agrees || foundAll;
    return extent;
}

LedgerExtent ledgerExtent(Connection &connection)
{
    CacheReader reader(connection);
    return ledgerExtent(reader.ledgerState(), reader.counts());
}

std::vector<LedgerGap> ledgerGaps(Connection &connection)
{
    CacheReader reader(connection);
    const LedgerState state = reader.ledgerState();
    const StoredCounts counts = reader.counts();
    if (ledgerExtent(state, counts).complete) {
        return {};
    }
    return GapFinder(connection, state, counts).find();
}

} // namespace relaybook
