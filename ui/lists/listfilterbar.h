// SPDX-License-Identifier: GPL-3.0-or-later
// The filter chips above the proxies and sub-users. Each chip changes a keyword of the search
// query, and its menu shows how many rows match each choice.
#pragma once

#include "models/tables/listfilters.h"
#include "models/tables/listquery.h"
#include "ui/lists/filterbar.h"

#include <vector>

namespace relaybook {

/// One chip.
struct ListFilterChip
{
    ListFilterChoices choices;
    QString title;                                    ///< "Type"
    QString (*shown)(const QString &value) = nullptr; ///< the display text of a choice: "Mobile"
    bool sortsByPercent = false; ///< its menu offers the order by per cent used
};

/// The chip for the share that is used up: 50, 80, 95 and 100 %.
[[nodiscard]] ListFilterChip usedFilterChip();

/// The chip for the last test of each row.
[[nodiscard]] ListFilterChip testFilterChip();

class ListFilterBar : public FilterBar
{
    Q_OBJECT

public:
    ListFilterBar(const Theme &theme, std::vector<ListFilterChip> chips, QWidget *parent);

    void setQuery(const ListQuery &query, bool anythingTyped);
    /// Sets the counts that countsWanted() requested, in the order of the chips. setQuery() drops
    /// them.
    void setCounts(const std::vector<std::vector<ValueCount>> &counts);
    [[nodiscard]] std::vector<ListFilterChoices> choices() const;

Q_SIGNALS:
    /// The user chose other values for a keyword, as they are written in a query.
    void chosen(const QString &keyword, const QStringList &values);
    /// A menu was opened and needs the counts of its choices.
    void countsWanted();
    void percentOrderWanted();

private:
    struct Filter
    {
        ListFilterChip texts;
        Chip chip;
        QStringList active;
        std::vector<ValueCount> counts;
        bool isCounted = false;
    };

    void fill(Filter &filter);
    void fillChoices(Filter &filter);
    void addValue(Filter &filter, const QString &value, const QString &rows);
    [[nodiscard]] static QString activeText(const Filter &filter);
    [[nodiscard]] static bool isActive(const Filter &filter, const QString &value);
    void toggle(const Filter &filter, const QString &value, bool on);

    std::vector<Filter> m_filters;
};

} // namespace relaybook
