// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgersync.h"

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "models/store/accountstore.h"

namespace relaybook {

LedgerProgress storedProgress(const LedgerState &state, const StoredCounts &counts)
{
    LedgerProgress progress;
    progress.held = LedgerSync::heldRows(counts);
    progress.total = state.total.value_or(progress.held);
    if (state.verdict == LedgerState::Verdict::Agrees) {
        progress.state = LedgerProgress::Complete;
    } else if (state.verdict == LedgerState::Verdict::Searched) {
        progress.state = LedgerProgress::Incomplete;
    }
    return progress;
}

LedgerSync::LedgerSync(AccountStore &store, ApiClient *client, const Clock &clock, Tuning tuning)
    : m_store(store)
    , m_client(client)
    , m_clock(clock)
    , m_tuning(std::move(tuning))
    , m_pauses(m_tuning.retryPauses)
    , m_places(store, client, clock, m_tuning.removalPause)
{
    m_retryTimer.setSingleShot(true);
    m_confirmTimer.setSingleShot(true);
    connect(&m_confirmTimer, &QTimer::timeout, this, &LedgerSync::confirmSuspects);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] {
        setState(LedgerProgress::Running);
        fill();
    });
    if (m_client) {
        connect(m_client, &ApiClient::waitingForLimit, this,
                [this](TokenKind token, Instant until) {
                    if (token == TokenKind::Personal) {
                        waitForLimit(until);
                    }
                });
    }
    reload();
}

LedgerSync::~LedgerSync()
{
    dropCalls();
}

void LedgerSync::reload()
{
    dropCalls();
    m_waiting.clear();
    m_plan.reset();
    m_retryTimer.stop();
    m_whenRead = nullptr;
    m_progress = {};
    const auto state = m_store.read([](CacheReader &reader) { return reader.ledgerState(); });
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (state && counts) {
        m_progress = storedProgress(*state, *counts);
    }
    Q_EMIT progressChanged();
}

bool LedgerSync::isRunning() const
{
    return isAtWork(m_progress.state);
}

void LedgerSync::start(Lane lane)
{
    if (!m_client) {
        return;
    }
    if (m_progress.state == LedgerProgress::Paused) {
        resume();
        return;
    }
    if (isRunning()) {
        const bool afterFailure = m_retryTimer.isActive() && m_progress.error &&
                                  m_progress.error->kind != ErrorKind::TooManyRequests;
        m_again = m_again || !afterFailure;
        if (lane != Lane::Refresh) {
            hurry();
            readNewest(Lane::User);
        }
        if (afterFailure) { // "Try again" skips the pause, but not a rate limit
            m_retryTimer.stop();
            setState(LedgerProgress::Running);
            fill();
        }
        return;
    }
    begin(false, lane);
}

/// A caller waits for the run now, so its calls may use more than the share for refreshes.
void LedgerSync::hurry()
{
    if (m_lane == Lane::Refresh) {
        useLane(Lane::Background);
        dropCalls();
        Q_EMIT progressChanged();
        fill();
    }
}

/// Loads the newest page at once. During a download, which may take hours, new rows must not wait:
/// the transaction of a purchase may be the only evidence of the balance. The call is not queued
/// behind the pages of the download, which may be waiting for a limit.
void LedgerSync::readNewest(Lane lane)
{
    if (!m_plan || m_gap || !mayAsk()) {
        return;
    }
    m_newestAsked = m_clock.monotonic();
    if (const auto page = m_plan->nextNewest()) {
        ask(*page, lane);
    }
}

void LedgerSync::useLane(Lane lane)
{
    m_lane = lane;
    m_progress.isQuiet = lane == Lane::Refresh;
}

bool LedgerSync::begin(bool search, Lane lane)
{
    const auto state = m_store.read([](CacheReader &reader) { return reader.ledgerState(); });
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (!state || !counts) {
        return false; // the store reports the error and is replaced
    }
    // Drops the pages of another run, which this one does not expect.
    dropCalls();
    m_waiting.clear();
    m_retryTimer.stop();
    ++m_run;
    useLane(lane);
    m_inserted = 0;
    m_again = false;
    m_ranksWaited = false;
    m_pauses.reset();
    m_newestAsked = m_clock.monotonic(); // a run begins with the newest page
    m_gap.reset();
    m_gapSearches = 0;
    m_arePlacesRead = false;
    m_doubtful.clear();
    m_edges.clear();
    m_pace.clear();
    m_progress.hasTies = false;
    m_progress.held = heldRows(*counts);
    m_plan =
        std::make_unique<LedgerPlan>(*state, m_progress.held, m_tuning.perPage, m_tuning.overlap);
    if (search) {
        m_plan->check();
        beganSearching();
    }
    setState(LedgerProgress::Running);
    fill();
    return true;
}

void LedgerSync::beganSearching()
{
    useLane(Lane::Background); // every page is loaded again, which is more than a refresh
    m_doubted = false;
    m_isUnsorted = false;
    m_pace.clear();
    m_store.write(
        [](CacheWriter &writer) {
            writer.removed().beginSearch();
            return Stored{};
        },
        this, {});
}

