// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that searches for the place where the service's list and the stored rows
// differ, before it loads everything again.
#include "models/sync/ledgersync.h"

#include "models/store/accountstore.h"

#include <limits>

namespace relaybook {

/// Returns true if the search for the gap was started. Not for a ledger of few pages, and not with
/// unreadable rows, whose places are unknown.
bool LedgerSync::beginGapSearch(qint64 held)
{
    constexpr qint64 worthIt = 8;
    constexpr int most = 20; // gaps; with more, the service has another list
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

/// Stores the page that was looked at, marks stored rows that are missing on it, and counts the
/// older stored rows.
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
    auto job = [page, all, oldest, rank, sameList, state = m_plan->state(), now = m_clock.now(),
                pause = m_tuning.removalPause](CacheWriter &writer) {
        writer.ledger().putPages({*page}, now);
        if (sameList) { // else the edge row may no longer be next to the page
            // Answers are joined only if one reading is enough: rows may change places between.
            writer.removed().compare(pause.count() > 0 ? *page : *all, now, pause);
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
        // New rows are loaded first. Rows that are gone are found only by loading every page.
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
    const auto suspected =
        m_store.read([](CacheReader &reader) { return reader.suspectedTransactions(); });
    if (suspected && !suspected->empty() &&
        m_progress.held - static_cast<qint64>(suspected->size()) == m_gapTotal) {
        // They explain the difference, once they are confirmed.
        m_confirmTimer.start(m_tuning.removalPause);
        LedgerState state = m_plan->state();
        state.verdict = LedgerState::Verdict::None;
        storeEnd(state, LedgerProgress::Incomplete);
        return;
    }
    if (m_progress.held == m_gapHeld) {
        m_gapSearches = std::numeric_limits<int>::max(); // nothing found: every page must be loaded
    }
    finish(m_progress.held);
}

} // namespace relaybook
