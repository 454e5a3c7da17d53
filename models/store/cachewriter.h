// SPDX-License-Identifier: GPL-3.0-or-later
// What can be written into cache.sqlite. Lives inside one transaction of the writer's thread,
// collects what it changed, and throws what the database throws.

#pragma once

#include "models/store/connection.h"
#include "models/store/storevalues.h"

namespace relaybook {

class CacheWriter
{
public:
    CacheWriter(Connection &connection, StoreChanges &changes)
        : m_connection(connection)
        , m_changes(changes)
    {
    }

    /// What became of one page of the ledger.
    struct PageOutcome
    {
        qint64 inserted = 0;
        qint64 changed = 0;
        friend bool operator==(const PageOutcome &, const PageOutcome &) = default;
    };
    /// Rows are told apart by id. A row that is new goes in; one that reads differently than the
    /// one stored replaces it, and the earlier form is kept in transaction_versions.
    std::vector<PageOutcome> putTransactions(const std::vector<TransactionPage> &pages,
                                             Instant now);
    /// Forgets unreadable rows that were not met since: every page was read again, and they came
    /// readable or not at all.
    void dropUnreadableBefore(Instant began);
    void putLedgerState(const LedgerState &state);
    void putLedgerTime(Instant asOf);

    void putAccount(const Account &account, Instant asOf);
    void putBalance(const Balance &balance, Instant asOf);
    void putPools(const std::vector<TrafficPool> &pools, Instant asOf);
    /// Days that are not in `days` stay as they are.
    void putDaysOfUse(const std::vector<DayOfUse> &days);

    /// Makes the table what the service has: unchanged rows are not written, rows that are not in
    /// `all` go.
    void replaceProxies(const std::vector<Proxy> &all, Instant asOf);
    void replaceSubUsers(const std::vector<SubUser> &all, Instant asOf);
    /// One row as the service just told it.
    void put(const Proxy &row);
    void put(const SubUser &row);
    void removeProxy(const ProxyId &id);
    void removeSubUser(SubUserId id);

private:
    void addToCounter(const char *name, qint64 difference);
    void putTime(const char *area, Instant asOf);
    void replaceTransaction(const Transaction &row, Instant now);
    void putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome);
    [[nodiscard]] bool isReadable(const UnreadableRow &row);
    void dropReadableNow();
    void putTiers(qint64 pool, const std::vector<Tier> &tiers);
    qint64 putProxyRow(const Proxy &row);
    void removeKeysNotIn(StoreTable table, std::vector<qint64> present);
    void removeKey(StoreTable table, qint64 key);

    Connection &m_connection;
    StoreChanges &m_changes;
};

} // namespace relaybook
