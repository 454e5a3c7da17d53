// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a search query for proxies or sub-users, and changes one keyword of it:
//   type:mobile country:ar used:>80% left:<5 note: note:invoice "quoted words" berlin
// The columns say which keywords there are (ColumnSearch). `note:` finds every row with a note,
// `note:""` those without one.

#pragma once

#include "models/store/searchcondition.h"
#include "models/tables/tablecolumn.h"

#include <QStringList>

#include <vector>

namespace relaybook {

/// One keyword of a query.
struct ListFilter
{
    QString keyword; ///< without its colon
    /// For a column with single values: those values. Otherwise the text after the colon as typed.
    QStringList values;
    ListTerm term;
};

struct ListQuery
{
    std::vector<ListFilter> filters;
    std::vector<ListTerm> words; ///< the rest
    /// Error messages for words that could not be understood; such words filter nothing.
    QStringList problems;

    /// All terms that a row must match.
    [[nodiscard]] std::vector<ListTerm> terms() const;
    /// All values of a keyword.
    [[nodiscard]] QStringList values(QStringView keyword) const;
};

[[nodiscard]] ListQuery parseListQuery(const std::vector<ColumnInfo> &columns,
                                       const QString &typed);

/// The query with another filter for this keyword, or with none if there are no `values`, which are
/// written unchanged, see filterValue(). Everything else stays as it was typed.
[[nodiscard]] QString withFilter(const QString &typed, const QString &keyword,
                                 const QStringList &values);
/// A single value as it is written after a keyword.
[[nodiscard]] QString filterValue(const QString &value);

} // namespace relaybook
