// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgeraudit.h"

#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {
LedgerAuditor::LedgerAuditor(AccountStore &store, QThreadPool &pool, LedgerSync &sync,
                             AreaRefresh &areas, const Clock &clock)
    : m_store(store)
    , m_sync(sync)
    , m_areas(areas)
    , m_clock(clock)
    , m_lane(store, pool)
    , m_syncState(sync.progress().state)
{
    connect(&sync, &LedgerSync::progressChanged, this, &LedgerAuditor::onSyncChanged);
    connect(&areas, &AreaRefresh::changed, this, &LedgerAuditor::onAreaChanged);
    connect(&store, &AccountStore::changed, this, &LedgerAuditor::onStoreChanged);
    connect(&store, &AccountStore::replaced, this, [this] {
        m_lane.drop();
        finish({});
    });
    const auto stored = store.read([](CacheReader &reader) { return reader.verdict(); });
    m_verdict = stored.value_or(LedgerVerdict());
    takeBack();
}

LedgerAuditor::~LedgerAuditor() = default;

void LedgerAuditor::checkStored()
{
    if (m_step == Step::Rest) {
        m_mayAsk = false;
        begin(Step::Scan);
        scan();
    }
}

void LedgerAuditor::checkAll()
{
    if (m_step != Step::Rest) {
        m_lane.drop();
    }
    m_mayAsk = true;
    begin(Step::ReadAll);
    m_sync.search();
    if (!isAtWork(m_sync.progress().state)) { // offline
        begin(Step::Scan);
        scan();
    }
}

void LedgerAuditor::begin(Step step)
{
    if (m_step == Step::Rest) {
        m_before = m_verdict;
        m_rowsAgain.clear();
        m_balanceAgain = false;
        m_balanceAsked.reset();
        m_balanceRead.reset();
    }
    m_step = step;
    m_verdict.state = LedgerVerdict::Checking;
    Q_EMIT changed();
}

void LedgerAuditor::cancel()
{
    if (m_step == Step::Rest) {
        return;
    }
    m_lane.drop();
    const bool reading = m_step == Step::ReadAll || m_step == Step::Again;
    m_step = Step::Rest;
    m_verdict = m_before;
    if (reading) {
        m_leaving = true; // the sync is complete again, with nothing new to be checked
        m_sync.cancel();
        m_leaving = false;
    }
    takeBack();
    Q_EMIT changed();
    Q_EMIT finished();
}

/// What was found consistent was so without the rows that came since.
void LedgerAuditor::takeBack()
{
    const LedgerProgress &progress = m_sync.progress();
    const bool isSame = progress.held == m_verdict.count;
    // A refresh whose rows are all here is checked in a moment: that would only flicker.
    const bool ends = isAtWork(progress.state) && progress.held >= progress.total;
    if (m_step != Step::Rest || m_verdict.state != LedgerVerdict::Consistent || isSame || ends ||
        progress.state == LedgerProgress::Complete) {
        return;
    }
    m_verdict.state = LedgerVerdict::Incomplete;
    m_verdict.missing = std::max<qint64>(0, progress.total - progress.held);
    Q_EMIT changed();
}

/// Rows that change while no sync is at work were met by the slow walk.
void LedgerAuditor::onStoreChanged(const StoreChanges &changes)
{
    if (!changes.of(StoreTable::Transactions).any() ||
        m_sync.progress().state != LedgerProgress::Complete ||
        (m_step != Step::Rest && m_step != Step::Scan)) {
        return;
    }
    if (m_step == Step::Rest) {
        m_mayAsk = true; // what it met may be half of what the service has
    }
    begin(Step::Scan);
    scan();
}

void LedgerAuditor::onSyncChanged()
{
    takeBack();
    const auto state = m_sync.progress().state;
    if (state == std::exchange(m_syncState, state) || isAtWork(state) ||
        state == LedgerProgress::Paused || m_leaving) {
        return;
    }
    const bool waited = m_step == Step::ReadAll || m_step == Step::Again;
    const bool newRows = state == LedgerProgress::Complete || state == LedgerProgress::Incomplete;
    if (!waited && (!newRows || m_step == Step::Balance)) {
        return;
    }
    if (m_step == Step::Rest) {
        m_mayAsk = true;
    }
    begin(Step::Scan);
    scan();
}

void LedgerAuditor::scan()
{
    m_lane.run([](Connection &connection) { return scanChain(connection); },
               [this](const StoreResult<ChainScan> &scanned) {
                   if (!scanned) {
                       giveUp(); // the store has said what is wrong
                   } else if (m_step == Step::Scan) {
                       onScanned(*scanned);
                   }
               });
}

void LedgerAuditor::onScanned(const ChainScan &scan)
{
    if (!askAgain(scan)) {
        conclude(scan);
    }
}

void LedgerAuditor::finish(LedgerVerdict verdict)
{
    m_verdict = std::move(verdict);
    m_step = Step::Rest;
    m_store.write(
        [kept = m_verdict](CacheWriter &writer) {
            writer.putVerdict(kept);
            return Stored{};
        },
        this, {});
    Q_EMIT changed();
    Q_EMIT finished();
}

/// The store cannot be read: nothing was found, and what is written there of earlier checks stays.
void LedgerAuditor::giveUp()
{
    m_verdict = {};
    m_step = Step::Rest;
    Q_EMIT changed();
    Q_EMIT finished();
}

} // namespace relaybook
