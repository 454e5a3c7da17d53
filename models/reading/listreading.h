// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a list page by page: combines the pages without duplicate rows, and knows which page comes
// next and whether the list is whole. Duplicates occur because pages can shift while they are
// loaded, and because a service without paging returns the same rows for every page.

#pragma once

#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "models/reading/pageend.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace relaybook {

/// Keys that identify the unreadable rows of a page, one for each. Two rows without an id may have
/// equal content; a repeated page has them in the same order.
[[nodiscard]] std::vector<QByteArray> marksOf(const std::vector<UnreadableListRow> &page);

/// Updates a row of a list with values that were received separately and later.
void takeNewer(Proxy &row, const Proxy &newer);
void takeNewer(SubUser &row, const SubUser &newer);

/// A row that was received separately. `askedAt`: as in SessionCredentials; of the answer to a
/// change, when it was received.
template <class T>
struct SingleRow
{
    T row;
    quint64 askedAt = 0;
};

/// Changes of single rows that were received while the list was being loaded.
template <class T>
struct LaterChanges
{
    using Id = decltype(T::id);

    std::vector<SingleRow<T>> singly;
    QSet<Id> removed;

    /// Notes a row that was received separately, because the pages of the list may be older.
    void noteReceived(const T &row, quint64 askedAt)
    {
        removed.remove(row.id);
        singly.push_back({row, askedAt});
    }
    /// Notes that the service no longer has this row.
    void noteRemoved(const Id &id) { removed.insert(id); }
};

template <class T>
struct ListReading
{
    using Id = decltype(T::id);

    std::vector<T> rows; ///< without duplicates
    std::vector<UnreadableListRow> unreadable;

    /// Adds the page that end().next() named. Returns whether any of its rows was new. `askedAt` is
    /// needed for take() only.
    bool add(PageOf<T> page, quint64 askedAt = 0)
    {
        m_pages.push_back({rows.size(), askedAt});
        PageSeen seen;
        seen.rows = static_cast<qint64>(page.items.size() + page.unreadable.size());
        seen.meta = page.meta;
        seen.next = page.next;
        const qint64 before = count();
        if (rows.empty()) { // a list without paging is a single page
            rows.reserve(page.items.size());
        }
        for (T &row : page.items) {
            if (!m_places.contains(row.id)) {
                m_places.insert(row.id, rows.size());
                rows.push_back(std::move(row));
            }
        }
        const std::vector<QByteArray> marks = marksOf(page.unreadable);
        for (size_t i = 0; i < marks.size(); ++i) {
            if (!m_seenUnreadable.contains(marks[i])) {
                m_seenUnreadable.insert(marks[i]);
                unreadable.push_back(page.unreadable[i]);
            }
        }
        seen.newRows = count() - before;
        m_end.add(seen);
        return seen.newRows > 0;
    }
    /// Like PageEnd::addError().
    bool addError(int httpStatus) { return m_end.addError(httpStatus); }
    /// Only a whole list shows which rows are gone.
    [[nodiscard]] const PageEnd &end() const { return m_end; }
    /// To be called after the last page, before `rows` are stored. Of two versions of a row the one
    /// that was asked for later is taken, whichever arrived first.
    void take(const LaterChanges<T> &later)
    {
        for (const SingleRow<T> &single : later.singly) {
            const auto place = m_places.constFind(single.row.id);
            if (place != m_places.cend() && single.askedAt > askedAt(*place)) {
                takeNewer(rows.at(*place), single.row);
            }
        }
        const auto isRemoved = [&later](const T &row) { return later.removed.contains(row.id); };
        rows.erase(std::remove_if(rows.begin(), rows.end(), isRemoved), rows.end());
    }
    [[nodiscard]] qint64 count() const
    {
        return static_cast<qint64>(rows.size() + unreadable.size());
    }

private:
    struct PageBegin
    {
        size_t firstRow = 0; ///< in `rows`
        quint64 askedAt = 0;
    };
    /// When the page of the row was asked for.
    [[nodiscard]] quint64 askedAt(size_t place) const
    {
        const auto next =
            std::upper_bound(m_pages.begin(), m_pages.end(), place,
                             [](size_t row, const PageBegin &page) { return row < page.firstRow; });
        return std::prev(next)->askedAt;
    }

    PageEnd m_end;
    std::vector<PageBegin> m_pages;
    QHash<Id, size_t> m_places; ///< in `rows`
    QSet<QByteArray> m_seenUnreadable;
};

} // namespace relaybook
