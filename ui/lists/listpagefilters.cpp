// SPDX-License-Identifier: GPL-3.0-or-later
// How a list page filters its rows: by the search field, and by chips that write into it.
#include "models/account/accountqueries.h"
#include "models/accounts/accountsession.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/listpage.h"
#include "ui/lists/searchproblems.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

namespace relaybook {

void ListPage::addFilters(std::vector<ListFilterChip> chips)
{
    m_chips = new ListFilterBar(theme(), std::move(chips), this);
    addAbove(m_chips);
    m_searchProblems = new SearchProblems(theme(), this);
    addAbove(m_searchProblems);
    connect(m_chips, &ListFilterBar::cleared, m_search, &SearchField::clear);
    connect(m_chips, &ListFilterBar::chosen, this,
            [this](const QString &keyword, const QStringList &values) {
                m_search->setText(withFilter(m_search->text(), keyword, values));
            });
    connect(m_chips, &ListFilterBar::countsWanted, this, &ListPage::countChoices);
    connect(m_chips, &ListFilterBar::percentOrderWanted, this,
            [this] { m_columns->sortBy(QStringLiteral("used-percent"), Qt::DescendingOrder); });
}

void ListPage::search(const QString &typed)
{
    m_model->setFilterText(typed);
    showFilters();
}

// The first results, not those at the place that was shown before; a row that the user selected
// stays where it is.
void ListPage::showResults()
{
    if (m_isNewSearch && m_model->isSettled()) {
        m_isNewSearch = false;
        if (!m_selection->isChosen()) {
            m_table->scrollToTop();
        }
    }
}

void ListPage::showFilters()
{
    if (m_chips == nullptr) {
        return;
    }
    const ListQuery query = parseListQuery(m_model->columnInfos(), m_search->text());
    m_chips->setQuery(query, !m_search->text().trimmed().isEmpty());
    m_searchProblems->setProblems(query.problems);
}

void ListPage::countChoices()
{
    const QString typed = m_search->text();
    const StoreTable table =
        m_setup.area == Area::Proxies ? StoreTable::Proxies : StoreTable::SubUsers;
    account().queries().listFilters(table, m_chips->choices(), typed, this,
                                    [this, typed](const AccountQueries::ListFilterCounts *counts) {
                                        if (counts != nullptr && typed == m_search->text()) {
                                            m_chips->setCounts(*counts);
                                        }
                                    });
}

} // namespace relaybook
