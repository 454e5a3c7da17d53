// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgercheckrun.h"

#include "models/store/accountstore.h"
#include "models/store/chain.h"
#include "models/sync/accountrefresh.h"
#include "models/sync/ledgersync.h"

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

LedgerCheckRun::LedgerCheckRun(const Parts &parts, LedgerCheckReads reads, LedgerCheckResult before,
                               QObject *parent)
    : QObject(parent)
    , m_store(parts.store)
    , m_sync(parts.sync)
    , m_account(parts.account)
    , m_clock(parts.clock)
    , m_reads(reads)
    , m_before(std::move(before))
    , m_lane(parts.store, parts.pool)
{
}

LedgerCheckRun::~LedgerCheckRun() = default;

void LedgerCheckRun::start()
{
    if (m_reads == LedgerCheckReads::AllPages) {
        readAllPages();
    } else {
        compare();
    }
}

// ---- 1. Read every page again, where asked for.

void LedgerCheckRun::readAllPages()
{
    Q_EMIT stepBegins();
    m_reading = m_sync.readAll([this] { compare(); });
    if (!m_reading) { // offline
        compare();
    }
}

// ---- 2. Compare every row and every pair of what is stored.

void LedgerCheckRun::compare()
{
    Q_EMIT stepBegins();
    m_lane.run([](Connection &connection) { return scanChain(connection); },
               [this](const StoreResult<ChainScan> &scanned) {
                   if (scanned) {
                       onCompared(*scanned);
                   } else { // the store has said what is wrong
                       Q_EMIT ended(std::nullopt);
                   }
               });
}

/// Every other step ends with a comparison: only one under way is out of date now.
void LedgerCheckRun::onRowsCame()
{
    if (m_lane.isBusy()) {
        compare();
    }
}

/// What does not agree is read again before that is a finding: first the rows, then the balance.
/// Each once, and then everything is compared again.
void LedgerCheckRun::onCompared(const ChainScan &scan)
{
    const bool mayRead =
        m_reads != LedgerCheckReads::Nothing && m_sync.progress().state == LedgerProgress::Complete;
    if (mayRead && (readBreaks(scan.verdict.breaks) || readBalance(scan))) {
        return;
    }
    conclude(scan);
}

// ---- 3. Read the rows again that do not agree, and compare again.

/// Each break once, also over several checks, so that a ledger that stays broken does not cost the
/// service the same pages at every check. False where there is none to read or nobody to ask.
bool LedgerCheckRun::readBreaks(const std::vector<LedgerBreak> &breaks)
{
    if (!m_rowsAgain.empty()) {
        return false;
    }
    std::vector<TransactionId> rows;
    for (const LedgerBreak &each : breaks) {
        if (!wasReadAgain(m_before.breaks, each)) {
            rows.push_back(each.later);
        }
    }
    if (rows.empty()) {
        return false;
    }
    Q_EMIT stepBegins();
    m_reading = m_sync.readRows(rows, [this] { compare(); });
    if (m_reading) {
        m_rowsAgain = std::move(rows);
    }
    return m_reading.has_value();
}

// ---- 4. Read the balance where the newest row does not end at it, and compare again.

/// The balance has to be younger than the newest row. False where it agrees, or nobody tells it.
bool LedgerCheckRun::readBalance(const ChainScan &scan)
{
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored || !scan.lastId || !scan.lastAfter || m_newest || !m_account.isBalanceTold() ||
        (stored->balance && stored->balance->amount == *scan.lastAfter)) {
        return false;
    }
    m_newest = Newest{*scan.lastId, *scan.lastAfter};
    m_reading = m_account.readBalance([this](const Result<Money> &balance) { onBalance(balance); });
    if (!m_reading) {
        return false;
    }
    Q_EMIT stepBegins();
    return true;
}

void LedgerCheckRun::onBalance(const Result<Money> &balance)
{
    if (!balance) { // the one that is stored is an earlier one, and says nothing
        compare();
        return;
    }
    m_balance = *balance;
    if (m_balance == m_newest->after) {
        compare();
    } else {
        readNewest();
    }
}

/// Rows that were booked until the balance was read belong to it.
void LedgerCheckRun::readNewest()
{
    Q_EMIT stepBegins();
    m_reading = m_sync.readRows({}, [this] { compare(); });
    if (!m_reading) {
        compare();
    }
}

// ---- 5. Conclude.

