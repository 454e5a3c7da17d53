// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a paginated list from its newest end back to the rows that were known before an order, and
// reports which rows are new since then. The ids decide what is new, never the times in the rows.

#pragma once

#include "api/types/instant.h"
#include "models/orders/listmark.h"
#include "models/reading/pageend.h"

#include <QtGlobal>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace relaybook {

/// 1 if the rows are listed oldest first, -1 if newest first, 0 if that is not clear. Neighbours
/// are compared by time, and by id if the times say nothing; three of four have to agree, so that a
/// few wrong times have no effect.
template <class Row>
[[nodiscard]] int orderOfList(const std::vector<Row> &rows)
{
    int times = 0;
    int ids = 0;
    int differentTimes = 0;
    const auto vote = [](const auto &a, const auto &b) { return int(a < b) - int(b < a); };
    for (std::size_t i = 1; i < rows.size(); ++i) {
        using Time = std::optional<Instant>;
        const int byTime = vote(Time(rows[i - 1].createdAt), Time(rows[i].createdAt));
        times += byTime;
        differentTimes += byTime == 0 ? 0 : 1;
        ids += vote(rows[i - 1].id, rows[i].id);
    }
    const auto clear = [](int votes, int count) {
        return 2 * std::abs(votes) < count ? 0 : int(votes > 0) - int(votes < 0);
    };
    const int byIds = clear(ids, static_cast<int>(rows.size()) - 1);
    const int byTimes = clear(times, differentTimes);
    return byTimes == 0 ? byIds : byIds == -byTimes ? 0 : byTimes;
}

