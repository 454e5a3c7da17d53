// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgercheckrun.h"

#include "models/store/accountstore.h"
#include "models/store/chain.h"
#include "models/sync/accountrefresh.h"
#include "models/sync/checkconclusion.h"
#include "models/sync/ledgersync.h"

namespace relaybook {

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
    if (!stored || !scan.lastId || !scan.lastAfter || m_newest || !m_account.isBalanceReported() ||
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
    CheckFindings findings{
        scan, *stored,     m_sync.progress(), m_before, m_account.isBalanceReported(),
        {},   m_rowsAgain, m_clock.now()};
    if (m_balance) {
        findings.balance = BalanceOfCheck{*m_balance, isReached(*m_balance)};
    }
    Q_EMIT ended(concludeCheck(findings));
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

} // namespace relaybook
