// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ledgeraudit.h"

#include "models/arearefresh.h"
#include "models/store/chain.h"

#include <algorithm>

namespace relaybook {
namespace {

bool isSameBreak(const LedgerBreak &one, const LedgerBreak &other)
{
    return one.kind == other.kind && one.earlier == other.earlier && one.later == other.later &&
           one.expected == other.expected && one.found == other.found;
}

bool wasReadAgain(const std::vector<LedgerBreak> &before, const LedgerBreak &now)
{
    return std::any_of(before.begin(), before.end(), [&now](const LedgerBreak &each) {
        return each.readAgain && isSameBreak(each, now);
    });
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

/// What looks broken may be half of what the service had: it is read once more first, the rows and
/// then the balance, which has to be younger than the newest row.
bool LedgerAuditor::askAgain(const ChainScan &scan)
{
    if (!m_mayAsk || m_sync.progress().state != LedgerProgress::Complete) {
        return false;
    }
    if (m_rowsAgain.empty()) {
        std::vector<TransactionId> rows = unread(scan.verdict.breaks);
        if (!rows.empty()) {
            begin(Step::Again);
            if (m_sync.readAgain(rows)) {
                m_rowsAgain = std::move(rows);
                return true;
            }
            begin(Step::Scan);
        }
    }
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored || !scan.lastAfter || m_balanceAgain) {
        return false;
    }
    const bool agrees = stored->balance && stored->balance->amount == *scan.lastAfter;
    if (agrees) {
        return false;
    }
    m_lastId = scan.lastId;
    m_lastAfter = scan.lastAfter;
    // The newest rows and then the balance, so that nothing that came in between is a finding.
    m_balanceAgain = true;
    return askBalance();
}

/// Where the rows have not been read once more: each break is, once, so that a ledger that stays
/// broken does not cost the service the same pages at every check.
std::vector<TransactionId> LedgerAuditor::unread(const std::vector<LedgerBreak> &breaks) const
{
    std::vector<TransactionId> rows;
    for (const LedgerBreak &each : breaks) {
        if (!wasReadAgain(m_before.breaks, each)) {
            rows.push_back(each.later);
        }
    }
    return rows;
}

void LedgerAuditor::markRead(std::vector<LedgerBreak> &breaks) const
{
    for (LedgerBreak &each : breaks) {
        const bool now =
            std::find(m_rowsAgain.begin(), m_rowsAgain.end(), each.later) != m_rowsAgain.end();
        each.readAgain = now || wasReadAgain(m_before.breaks, each);
    }
}

bool LedgerAuditor::isBalanceUnderWay() const
{
    return m_areas.status(Area::Account, {}).state == AreaStatus::Loading;
}

/// False where there is nobody to ask. A question that is under way may be older than the newest
/// row: its answer is waited for, and then it is asked anew.
bool LedgerAuditor::askBalance()
{
    if (!isBalanceUnderWay()) {
        m_balanceAsked = m_clock.now();
        m_areas.refresh(Area::Account);
        if (!isBalanceUnderWay()) {
            return false;
        }
    }
    begin(Step::Balance);
    return true;
}

void LedgerAuditor::onAreaChanged(Area area)
{
    if (m_step != Step::Balance || area != Area::Account || isBalanceUnderWay()) {
        return;
    }
    if (!m_balanceAsked) {
        m_step = Step::Scan;
        if (!askBalance()) {
            begin(Step::Scan);
            scan();
        }
        return;
    }
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        giveUp();
        return;
    }
    const bool came = stored->balance && stored->times.balance >= m_balanceAsked;
    if (!came) { // it failed: the one that is stored is of another day
        begin(Step::Scan);
        scan();
        return;
    }
    m_balanceRead = stored->balance->amount;
    // Rows that were booked until the balance was read belong to it.
    const bool agrees = m_balanceRead == m_lastAfter;
    begin(agrees ? Step::Scan : Step::Again);
    if (agrees || !m_sync.readAgain({})) {
        begin(Step::Scan);
        scan();
    }
}

/// Whether both are of the same rows, and nothing but the newest balance was found wrong in the
/// first.
bool LedgerAuditor::isSameBook(const LedgerVerdict &before, const LedgerVerdict &now)
{
    return before.count == now.count && before.newest == now.newest && before.breaks.size() == 1 &&
           before.breaks.front().kind == LedgerBreak::Newest && before.vanished == now.vanished &&
           before.unreadable == now.unreadable && before.spoiled == now.spoiled;
}

/// Whether a balance that was read in this check is that of the row that was the newest then, or
/// of one that was booked until the rows were read: each of them was the account's for a while.
/// Nothing where that cannot be told.
std::optional<bool> LedgerAuditor::isReached(Money balance)
{
    if (balance == m_lastAfter) {
        return true;
    }
    constexpr int mostSince = 200; // a few milliseconds
    const auto found = guarded([&]() -> std::optional<bool> {
        CacheReader reader(m_store.reader());
        std::optional<qint64> key = m_lastId ? std::optional(m_lastId->value()) : std::nullopt;
        for (int row = 0; key && row < mostSince; ++row) {
            key = chainAfter(m_store.reader(), *key);
            const auto next = key ? reader.transaction(*key) : std::nullopt;
            if (next && next->balanceAfter == balance) {
                return true;
            }
        }
        return key ? std::nullopt : std::optional(false);
    });
    return found ? *found : std::nullopt;
}

void LedgerAuditor::compareBalance(const ChainScan &scan, const StoredOverview &stored)
{
    if (!scan.lastAfter || !scan.lastId) {
        return;
    }
    if (stored.balance && stored.balance->amount == *scan.lastAfter) {
        m_verdict.balanceCompared = true;
        return;
    }
    if (!m_balanceRead) {
        return; // one of another moment than the rows' says nothing
    }
    const Money balance = *m_balanceRead;
    const auto reached = isReached(balance);
    m_verdict.balanceCompared = reached.has_value();
    if (!reached.value_or(true)) {
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
        giveUp();
        return;
    }
    LedgerVerdict verdict = scan.verdict;
    verdict.unreadable = stored->counts.unreadable;
    verdict.spoiled = stored->counts.spoiled;
    verdict.rewritten = stored->counts.rewritten;
    verdict.vanished = stored->counts.vanished;
    verdict.checkedAt = m_clock.now();
    const LedgerProgress &progress = m_sync.progress();
    const bool walked = progress.state == LedgerProgress::Complete;
    if (!walked) {
        m_rowsAgain.clear(); // some of them did not come
    }
    markRead(verdict.breaks);
    verdict.missing = std::max<qint64>(0, progress.total - progress.held);
    if (walked && verdict.missing <= verdict.vanished) {
        verdict.missing = 0; // they were found gone after the service told its total
    }
    m_verdict = std::move(verdict);
    compareBalance(scan, *stored);
    if (!walked || m_verdict.missing > 0) {
        // Where rows are missing, their neighbours do not meet: that is no finding.
        auto &breaks = m_verdict.breaks;
        breaks.erase(
            std::remove_if(breaks.begin(), breaks.end(),
                           [](const LedgerBreak &each) { return each.kind != LedgerBreak::Row; }),
            breaks.end());
        m_verdict.breakCount = static_cast<qint64>(breaks.size());
        m_verdict.state = LedgerVerdict::Incomplete;
    } else if (m_verdict.breakCount > 0 || m_verdict.unreadable > 0 || m_verdict.spoiled > 0 ||
               m_verdict.vanished > 0) {
        m_verdict.state = LedgerVerdict::Broken;
    } else if (m_verdict.count > 0 && !m_verdict.balanceCompared) {
        if (m_before.state == LedgerVerdict::Broken && isSameBook(m_before, m_verdict)) {
            m_verdict = m_before; // the balance that was read then is the best there is
        } else {
            m_verdict.state = LedgerVerdict::Incomplete;
            m_verdict.balanceOpen = true;
        }
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

/// The store cannot be read: nothing was found, and what is written there of earlier checks stays.
void LedgerAuditor::giveUp()
{
    m_verdict = {};
    m_step = Step::Rest;
    Q_EMIT changed();
    Q_EMIT finished();
}

} // namespace relaybook
