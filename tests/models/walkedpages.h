// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a list page by page, as the service would answer.

#pragma once

#include "api/types/page.h"
#include "models/orders/listwalk.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace relaybook::testing {

/// Reads pages of 100 of `rows` until the walk needs no more. `withTotal`: each page has the total.
template <class Row>
ListWalk<Row> walkedPages(ListWalk<Row> walk, const std::vector<Row> &rows,
                          const std::vector<typename ListWalk<Row>::Mark> &until, bool withTotal)
{
    constexpr qint64 perPage = 100;
    const auto count = static_cast<qint64>(rows.size());
    for (std::optional next = PageRequest(); next; next = walk.nextPage(until)) {
        const qint64 begin = std::min((next->number - 1) * perPage, count);
        PageOf<Row> page;
        page.items.assign(rows.begin() + begin, rows.begin() + std::min(begin + perPage, count));
        if (withTotal) {
            const qint64 lastPage = std::max<qint64>(1, (count + perPage - 1) / perPage);
            page.meta = PageMeta{next->number, lastPage, perPage, count};
        }
        page.next.isPaged = true;
        walk.add(next->number, page);
    }
    return walk;
}

} // namespace relaybook::testing
