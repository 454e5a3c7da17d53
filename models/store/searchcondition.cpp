// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/searchcondition.h"

namespace relaybook {
namespace {

SearchCondition conditionOfTerm(const ListTerm &term)
{
    SearchCondition made;
    for (const QString &word : term.words) {
        made.sql += made.sql.empty() ? "(instr(search, ?) > 0" : " AND instr(search, ?) > 0";
        made.values.emplace_back(word);
    }
    made.sql += made.sql.empty() ? "" : ")";
    for (const SearchCondition &other : term.conditions) {
        made.sql += (made.sql.empty() ? "(" : " OR (") + other.sql + ")";
        made.values.insert(made.values.end(), other.values.begin(), other.values.end());
    }
    return made;
}

} // namespace

SearchCondition conditionOf(const std::vector<ListTerm> &terms)
{
    SearchCondition all;
    for (const ListTerm &term : terms) {
        const SearchCondition one = conditionOfTerm(term);
        all.sql += (all.sql.empty() ? "(" : " AND (") + one.sql + ")";
        all.values.insert(all.values.end(), one.values.begin(), one.values.end());
    }
    return all;
}

} // namespace relaybook
