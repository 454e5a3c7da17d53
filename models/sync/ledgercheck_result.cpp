// SPDX-License-Identifier: GPL-3.0-or-later
// The part of LedgerCheck that determines the result of a check.
#include "models/sync/ledgercheck.h"

#include "models/store/chain.h"
#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {

/// Whether both are of the same rows, and nothing but the newest balance was found wrong in the
/// first.
bool LedgerCheck::isSameBook(const LedgerCheckResult &before, const LedgerCheckResult &now)
{
    return before.count == now.count && before.newest == now.newest && before.breaks.size() == 1 &&
           before.breaks.front().kind == LedgerBreak::Newest && before.vanished == now.vanished &&
           before.unreadable == now.unreadable && before.spoiled == now.spoiled;
}

/// Whether a balance that was read in this check is that of the row that was the newest then, or
/// of one that was booked until the rows were read: each of them was the account's for a while.
/// Nothing where that cannot be told.
std::optional<bool> LedgerCheck::isReached(Money balance)
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

void LedgerCheck::compareBalance(const ChainScan &scan, const StoredOverview &stored)
{
    if (!scan.lastAfter || !scan.lastId) {
        return;
    }
    if (!m_areas.isBalanceTold()) {
        m_verdict.balanceNotTold = true; // one that was told once says nothing of today
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
                                    balance, *scan.lastAfter, scan.lastAfter->minus(balance), false,
                                    scan.unreadableAfter});
        ++m_verdict.breakCount;
    }
}

void LedgerCheck::conclude(const ChainScan &scan)
{
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        giveUp();
        return;
    }
    LedgerCheckResult verdict = scan.verdict;
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
        m_verdict.state = LedgerCheckResult::Incomplete;
    } else if (m_verdict.breakCount > 0 || m_verdict.unreadable > 0 || m_verdict.spoiled > 0 ||
               m_verdict.vanished > 0) {
        m_verdict.state = LedgerCheckResult::Broken;
    } else if (m_verdict.count > 0 && !m_verdict.balanceCompared && !m_verdict.balanceNotTold) {
        if (m_before.state == LedgerCheckResult::Broken && isSameBook(m_before, m_verdict)) {
            m_verdict = m_before; // the balance that was read then is the best there is
        } else {
            m_verdict.state = LedgerCheckResult::Incomplete;
            m_verdict.balanceOpen = true;
        }
    } else {
        m_verdict.state = LedgerCheckResult::Consistent;
    }
    finish(m_verdict);
}

} // namespace relaybook
