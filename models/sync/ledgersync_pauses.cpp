// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerSync that pauses a sync: after a temporary failure, at a rate limit, or when
// the user asks.
#include "models/sync/ledgersync.h"

namespace relaybook {
namespace {

/// Whether the failure is temporary, so that a retry may succeed.
bool mayPass(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Offline:
    case ErrorKind::Timeout:
    case ErrorKind::TooManyRequests:
    case ErrorKind::ServiceFailure:
    case ErrorKind::NotUnderstood:
    case ErrorKind::Blocked:
        return true;
    case ErrorKind::Tls:
    case ErrorKind::Cancelled:
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::NotFound:
    case ErrorKind::NotOffered:
    case ErrorKind::Validation:
    case ErrorKind::NotEnoughMoney:
    case ErrorKind::Refused:
    case ErrorKind::Local:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
        return false;
    }
    return false;
}

} // namespace

void LedgerSync::onFailure(const ApiError &error)
{
    if (error.kind == ErrorKind::Validation && m_tuning.perPage > m_tuning.modestPerPage) {
        m_tuning.perPage = m_tuning.modestPerPage;
        fill();
        return;
    }
    if (!mayPass(error.kind)) {
        end(LedgerProgress::Failed, error);
        return;
    }
    if (m_retryTimer.isActive()) {
        return; // the same failure for another page
    }
    // A shorter pause counts as a failure, because the service might ask for it for ever.
    constexpr std::chrono::seconds leastPause(1);
    if (error.kind == ErrorKind::TooManyRequests && error.retryAfter >= leastPause) {
        waitAndRetry(*error.retryAfter, error);
        return;
    }
    if (m_failures >= m_tuning.retryPauses.size()) {
        end(LedgerProgress::Failed, error);
        return;
    }
    waitAndRetry(m_tuning.retryPauses.at(m_failures++), error);
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
        m_samples.clear();
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
