// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listfilters.h"

#include "models/tables/listquery.h"

#include <algorithm>

namespace relaybook {
namespace {

const char *columnOf(const std::vector<ColumnInfo> &columns, const QString &keyword)
{
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const ColumnInfo &each) {
        return each.search.value != nullptr && keyword == QLatin1String(each.search.keyword);
    });
    return found == columns.end() ? nullptr : found->search.value;
}

CountedFilter countedFilter(const std::vector<ColumnInfo> &columns, const ListQuery &query,
                            const ListFilterChoices &filter)
{
    CountedFilter counted;
    for (const QString &value : filter.values) {
        const ListQuery one = parseListQuery(columns, withFilter({}, filter.keyword, {value}));
        counted.choices.push_back(one.filters.front().term);
    }
    if (counted.choices.empty()) {
        counted.column = columnOf(columns, filter.keyword);
    }
    for (const ListFilter &active : query.filters) {
        if (active.keyword == filter.keyword) {
            counted.active.push_back(active.term);
        }
    }
    return counted;
}

} // namespace

std::vector<std::vector<ValueCount>> countListFilters(Connection &connection, StoreTable table,
                                                      const std::vector<ColumnInfo> &columns,
                                                      const std::vector<ListFilterChoices> &filters,
                                                      const QString &typed)
{
    const ListQuery query = parseListQuery(columns, typed);
    std::vector<CountedFilter> counted;
    counted.reserve(filters.size());
    for (const ListFilterChoices &filter : filters) {
        counted.push_back(countedFilter(columns, query, filter));
    }
    std::vector<ListTerm> terms = query.words;
    for (const ListFilter &other : query.filters) {
        const bool isCounted =
            std::any_of(filters.begin(), filters.end(), [&other](const ListFilterChoices &each) {
                return each.keyword == other.keyword;
            });
        if (!isCounted) {
            terms.push_back(other.term);
        }
    }
    auto counts = countFilters(connection, table, counted, terms);
    for (size_t i = 0; i < counts.size(); ++i) {
        const QStringList &values = filters.at(i).values;
        for (qsizetype j = 0; j < values.size(); ++j) {
            counts.at(i).at(static_cast<size_t>(j)).value = values.at(j);
        }
    }
    return counts;
}

} // namespace relaybook
