// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ledgeraudit.h"

namespace relaybook {

LedgerAuditor::LedgerAuditor(AccountStore &store, QThreadPool &pool, LedgerSync &sync,
                             const Clock &clock)
    : m_store(store)
    , m_sync(sync)
    , m_clock(clock)
    , m_lane(store, pool)
    , m_syncState(sync.progress().state)
{
    connect(&sync, &LedgerSync::progressChanged, this, &LedgerAuditor::onSyncChanged);
}

LedgerAuditor::~LedgerAuditor() = default;

void LedgerAuditor::checkStored()
{
    setChecking(true);
    scan();
}

void LedgerAuditor::checkAll()
{
    setChecking(true);
    m_waitsForSync = true;
    m_sync.search();
    if (m_sync.progress().state != LedgerProgress::Running &&
        m_sync.progress().state != LedgerProgress::Waiting) {
        m_waitsForSync = false; // offline
        scan();
    }
}

void LedgerAuditor::cancel()
{
    if (!m_checking) {
        return;
    }
    m_lane.drop();
    if (m_waitsForSync) {
        m_waitsForSync = false;
        m_sync.cancel();
    }
    setChecking(false);
    Q_EMIT finished();
}

void LedgerAuditor::setChecking(bool checking)
{
    m_checking = checking;
    if (checking) {
        m_verdict.state = LedgerVerdict::Checking;
    } else if (m_verdict.state == LedgerVerdict::Checking) {
        m_verdict.state = LedgerVerdict::NeverChecked;
    }
    Q_EMIT changed();
}

void LedgerAuditor::onSyncChanged()
{
    const auto state = m_sync.progress().state;
    if (state == m_syncState) {
        return;
    }
    m_syncState = state;
    switch (state) {
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
        m_waitsForSync = false;
        setChecking(true);
        scan();
        break;
    case LedgerProgress::Idle:
    case LedgerProgress::Failed:
        if (m_waitsForSync) {
            m_waitsForSync = false;
            scan();
        }
        break;
    case LedgerProgress::Running:
    case LedgerProgress::Waiting:
    case LedgerProgress::Paused:
        break;
    }
}

void LedgerAuditor::scan()
{
    m_lane.run([](Connection &connection) { return scanChain(connection); },
               [this](const StoreResult<ChainScan> &scanned) {
                   if (scanned) {
                       onScanned(*scanned);
                   } else {
                       cancel();
                   }
               });
}

void LedgerAuditor::onScanned(const ChainScan &scan)
{
    conclude(scan);
}

void LedgerAuditor::conclude(const ChainScan &scan)
{
    m_verdict = scan.verdict;
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        cancel();
        return;
    }
    m_verdict.unreadable = stored->counts.unreadable;
    m_verdict.rewritten = stored->counts.rewritten;
    const LedgerProgress &progress = m_sync.progress();
    m_verdict.missing = std::max<qint64>(0, progress.total - progress.held);
    m_verdict.balanceCompared = stored->balance && scan.lastAfter;
    if (m_verdict.balanceCompared && stored->balance->amount != *scan.lastAfter) {
        const Instant at = m_verdict.newest.value_or(Instant());
        const TransactionId last = scan.lastId.value_or(TransactionId());
        m_verdict.breaks.push_back({LedgerBreak::Newest, last, last, at, at,
                                    stored->balance->amount, *scan.lastAfter,
                                    scan.lastAfter->minus(stored->balance->amount)});
        ++m_verdict.breakCount;
    }
    m_verdict.checkedAt = m_clock.now();
    if (m_verdict.breakCount > 0 || m_verdict.unreadable > 0) {
        m_verdict.state = LedgerVerdict::Broken;
    } else {
        m_verdict.state = progress.state == LedgerProgress::Complete ? LedgerVerdict::Consistent
                                                                     : LedgerVerdict::Incomplete;
    }
    m_checking = false;
    Q_EMIT changed();
    Q_EMIT finished();
}

} // namespace relaybook
