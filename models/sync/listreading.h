// SPDX-License-Identifier: GPL-3.0-or-later
// Combines the pages of a list without duplicate rows. Duplicates occur because pages can shift
// while they are loaded, and because a service without paging returns the same rows for every page.

#pragma once

#include "api/types/page.h"

#include <QByteArray>
#include <QSet>

#include <utility>
#include <vector>

namespace relaybook {

/// A key that identifies an unreadable row. Two rows without an id may have equal content on one
/// page; a repeated page has them in the same order. `row` must be an element of `page`.
[[nodiscard]] QByteArray markOf(const UnreadableListRow &row,
                                const std::vector<UnreadableListRow> &page);

template <class T>
struct ListReading
{
    std::vector<T> rows;
    std::vector<UnreadableListRow> unreadable;

    /// Adds a page. Returns whether any of its rows was new.
    bool add(PageOf<T> page)
    {
        const qint64 before = count();
        for (T &row : page.items) {
            if (!m_seen.contains(row.id)) {
                m_seen.insert(row.id);
                rows.push_back(std::move(row));
            }
        }
        for (const UnreadableListRow &row : page.unreadable) {
            const QByteArray mark = markOf(row, page.unreadable);
            if (!m_seenUnreadable.contains(mark)) {
                m_seenUnreadable.insert(mark);
                unreadable.push_back(row);
            }
        }
        return count() > before;
    }
    [[nodiscard]] qint64 count() const
    {
        return static_cast<qint64>(rows.size() + unreadable.size());
    }

private:
    QSet<decltype(T::id)> m_seen;
    QSet<QByteArray> m_seenUnreadable;
};

} // namespace relaybook
