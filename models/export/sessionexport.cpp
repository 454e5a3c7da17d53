// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/sessionexport.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/storedsnapshot.h"
#include "models/export/checkresulttext.h"
#include "models/sync/ledgercheck.h"

namespace relaybook {
namespace {

Area areaOf(ExportWhat what)
{
    switch (what) {
    case ExportWhat::Proxies:
        return Area::Proxies;
    case ExportWhat::SubUsers:
        return Area::SubUsers;
    case ExportWhat::Transactions:
    case ExportWhat::Orders:
    case ExportWhat::Breaks:
        break;
    }
    return Area::Transactions;
}

std::optional<qint64> storedOf(const AccountSummary &summary, ExportWhat what)
{
    switch (what) {
    case ExportWhat::Transactions:
        return summary.transactions + summary.unreadableTransactions;
    case ExportWhat::Proxies:
        return summary.proxies;
    case ExportWhat::SubUsers:
        return summary.subUsers;
    case ExportWhat::Orders:
    case ExportWhat::Breaks:
        break;
    }
    return std::nullopt;
}

/// The parts of both requests that come from the summary.
ExportRequest requestOf(const AccountSummary &summary, ExportWhat what, const Clock &clock)
{
    ExportRequest request;
    request.what = what;
    ExportProvenance &from = request.provenance;
    from.account = summary.accountId;
    from.accountName = summary.name;
    from.accountEmail = summary.email;
    from.service = summary.service;
    from.stored = storedOf(summary, what);
    from.exportedAt = clock.now();
    if (what == ExportWhat::Transactions) {
        from.serviceTotal = summary.transactionsTotal;
    }
    return request;
}

} // namespace

ExportRequest exportRequestFor(AccountSession &account, ExportWhat what, const Clock &clock)
{
    ExportRequest request = requestOf(account.summary(), what, clock);
    request.storeFile = account.queries().storePath();
    ExportProvenance &from = request.provenance;
    if (what != ExportWhat::Orders && what != ExportWhat::Breaks) {
        from.asOf = account.status(areaOf(what)).asOf;
    }
    if (what == ExportWhat::Transactions) {
        from.verdict = checkResultSentence(account.ledger().check().lastVerdict());
    }
    return request;
}

ExportRequest exportRequestFor(const StoredSnapshot &account, ExportWhat what, const QString &check,
                               const Clock &clock)
{
    ExportRequest request = requestOf(account.summary(), what, clock);
    request.snapshot = account.store();
    request.provenance.asOf = account.asOf(areaOf(what));
    request.provenance.verdict = check;
    return request;
}

} // namespace relaybook
