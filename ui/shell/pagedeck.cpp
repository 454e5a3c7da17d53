// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pagedeck.h"

#include "ui/ledger/transactionspage.h"
#include "ui/orders/activitypage.h"
#include "ui/overview/overviewpage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/shell/pagescroll.h"
#include "ui/subusers/subuserspage.h"

#include <algorithm>

namespace relaybook {

namespace {

template <typename P>
Page *make(const PageContext &context, QWidget *parent)
{
    return new P(context, parent);
}

PageScroll *scrollOf(const Page &page)
{
    return qobject_cast<PageScroll *>(page.parentWidget()->parentWidget()); // the viewport's parent
}

using Maker = Page *(*)(const PageContext &, QWidget *);

// In the order of pageNames.
constexpr Maker makers[] = {make<OverviewPage>, make<ProxiesPage>, make<SubUsersPage>,
                            make<TransactionsPage>, make<ActivityPage>};
static_assert(std::size(makers) == std::size(pageNames));

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
    const auto *named =
        std::find_if(std::begin(pageNames), std::end(pageNames),
                     [&objectName](const char *name) { return objectName == QLatin1String(name); });
    Page *chosen = page(named == std::end(pageNames) ? 0 : std::size_t(named - pageNames));
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
    std::vector<Page *> pages;
    if (m_context) {
        for (std::size_t i = 0; i < m_pages.size(); ++i) {
            pages.push_back(page(i));
        }
    }
    return pages;
}

Page *PageDeck::page(std::size_t index)
{
    Page *&page = m_pages.at(index);
    if (page == nullptr) {
        auto *scroll = new PageScroll(this);
        page = makers[index](*m_context, scroll);
        scroll->setPage(page);
        addWidget(scroll);
        Q_EMIT built(page);
    }
    return page;
}

} // namespace relaybook
