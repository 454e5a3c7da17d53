// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/checkconclusion.h"

#include <algorithm>

namespace relaybook {
namespace {

bool isSameBreak(const LedgerBreak &one, const LedgerBreak &other)
{
    return one.kind == other.kind && one.earlier == other.earlier && one.later == other.later &&
           one.expected == other.expected && one.found == other.found;
}

/// Whether the previous check compared the same rows.
bool isOfTheSameRows(const LedgerCheckResult &before, const LedgerCheckResult &result)
{
    return before.count == result.count && before.newest == result.newest &&
           before.vanished == result.vanished && before.unreadable == result.unreadable &&
           before.spoiled == result.spoiled && before.rewritten == result.rewritten;
}

bool isOnlyNewestWrong(const LedgerCheckResult &result)
{
    return result.state == LedgerCheckResult::Broken && result.breaks.size() == 1 &&
           result.breaks.front().kind == LedgerBreak::Newest;
}

/// Whether the previous check compared the account's balance. If an account is in use, rows are
/// added between loading the rows and loading the balance, so the stored values seldom match.
bool wasCompared(const LedgerCheckResult &before)
{
    return before.state == LedgerCheckResult::Consistent && before.balanceCompared;
}

/// A check that reads no balance, as that of the command line, repeats what the previous one found
/// about the same rows: otherwise both would count different gaps. If that is all that was found,
/// setState() repeats the whole result.
void repeatNewestBreak(LedgerCheckResult &result, const CheckFindings &findings)
{
    const LedgerCheckResult &before = findings.before;
    if (before.state != LedgerCheckResult::Broken || !isOfTheSameRows(before, result) ||
        isOnlyNewestWrong(before)) {
        return;
    }
    result.balanceCompared = before.balanceCompared;
    const auto newest =
        std::find_if(before.breaks.begin(), before.breaks.end(),
                     [](const LedgerBreak &each) { return each.kind == LedgerBreak::Newest; });
    if (newest != before.breaks.end() && newest->later == findings.scan.lastId) {
        result.breaks.push_back(*newest);
        ++result.breakCount;
    }
}

void compareBalance(LedgerCheckResult &result, const CheckFindings &findings)
{
    const ChainScan &scan = findings.scan;
    if (result.count == 0) {
        return;
    }
    if (!findings.isBalanceReported) {
        result.balanceNotReported = true; // a balance that was stored earlier may be outdated
        return;
    }
    if (!scan.lastAfter || !scan.lastId) {
        return;
    }
    const auto &stored = findings.stored.balance;
    if (stored && stored->amount == *scan.lastAfter) {
        result.balanceCompared = true;
        return;
    }
    if (!findings.balance) {
        repeatNewestBreak(result, findings); // the stored balance may be of another time
        return;
    }
    const Money balance = findings.balance->balance;
    result.balanceCompared = findings.balance->reached.has_value();
    if (!findings.balance->reached.value_or(true)) {
        const Instant at = scan.lastAt.value_or(Instant());
        result.breaks.push_back({LedgerBreak::Newest, *scan.lastId, *scan.lastId, at, at, balance,
                                 *scan.lastAfter, scan.lastAfter->minus(balance), false, false,
                                 scan.unreadableAfter});
        ++result.breakCount;
    }
}

void setState(LedgerCheckResult &result, const CheckFindings &findings, bool isAllRead)
{
    // Then nothing was compared.
    const bool isNothingRead = result.count == 0 && result.unreadable > 0;
    if (!isAllRead || result.missing > 0) {
        // Missing rows also cause gaps in the balance, so these gaps are not reported.
        auto &breaks = result.breaks;
        breaks.erase(
            std::remove_if(breaks.begin(), breaks.end(),
                           [](const LedgerBreak &each) { return each.kind != LedgerBreak::Row; }),
            breaks.end());
        result.breakCount = static_cast<qint64>(breaks.size());
        result.unclearCount = 0;
        result.outOfOrder = 0;
        result.state = LedgerCheckResult::Incomplete;
    } else if (result.breakCount > result.unclearCount ||
               (result.unreadable > 0 && !isNothingRead) || result.spoiled > 0 ||
               result.vanished > 0) {
        result.state = LedgerCheckResult::Broken;
    } else if (result.unclearCount > 0) {
        result.state = LedgerCheckResult::Unclear;
    } else if (result.tooLarge > 0 || isNothingRead) {
        result.state = LedgerCheckResult::Incomplete;
    } else if (result.count > 0 && !result.balanceCompared && !result.balanceNotReported) {
        // The previous check compared the same rows with a balance loaded at that time. Its result
        // is kept with its time, because nothing was compared now.
        if (isOfTheSameRows(findings.before, result) &&
            (isOnlyNewestWrong(findings.before) || wasCompared(findings.before))) {
            result = findings.before;
        } else {
            result.state = LedgerCheckResult::Incomplete;
            result.balanceOpen = true;
        }
    } else {
        result.state = LedgerCheckResult::Consistent;
    }
}

} // namespace

bool wasReadAgain(const std::vector<LedgerBreak> &before, const LedgerBreak &now)
{
    return std::any_of(before.begin(), before.end(), [&now](const LedgerBreak &each) {
        return each.readAgain && isSameBreak(each, now);
    });
}

LedgerCheckResult concludeCheck(const CheckFindings &findings)
{
    LedgerCheckResult result = findings.scan.verdict;
    const StoredCounts &counts = findings.stored.counts;
    result.unreadable = counts.unreadable;
    result.spoiled = counts.spoiled;
    result.rewritten = counts.rewritten;
    result.vanished = counts.vanished;
    result.checkedAt = findings.now;
    const LedgerProgress &progress = findings.progress;
    const bool isAllRead = progress.state == LedgerProgress::Complete;
    const auto &again = findings.rowsAgain;
    for (LedgerBreak &each : result.breaks) {
        // If not all pages were loaded, some of the requested rows may not have been received.
        const bool now =
            isAllRead && std::find(again.begin(), again.end(), each.later) != again.end();
        each.readAgain = now || wasReadAgain(findings.before.breaks, each);
    }
    result.missing = std::max<qint64>(0, progress.total - progress.held);
    if (isAllRead && result.missing <= result.vanished) {
        result.missing = 0; // rows were found to be removed after the service reported its total
    }
    compareBalance(result, findings);
    setState(result, findings, isAllRead);
    return result;
}

} // namespace relaybook
