// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a paginated list from its newest end back to the rows that were known before an order, and
// reports which rows are new since then. The ids decide what is new, never the times in the rows.

#pragma once

#include "api/types/instant.h"
#include "models/orders/listmark.h"

#include <QtGlobal>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace relaybook {

/// Above 0 if the rows are listed oldest first, below 0 if newest first. Neighbours are compared by
/// time and by id, and the majority decides: a few wrong times have no effect.
template <class Row>
[[nodiscard]] int orderOfList(const std::vector<Row> &rows)
{
    const auto vote = [](const auto &a, const auto &b) { return int(a < b) - int(b < a); };
    int votes = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        using Time = std::optional<Instant>;
        votes += vote(Time(rows[i - 1].createdAt), Time(rows[i].createdAt));
        votes += vote(rows[i - 1].id, rows[i].id);
    }
    return votes;
}

/// The pages of a list that were received so far, and which one to request next. `Row` has an `id`
/// and a `createdAt`.
template <class Row>
class ListWalk
{
public:
    using Id = decltype(Row::id);
    using Mark = ListMark<Id>;

    /// No more pages are requested for one walk; marks further back are not reached.
    static constexpr int mostPages = 20;
    /// So many rows are read in any case. In a list that is sorted by time, rows with a time in the
    /// future stay at the newest end and new rows follow them: a mark needs some of the others too.
    static constexpr std::size_t leastRows = 20;

    /// Adds a page. Page 1 comes first, then those that nextPage() returned.
    template <class Page>
    void add(qint64 number, const Page &page)
    {
        const qint64 lastPage = page.meta ? page.meta->lastPage : 1;
        ++m_pages;
        m_next.reset();
        const int order = orderOfList(page.items);
        constexpr std::size_t enoughToTell = 10; // of fewer rows one wrong time may decide
        const bool isTurned = m_hasBegun && page.items.size() >= enoughToTell &&
                              (m_isOldestFirst ? order < 0 : order > 0);
        const bool isEnd = m_hasBegun && m_isOldestFirst ? number <= 1 : number >= lastPage;
        if (isTurned || (!isEnd && page.items.empty() && page.unreadable.empty())) {
            startAgain();
            return;
        }
        m_unreadable += page.unreadable.size();
        if (!std::exchange(m_hasBegun, true)) {
            m_isOldestFirst = order > 0;
            if (lastPage > 1 && page.items.size() < 2) { // the order of the list is not known
                m_hasGap = true;
                return;
            }
            if (lastPage > 1 && m_isOldestFirst) { // its newest end is on the last page
                m_next = lastPage;
                return;
            }
        }
        addRows(page.items);
        const qint64 next = m_isOldestFirst ? number - 1 : number + 1;
        const bool isLast = m_isOldestFirst ? next < 1 : next > lastPage;
        if (!isLast) {
            m_next = next;
            return;
        }
        // A service may report too few pages.
        const auto total = static_cast<std::size_t>(page.meta ? page.meta->total : 0);
        m_isAtEnd = page.meta ? m_rows.size() + m_unreadable >= total
                              : page.items.size() < Mark::mostIds; // else there may be more
    }
    /// The page to request next; nothing if all marks are covered, or can't be.
    [[nodiscard]] std::optional<qint64> nextPage(const std::vector<Mark> &until) const
    {
        const bool isReached = m_rows.size() >= leastRows &&
                               std::all_of(until.begin(), until.end(),
                                           [this](const Mark &mark) { return covers(mark); });
        return isReached || m_hasGap || m_pages >= mostPages ? std::nullopt : m_next;
    }

    /// The rows received so far, each once, starting at the newest end.
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    /// False if a row could not be read, or pages of the list were missing or in another order.
    [[nodiscard]] bool isComplete() const { return m_unreadable == 0 && !m_hasGap; }

