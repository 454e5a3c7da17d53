// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgercheckrun.h"

#include "models/sqlite/rowcursor.h"
#include "models/store/accountstore.h"
#include "models/store/chain.h"
#include "models/sync/accountrefresh.h"
#include "models/sync/checkconclusion.h"
#include "models/sync/ledgersync.h"

#include <algorithm>

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

// ---- 1. Load every page again, if requested.

void LedgerCheckRun::readAllPages()
{
    Q_EMIT stepBegins();
    m_reading = m_sync.readAll([this] { compare(); });
    if (!m_reading) { // offline
        compare();
    }
}

// ---- 2. Compare every stored row and every pair of neighbours.

void LedgerCheckRun::compare()
{
    Q_EMIT stepBegins();
    m_lane.run(
        [now = m_clock.now()](Connection &connection) {
            const ReadTransaction sameMoment(connection);
            return scanChain(connection, now);
        },
        [this](const StoreResult<ChainScan> &scanned) {
            if (scanned) {
                onCompared(*scanned);
            } else { // the store has reported the error
                Q_EMIT ended(std::nullopt);
            }
        });
}

/// Only a running comparison must be repeated: every other step ends with a new one anyway.
void LedgerCheckRun::onRowsCame()
{
    if (m_lane.isBusy()) {
        compare();
    }
}

/// Before a mismatch is reported, the data is loaded again: first the rows, then the balance, each
/// once. Then everything is compared again.
void LedgerCheckRun::onCompared(const ChainScan &scan)
{
    const bool mayRead =
        m_reads != LedgerCheckReads::Nothing && m_sync.progress().state == LedgerProgress::Complete;
    if (mayRead && (readBreaks(scan.verdict.breaks) || readBalance(scan))) {
        return;
    }
    conclude(scan);
}

// ---- 3. Load the rows again that do not agree, and compare again.

/// Loads the rows of each break once, also over several checks, so that a ledger that stays broken
/// does not cost the service the same pages at every check. Returns false if there is nothing to
/// load or no call can be sent.
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

// ---- 4. If the newest row does not end at the balance, load the balance and compare again.

/// The balance must be loaded after the newest row. Returns false if the stored balance agrees, or
/// if the service does not report it.
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
    if (!balance) { // the stored balance is too old to compare
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

/// The loaded balance includes rows that were added before it was read, so these are loaded too.
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

/// Whether the loaded balance is the balance after the row that was the newest then, or after a row
/// that was added until the newest rows were loaded. Nothing if unknown.
std::optional<bool> LedgerCheckRun::isReached(Money balance)
{
    if (balance == m_newest->after) {
        return true;
    }
    constexpr int mostSince = 200; // takes a few milliseconds
    const auto found = guarded([&]() -> std::optional<bool> {
        const auto rows = chainAround(m_store.reader(), m_newest->id.value());
        auto row = std::find_if(rows.begin(), rows.end(), [&](const ChainRow &each) {
            return each.id == m_newest->id.value();
        });
        for (int count = 0; row != rows.end() && count < mostSince; ++row, ++count) {
            if (!row->isTooLarge && row->after == balance.units()) {
                return true;
            }
        }
        return row == rows.end() ? std::optional(false) : std::nullopt;
    });
    return found ? *found : std::nullopt;
}

} // namespace relaybook