void LedgerCheckRun::conclude(const ChainScan &scan)
{
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        Q_EMIT ended(std::nullopt);
        return;
    }
    LedgerCheckResult result = scan.verdict;
    result.unreadable = stored->counts.unreadable;
    result.spoiled = stored->counts.spoiled;
    result.rewritten = stored->counts.rewritten;
    result.vanished = stored->counts.vanished;
    result.checkedAt = m_clock.now();
    const LedgerProgress &progress = m_sync.progress();
    const bool isAllRead = progress.state == LedgerProgress::Complete;
    if (!isAllRead) {
        m_rowsAgain.clear(); // some of them did not come
    }
    markRead(result.breaks);
    result.missing = std::max<qint64>(0, progress.total - progress.held);
    if (isAllRead && result.missing <= result.vanished) {
        result.missing = 0; // they were found gone after the service told its total
    }
    compareBalance(result, scan, *stored);
    setState(result, isAllRead);
    Q_EMIT ended(result);
}

void LedgerCheckRun::setState(LedgerCheckResult &result, bool isAllRead) const
{
    if (!isAllRead || result.missing > 0) {
        // Where rows are missing, their neighbours do not meet: that is no finding.
        auto &breaks = result.breaks;
        breaks.erase(
            std::remove_if(breaks.begin(), breaks.end(),
                           [](const LedgerBreak &each) { return each.kind != LedgerBreak::Row; }),
            breaks.end());
        result.breakCount = static_cast<qint64>(breaks.size());
        result.state = LedgerCheckResult::Incomplete;
    } else if (result.breakCount > 0 || result.unreadable > 0 || result.spoiled > 0 ||
               result.vanished > 0) {
        result.state = LedgerCheckResult::Broken;
    } else if (result.count > 0 && !result.balanceCompared && !result.balanceNotTold) {
        if (m_before.state == LedgerCheckResult::Broken && isOfTheSameRows(result)) {
            result = m_before; // the balance that was read then is the best there is
        } else {
            result.state = LedgerCheckResult::Incomplete;
            result.balanceOpen = true;
        }
    } else {
        result.state = LedgerCheckResult::Consistent;
    }
}

void LedgerCheckRun::markRead(std::vector<LedgerBreak> &breaks) const
{
    for (LedgerBreak &each : breaks) {
        const bool now =
            std::find(m_rowsAgain.begin(), m_rowsAgain.end(), each.later) != m_rowsAgain.end();
        each.readAgain = now || wasReadAgain(m_before.breaks, each);
    }
}

void LedgerCheckRun::compareBalance(LedgerCheckResult &result, const ChainScan &scan,
                                    const StoredOverview &stored)
{
    if (!scan.lastAfter || !scan.lastId) {
        return;
    }
    if (!m_account.isBalanceTold()) {
        result.balanceNotTold = true; // one that was told once says nothing of today
        return;
    }
    if (stored.balance && stored.balance->amount == *scan.lastAfter) {
        result.balanceCompared = true;
        return;
    }
    if (!m_balance) {
        return; // one of another moment than the rows' says nothing
    }
    const auto reached = isReached(*m_balance);
    result.balanceCompared = reached.has_value();
    if (!reached.value_or(true)) {
        const Instant at = scan.verdict.newest.value_or(Instant());
        result.breaks.push_back({LedgerBreak::Newest, *scan.lastId, *scan.lastId, at, at,
                                 *m_balance, *scan.lastAfter, scan.lastAfter->minus(*m_balance),
                                 false, scan.unreadableAfter});
        ++result.breakCount;
    }
}

/// Whether a balance that was read in this check is that of the row that was the newest then, or
/// of one that was booked until the rows were read: each of them was the account's for a while.
/// Nothing where that cannot be told.
std::optional<bool> LedgerCheckRun::isReached(Money balance)
{
    if (balance == m_newest->after) {
        return true;
    }
    constexpr int mostSince = 200; // a few milliseconds
    const auto found = guarded([&]() -> std::optional<bool> {
        CacheReader reader(m_store.reader());
        std::optional<qint64> key = m_newest->id.value();
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

/// Whether the check before was of the same rows, and found nothing but the newest balance wrong.
bool LedgerCheckRun::isOfTheSameRows(const LedgerCheckResult &result) const
{
    return m_before.count == result.count && m_before.newest == result.newest &&
           m_before.breaks.size() == 1 && m_before.breaks.front().kind == LedgerBreak::Newest &&
           m_before.vanished == result.vanished && m_before.unreadable == result.unreadable &&
           m_before.spoiled == result.spoiled;
}

} // namespace relaybook