    /// What the list holds now; nothing if its newest end was not received.
    [[nodiscard]] std::optional<Mark> mark() const
    {
        if (m_hasGap || (m_rows.empty() && !m_isAtEnd)) {
            return std::nullopt;
        }
        Mark mark;
        const std::size_t count = std::min(m_rows.size(), Mark::mostIds);
        mark.ids.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            mark.ids.push_back(m_rows[i].id);
        }
        mark.isWhole = m_isAtEnd && m_unreadable == 0 && count == m_rows.size();
        return mark;
    }
    /// Whether all rows that are new since the mark were received. Without a mark all rows may be
    /// new.
    [[nodiscard]] bool covers(const std::optional<Mark> &mark) const
    {
        if (m_hasGap || !mark) {
            return !m_hasGap && m_isAtEnd;
        }
        const Depth depth = depthOf(*mark);
        if (m_isAtEnd) {
            return depth.met > 0 || mark->isWhole;
        }
        // Known rows may have been removed. A page without any of them is then the end of the new
        // ones, if most were found before: rows with times in the future may be far from the rest.
        constexpr std::size_t part = 4;
        const std::size_t wanted = anchorsOf(*mark);
        const std::size_t missing = wanted - depth.met;
        return depth.met > 0 &&
               (missing == 0 || (missing * part <= wanted && depth.end <= m_lastPageBegin));
    }
    /// The rows that are new since the mark: those between the known rows, or nearer to the newest
    /// end. All that are not in the mark if it had the whole list, or is not covered.
    [[nodiscard]] std::set<Id> newSince(const std::optional<Mark> &mark) const
    {
        std::size_t end = m_rows.size();
        if (mark && !mark->isWhole && covers(mark)) {
            end = depthOf(*mark).end;
        }
        std::set<Id> ids;
        for (std::size_t i = 0; i < end; ++i) {
            if (!mark || !isIn(*mark, m_rows[i].id)) {
                ids.insert(m_rows[i].id);
            }
        }
        return ids;
    }

private:
    /// How many anchors of a mark were received, and the position after the last one.
    struct Depth
    {
        std::size_t met = 0;
        std::size_t end = 0;
    };

    /// How many of a mark's rows limit the new ones. The last rows do not: where several rows have
    /// the same time, a service may list them in another order each time, and a row that was
    /// beyond the mark would seem to be new.
    static std::size_t anchorsOf(const Mark &mark)
    {
        constexpr std::size_t part = 10;
        return mark.ids.size() - mark.ids.size() / part;
    }
    static bool isIn(const Mark &mark, const Id &id)
    {
        return std::find(mark.ids.begin(), mark.ids.end(), id) != mark.ids.end();
    }
    [[nodiscard]] Depth depthOf(const Mark &mark) const
    {
        const auto begin = mark.ids.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(anchorsOf(mark));
        Depth depth;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (std::find(begin, end, m_rows[i].id) != end) {
                ++depth.met;
                depth.end = i + 1;
            }
        }
        return depth;
    }
    /// An empty page before the end, or another order than on the page before, is a wrong answer,
    /// most likely for a moment.
    void startAgain()
    {
        constexpr int mostTimes = 4;
        m_rows.clear();
        m_ids.clear();
        m_lastPageBegin = 0;
        m_unreadable = 0;
        m_hasBegun = false;
        m_hasGap = ++m_restarts > mostTimes;
        if (!m_hasGap) {
            m_next = 1;
        }
    }
    void addRows(const std::vector<Row> &items)
    {
        const std::size_t known = m_rows.size();
        const auto take = [this](const Row &row) {
            if (m_ids.insert(row.id).second) {
                m_rows.push_back(row);
            }
        };
        if (m_isOldestFirst) {
            std::for_each(items.rbegin(), items.rend(), take);
        } else {
            std::for_each(items.begin(), items.end(), take);
        }
        if (m_rows.size() > known) {
            m_lastPageBegin = known;
        }
    }

    std::vector<Row> m_rows;
    std::set<Id> m_ids;
    std::size_t m_lastPageBegin = 0;
    std::size_t m_unreadable = 0;
    int m_pages = 0;
    int m_restarts = 0;
    std::optional<qint64> m_next;
    bool m_hasBegun = false;
    bool m_isOldestFirst = false;
    bool m_hasGap = false;
    bool m_isAtEnd = false;
};

} // namespace relaybook
