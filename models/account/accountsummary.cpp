// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountsummary.h"

#include "api/http/authsession.h"

#include <QUrl>

#include <algorithm>

namespace relaybook {
namespace {

bool hasToken(TokenKind kind, const StoredTimes &times, const SummarySources &from)
{
    // A token that could not be read counts too, so that stored data is not hidden.
    if (from.auth.has(kind) || from.auth.isExpected(kind)) {
        return true;
    }
    if (!from.isOffline) {
        return false;
    }
    if (kind == TokenKind::Personal) {
        return times.balance || times.proxies || times.ledger;
    }
    return times.pools || times.subUsers;
}

void setOwner(AccountSummary &summary, const StoredOverview &stored, const SummarySources &from)
{
    summary.service = from.service;
    if (stored.account) {
        summary.accountId = stored.account->id;
        summary.name = stored.account->name;
        summary.serviceName = summary.name;
        summary.email = stored.account->email;
        summary.currency = stored.account->currency;
    }
    summary.userId = from.userId;
    if (!from.givenName.isEmpty()) { // the user's own name replaces that of the service
        summary.name = from.givenName;
    }
    if (summary.name.isEmpty()) {
        summary.name = QUrl(from.service).host();
    }
    summary.plainName = summary.name;
}

void setBalance(AccountSummary &summary, const StoredOverview &stored, bool isBalanceReported)
{
    using From = AccountSummary::BalanceFrom;
    // If no call returns the balance any more, the stored one is outdated.
    if (!isBalanceReported && stored.newest) {
        summary.balance = stored.newest->amount;
        summary.balanceDigits = stored.newest->digits;
        summary.balanceAsOf = stored.newest->at;
        summary.balanceFrom =
            stored.newest->isClear ? From::NewestTransaction : From::UnclearTransactions;
    } else if (stored.balance) {
        summary.balance = stored.balance->amount;
        summary.balanceDigits = stored.balance->digits;
        summary.balanceAsOf = stored.times.balance;
        summary.balanceFrom = From::Service;
        if (!stored.balance->currency.isEmpty()) {
            summary.currency = stored.balance->currency;
        }
    }
}

/// If the list of pools lacks the traffic left, the last stored reading is used.
void setPools(AccountSummary &summary, const StoredOverview &stored, const SummarySources &from)
{
    summary.pools = stored.pools;
    summary.poolsAsOf = stored.times.pools;
    for (TrafficPool &pool : summary.pools) {
        if (pool.left) {
            continue;
        }
        if (const auto last = from.lastReading(pool.type)) {
            pool.left = last->left;
            summary.leftAsOf[pool.type] = last->at;
        }
    }
}

void setCounts(AccountSummary &summary, const StoredCounts &counts)
{
    summary.proxies = counts.proxies;
    summary.subUsers = counts.subUsers;
    summary.transactions = counts.transactions;
    summary.unreadableProxies = counts.unreadableProxies;
    summary.unreadableSubUsers = counts.unreadableSubUsers;
    summary.unreadableTransactions = counts.unreadable;
    summary.rewrittenTransactions = counts.rewritten;
    summary.vanishedTransactions = counts.vanished;
}

} // namespace

AccountSummary summaryOf(const StoredOverview &stored, const SummarySources &from)
{
    AccountSummary summary;
    setOwner(summary, stored, from);
    setBalance(summary, stored, from.isBalanceReported);
    setPools(summary, stored, from);
    setCounts(summary, stored.counts);
    summary.ledger = stored.ledger;
    if (stored.ledger.total) { // else the service reports none
        summary.transactionsTotal = std::max(from.ledger.total, *stored.ledger.total);
    }
    summary.hasPersonal = hasToken(TokenKind::Personal, stored.times, from);
    summary.hasReseller = hasToken(TokenKind::Reseller, stored.times, from);
    return summary;
}

} // namespace relaybook
