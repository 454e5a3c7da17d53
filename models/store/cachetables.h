// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of cache.sqlite for values from the service, field by field. A new field is one line
// of code in cachetables.cpp.

#pragma once

#include "models/sqlite/storedtable.h"
#include "models/store/storevalues.h"

namespace relaybook {

/// Rows are found by the column `key`, which is not part of the value, or by id.
[[nodiscard]] const StoredTable<Proxy> &proxyTable();
[[nodiscard]] const StoredTable<SubUser> &subUserTable();
[[nodiscard]] const StoredTable<Transaction> &transactionTable();
[[nodiscard]] const StoredTable<Account> &accountTable();

/// A traffic pool with its position in the response.
struct StoredPool
{
    qint64 position = 0;
    TrafficPool pool; ///< its tiers are rows of tierTable()
};
[[nodiscard]] const StoredTable<StoredPool> &poolTable();

struct StoredTier
{
    qint64 pool = 0; ///< the pool's position
    qint64 position = 0;
    Tier tier;
};
[[nodiscard]] const StoredTable<StoredTier> &tierTable();

/// Without LedgerState::coverage, which has its own table.
[[nodiscard]] const StoredTable<LedgerState> &ledgerStateTable();
/// Unreadable transactions. The key is unreadablePrint() or a hash of the JSON.
[[nodiscard]] const StoredTable<UnreadableRow> &unreadableTable();

/// The schemas of all of these tables, and of the earlier versions of transactions.
[[nodiscard]] std::vector<TableSchema> cacheTables();

/// The row to store if `come` is the same transaction as `stored`: the one with more masked
/// secrets, with the fields that an older version of the program did not store. Nothing if the
/// service changed the transaction.
[[nodiscard]] std::optional<Transaction>
mergedIfUnchanged(const Transaction &stored, const Transaction &come,
                  const StoredTable<Transaction> &table = transactionTable());

/// The name of a list (Proxies or SubUsers) in tables that serve both, and of its counter.
[[nodiscard]] const char *listName(StoreTable table);
/// The key in unreadableTable() of a row that has an id.
[[nodiscard]] QString unreadablePrint(TransactionId id);

/// The value without passwords and without addresses that contain one. The user name is kept,
/// unless it equals the password.
[[nodiscard]] Proxy withoutSecrets(Proxy row);
[[nodiscard]] SubUser withoutSecrets(SubUser row);

} // namespace relaybook
