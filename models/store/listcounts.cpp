// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/listcounts.h"

#include "models/store/rowcursor.h"

namespace relaybook {
namespace {

std::string rowsOf(StoreTable table, const SearchCondition &condition)
{
    const std::string where = condition.sql.empty() ? std::string() : " WHERE " + condition.sql;
    return (table == StoreTable::Proxies ? " FROM proxies" : " FROM sub_users") + where;
}

} // namespace

std::vector<ValueCount> countValues(Connection &connection, StoreTable table,
                                    const std::string &column, const std::vector<ListTerm> &terms)
{
    const SearchCondition condition = conditionOf(terms);
    RowCursor rows(connection,
                   "SELECT " + column + ", count(*) AS found" + rowsOf(table, condition) +
                       " GROUP BY " + column + " COLLATE NOCASE ORDER BY found DESC, 1",
                   condition.values);
    std::vector<ValueCount> counts;
    while (rows.next()) {
        const std::string_view value = rows.text(0);
        counts.push_back({QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())),
                          rows.number(1)});
    }
    return counts;
}

std::vector<qint64> countMatches(Connection &connection, StoreTable table,
                                 const std::vector<ListTerm> &choices,
                                 const std::vector<ListTerm> &terms)
{
    std::vector<qint64> counts;
    if (choices.empty()) {
        return counts;
    }
    std::string sums;
    std::vector<RowParameter> values;
    for (const ListTerm &choice : choices) {
        const SearchCondition condition = conditionOf({choice});
        sums += sums.empty() ? "SELECT " : ", ";
        sums += "sum((" + condition.sql + ") IS TRUE)";
        values.insert(values.end(), condition.values.begin(), condition.values.end());
    }
    const SearchCondition condition = conditionOf(terms);
    values.insert(values.end(), condition.values.begin(), condition.values.end());
    RowCursor row(connection, sums + rowsOf(table, condition), values);
    if (row.next()) {
        for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
            counts.push_back(row.number(i));
        }
    }
    return counts;
}

} // namespace relaybook