void LedgerSync::fill()
{
    if (!mayAsk()) {
        return;
    }
    while (m_calls.size() < static_cast<size_t>(m_tuning.inFlight) &&
           static_cast<qsizetype>(m_waiting.size()) < m_tuning.mostWaiting) {
        const auto page = m_plan->next();
        if (!page) {
            break;
        }
        ask(*page, m_lane);
    }
    const bool idle = m_calls.empty() && m_waiting.empty() && !m_writing && !m_ranksWaited &&
                      !m_places.isRunning();
    if (idle && m_plan->isDone()) {
        conclude();
    }
}

/// Whether more pages may be requested. During a limit they would only wait in the client's queue.
bool LedgerSync::mayAsk() const
{
    const bool limited = m_progress.state == LedgerProgress::Waiting && !m_retryTimer.isActive();
    return m_progress.state == LedgerProgress::Running || limited;
}

void LedgerSync::ask(qint64 page, Lane lane)
{
    const PageRequest request = m_plan->request(page);
    m_calls.insert_or_assign(
        page, m_client->send(
                  ListTransactions{page, request.perPage, request.query}, this,
                  [this, page](Result<TransactionPage> answer) { onPage(page, std::move(answer)); },
                  lane));
}

void LedgerSync::onPage(qint64 page, Result<TransactionPage> answer)
{
    m_calls.erase(page);
    if (!answer) {
        if (m_plan->answeredWithError(page, answer.error().httpStatus)) {
            fill();
            return;
        }
        m_plan->failed(page);
        onFailure(answer.error());
        return;
    }
    m_pauses.reset();
    m_edges.note(page, *answer);
    m_isUnsorted = m_isUnsorted || !isSortedByTime(*answer);
    const qint64 expected = m_plan->answered(factsOf(page, *answer));
    m_waiting.push_back({expected, std::move(*answer)});
    m_progress.total = m_plan->total().value_or(m_progress.held);
    // Responses to earlier calls may still arrive during the limit; they do not end it.
    const bool limitIsOver = !m_progress.waitingUntil || m_clock.monotonic() >= m_limitEnds;
    if (m_progress.state == LedgerProgress::Waiting && !m_retryTimer.isActive() && limitIsOver) {
        setState(LedgerProgress::Running);
    }
    if (m_clock.monotonic() - m_newestAsked >= m_tuning.newestPause) {
        readNewest(m_lane);
    }
    write();
    fill();
}

/// Stores all received pages and the progress in one transaction.
void LedgerSync::write()
{
    if (m_writing || m_waiting.empty()) {
        return;
    }
    m_writing = true;
    if (m_gap) {
        writeGapPage();
        return;
    }
    auto pages = std::make_shared<std::vector<TransactionPage>>();
    qint64 expected = 0;
    for (WaitingPage &waiting : m_waiting) {
        expected += waiting.expected;
        pages->push_back(std::move(waiting.page));
    }
    m_waiting.clear();
    const bool sawNewest = m_plan->sawNewest();
    const auto met =
        m_plan->isSearching() ? LedgerWriter::Listed::Noted : LedgerWriter::Listed::NotNoted;
    auto job = [pages, state = m_plan->state(), now = m_clock.now(), sawNewest, met,
                pause = m_tuning.removalPause](CacheWriter &writer) {
        qint64 inserted = 0;
        for (const auto &outcome : writer.ledger().putPages(*pages, now, met)) {
            inserted += outcome.inserted;
        }
        if (met == LedgerWriter::Listed::Noted && pause.count() > 0) {
            for (const TransactionPage &page : *pages) {
                writer.removed().compare(page, now, pause);
            }
        }
        writer.ledger().putState(state);
        if (sawNewest) {
            writer.ledger().putTime(now);
        }
        return inserted;
    };
    m_store.write(std::move(job), this,
                  [this, expected, run = m_run](const StoreResult<qint64> &inserted) {
                      m_writing = false;
                      if (run == m_run && m_plan) {
                          onWritten(expected, inserted);
                      } else {
                          afterEarlierWrite();
                      }
                  });
}

/// Called when a write of an earlier run has ended. Its rows count, and the current run, which has
/// waited for it, continues.
void LedgerSync::afterEarlierWrite()
{
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (counts) {
        m_progress.held = heldRows(*counts);
    }
    Q_EMIT progressChanged();
    if (m_plan) {
        write();
        fill();
    }
}

void LedgerSync::onWritten(qint64 expected, StoreResult<qint64> inserted)
{
    if (!inserted) {
        end(LedgerProgress::Failed, toApiError(inserted.error()));
        return;
    }
    const bool wasSearching = m_plan->isSearching();
    m_plan->stored(expected, *inserted);
    if (!wasSearching && m_plan->isSearching()) {
        beganSearching();
    }
    m_progress.held += *inserted;
    m_progress.total = m_plan->total().value_or(m_progress.held);
    m_inserted += *inserted;
    m_pace.add(m_clock.monotonic(), m_plan->missing());
    m_progress.remaining = m_pace.remaining();
    Q_EMIT progressChanged();
    write();
    fill();
}

