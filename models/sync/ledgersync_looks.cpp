// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that loads places of the list with other page sizes: where a second is on
// two pages, of which the service may have left out rows, and where a row seems to be removed.
#include "models/sync/ledgersync.h"

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "models/store/accountstore.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

namespace relaybook {
namespace {

constexpr std::chrono::milliseconds longestPause = std::chrono::hours(24);

struct PageAround
{
    qint64 page = 1;
    qint64 perPage = 1;
};

/// A page that has the place in its middle, or where the list ends.
PageAround pageAround(qint64 place, qint64 total, qint64 perPage)
{
    constexpr qint64 parts = 4;
    for (qint64 size = perPage; size > perPage / 2 && size > 1; --size) {
        const qint64 page = place / size;
        const qint64 offset = place % size;
        const bool isFirst = page == 0;
        const bool isLast = (page + 1) * size >= total;
        if ((isFirst || offset >= size / parts) && (isLast || offset <= size - size / parts)) {
            return {page + 1, size};
        }
    }
    return {place / perPage + 1, perPage};
}

} // namespace

void LedgerSync::noteEdges(qint64 page, const TransactionPage &answer)
{
    const qint64 total = answer.meta ? answer.meta->total : 0;
    if (total != m_edgesTotal) { // the pages have shifted
        m_edges.clear();
        m_edgesTotal = total;
    }
    if (!answer.items.empty()) {
        m_edges[page] = {answer.items.front().createdAt, answer.items.back().createdAt};
    }
}

/// The places in the list where a page ends within a second.
std::vector<qint64> LedgerSync::tornPlaces() const
{
    std::vector<qint64> places;
    const qint64 perPage = m_plan->state().perPage;
    for (auto each = m_edges.begin(); each != m_edges.end(); ++each) {
        const auto next = std::next(each);
        if (next != m_edges.end() && next->first == each->first + 1 &&
            std::chrono::floor<std::chrono::seconds>(each->second.second) ==
                std::chrono::floor<std::chrono::seconds>(next->second.first)) {
            places.push_back(each->first * perPage);
        }
    }
    return places;
}

/// Returns true if places are loaded again; then finish() is called again afterwards.
bool LedgerSync::beginLooks(qint64 held)
{
    const qint64 total = m_plan->total().value_or(0);
    if (m_looked || m_tuning.removalPause.count() <= 0 || total <= 0 || held == total ||
        !m_plan->isWhole()) {
        return false;
    }
    m_looked = true;
    m_looking = true;
    m_store.write(
        [doubtful = m_doubtful](CacheWriter &writer) {
            std::set<qint64> ids(doubtful.begin(), doubtful.end());
            const auto suspected = writer.reader().suspectedTransactions();
            ids.insert(suspected.begin(), suspected.end());
            auto ranks = writer.reader().ranksOf({ids.begin(), ids.end()});
            std::sort(ranks.begin(), ranks.end());
            // They are counted among the stored rows, but not listed.
            for (size_t before = 0; before < ranks.size(); ++before) {
                ranks[before] -= static_cast<qint64>(before);
            }
            return ranks;
        },
        this,
        [this, run = m_run](const StoreResult<std::vector<qint64>> &ranks) {
            if (run != m_run || !m_plan || !m_looking) {
                return;
            }
            if (ranks) {
                planLooks(*ranks);
            } else {
                end(LedgerProgress::Failed, toApiError(ranks.error()));
            }
        });
    return true;
}

/// Loads the places where a second is on two pages, and those of the rows with these ranks.
void LedgerSync::planLooks(const std::vector<qint64> &ranks)
{
    constexpr size_t most = 1'000;
    const qint64 total = m_plan->total().value_or(0);
    m_looks = tornPlaces();
    m_progress.hasTies = !m_looks.empty();
    const bool newestFirst = m_plan->state().order != ListOrder::OldestFirst;
    for (const qint64 rank : ranks) {
        m_looks.push_back(std::clamp<qint64>(newestFirst ? total - 1 - rank : rank, 0, total - 1));
    }
    std::sort(m_looks.begin(), m_looks.end(), std::greater<>());
    m_looks.erase(std::unique(m_looks.begin(), m_looks.end()), m_looks.end());
    if (m_looks.empty() || m_looks.size() > most) {
        m_looks.clear();
        m_looking = false;
        finish(m_progress.held);
        return;
    }
    nextLook();
}

void LedgerSync::nextLook()
{
    if (m_looks.empty()) {
        endLooks();
        return;
    }
    m_looking = true;
    const qint64 total = m_plan->total().value_or(0);
    const PageAround around = pageAround(m_looks.back(), total, m_plan->state().perPage);
    m_looks.pop_back();
    // One answer may be enough for several places.
    while (!m_looks.empty()) {
        const PageAround next = pageAround(m_looks.back(), total, m_plan->state().perPage);
        if (next.page != around.page || next.perPage != around.perPage) {
            break;
        }
        m_looks.pop_back();
    }
    m_lookCall = m_client->send(
        ListTransactions{around.page, around.perPage}, this,
        [this, perPage = around.perPage](Result<TransactionPage> answer) {
            if (answer) {
                takeLook(perPage, std::move(*answer));
            } else { // what is missing stays missing
                m_looks.clear();
                endLooks();
            }
        },
        m_lane);
}

void LedgerSync::takeLook(qint64 perPage, TransactionPage answer)
{
    const bool isGranted = answer.meta && answer.meta->perPage == perPage;
    if (!isGranted) { // every look would show the same pages
        m_looks.clear();
    }
    auto page = std::make_shared<TransactionPage>(std::move(answer));
    m_store.write(
        [page, now = m_clock.now(), pause = m_tuning.removalPause](CacheWriter &writer) {
            writer.ledger().putPages({*page}, now);
            writer.removed().compare(*page, now, pause);
            return Stored{};
        },
        this,
        [this, run = m_run](const StoreResult<Stored> &written) {
            if (run != m_run || !m_plan || !m_looking) {
                return;
            }
            if (!written) {
                end(LedgerProgress::Failed, toApiError(written.error()));
                return;
            }
            nextLook();
        });
}

void LedgerSync::endLooks()
{
    m_looking = false;
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    const auto suspected =
        m_store.read([](CacheReader &reader) { return reader.suspectedTransactions(); });
    if (counts) {
        m_progress.held = heldRows(*counts);
    }
    if (suspected && !suspected->empty()) {
        // Later each time: a service that grants one page size only may never confirm it.
        m_confirmPause = std::clamp<std::chrono::milliseconds>(2 * m_confirmPause,
                                                               m_tuning.removalPause, longestPause);
        m_confirmTimer.start(m_confirmPause);
    } else {
        m_confirmTimer.stop();
        m_confirmPause = {};
    }
    Q_EMIT progressChanged();
    finish(m_progress.held);
}

/// Reads the places of suspected rows for the second time.
void LedgerSync::confirmSuspects()
{
    const bool atRest = m_progress.state == LedgerProgress::Complete ||
                        m_progress.state == LedgerProgress::Incomplete;
    if (!m_client) {
        return;
    }
    if (atRest) {
        begin(m_isUnsorted, Lane::Refresh);
    } else {
        m_confirmTimer.start(m_tuning.removalPause);
    }
}

} // namespace relaybook
