// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ledgeraudit.h"

#include "models/arearefresh.h"

#include <algorithm>

namespace relaybook {
namespace {

bool isAtWork(LedgerProgress::State state)
{
    return state == LedgerProgress::Running || state == LedgerProgress::Waiting;
}

} // namespace

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
    connect(&store, &AccountStore::replaced, this, [this] {
        m_lane.drop();
        finish({});
    });
    const auto stored = store.read([](CacheReader &reader) { return reader.verdict(); });
    m_verdict = stored.value_or(LedgerVerdict());
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
        m_rowsAgain = false;
        m_balanceAgain = false;
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
        m_sync.cancel();
    }
    Q_EMIT changed();
    Q_EMIT finished();
}

void LedgerAuditor::onSyncChanged()
{
    const auto state = m_sync.progress().state;
    if (state == std::exchange(m_syncState, state) || isAtWork(state) ||
        state == LedgerProgress::Paused) {
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
                       cancel(); // the store has said what is wrong
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

/// What looks broken may be half of what the service had: it is read once more first, the rows and
/// then the balance, which has to be younger than the newest row.
bool LedgerAuditor::askAgain(const ChainScan &scan)
{
    if (!m_mayAsk || m_sync.progress().state != LedgerProgress::Complete) {
        return false;
    }
    if (!scan.verdict.breaks.empty() && !m_rowsAgain) {
        constexpr size_t mostPlaces = 20;
        std::vector<TransactionId> rows;
        for (const LedgerBreak &each : scan.verdict.breaks) {
            if (rows.size() < mostPlaces) {
                rows.push_back(each.later);
            }
        }
        m_rowsAgain = true;
        begin(Step::Again);
        if (m_sync.readAgain(rows)) {
            return true;
        }
        begin(Step::Scan);
    }
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored || !scan.lastAfter || m_balanceAgain) {
        return false;
    }
    const bool agrees = stored->balance && stored->balance->amount == *scan.lastAfter;
    if (agrees) {
        return false;
    }
    m_lastAfter = scan.lastAfter;
    // The newest rows and then the balance, so that nothing that came in between is a finding.
    m_balanceAgain = true;
    begin(Step::Balance);
    m_areas.refresh(Area::Account);
    if (m_areas.status(Area::Account, stored->times).state != AreaStatus::Loading) {
        begin(Step::Scan);
        return false;
    }
    return true;
}

void LedgerAuditor::onAreaChanged(Area area)
{
    if (m_step != Step::Balance || area != Area::Account) {
        return;
    }
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored || m_areas.status(area, stored->times).state == AreaStatus::Loading) {
        return;
    }
    // Rows that were booked until the balance was read belong to it.
    const bool agrees = stored->balance && stored->balance->amount == m_lastAfter;
    begin(agrees ? Step::Scan : Step::Again);
    if (agrees || !m_sync.readAgain({})) {
        begin(Step::Scan);
        scan();
    }
}

void LedgerAuditor::compareBalance(const ChainScan &scan, const StoredOverview &stored)
{
    if (!stored.balance || !scan.lastAfter || !scan.lastId) {
        return;
    }
    const Money balance = stored.balance->amount;
    const bool agrees = balance == *scan.lastAfter;
    // A balance of another moment than the rows' says nothing, unless it agrees.
    const bool sameMoment = m_balanceAgain && stored.times.balance;
    m_verdict.balanceCompared = agrees || sameMoment;
    if (!agrees && sameMoment) {
        const Instant at = scan.verdict.newest.value_or(Instant());
        m_verdict.breaks.push_back({LedgerBreak::Newest, *scan.lastId, *scan.lastId, at, at,
                                    balance, *scan.lastAfter, scan.lastAfter->minus(balance)});
        ++m_verdict.breakCount;
    }
}

void LedgerAuditor::conclude(const ChainScan &scan)
{
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        cancel();
        return;
    }
    LedgerVerdict verdict = scan.verdict;
    verdict.unreadable = stored->counts.unreadable;
    verdict.rewritten = stored->counts.rewritten;
    verdict.vanished = stored->counts.vanished;
    verdict.checkedAt = m_clock.now();
    const LedgerProgress &progress = m_sync.progress();
    verdict.missing = std::max<qint64>(0, progress.total - progress.held);
    m_verdict = std::move(verdict);
    compareBalance(scan, *stored);
    if (progress.state != LedgerProgress::Complete) {
        // Where rows are missing, their neighbours do not meet: that is no finding.
        auto &breaks = m_verdict.breaks;
        breaks.erase(
            std::remove_if(breaks.begin(), breaks.end(),
                           [](const LedgerBreak &each) { return each.kind != LedgerBreak::Row; }),
            breaks.end());
        m_verdict.breakCount = static_cast<qint64>(breaks.size());
        m_verdict.state = LedgerVerdict::Incomplete;
    } else if (m_verdict.breakCount > 0 || m_verdict.unreadable > 0 || m_verdict.vanished > 0) {
        m_verdict.state = LedgerVerdict::Broken;
    } else if (m_verdict.count > 0 && !m_verdict.balanceCompared) {
        m_verdict.state = LedgerVerdict::Incomplete;
    } else {
        m_verdict.state = LedgerVerdict::Consistent;
    }
    finish(m_verdict);
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

} // namespace relaybook
