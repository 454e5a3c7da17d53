// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/ledgerextenttext.h"

#include "models/text/format.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct LedgerExtentText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerExtent)
};

/// More rows than the service lists may be stored while every page is loaded again.
bool hasLargerTotal(const LedgerExtent &ledger)
{
    return ledger.total && *ledger.total > ledger.held;
}

} // namespace

QString heldOfTotal(const LedgerExtent &ledger)
{
    const QString held = format::count(ledger.held);
    return hasLargerTotal(ledger) ? LedgerExtentText::tr("%1 of %2", "transactions: stored, all")
                                        .arg(held, format::count(*ledger.total))
                                  : held;
}

QString madeFromText(const LedgerExtent &ledger)
{
    if (ledger.complete) {
        return {};
    }
    return hasLargerTotal(ledger)
               ? LedgerExtentText::tr("from %1 of %2 transactions")
                     .arg(format::count(ledger.held), format::count(*ledger.total))
               : LedgerExtentText::tr("from %1 transactions so far")
                     .arg(format::count(ledger.held));
}

QString madeFromShort(const LedgerExtent &ledger)
{
    if (ledger.complete) {
        return {};
    }
    return hasLargerTotal(ledger)
               ? LedgerExtentText::tr("from %1 of %2")
                     .arg(format::count(ledger.held), format::count(*ledger.total))
               : LedgerExtentText::tr("from %1 so far").arg(format::count(ledger.held));
}

} // namespace relaybook
