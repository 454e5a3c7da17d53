// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cacheconnection.h"

#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"
#include "models/store/searchcondition.h"

namespace relaybook {

StoreResult<std::unique_ptr<Connection>> openCache(const QString &path, Connection::Purpose purpose,
                                                   int busyMs)
{
    const auto functions = [](SQLite::Database &database) {
        registerLedgerText(database);
        registerKeySet(database);
        registerSearchFunctions(database);
    };
    return Connection::open(path, purpose, functions, busyMs);
}

} // namespace relaybook
