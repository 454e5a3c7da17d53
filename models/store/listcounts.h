// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how many proxies or sub-users match each choice of a filter, in one pass over the rows.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/searchcondition.h"
#include "models/store/storevalues.h"

#include <QString>

#include <string>
#include <vector>

namespace relaybook {

/// How many rows have a value.
struct ValueCount
{
    QString value;
    qint64 rows = 0;
    friend bool operator==(const ValueCount &, const ValueCount &) = default;
};

/// A filter whose choices are counted: the values of a column, or conditions.
struct CountedFilter
{
    std::string column; ///< empty: `choices` are counted
    std::vector<ListTerm> choices;
    std::vector<ListTerm>
        active; ///< the current choice; it restricts the counts of the other filters only
};

/// The counts of each filter, among the rows that match all `terms` and the other filters. Values
/// of a column are compared without case, the most frequent first; choices are in their order and
/// without a value. `table`: Proxies or SubUsers. Throws.
[[nodiscard]] std::vector<std::vector<ValueCount>>
countFilters(Connection &connection, StoreTable table, const std::vector<CountedFilter> &filters,
             const std::vector<ListTerm> &terms);

} // namespace relaybook
