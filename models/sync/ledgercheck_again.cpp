// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerCheck that loads rows and the balance again from the service before it reports
// a break.
#include "models/sync/ledgercheck.h"

#include "models/sync/arearefresh.h"

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

/// What looks broken may be half of what the service had: it is read once more first, the rows and
/// then the balance, which has to be younger than the newest row.
bool LedgerCheck::askAgain(const ChainScan &scan)
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
    if (!stored || !scan.lastAfter || m_balanceAgain || !m_areas.isBalanceTold()) {
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
std::vector<TransactionId> LedgerCheck::unread(const std::vector<LedgerBreak> &breaks) const
{
    std::vector<TransactionId> rows;
    for (const LedgerBreak &each : breaks) {
        if (!wasReadAgain(m_before.breaks, each)) {
            rows.push_back(each.later);
        }
    }
    return rows;
}

void LedgerCheck::markRead(std::vector<LedgerBreak> &breaks) const
{
    for (LedgerBreak &each : breaks) {
        const bool now =
            std::find(m_rowsAgain.begin(), m_rowsAgain.end(), each.later) != m_rowsAgain.end();
        each.readAgain = now || wasReadAgain(m_before.breaks, each);
    }
}

bool LedgerCheck::isBalanceUnderWay() const
{
    return m_areas.status(Area::Account, {}).state == AreaStatus::Loading;
}

/// False where there is nobody to ask. A question that is under way may be older than the newest
/// row: its answer is waited for, and then it is asked anew.
bool LedgerCheck::askBalance()
{
    if (!isBalanceUnderWay()) {
        m_balanceAsked = m_areas.balancesRead();
        m_areas.refresh(Area::Account);
        if (!isBalanceUnderWay()) {
            return false;
        }
    }
    begin(Step::Balance);
    return true;
}

void LedgerCheck::onAreaChanged(Area area)
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
    const bool came =
        m_areas.isBalanceTold() && stored->balance && m_areas.balancesRead() > *m_balanceAsked;
    if (!came) { // it failed: the one that is stored is an earlier one
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

} // namespace relaybook
