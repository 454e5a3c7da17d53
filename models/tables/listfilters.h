// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the rows behind each choice of the filters of proxies or sub-users.

#pragma once

#include "models/store/listcounts.h"
#include "models/tables/tablecolumn.h"

#include <QStringList>

#include <vector>

namespace relaybook {

/// A filter that offers choices.
struct ListFilterChoices
{
    QString keyword;
    /// The text after the colon of each choice. Empty: the values that occur in the column.
    QStringList values;
};

/// The counts of every filter's choices, in the order of `filters`: how many rows there would be
/// with that choice alone and with everything else in the query. Throws.
[[nodiscard]] std::vector<std::vector<ValueCount>>
countListFilters(Connection &connection, StoreTable table, const std::vector<ColumnInfo> &columns,
                 const std::vector<ListFilterChoices> &filters, const QString &typed);

} // namespace relaybook
