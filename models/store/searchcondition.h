// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on rows by which a typed word finds more than its text: "240.00" also finds amounts,
// "Argentina" also finds the country that is stored as "AR".

#pragma once

#include "api/types/instant.h"
#include "models/sqlite/rowcursor.h"

#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace SQLite {
class Database;
}

namespace relaybook {

struct SearchCondition
{
    std::string sql; ///< over the columns of the table; may be ORed with others
    std::vector<RowParameter> values;
    friend bool operator==(const SearchCondition &, const SearchCondition &) = default;
};

/// The rows whose time in this column is in one of the spans, see TypedTerm::times.
[[nodiscard]] SearchCondition timeCondition(const std::string &column,
                                            const std::vector<std::pair<Instant, Instant>> &times);

/// A part of a query for proxies or sub-users: a row matches if its search text contains every
/// word, or if it meets one of the conditions. Words of digits are not found inside numbers.
struct ListTerm
{
    QStringList words; ///< folded, see foldedText()
    std::vector<SearchCondition> conditions;
    /// Words of digits match whole numbers only, not the beginning of longer ones.
    bool wholeNumbers = false;
    friend bool operator==(const ListTerm &, const ListTerm &) = default;
};

/// Registers the SQL functions folded(text), see foldedText(), and has_number(text, digits, whole):
/// whether a number in the text begins with the digits, or equals them if `whole`. Throws.
void registerSearchFunctions(SQLite::Database &database);

/// The condition that all terms match.
[[nodiscard]] SearchCondition conditionOf(const std::vector<ListTerm> &terms);

} // namespace relaybook
