// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of cache.sqlite that hold what the service told, field by field. A new field is a row
// of code in cachetables.cpp.

#pragma once

#include "models/sqlite/storedtable.h"
#include "models/store/storevalues.h"

namespace relaybook {

/// Rows are found by `key`, which is not a part of the value, or by id.
[[nodiscard]] const StoredTable<Proxy> &proxyTable();
[[nodiscard]] const StoredTable<SubUser> &subUserTable();
[[nodiscard]] const StoredTable<Transaction> &transactionTable();
[[nodiscard]] const StoredTable<Account> &accountTable();

/// A traffic pool and its place in the service's order.
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

/// Without its coverage, which is a table of its own.
[[nodiscard]] const StoredTable<LedgerState> &ledgerStateTable();
/// Rows of the ledger that could not be read, by unreadablePrint() or what they consist of.
[[nodiscard]] const StoredTable<UnreadableRow> &unreadableTable();

/// All of these, and the earlier forms of transactions, as files have them.
[[nodiscard]] std::vector<TableSchema> cacheTables();

/// What to store where the service told the same of a transaction again: `stored` with the secrets
/// masked that only `come` has masked, and with the fields that were not stored yet when `stored`
/// was written. Nothing where the service changed the transaction.
[[nodiscard]] std::optional<Transaction>
mergedIfUnchanged(const Transaction &stored, const Transaction &come,
                  const StoredTable<Transaction> &table = transactionTable());

/// What a list (Proxies or SubUsers) is called in the tables and counters that serve both.
[[nodiscard]] const char *listName(StoreTable table);
/// What an unreadable row that has an id is known by in its table.
[[nodiscard]] QString unreadablePrint(TransactionId id);

/// What of a value the store keeps: no password, and no address with one. A user name is kept,
/// unless it is the password too.
[[nodiscard]] Proxy withoutSecrets(Proxy row);
[[nodiscard]] SubUser withoutSecrets(SubUser row);

} // namespace relaybook
