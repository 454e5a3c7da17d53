// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the page on which the service's list and what is stored part, in as few looks as a book's
// index takes.

#pragma once

#include <QtGlobal>

namespace relaybook {

/// Pages are counted from the oldest, 0 first. Below a page, as many rows are stored as the list
/// has, up to the page where something is missing or too much, and above it they differ: so it is
/// found by halving. Where they differ at several pages it finds one of them.
class GapSearch
{
public:
    explicit GapSearch(qint64 pages)
        : m_end(pages)
    {
    }

    /// The page to look at next. The last one is the page in question, looked at (again) when the
    /// one above it is known.
    [[nodiscard]] qint64 page() const { return m_end - m_begin > 1 ? middle() : m_begin; }
    /// `surplus` is how many more rows older than the page are stored than listed.
    void looked(qint64 surplus)
    {
        if (m_end - m_begin <= 1) {
            m_isOver = true;
        } else if (surplus == 0) {
            m_begin = middle();
        } else {
            m_end = middle();
        }
    }
    [[nodiscard]] bool isOver() const { return m_isOver; }

private:
    [[nodiscard]] qint64 middle() const { return m_begin + (m_end - m_begin) / 2; }

    qint64 m_begin = 0; ///< nothing differs below it
    qint64 m_end;       ///< something does below it
    bool m_isOver = false;
};

} // namespace relaybook
