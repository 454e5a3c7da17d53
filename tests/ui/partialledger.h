// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a ledger of which only the first pages are loaded.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/store/cacheconnection.h"
#include "models/store/ledgerextent.h"
#include "sandbox/server.h"
#include "tests/support/waituntil.h"

#include <QTest>

namespace relaybook::testing {

/// From now on, the service refuses every page of transactions but the first four.
inline void refuseMostPages(sandbox::Server &server)
{
    QVERIFY(!server.faults().set("forbid=1005,after=4,on=listTransactions"));
}

/// Waits until the download has failed, its last write is done, and the account knows of it.
[[nodiscard]] inline LedgerExtent partialExtent(AccountSession &account)
{
    const auto failed = [&account] {
        return account.ledger().progress().state == LedgerProgress::Failed;
    };
    if (!waitUntil(failed)) {
        return {};
    }
    account.flush();
    const auto store = openCache(account.queries().storePath(), Connection::Purpose::Reader);
    const LedgerExtent stored = store ? ledgerExtent(**store) : LedgerExtent();
    const auto known = [&] { return account.summary().ledger == stored; };
    return waitUntil(known) ? stored : LedgerExtent();
}

} // namespace relaybook::testing
