// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that determines the result of a sync and loads rows again.
#include "models/sync/ledgersync.h"

#include "models/store/accountstore.h"

#include <algorithm>

namespace relaybook {

qint64 LedgerSync::heldRows(const StoredCounts &counts)
{
    return counts.transactions + counts.unreadable - counts.vanished;
}

void LedgerSync::conclude()
{
    if (m_plan->isSearching()) {
        concludeSearch();
    } else {
        finish(m_progress.held);
    }
}

/// Ends a run that loaded every page again. Unreadable rows that were on no page are deleted: they
/// are readable now or no longer listed. Other rows that were on no page are looked for once more:
/// they may be of a second whose rows the service lists in changing order. If the list is not in
/// order of time, only a second search can confirm that they were removed.
void LedgerSync::concludeSearch()
{
    constexpr qint64 most = 10'000;
    constexpr size_t worthDoubt = 20; // with more, the service has another list
    const bool whole = m_plan->isWhole();
    const bool complete = whole && m_plan->total().value_or(0) > 0;
    m_writing = true;
    const bool oneIsEnough = m_tuning.removalPause.count() <= 0;
    auto job = [whole, complete, oneIsEnough, doubted = m_doubted, isUnsorted = m_isUnsorted,
                now = m_clock.now(), pause = m_tuning.removalPause](CacheWriter &writer) {
        if (whole) { // else the rows may be on a page that was not received
            writer.removed().deleteUnreadableNotListed();
        }
        SearchEnd end;
        if (complete) {
            auto missed = writer.removed().notListed(most);
            if (oneIsEnough && (doubted || missed.size() > worthDoubt)) {
                writer.removed().mark(missed, now);
            } else {
                if (isUnsorted && !oneIsEnough) {
                    writer.removed().suspect(missed, now, pause);
                    missed = writer.removed().notListed(most);
                }
                end.ranks = writer.reader().ranksOf(missed);
                end.doubtful = std::move(missed);
            }
        }
        end.counts = writer.reader().counts();
        return end;
    };
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
    if (beginLooks(held)) {
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

} // namespace relaybook
