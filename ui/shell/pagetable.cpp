// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pagetable.h"

#include "ui/ledger/transactionspage.h"
#include "ui/orders/activitypage.h"
#include "ui/overview/overviewpage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct PageTableText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::PageTable)
};

template <typename P>
Page *make(const PageContext &context, QWidget *parent)
{
    return new P(context, parent);
}

} // namespace

const std::vector<PageRow> &pageTable()
{
    using Text = PageTableText;
    using Summary = AccountSummary;
    static const std::vector<PageRow> table{
        {"overviewPage", "showOverviewAction", Text::tr("&Overview"), Icon::Overview,
         make<OverviewPage>},
        {"proxiesPage", "showProxiesAction", Text::tr("&Proxies"), Icon::Proxies, make<ProxiesPage>,
         &Summary::proxies, Area::Proxies},
        {"subUsersPage", "showSubUsersAction", Text::tr("&Sub-users"), Icon::SubUsers,
         make<SubUsersPage>, &Summary::subUsers, Area::SubUsers},
        {"transactionsPage", "showTransactionsAction", Text::tr("&Transactions"),
         Icon::Transactions, make<TransactionsPage>, &Summary::transactions, Area::Transactions},
        {"activityPage", "showActivityAction", Text::tr("A&ctivity"), Icon::Activity,
         make<ActivityPage>},
    };
    return table;
}

} // namespace relaybook
