// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/listcounts.h"

#include "models/sqlite/rowcursor.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace relaybook {
namespace {

/// The result columns of a filter, and its counts.
struct Counting
{
    int first = 0;   ///< result column of the value or of the first choice
    int choices = 0; ///< 0: values are counted
    int active = -1; ///< result column: whether the row passes the filter; -1: not active
    std::map<std::string, qint64, std::less<>> values;
    std::vector<qint64> ofChoices;
};

/// Builds the SELECT.
class CountedColumns
{
public:
    int add(const std::string &expression)
    {
        m_sql += (m_sql.empty() ? "SELECT " : ", ") + expression;
        return m_count++;
    }
    int addCondition(const std::vector<ListTerm> &terms)
    {
        const SearchCondition condition = conditionOf(terms);
        m_values.insert(m_values.end(), condition.values.begin(), condition.values.end());
        return add("(" + condition.sql + ") IS TRUE");
    }
    [[nodiscard]] RowCursor rows(Connection &connection, StoreTable table,
                                 const std::vector<ListTerm> &terms) const
    {
        const SearchCondition condition = conditionOf(terms);
        std::vector<RowParameter> values = m_values;
        values.insert(values.end(), condition.values.begin(), condition.values.end());
        return {connection,
                m_sql + (table == StoreTable::Proxies ? " FROM proxies" : " FROM sub_users") +
                    (condition.sql.empty() ? std::string() : " WHERE " + condition.sql),
                values};
    }

private:
    std::string m_sql;
    std::vector<RowParameter> m_values;
    int m_count = 0;
};

void countRow(const RowCursor &row, Counting &counting)
{
    for (int i = 0; i < counting.choices; ++i) {
        counting.ofChoices[static_cast<size_t>(i)] += row.number(counting.first + i);
    }
    if (counting.choices == 0) {
        const std::string_view value = row.text(counting.first);
        const auto found = counting.values.find(value);
        if (found != counting.values.end()) {
            ++found->second;
        } else {
            counting.values.emplace(value, 1);
        }
    }
}

std::vector<ValueCount> countsOf(const Counting &counting)
{
    std::vector<ValueCount> counts;
    for (const qint64 rows : counting.ofChoices) {
        counts.push_back({{}, rows});
    }
    for (const auto &counted : counting.values) {
        const std::string &text = counted.first;
        const qint64 rows = counted.second;
        const QString value = QString::fromStdString(text);
        const auto same = std::find_if(counts.begin(), counts.end(), [&](const ValueCount &each) {
            // Ignores the case of a to z only, as SQL does.
            return each.value.toUtf8().compare(text.c_str(), Qt::CaseInsensitive) == 0;
        });
        if (same != counts.end()) {
            same->rows += rows;
        } else {
            counts.push_back({value, rows});
        }
    }
    if (counting.choices == 0) {
        std::stable_sort(counts.begin(), counts.end(),
                         [](const ValueCount &a, const ValueCount &b) { return a.rows > b.rows; });
    }
    return counts;
}

} // namespace

std::vector<std::vector<ValueCount>> countFilters(Connection &connection, StoreTable table,
                                                  const std::vector<CountedFilter> &filters,
                                                  const std::vector<ListTerm> &terms)
{
    CountedColumns columns;
    std::vector<Counting> countings;
    for (const CountedFilter &filter : filters) {
        Counting &counting = countings.emplace_back();
        if (!filter.column.empty()) {
            counting.first = columns.add(filter.column);
        }
        for (const ListTerm &choice : filter.choices) {
            const int column = columns.addCondition({choice});
            counting.first = counting.choices++ == 0 ? column : counting.first;
        }
        counting.ofChoices.resize(static_cast<size_t>(counting.choices));
        if (!filter.active.empty()) {
            counting.active = columns.addCondition(filter.active);
        }
    }
    std::vector<std::vector<ValueCount>> counts;
    if (countings.empty()) {
        return counts;
    }
    RowCursor row = columns.rows(connection, table, terms);
    while (row.next()) {
        const auto isOut = [&row](const Counting &each) {
            return each.active >= 0 && row.number(each.active) == 0;
        };
        const auto out = std::count_if(countings.begin(), countings.end(), isOut);
        for (Counting &counting : countings) {
            // The row passes all filters except perhaps this one.
            if (out == 0 || (out == 1 && isOut(counting))) {
                countRow(row, counting);
            }
        }
    }
    for (const Counting &counting : countings) {
        counts.push_back(countsOf(counting));
    }
    return counts;
}

} // namespace relaybook
