// SPDX-License-Identifier: GPL-3.0-or-later
// Finds, by binary search, the page at which the service's list and the stored rows differ.

#pragma once

#include <QtGlobal>

namespace relaybook {

/// Page 0 is the oldest one. Up to the page with a missing or extra row, as many rows are stored as
/// the list has; above it the numbers differ. Therefore a binary search finds the page. If there
/// are several such pages, it finds one of them.
class GapSearch
{
public:
    explicit GapSearch(qint64 pages)
        : m_end(pages)
    {
    }

    /// The page to load next. The last one is the result of the search; it is loaded (again) after
    /// the boundary above it is known.
    [[nodiscard]] qint64 page() const { return m_end - m_begin > 1 ? middle() : m_begin; }
    /// Takes the result for page(). `surplus` is the number of stored rows older than the page,
    /// minus the number of listed ones.
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

    qint64 m_begin = 0; ///< no difference below this page
    qint64 m_end;       ///< there is a difference below this page
    bool m_isOver = false;
};

} // namespace relaybook
