// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listfilterbar.h"

#include "models/text/format.h"
#include "ui/widgets/filterchip.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace relaybook {

namespace {

constexpr qsizetype longestChip = 32;
// A longer menu is not helpful; other values can be typed into the search.
constexpr size_t mostChoices = 30;

bool isOneOfMany(const ListFilterChip &texts)
{
    return texts.choices.values.isEmpty();
}

QString usedText(const QString &value)
{
    if (value == QLatin1String(">=100%")) {
        return ListFilterBar::tr("All used up");
    }
    for (const int percent : {50, 80, 95}) {
        if (value == QStringLiteral(">=%1%").arg(percent)) {
            return ListFilterBar::tr("%1 or more used").arg(format::percent(percent));
        }
    }
    return value;
}

} // namespace

ListFilterChip usedFilterChip()
{
    return {{QStringLiteral("used"),
             {QStringLiteral(">=50%"), QStringLiteral(">=80%"), QStringLiteral(">=95%"),
              QStringLiteral(">=100%")}},
            ListFilterBar::tr("Used"),
            usedText,
            true};
}

ListFilterChip testFilterChip()
{
    const auto text = [](const QString &value) {
        if (value == QLatin1String("failed")) {
            return ListFilterBar::tr("Failed test");
        }
        if (value == QLatin1String("worked")) {
            return ListFilterBar::tr("Worked in the last test");
        }
        return value == QLatin1String("none") ? ListFilterBar::tr("Not tested yet") : value;
    };
    return {{QStringLiteral("test"),
             {QStringLiteral("failed"), QStringLiteral("worked"), QStringLiteral("none")}},
            ListFilterBar::tr("Last test"),
            text};
}

ListFilterBar::ListFilterBar(const Theme &theme, std::vector<ListFilterChip> chips, QWidget *parent)
    : FilterBar(theme, QStringLiteral("listFilterBar"), parent)
{
    m_filters.reserve(chips.size()); // the connections below keep references
    for (ListFilterChip &texts : chips) {
        const Chip chip = addChip(texts.choices.keyword + QStringLiteral("Chip"), texts.title);
        Filter &filter = m_filters.emplace_back(Filter{std::move(texts), chip, {}, {}, false});
        connect(chip.menu, &QMenu::aboutToShow, this, [this, &filter] {
            fill(filter);
            Q_EMIT countsWanted();
        });
        connect(chip.button, &FilterChip::cleared, this,
                [this, &filter] { Q_EMIT chosen(filter.texts.choices.keyword, {}); });
    }
}

std::vector<ListFilterChoices> ListFilterBar::choices() const
{
    std::vector<ListFilterChoices> all;
    for (const Filter &filter : m_filters) {
        all.push_back(filter.texts.choices);
    }
    return all;
}

void ListFilterBar::setQuery(const ListQuery &query, bool anythingTyped)
{
    for (Filter &filter : m_filters) {
        filter.active = query.values(filter.texts.choices.keyword);
        filter.counts.clear();
        filter.isCounted = false;
        showChip(filter.chip, activeText(filter), longestChip);
    }
    setClearShown(anythingTyped);
}

void ListFilterBar::setCounts(const std::vector<std::vector<ValueCount>> &counts)
{
    for (size_t i = 0; i < m_filters.size() && i < counts.size(); ++i) {
        Filter &filter = m_filters[i];
        filter.counts = counts[i];
        filter.isCounted = true;
        if (filter.chip.menu->isVisible()) {
            fill(filter);
            filter.chip.button->placeMenuAgain();
        }
    }
}

QString ListFilterBar::activeText(const Filter &filter)
{
    QStringList texts;
    for (const QString &value : filter.active) {
        texts.append(filter.texts.shown(value));
    }
    return texts.join(QStringLiteral(", "));
}

bool ListFilterBar::isActive(const Filter &filter, const QString &value)
{
    return filter.active.contains(value, Qt::CaseInsensitive);
}

void ListFilterBar::fill(Filter &filter)
{
    QMenu &menu = *filter.chip.menu;
    menu.clear();
    if (!filter.isCounted) {
        addRemark(menu, tr("Counting…"));
    } else {
        fillChoices(filter);
    }
    if (filter.texts.sortsByPercent) {
        menu.addSeparator();
        QAction *sort = menu.addAction(tr("Sort by per cent used"));
        sort->setObjectName(QStringLiteral("sortByPercent"));
        connect(sort, &QAction::triggered, this, &ListFilterBar::percentOrderWanted);
    }
}

void ListFilterBar::fillChoices(Filter &filter)
{
    QMenu &menu = *filter.chip.menu;
    // Active values that no row has can still be removed.
    for (const QString &value : std::as_const(filter.active)) {
        const bool isCounted = std::any_of(
            filter.counts.begin(), filter.counts.end(), [&value](const ValueCount &each) {
                return each.value.compare(value, Qt::CaseInsensitive) == 0;
            });
        if (!isCounted) {
            addValue(filter, value, QString());
        }
    }
    for (size_t i = 0; i < std::min(filter.counts.size(), mostChoices); ++i) {
        addValue(filter, filter.counts[i].value, format::count(filter.counts[i].rows));
    }
    if (menu.isEmpty()) {
        addRemark(menu, tr("No row matches the other filters"));
    } else if (filter.counts.size() > mostChoices) {
        addRemark(menu, tr("%1 more: enter %2: in the search field", nullptr,
                           static_cast<int>(filter.counts.size() - mostChoices))
                            .arg(format::count(filter.counts.size() - mostChoices))
                            .arg(filter.texts.choices.keyword));
    }
}

void ListFilterBar::addValue(Filter &filter, const QString &value, const QString &rows)
{
    QAction *action =
        addChoice(*filter.chip.menu, filter.texts.shown(value), rows,
                  filter.texts.choices.keyword + u'-' + value, isActive(filter, value));
    connect(action, &QAction::triggered, this,
            [this, &filter, value](bool on) { toggle(filter, value, on); });
}

void ListFilterBar::toggle(const Filter &filter, const QString &value, bool on)
{
    QStringList values;
    if (!isOneOfMany(filter.texts)) {
        values = on ? QStringList{value} : QStringList();
    } else {
        for (const QString &each : filter.active) {
            if (each.compare(value, Qt::CaseInsensitive) != 0) {
                values.append(filterValue(each));
            }
        }
        if (on) {
            values.append(filterValue(value));
        }
    }
    Q_EMIT chosen(filter.texts.choices.keyword, values);
}

} // namespace relaybook
