// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgercheck.h"

#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {
LedgerCheck::LedgerCheck(AccountStore &store, QThreadPool &pool, LedgerSync &sync,
                         AreaRefresh &areas, const Clock &clock)
    : m_store(store)
    , m_sync(sync)
    , m_areas(areas)
    , m_clock(clock)
    , m_lane(store, pool)
    , m_syncState(sync.progress().state)
{
    connect(&sync, &LedgerSync::progressChanged, this, &LedgerCheck::onSyncChanged);
    connect(&areas, &AreaRefresh::changed, this, &LedgerCheck::onAreaChanged);
    connect(&store, &AccountStore::changed, this, &LedgerCheck::onStoreChanged);
    connect(&store, &AccountStore::replaced, this, [this] {
        m_lane.drop();
        finish({});
    });
    const auto stored = store.read([](CacheReader &reader) { return reader.verdict(); });
    m_verdict = stored.value_or(LedgerCheckResult());
    takeBack();
}

LedgerCheck::~LedgerCheck() = default;

void LedgerCheck::checkStored()
{
    if (m_step == Step::Rest) {
        m_mayAsk = false;
        begin(Step::Scan);
        scan();
    }
}

void LedgerCheck::checkAll()
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

void LedgerCheck::begin(Step step)
{
    if (m_step == Step::Rest) {
        m_before = m_verdict;
        m_rowsAgain.clear();
        m_balanceAgain = false;
        m_balanceAsked.reset();
        m_balanceRead.reset();
    }
    m_step = step;
    m_verdict.state = LedgerCheckResult::Checking;
    Q_EMIT changed();
}

void LedgerCheck::cancel()
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
void LedgerCheck::takeBack()
{
    const LedgerProgress &progress = m_sync.progress();
    const bool isSame = progress.held == m_verdict.count;
    // A refresh whose rows are all here is checked in a moment: that would only flicker.
    const bool ends = isAtWork(progress.state) && progress.held >= progress.total;
    if (m_step != Step::Rest || m_verdict.state != LedgerCheckResult::Consistent || isSame ||
        ends || progress.state == LedgerProgress::Complete) {
        return;
    }
    m_verdict.state = LedgerCheckResult::Incomplete;
    m_verdict.missing = std::max<qint64>(0, progress.total - progress.held);
    Q_EMIT changed();
}

/// Rows that change while no sync is at work were met by the slow walk.
void LedgerCheck::onStoreChanged(const StoreChanges &changes)
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

void LedgerCheck::onSyncChanged()
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

void LedgerCheck::scan()
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

void LedgerCheck::onScanned(const ChainScan &scan)
{
    if (!askAgain(scan)) {
        conclude(scan);
    }
}

void LedgerCheck::finish(LedgerCheckResult verdict)
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
void LedgerCheck::giveUp()
{
    m_verdict = {};
    m_step = Step::Rest;
    Q_EMIT changed();
    Q_EMIT finished();
}

} // namespace relaybook