/// Ends the run and calls the waiting caller, or emits ended() if there is none.
void LedgerSync::end(LedgerProgress::State state, std::optional<ApiError> error)
{
    stop(state, std::move(error));
    // Reset before the signals, whose receivers may start or cancel another run.
    const auto done = std::exchange(m_whenRead, nullptr);
    Q_EMIT progressChanged();
    if (done) {
        done();
    } else {
        Q_EMIT ended();
    }
    // The token may have become available after this run began.
    const bool isUnread = m_progress.error && m_progress.error->kind == ErrorKind::TokenUnavailable;
    if (std::exchange(m_again, false) &&
        (state == LedgerProgress::Complete || state == LedgerProgress::Incomplete || isUnread)) {
        begin(false);
    }
}

/// Ends the run without a notification.
void LedgerSync::stop(LedgerProgress::State state, std::optional<ApiError> error)
{
    dropCalls();
    m_waiting.clear();
    m_retryTimer.stop();
    ++m_run;
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (counts) {
        m_progress.held = heldRows(*counts);
    }
    m_progress.total = m_plan ? m_plan->total().value_or(m_progress.held) : m_progress.total;
    m_plan.reset();
    m_progress.error = std::move(error);
    noteState(state);
}

void LedgerSync::search()
{
    if (m_client) {
        begin(true);
    }
}

void LedgerSync::dropCalls()
{
    m_calls.clear();
    m_places.cancel();
    if (m_plan) {
        m_plan->releaseAll();
    }
}

void LedgerSync::setState(LedgerProgress::State state)
{
    noteState(state);
    Q_EMIT progressChanged();
}

void LedgerSync::noteState(LedgerProgress::State state)
{
    m_progress.state = state;
    m_progress.waitingUntil.reset();
    if (state != LedgerProgress::Running) {
        m_progress.isQuiet = false;
        m_progress.remaining.reset();
    }
    if (state != LedgerProgress::Failed) {
        m_progress.error.reset();
    }
}

void LedgerSync::onFailure(const ApiError &error)
{
    if (error.kind == ErrorKind::Validation && m_tuning.perPage > m_tuning.modestPerPage) {
        m_tuning.perPage = m_tuning.modestPerPage;
        m_plan->setPageSize(m_tuning.perPage);
        fill();
        return;
    }
    if (!RetryPauses::isTemporary(error.kind)) {
        end(LedgerProgress::Failed, error);
        return;
    }
    if (m_retryTimer.isActive()) {
        return; // the same failure for another page
    }
    if (const auto pause = m_pauses.after(error)) {
        waitAndRetry(*pause, error);
    } else {
        end(LedgerProgress::Failed, error);
    }
}

void LedgerSync::waitAndRetry(std::chrono::milliseconds pause, const ApiError &error)
{
    m_progress.error = error;
    m_progress.waitingUntil = m_clock.now() + pause;
    m_progress.state = LedgerProgress::Waiting;
    m_retryTimer.start(pause);
    Q_EMIT progressChanged();
}

void LedgerSync::waitForLimit(Instant until)
{
    if (!isRunning() || m_retryTimer.isActive() || m_calls.empty()) {
        return;
    }
    m_progress.waitingUntil = until;
    m_limitEnds = m_clock.monotonic() + (until - m_clock.now());
    m_progress.state = LedgerProgress::Waiting;
    Q_EMIT progressChanged();
}

void LedgerSync::pause()
{
    if (!isRunning()) {
        return;
    }
    dropCalls();
    m_retryTimer.stop();
    setState(LedgerProgress::Paused);
}

void LedgerSync::resume()
{
    if (!m_client || isRunning()) {
        return;
    }
    if (m_progress.state == LedgerProgress::Paused && m_plan) {
        useLane(Lane::Background); // the user waits for it now, even if it was an automatic refresh
        m_pace.clear();
        setState(LedgerProgress::Running);
        fill();
        return;
    }
    begin(m_progress.state == LedgerProgress::Incomplete);
}

void LedgerSync::cancel()
{
    if (!isRunning() && m_progress.state != LedgerProgress::Paused) {
        return;
    }
    m_again = false;
    end(stateIfCancelled());
}

/// Cancelling the second loading of every page leaves the earlier result valid.
LedgerProgress::State LedgerSync::stateIfCancelled() const
{
    const bool wasChecking = m_plan && m_plan->isChecking();
    const auto verdict = wasChecking ? m_plan->state().verdict : LedgerState::Verdict::None;
    switch (verdict) {
    case LedgerState::Verdict::Agrees:
        return LedgerProgress::Complete;
    case LedgerState::Verdict::Searched:
        return LedgerProgress::Incomplete;
    case LedgerState::Verdict::None:
        break;
    }
    return LedgerProgress::Idle;
}

} // namespace relaybook
