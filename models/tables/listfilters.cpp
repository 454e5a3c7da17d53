// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listfilters.h"

#include "models/tables/listquery.h"

#include <algorithm>

namespace relaybook {
namespace {

std::vector<ValueCount> countFixed(Connection &connection, StoreTable table,
                                   const std::vector<ColumnInfo> &columns,
                                   const ListFilterChoices &filter,
                                   const std::vector<ListTerm> &terms)
{
    std::vector<ListTerm> choices;
    for (const QString &value : filter.values) {
        choices.push_back(
            parseListQuery(columns, withFilter({}, filter.keyword, {value})).filters.front().term);
    }
    const std::vector<qint64> rows = countMatches(connection, table, choices, terms);
    std::vector<ValueCount> counts;
    for (size_t i = 0; i < rows.size(); ++i) {
        counts.push_back({filter.values.at(static_cast<qsizetype>(i)), rows.at(i)});
    }
    return counts;
}

} // namespace

std::vector<std::vector<ValueCount>> countListFilters(Connection &connection, StoreTable table,
                                                      const std::vector<ColumnInfo> &columns,
                                                      const std::vector<ListFilterChoices> &filters,
                                                      const QString &typed)
{
    const ListQuery query = parseListQuery(columns, typed);
    std::vector<std::vector<ValueCount>> counts;
    for (const ListFilterChoices &filter : filters) {
        const std::vector<ListTerm> others = query.terms(filter.keyword);
        if (!filter.values.isEmpty()) {
            counts.push_back(countFixed(connection, table, columns, filter, others));
            continue;
        }
        const auto column =
            std::find_if(columns.begin(), columns.end(), [&filter](const ColumnInfo &each) {
                return each.search.value != nullptr &&
                       filter.keyword == QLatin1String(each.search.keyword);
            });
        counts.push_back(column == columns.end()
                             ? std::vector<ValueCount>()
                             : countValues(connection, table, column->search.value, others));
    }
    return counts;
}

} // namespace relaybook
