// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that searches for the place where the service's list and the stored rows
// differ, before it loads everything again.
#include "models/sync/ledgersync.h"

#include "models/store/accountstore.h"

#include <limits>

namespace relaybook {

/// True where it looks for the gap now. Not where a few pages are the whole ledger, nor where rows
/// cannot be read: their places are not known.
bool LedgerSync::beginGapSearch(qint64 held)
{
    constexpr qint64 worthIt = 8;
    constexpr int most = 20; // gaps; with more, the list as a whole is another
    if (!m_plan->isInDoubt(held) || m_plan->missing() > 0 || m_plan->pageCount() < worthIt ||
        m_gapSearches >= most) {
        return false;
    }
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (!counts || counts->unreadable > 0) {
        return false;
    }
    ++m_gapSearches;
    m_gap.emplace(m_plan->pageCount());
    m_gapEdges.clear();
    m_gapTotal = m_plan->total().value_or(0);
    m_gapHeld = held;
    lookForGap();
    return true;
}

void LedgerSync::lookForGap()
{
    m_plan->lookAt(m_plan->pageFromOldest(m_gap->page()));
    fill();
}

/// The page that was looked at: its rows, those that are stored between them and not on it, and
/// how many are stored that are older.
void LedgerSync::writeLook()
{
    const qint64 number = m_gap->page();
    auto page = std::make_shared<TransactionPage>(std::move(m_waiting.front().page));
    m_waiting.clear();
    const bool sameList = page->meta && page->meta->total == m_gapTotal;
    auto all = std::make_shared<TransactionPage>(*page);
    const bool newestFirst = m_plan->state().order != ListOrder::OldestFirst;
    if (const auto edge = m_gapEdges.find(number + 1); edge != m_gapEdges.end()) {
        all->items.insert(newestFirst ? all->items.begin() : all->items.end(), edge->second);
    }
    std::optional<TransactionId> oldest;
    if (!page->items.empty()) {
        const Transaction &row = newestFirst ? page->items.back() : page->items.front();
        oldest = row.id;
        m_gapEdges.insert_or_assign(number, row);
    }
    const qint64 rank = m_plan->ranksOf(m_plan->pageFromOldest(number)).first;
    auto job = [page, all, oldest, rank, sameList, state = m_plan->state(),
                now = m_clock.now()](CacheWriter &writer) {
        writer.ledger().putPages({*page}, now);
        if (sameList) { // else the row beside it may be another's neighbour now
            writer.removed().mark(writer.removed().missingWithin(*all), now);
        }
        writer.ledger().putState(state);
        Look look;
        look.sameList = sameList;
        look.surplus = oldest ? writer.reader().ranksOf({oldest->value()}).front() - rank : 0;
        look.counts = writer.reader().counts();
        return look;
    };
    m_store.write(std::move(job), this, [this, run = m_run](const StoreResult<Look> &look) {
        m_writing = false;
        if (run == m_run && m_plan && m_gap) {
            onLooked(look);
        } else {
            afterEarlierWrite();
        }
    });
}

void LedgerSync::onLooked(const StoreResult<Look> &look)
{
    if (!look) {
        end(LedgerProgress::Failed, toApiError(look.error()));
        return;
    }
    m_progress.held = heldRows(look->counts);
    Q_EMIT progressChanged();
    if (!look->sameList) {
        // What came is read first. Where rows went, only reading all of them tells which.
        m_gap.reset();
        if (m_plan->total() == m_gapTotal) {
            m_gapSearches = std::numeric_limits<int>::max();
        }
        write();
        fill();
        return;
    }
    m_gap->looked(look->surplus);
    if (!m_gap->isOver()) {
        lookForGap();
        return;
    }
    m_gap.reset();
    if (m_progress.held == m_gapHeld) {
        m_gapSearches = std::numeric_limits<int>::max(); // nothing was found there: by reading all
    }
    finish(m_progress.held);
}

} // namespace relaybook
