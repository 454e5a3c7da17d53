// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/gapreading.h"

#include "models/sync/ledgerplan.h"

namespace relaybook {

GapReading::GapReading(const LedgerPlan &plan, qint64 held)
    : m_search(plan.pageCount())
    , m_total(plan.total().value_or(0))
    , m_held(held)
{
}

std::function<GapLook(CacheWriter &writer)> GapReading::storing(TransactionPage page,
                                                                const LedgerPlan &plan, Instant now,
                                                                std::chrono::milliseconds pause)
{
    const qint64 number = m_search.page();
    auto read = std::make_shared<TransactionPage>(std::move(page));
    const bool sameList = read->meta && read->meta->total == m_total;
    auto all = std::make_shared<TransactionPage>(*read);
    const bool newestFirst = plan.state().order != ListOrder::OldestFirst;
    if (const auto edge = m_edges.find(number + 1); edge != m_edges.end()) {
        all->items.insert(newestFirst ? all->items.begin() : all->items.end(), edge->second);
    }
    std::optional<TransactionId> oldest;
    if (!read->items.empty()) {
        const Transaction &row = newestFirst ? read->items.back() : read->items.front();
        oldest = row.id;
        m_edges.insert_or_assign(number, row);
    }
    const qint64 rank = plan.ranksOf(plan.pageFromOldest(number)).first;
    return
        [read, all, oldest, rank, sameList, state = plan.state(), now, pause](CacheWriter &writer) {
            writer.ledger().putPages({*read}, now);
            if (sameList) { // else the edge row may no longer be next to the page
                // Answers are joined only if one reading is enough: rows may change places between.
                writer.removed().compare(pause.count() > 0 ? *read : *all, now, pause);
            }
            writer.ledger().putState(state);
            GapLook look;
            look.sameList = sameList;
            look.surplus = oldest ? writer.reader().ranksOf({oldest->value()}).front() - rank : 0;
            look.counts = writer.reader().counts();
            return look;
        };
}

} // namespace relaybook
