// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listfilters.h"

#include "models/account/accountqueries.h"
#include "models/accounts/accountsession.h"
#include "models/tables/keyedtablemodel.h"
#include "ui/base/settings.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/searchproblems.h"
#include "ui/widgets/searchfield.h"

#include <chrono>

namespace relaybook {

ListFilters::ListFilters(const PageContext &context, QString name, SearchField &search,
                         const KeyedTableModel &model, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_name(std::move(name))
    , m_search(search)
    , m_model(model)
{
    constexpr std::chrono::milliseconds savedAfter{500};
    m_saving.setSingleShot(true);
    m_saving.setInterval(savedAfter);
    connect(&m_saving, &QTimer::timeout, this, &ListFilters::save);
}

ListFilterBar *ListFilters::makeChips(std::vector<ListFilterChip> chips, Area area, QWidget *parent)
{
    m_chips = new ListFilterBar(m_context.theme, std::move(chips), parent);
    connect(m_chips, &ListFilterBar::cleared, &m_search, &SearchField::clear);
    connect(m_chips, &ListFilterBar::chosen, this,
            [this](const QString &keyword, const QStringList &values) {
                m_search.setText(withFilter(m_search.text(), keyword, values));
            });
    connect(m_chips, &ListFilterBar::countsWanted, this, [this, area] { countChoices(area); });
    return m_chips;
}

SearchProblems *ListFilters::makeProblems(QWidget *parent)
{
    m_problems = new SearchProblems(m_context.theme, parent);
    return m_problems;
}

void ListFilters::show()
{
    if (m_chips == nullptr) {
        return;
    }
    const ListQuery query = parseListQuery(m_model.columnInfos(), m_search.text());
    m_chips->setQuery(query, !m_search.text().trimmed().isEmpty());
    m_problems->setProblems(query.problems);
}

void ListFilters::countChoices(Area area)
{
    const QString typed = m_search.text();
    const StoreTable table = area == Area::Proxies ? StoreTable::Proxies : StoreTable::SubUsers;
    m_context.account.queries().listFilters(
        table, m_chips->choices(), typed, this,
        [this, typed](const AccountQueries::ListFilterCounts *counts) {
            if (counts != nullptr && typed == m_search.text()) {
                m_chips->setCounts(*counts);
            }
        });
}

void ListFilters::restore()
{
    m_search.setText(m_context.settings.text(Setting::FilterText, m_name));
}

void ListFilters::saveNow()
{
    if (m_saving.isActive()) {
        save();
    }
}

/// A text that finds nothing is not stored: it may be a password, pasted into the wrong field.
void ListFilters::save()
{
    const QString text = m_search.text().trimmed();
    if (!text.isEmpty() && !m_model.isSettled()) {
        m_saving.start();
        return;
    }
    if (text.isEmpty() || m_model.rowCount() > 0) {
        m_context.settings.setValue(Setting::FilterText, text, m_name);
    } else if (m_model.storedCount() > 0) { // not while the list is not loaded yet
        m_context.settings.setValue(Setting::FilterText, QString(), m_name);
    }
}

} // namespace relaybook
