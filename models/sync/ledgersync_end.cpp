// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that determines the result of a sync, and what it loads again before.
#include "models/sync/ledgersync.h"

#include "models/store/accountstore.h"
#include "models/sync/searchend.h"

#include <algorithm>
#include <limits>

namespace relaybook {

qint64 LedgerSync::heldRows(const StoredCounts &counts)
{
    return counts.transactions + counts.unreadable - counts.vanished;
}

void LedgerSync::conclude()
{
    if (m_plan->lookAfterLastPage(m_progress.held)) {
        fill();
    } else if (m_plan->isSearching()) {
        concludeSearch();
    } else {
        finish(m_progress.held);
    }
}

/// Ends a run that loaded every page again.
void LedgerSync::concludeSearch()
{
    SearchFacts facts;
    facts.isWhole = m_plan->isWhole();
    facts.isComplete = m_plan->showsRemoved();
    facts.isSecond = m_doubted;
    facts.isUnsorted = m_isUnsorted;
    facts.now = m_clock.now();
    facts.removalPause = m_tuning.removalPause;
    m_writing = true;
    auto job = [facts](CacheWriter &writer) { return endSearch(writer, facts); };
    m_store.write(std::move(job), this, [this, run = m_run](const StoreResult<SearchEnd> &end) {
        m_writing = false;
        if (run != m_run || !m_plan) {
            afterEarlierWrite();
            return;
        }
        if (!end) {
            this->end(LedgerProgress::Failed, toApiError(end.error()));
        } else if (!end->doubtful.empty() && m_tuning.removalPause.count() <= 0) {
            m_doubted = true;
            readRanksAgain(end->ranks);
            fill();
        } else {
            m_doubtful = end->doubtful;
            m_progress.held = heldRows(end->counts);
            finish(m_progress.held);
        }
    });
}

/// Loads also the neighbouring pages, because unreadable rows shift the ranks.
void LedgerSync::readRanksAgain(const std::vector<qint64> &ranks)
{
    const qint64 margin = m_plan->state().perPage;
    for (const qint64 rank : ranks) {
        m_plan->readAgain({rank - margin, rank + margin + 1});
    }
}

qint64 LedgerSync::callsToReadAll() const
{
    const auto state = m_store.read([](CacheReader &reader) { return reader.ledgerState(); });
    const qint64 granted = state && state->perPage > 0 ? state->perPage : m_tuning.perPage;
    const qint64 rows = std::max(m_progress.total, m_progress.held);
    return std::max<qint64>(1, (rows + granted - 1) / granted);
}

std::optional<Call> LedgerSync::readAll(std::function<void()> done)
{
    if (!m_client || !begin(true)) {
        return std::nullopt;
    }
    return waitForRun(std::move(done));
}

std::optional<Call> LedgerSync::readRows(const std::vector<TransactionId> &ids,
                                         std::function<void()> done)
{
    const bool atRest = m_progress.state == LedgerProgress::Complete ||
                        m_progress.state == LedgerProgress::Incomplete;
    if (!m_client || !atRest) {
        return std::nullopt;
    }
    std::vector<qint64> keys;
    keys.reserve(ids.size());
    for (const TransactionId id : ids) {
        keys.push_back(id.value());
    }
    if (!begin(false)) {
        return std::nullopt;
    }
    m_store.write(
        [keys = std::move(keys)](CacheWriter &writer) { return writer.reader().ranksOf(keys); },
        this,
        [this, run = m_run](const StoreResult<std::vector<qint64>> &ranks) {
            if (run != m_run || !m_plan) {
                return;
            }
            m_ranksWaited = false;
            if (ranks) {
                readRanksAgain(*ranks);
            }
            fill();
        });
    m_ranksWaited = true;
    return waitForRun(std::move(done));
}

Call LedgerSync::waitForRun(std::function<void()> done)
{
    m_whenRead = std::move(done);
    return Call([self = QPointer<LedgerSync>(this), reading = ++m_reading] {
        if (self) {
            self->dropReading(reading);
        }
    });
}

/// Cancels the run later, because the owner of the handle may be in its destructor.
void LedgerSync::dropReading(quint64 reading)
{
    if (!m_whenRead || reading != m_reading) {
        return; // that run is over
    }
    m_whenRead = nullptr;
    m_again = false;
    stop(stateIfCancelled());
    QMetaObject::invokeMethod(this, &LedgerSync::progressChanged, Qt::QueuedConnection);
}

/// Searching can take as many calls as there are pages, so an automatic refresh does it at most
/// once a day.
bool LedgerSync::mayLookForMissing(qint64 held)
{
    if (m_lane != Lane::Refresh || m_gapSearches > 0 || !m_plan->isInDoubt(held)) {
        return true;
    }
    constexpr std::chrono::hours pause(24);
    const std::chrono::milliseconds now = m_clock.monotonic();
    if (m_refreshLooked && now - *m_refreshLooked < pause) {
        return false;
    }
    m_refreshLooked = now;
    return true;
}

void LedgerSync::finish(qint64 held)
{
    if (readPlaces(held)) {
        return;
    }
    if (!mayLookForMissing(held)) {
        // The verdict of an earlier run was about other counts.
        LedgerState state = m_plan->state();
        state.verdict = LedgerState::Verdict::None;
        storeEnd(state, LedgerProgress::Incomplete);
        return;
    }
    if (beginGapSearch(held)) {
        return;
    }
    const auto verdict = m_plan->conclude(held);
    if (verdict == LedgerState::Verdict::None) {
        beganSearching();
        fill();
        return;
    }
    storeEnd(m_plan->state(), verdict == LedgerState::Verdict::Agrees ? LedgerProgress::Complete
                                                                      : LedgerProgress::Incomplete);
}

/// Ends the run once its result is stored.
void LedgerSync::storeEnd(const LedgerState &state, LedgerProgress::State outcome)
{
    m_writing = true;
    auto job = [state, now = m_clock.now()](CacheWriter &writer) {
        writer.ledger().putState(state);
        writer.ledger().putTime(now);
        return Stored{};
    };
    m_store.write(std::move(job), this,
                  [this, outcome, run = m_run](const StoreResult<Stored> &written) {
                      m_writing = false;
                      if (run != m_run || !m_plan) {
                          afterEarlierWrite();
                          return;
                      }
                      if (!written) {
                          end(LedgerProgress::Failed, toApiError(written.error()));
                          return;
                      }
                      end(outcome);
                  });
}

/// Loads places again where rows may be missing or removed. Returns true if it does; then finish()
/// is called again afterwards.
bool LedgerSync::readPlaces(qint64 held)
{
    const qint64 total = m_plan->total().value_or(0);
    if (m_arePlacesRead || m_tuning.removalPause.count() <= 0 || total <= 0 || held == total ||
        !m_plan->isWhole()) {
        return false;
    }
    m_arePlacesRead = true;
    const LedgerState state = m_plan->state();
    std::vector<qint64> torn = m_edges.tornPlaces(state.perPage);
    m_progress.hasTies = !torn.empty();
    m_places.start(std::move(torn), m_doubtful,
                   {total, state.perPage, state.order != ListOrder::OldestFirst}, m_lane,
                   [this](const StoreResult<PlaceReading::Outcome> &outcome) {
                       if (outcome) {
                           onPlacesRead(*outcome);
                       } else {
                           end(LedgerProgress::Failed, toApiError(outcome.error()));
                       }
                   });
    return true;
}

void LedgerSync::onPlacesRead(PlaceReading::Outcome outcome)
{
    if (outcome == PlaceReading::Outcome::Nothing) {
        finish(m_progress.held);
        return;
    }
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    const auto suspected =
        m_store.read([](CacheReader &reader) { return reader.suspectedTransactions(); });
    if (counts) {
        m_progress.held = heldRows(*counts);
    }
    if (suspected && !suspected->empty()) {
        constexpr std::chrono::milliseconds longestPause = std::chrono::hours(24);
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
    m_gap.emplace(*m_plan, held);
    lookForGap();
    return true;
}

void LedgerSync::lookForGap()
{
    m_plan->lookAt(m_plan->pageFromOldest(m_gap->search().page()));
    fill();
}

void LedgerSync::writeGapPage()
{
    auto job = m_gap->storing(std::move(m_waiting.front().page), *m_plan, m_clock.now(),
                              m_tuning.removalPause);
    m_waiting.clear();
    m_store.write(std::move(job), this, [this, run = m_run](const StoreResult<GapLook> &look) {
        m_writing = false;
        if (run == m_run && m_plan && m_gap) {
            onLooked(look);
        } else {
            afterEarlierWrite();
        }
    });
}

void LedgerSync::onLooked(const StoreResult<GapLook> &look)
{
    if (!look) {
        end(LedgerProgress::Failed, toApiError(look.error()));
        return;
    }
    m_progress.held = heldRows(look->counts);
    Q_EMIT progressChanged();
    const qint64 total = m_gap->total();
    if (!look->sameList) {
        // New rows are loaded first. Rows that are gone are found only by loading every page.
        m_gap.reset();
        if (m_plan->total() == total) {
            m_gapSearches = std::numeric_limits<int>::max();
        }
        write();
        fill();
        return;
    }
    m_gap->search().looked(look->surplus);
    if (!m_gap->search().isOver()) {
        lookForGap();
        return;
    }
    const qint64 heldBefore = m_gap->heldBefore();
    m_gap.reset();
    const auto suspected =
        m_store.read([](CacheReader &reader) { return reader.suspectedTransactions(); });
    if (suspected && !suspected->empty() &&
        m_progress.held - static_cast<qint64>(suspected->size()) == total) {
        // They explain the difference, once they are confirmed.
        m_confirmTimer.start(m_tuning.removalPause);
        LedgerState state = m_plan->state();
        state.verdict = LedgerState::Verdict::None;
        storeEnd(state, LedgerProgress::Incomplete);
        return;
    }
    if (m_progress.held == heldBefore) {
        m_gapSearches = std::numeric_limits<int>::max(); // nothing found: every page must be loaded
    }
    finish(m_progress.held);
}

} // namespace relaybook
