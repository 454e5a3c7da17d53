// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/historyrefresh.h"

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "models/store/accountstore.h"
#include "models/sync/ledgersync.h"

#include <algorithm>

namespace relaybook {
namespace {

struct PlaceInList
{
    qint64 page = 1;
    qint64 perPage = 0;
    qint64 below = 0; ///< the page should end above this rank
};

/// The page of the newest row below `rank`, in a list of `total` rows.
PlaceInList placeBelow(qint64 rank, qint64 total, const LedgerState &state)
{
    const qint64 below = rank <= 0 || rank > total ? total : rank;
    const qint64 index = state.order == ListOrder::OldestFirst ? below - 1 : total - below;
    return {index / state.perPage + 1, state.perPage, below};
}

/// The lowest rank on a page.
qint64 lowestRank(qint64 page, qint64 rows, qint64 total, const LedgerState &state)
{
    const qint64 first = (page - 1) * state.perPage;
    return state.order == ListOrder::OldestFirst ? first
                                                 : std::max<qint64>(0, total - first - rows);
}

} // namespace

HistoryRefresh::HistoryRefresh(AccountStore &store, ApiClient *client, const LedgerSync &sync,
                               const Clock &clock, std::chrono::milliseconds pause)
    : m_store(store)
    , m_client(client)
    , m_sync(sync)
    , m_clock(clock)
{
    m_timer.setInterval(pause);
    connect(&m_timer, &QTimer::timeout, this, &HistoryRefresh::step);
}

HistoryRefresh::~HistoryRefresh() = default;

void HistoryRefresh::start()
{
    if (m_client) {
        m_timer.start();
    }
}

void HistoryRefresh::stop()
{
    m_timer.stop();
    m_call = {};
    m_asking = false;
}

void HistoryRefresh::step()
{
    // Runs for Incomplete too, because it may find rows that the sync did not find.
    const auto state = m_sync.progress().state;
    const bool atRest = state == LedgerProgress::Complete || state == LedgerProgress::Incomplete;
    if (!m_client || m_asking || m_writing || !atRest) {
        return;
    }
    const auto list = m_store.read([](CacheReader &reader) { return reader.ledgerState(); });
    const auto rank = m_store.read([](CacheReader &reader) { return reader.historyRank(); });
    if (!list || !rank || list->perPage <= 0 || list->total.value_or(0) <= 0) {
        return;
    }
    const qint64 total = std::max(list->total.value_or(0), m_lastTotal);
    const PlaceInList place = placeBelow(rank->value_or(0), total, *list);
    m_asking = true;
    m_call = m_client->send(
        ListTransactions{place.page, place.perPage}, this,
        [this, place](Result<TransactionPage> answer) {
            m_asking = false;
            if (answer) { // else the next step tries again
                take(place.page, place.below, std::move(*answer));
            }
        },
        Lane::Background);
}

void HistoryRefresh::take(qint64 page, qint64 below, TransactionPage answer)
{
    const auto state = m_store.read([](CacheReader &reader) { return reader.ledgerState(); });
    const bool usable = answer.meta && answer.meta->total > 0 && !answer.items.empty();
    const bool samePages =
        state && usable && (answer.meta->perPage == 0 || answer.meta->perPage == state->perPage);
    if (!samePages) {
        m_edge.reset();
        return; // the list has changed, which the sync will handle
    }
    const qint64 total = answer.meta->total;
    const auto rows = static_cast<qint64>(answer.items.size() + answer.unreadable.size());
    // If new rows have shifted the pages, the next rank could be higher: never go back up.
    const qint64 next = std::min(below, lowestRank(page, rows, total, *state));
    m_lastTotal = total;
    const bool newestFirst = state->order != ListOrder::OldestFirst;

    auto probe = std::make_shared<TransactionPage>(answer);
    if (m_edge && m_edgeTotal == total && m_edgePage == (newestFirst ? page - 1 : page + 1)) {
        probe->items.insert(newestFirst ? probe->items.begin() : probe->items.end(), *m_edge);
    }
    m_edge = newestFirst ? answer.items.back() : answer.items.front();
    m_edgePage = page;
    m_edgeTotal = total;

    auto pages = std::make_shared<std::vector<TransactionPage>>();
    pages->push_back(std::move(answer));
    m_writing = true;
    m_store.write(
        [pages, probe, next, now = m_clock.now(),
         pause = m_sync.removalPause()](CacheWriter &writer) {
            writer.ledger().putPages(*pages, now);
            // Answers are joined only if one reading is enough: rows may change places between.
            writer.removed().compare(pause.count() > 0 ? pages->front() : *probe, now, pause);
            writer.ledger().putHistoryRank(next);
            return Stored{};
        },
        this,
        [this, next](const StoreResult<Stored> &written) {
            m_writing = false;
            if (written) {
                Q_EMIT stepped(next == 0);
            }
        });
}

} // namespace relaybook