/// The pages of a list that were received so far, and which one to request next. `Row` has an `id`
/// and a `createdAt`. PageEnd decides where a list ends; only a list with the oldest rows first and
/// a total is read from its last page.
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

    /// Whether a list without a count is read on, although the marks are met: only one that was
    /// read whole shows later that nothing was added.
    enum class Count { NotWanted, Wanted };
    /// `perPage` is requested.
    explicit ListWalk(qint64 perPage = Mark::mostIds, Count count = Count::NotWanted)
        : m_perPage(perPage)
        , m_count(count)
        , m_end(perPage)
    {
    }

    /// Adds a page. Page 1 comes first, then those that nextPage() returned.
    template <class Page>
    void add(qint64 number, const Page &page)
    {
        const qint64 lastPage = page.meta ? page.meta->lastPage : 1;
        const qint64 rows = static_cast<qint64>(page.items.size() + page.unreadable.size());
        ++m_pages;
        m_next.reset();
        const int order = orderOfList(page.items);
        constexpr std::size_t enoughToTell = 10; // of fewer rows one wrong time may decide
        const bool isTurned = m_hasBegun && m_isOrderKnown && page.items.size() >= enoughToTell &&
                              (m_isOldestFirst ? order < 0 : order > 0);
        const bool isEnd = m_isBackwards ? m_seeksEnd : number >= lastPage;
        if (isTurned || (!isEnd && rows == 0)) {
            startAgain();
            return;
        }
        if (!std::exchange(m_hasBegun, true)) {
            m_isOldestFirst = order > 0;
            m_isOrderKnown = order != 0;
            m_firstId = page.items.empty() ? std::nullopt : std::optional(page.items.front().id);
            m_mostRows = rows;
            // Its newest end is on the last page; the number of pages may be too low.
            const qint64 pages =
                page.meta && rows > 0 ? (page.meta->total + rows - 1) / rows : qint64{1};
            if (m_isOldestFirst && std::max(lastPage, pages) > 1) {
                m_isBackwards = m_seeksEnd = m_hasGap = true;
                m_reported = lastPage;
                m_lowest = std::max(lastPage, pages);
                m_next = {m_lowest, {}, 0};
                noteTotal(page.meta, rows);
                return;
            }
        }
        if (m_isBackwards) {
            addBackwards(number, page, rows);
            return;
        }
        noteTotal(page.meta, rows);
        const auto unreadable = static_cast<qint64>(page.unreadable.size());
        m_unreadable += page.unreadable.size();
        m_end.add({rows, addRows(page.items, m_isOldestFirst) + unreadable, page.meta, page.next});
        takeEnd();
    }
    /// Like PageEnd::addError(), for the page that nextPage() returned. What was read counts if it
    /// was requested for the count only.
    bool addError(int httpStatus, const std::vector<Mark> &until)
    {
        if (m_seeksEnd) {
            constexpr int serverError = 500; // the network layer has repeated the call
            return (PageEnd::saysPastEnd(httpStatus) || httpStatus == serverError) && endSeeking();
        }
        const bool isPart = m_hasBegun && !m_isBackwards && m_end.addError(httpStatus);
        if (isPart) {
            takeEnd();
        } else if (m_hasBegun && isReached(until)) {
            m_next.reset();
            return true;
        }
        return isPart;
    }
    /// The page to request next; nothing if all marks are covered, or can't be.
    [[nodiscard]] std::optional<PageRequest> nextPage(const std::vector<Mark> &until) const
    {
        const bool isUncounted = !total() && !m_isAtEnd && m_rows.size() <= Mark::mostIds;
        // Of a list that was known as a whole, the rest shows what was added.
        const bool isMoreKnown = std::any_of(until.begin(), until.end(), [this](const Mark &mark) {
            return mark.isWhole && !m_isAtEnd && !since(mark).isAll;
        });
        const bool isWanted = m_count == Count::Wanted && (isUncounted || isMoreKnown);
        return (isReached(until) && !isWanted) || m_pages >= mostPages ? std::nullopt : m_next;
    }

    /// The rows received so far, each once, starting at the newest end.
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    /// False if a row could not be read, or pages of the list were missing or in another order.
    [[nodiscard]] bool isComplete() const { return m_unreadable == 0 && !m_hasGap; }
    /// The newest row; null if it was not received, or may be any.
    [[nodiscard]] const Row *newest() const
    {
        const bool isKnown = !m_hasGap && (m_isOrderKnown || m_rows.size() == 1);
        return isKnown && !m_rows.empty() ? &m_rows.front() : nullptr;
    }

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
        mark.total = total();
        // The first rows of a list in an unknown order are any rows.
        return mark.isWhole || m_isOrderKnown ? std::optional(mark) : std::nullopt;
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
            return mark->isWhole || (depth.met > 0 && m_isOrderKnown);
        }
        // Known rows may have been removed. A page without any of them is then the end of the new
        // ones, if most were found before: rows with times in the future may be far from the rest.
        constexpr std::size_t part = 4;
        const std::size_t wanted = anchorsOf(*mark);
        const std::size_t missing = wanted - depth.met;
        return depth.met > 0 &&
               (missing == 0 || (missing * part <= wanted && depth.end <= m_lastPageBegin));
    }
    /// What is new since a mark.
    struct Since
    {
        std::set<Id> ids;
        /// Whether all rows that were added were received: the service counts as many more rows as
        /// there are ids, or the list was read whole, then and now. Otherwise one with an old date
        /// may be far behind the known rows. A row that was removed can hide one.
        bool isAll = false;
    };
    [[nodiscard]] Since since(const std::optional<Mark> &mark) const
    {
        Since since{newByPlace(mark), false};
        if (!mark || !isComplete() || !covers(mark)) {
            return since;
        }
        const auto now = total();
        const bool isCounted =
            mark->total && now && *now - *mark->total == static_cast<qint64>(since.ids.size());
        since.isAll = (mark->isWhole && m_isAtEnd) || isCounted;
        return since;
    }
    /// How many rows the service counted, the same on each page; nothing if it has more, or may
    /// have counted those of the page.
    [[nodiscard]] std::optional<qint64> total() const
    {
        const auto received = static_cast<qint64>(m_rows.size() + m_unreadable);
        const bool isPossible = m_total > received || (m_total == received && m_isAtEnd);
        return m_isTotalSteady && isPossible ? m_total : std::nullopt;
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
    [[nodiscard]] bool isReached(const std::vector<Mark> &until) const
    {
        return !m_hasGap && m_rows.size() >= leastRows &&
               std::all_of(until.begin(), until.end(),
                           [this](const Mark &mark) { return covers(mark); });
    }
    void noteTotal(const std::optional<PageMeta> &meta, qint64 rows)
    {
        if (rows == 0 && m_hasBegun) {
            return; // a page after the end may not have it
        }
        const auto total = meta && meta->total >= rows ? std::optional(meta->total) : std::nullopt;
        m_isTotalSteady = total && total == m_total.value_or(*total) && m_isTotalSteady;
        m_total = total;
    }
    /// The rows that are new since the mark by their places: those between the known rows, or
    /// nearer to the newest end. All that are not in the mark if it had the whole list, or is not
    /// covered.
    [[nodiscard]] std::set<Id> newByPlace(const std::optional<Mark> &mark) const
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
    /// A list with the oldest rows first, or in an order that is not known, and without a total,
    /// may have its newest end after all other pages.
    void takeEnd()
    {
        m_isAtEnd = m_end.isWhole();
        m_hasGap = !m_isAtEnd && (m_isOldestFirst || !m_isOrderKnown);
        m_next = m_end.state() == PageEnd::State::Open ? std::optional(m_end.next()) : std::nullopt;
    }
    /// Goes on after the last page until one is not full, because a total may be old or capped, and
    /// then back to page 1.
    template <class Page>
    void addBackwards(qint64 number, const Page &page, qint64 rows)
    {
        const bool isOther = page.meta && page.meta->currentPage > 0 && !m_across &&
                             page.meta->currentPage != number;
        const bool isFirst =
            number > 1 && !page.items.empty() && page.items.front().id == m_firstId;
        if (isOther || isFirst) {
            m_hasGap = true; // page numbers have no effect, or not all of them
            return;
        }
        noteTotal(page.meta, rows);
        m_unreadable += page.unreadable.size();
        m_mostRows = std::max(m_mostRows, rows);
        const qint64 added = addRows(page.items, m_seeksEnd);
        if (m_across) {
            if (added == 0 && rows == m_rowsBefore % m_across->perPage) {
                goBack();
            }
        } else if (!m_seeksEnd) {
            m_next = number > 1 ? std::optional(PageRequest{number - 1, {}, 0}) : std::nullopt;
            m_isAtEnd = number <= 1 && page.meta &&
                        m_rows.size() + m_unreadable >= static_cast<std::size_t>(page.meta->total);
        } else if (rows == 0) {
            if (!endSeeking()) {
                startAgain();
            }
        } else if (page.next.isSet || (added > 0 && rows >= m_mostRows)) {
            m_rowsBefore = number * m_mostRows;
            m_next = {number + 1, {}, 0};
        } else if (rows < m_mostRows) { // a full page without new rows may be any
            goBack();
        }
    }
    /// The page that was requested while the end is looked for is empty, or an error. Returns
    /// whether that says something.
    bool endSeeking()
    {
        m_next.reset();
        if (m_rows.empty()) { // page 1 may be shorter than the others
            const bool isBelow = m_reported > 1 && m_reported < m_lowest;
            m_lowest = m_reported;
            m_next = isBelow ? std::optional(PageRequest{m_reported, {}, 0}) : std::nullopt;
            return isBelow;
        }
        if (!m_across) { // the page before was full: it may be a limit on pages or rows
            m_across = PageEnd::pageAcross(m_rowsBefore, m_mostRows);
            m_next = m_across;
        }
        return true;
    }
    /// The newest end was received.
    void goBack()
    {
        m_seeksEnd = m_hasGap = false;
        m_across.reset();
        m_next = {m_lowest - 1, {}, 0};
    }
    /// An empty page before the end, or another order than on the page before, is a wrong answer,
    /// most likely for a moment.
    void startAgain()
    {
        constexpr int mostTimes = 4;
        const int restarts = m_restarts + 1;
        const int pages = m_pages;
        *this = ListWalk(m_perPage, m_count);
        m_restarts = restarts;
        m_pages = pages;
        m_hasGap = m_restarts > mostTimes;
        if (!m_hasGap) {
            m_next = PageRequest();
        }
    }
    /// Returns how many of them are new.
    qint64 addRows(const std::vector<Row> &items, bool isNewest)
    {
        std::vector<Row> added;
        std::copy_if(items.begin(), items.end(), std::back_inserter(added),
                     [this](const Row &row) { return m_ids.insert(row.id).second; });
        if (m_isOldestFirst) {
            std::reverse(added.begin(), added.end());
        }
        if (!added.empty()) {
            m_lastPageBegin = isNewest ? 0 : m_rows.size();
        }
        m_rows.insert(isNewest ? m_rows.begin() : m_rows.end(), added.begin(), added.end());
        return static_cast<qint64>(added.size());
    }

    qint64 m_perPage;
    Count m_count;
    PageEnd m_end; ///< unless it is read backwards
    std::vector<Row> m_rows;
    std::set<Id> m_ids;
    std::size_t m_lastPageBegin = 0;
    std::size_t m_unreadable = 0;
    std::optional<qint64> m_total; ///< as the last page told it
    bool m_isTotalSteady = true;
    int m_pages = 0;
    int m_restarts = 0;
    std::optional<PageRequest> m_next;
    bool m_hasBegun = false;
    bool m_isOldestFirst = false;
    bool m_isOrderKnown = false;
    bool m_isBackwards = false;
    bool m_seeksEnd = false; ///< backwards: the last page has not been found
    qint64 m_reported = 1;   ///< backwards: the last page as reported by page 1
    qint64 m_lowest = 1;     ///< backwards: the page that was read first
    qint64 m_rowsBefore = 0; ///< backwards: how many are on the pages up to the last full one
    std::optional<PageRequest> m_across; ///< see PageEnd::pageAcross()
    std::optional<Id> m_firstId;         ///< of the first row of page 1
    qint64 m_mostRows = 0;               ///< on a page
    bool m_hasGap = false;
    bool m_isAtEnd = false;
};

} // namespace relaybook
