// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountledger.h"

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/store/accountstore.h"
#include "models/sync/historyrefresh.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/ledgerindexer.h"
#include "models/sync/serviceoffer.h"

#include <utility>

namespace relaybook {

AccountLedger::AccountLedger(const Parts &parts, const LedgerSync::Tuning &tuning)
    : m_client(parts.client)
    , m_auth(parts.auth)
    , m_offer(parts.offer)
    , m_history(parts.store)
    , m_sync(std::make_unique<LedgerSync>(parts.store, parts.client, parts.clock, tuning))
    , m_check(std::make_unique<LedgerCheck>(parts.store, parts.pool, *m_sync, parts.account,
                                            parts.clock))
    , m_indexer(std::make_unique<LedgerIndexer>(
          parts.store, *m_sync, parts.client != nullptr ? parts.client->knownSecrets() : nullptr))
    , m_historyRefresh(std::make_unique<HistoryRefresh>(parts.store, parts.client, *m_sync,
                                                        parts.clock, tuning.roundPause))
{
    connect(&parts.store, &AccountStore::replaced, m_sync.get(), &LedgerSync::reload);
    connect(m_sync.get(), &LedgerSync::progressChanged, this, &AccountLedger::onProgress);
}

AccountLedger::~AccountLedger()
{
    // m_sync last, because the others use it.
    m_historyRefresh.reset();
    m_indexer.reset();
    m_check.reset();
    m_sync.reset();
}

AreaStatus AccountLedger::withProgress(AreaStatus status) const
{
    const bool isUnread = status.error && status.error->kind == ErrorKind::TokenUnavailable;
    if (status.state == AreaStatus::NoAccess || status.state == AreaStatus::NotOffered ||
        isUnread) {
        return status;
    }
    const LedgerProgress &progress = m_sync->progress();
    status.error = progress.error;
    switch (progress.state) {
    case LedgerProgress::Waiting:
        // A rate limit is not a failure. Another error is shown at once, although the download is
        // retried automatically.
        status.state = progress.error && progress.error->kind != ErrorKind::TooManyRequests
                           ? AreaStatus::Failed
                           : AreaStatus::Loading;
        break;
    case LedgerProgress::Running:
        status.state = isShownRunning(progress) ? AreaStatus::Loading : AreaStatus::Loaded;
        break;
    case LedgerProgress::Failed:
        status.state = AreaStatus::Failed;
        break;
    case LedgerProgress::Idle:
    case LedgerProgress::Paused:
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
        status.state = status.asOf ? AreaStatus::Loaded : AreaStatus::NeverLoaded;
        break;
    }
    if (progress.state == LedgerProgress::Idle && m_started && m_client && !status.asOf) {
        // Cancelled before the first row: shown as failed, so that the user can retry.
        status.state = AreaStatus::Failed;
        status.error = ApiError();
        status.error->kind = ErrorKind::Cancelled;
    }
    return status;
}

void AccountLedger::startBackground()
{
    m_started = true;
    m_indexer->start();
    m_historyRefresh->start();
}

void AccountLedger::setInBackground(bool inBackground)
{
    if (inBackground) {
        m_historyRefresh->stop();
        if (isAtWork(m_sync->progress().state) && !m_check->isChecking()) {
            m_wasPaused = true;
            m_sync->pause();
        }
        return;
    }
    if (m_started) {
        m_historyRefresh->start();
    }
    // Only if it is still paused: the user may have stopped or continued it meanwhile.
    if (std::exchange(m_wasPaused, false) && m_sync->progress().state == LedgerProgress::Paused) {
        resume();
    }
}

bool AccountLedger::mayAsk() const
{
    return m_client && m_auth.has(TokenKind::Personal);
}

void AccountLedger::refresh(Lane lane)
{
    if (mayAsk() && m_offer.isWorthAsking(ReadCall::Transactions)) {
        m_sync->start(lane);
    }
}

void AccountLedger::pause()
{
    m_sync->pause();
}

void AccountLedger::resume()
{
    if (mayAsk()) {
        m_sync->resume();
    }
}

void AccountLedger::cancel()
{
    m_sync->cancel();
}

void AccountLedger::loadAllAgain()
{
    if (mayAsk()) {
        m_sync->search();
    }
}

AccountLedger::CheckCost AccountLedger::costOfCheck() const
{
    CheckCost cost;
    if (m_client) {
        cost.calls = m_sync->callsToReadAll();
        cost.time =
            m_client->limitTime(ListTransactions{}.toRequest(), Lane::Background, cost.calls);
    }
    return cost;
}

void AccountLedger::onProgress()
{
    Q_EMIT changed();
    const LedgerProgress &progress = m_sync->progress();
    // If the call has worked before, "not found" is only a failure of this run.
    const bool isMissing = progress.state == LedgerProgress::Failed && progress.error &&
                           isNotOffered(*progress.error) &&
                           !m_offer.wasAnswered(ReadCall::Transactions);
    const bool isAnswered = (progress.state == LedgerProgress::Running && progress.total > 0) ||
                            (m_started && m_client &&
                             (progress.state == LedgerProgress::Complete ||
                              progress.state == LedgerProgress::Incomplete));
    if (isMissing) {
        m_offer.noteMissing(ReadCall::Transactions);
    } else if (isAnswered) {
        m_offer.noteOffered(ReadCall::Transactions);
    }
    const auto state = progress.state;
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

} // namespace relaybook
