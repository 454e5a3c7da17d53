// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pagedeck.h"

#include "ui/shell/pagescroll.h"
#include "ui/shell/pagetable.h"

#include <algorithm>

namespace relaybook {

namespace {

PageScroll *scrollOf(const Page &page)
{
    return qobject_cast<PageScroll *>(page.parentWidget()->parentWidget()); // the viewport's parent
}

} // namespace

PageDeck::PageDeck(QWidget *start, QWidget *parent)
    : QStackedWidget(parent)
    , m_start(start)
{
    addWidget(start);
}

void PageDeck::open(const PageContext &context)
{
    close();
    m_context.emplace(context);
    m_pages.resize(pageTable().size());
}

void PageDeck::close()
{
    setCurrentWidget(m_start);
    qDeleteAll(std::exchange(m_pages, {}));
    qDeleteAll(findChildren<PageScroll *>(Qt::FindDirectChildrenOnly));
    m_context.reset();
}

Page *PageDeck::show(const QString &objectName)
{
    if (!m_context) {
        return nullptr;
    }
    const std::vector<PageRow> &table = pageTable();
    const auto named = std::find_if(table.begin(), table.end(), [&objectName](const PageRow &row) {
        return objectName == QLatin1String(row.name);
    });
    Page *chosen = page(named == table.end() ? 0 : std::size_t(named - table.begin()));
    setCurrentWidget(scrollOf(*chosen));
    return chosen;
}

Page *PageDeck::current() const
{
    const auto *scroll = qobject_cast<PageScroll *>(currentWidget());
    return scroll != nullptr ? qobject_cast<Page *>(scroll->widget()) : nullptr;
}

std::vector<Page *> PageDeck::all()
{
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        page(i);
    }
    return m_pages;
}

Page *PageDeck::page(std::size_t index)
{
    Page *&page = m_pages.at(index);
    if (page == nullptr) {
        auto *scroll = new PageScroll(this);
        page = pageTable().at(index).make(*m_context, scroll);
        scroll->setPage(page);
        addWidget(scroll);
        Q_EMIT built(page);
    }
    return page;
}

} // namespace relaybook
