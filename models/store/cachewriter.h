// SPDX-License-Identifier: GPL-3.0-or-later
// What can be written into cache.sqlite. Lives inside one transaction of the writer's thread,
// collects what it changed, and throws what the database throws.

#pragma once

#include "models/store/connection.h"
#include "models/store/ledgercheckresult.h"
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
    /// Noted while every page is read again: findVanished() looks for rows that were not met.
    enum class Met { NotNoted, Noted };
    std::vector<PageOutcome> putTransactions(const std::vector<TransactionPage> &pages, Instant now,
                                             Met met = Met::NotNoted);
    [[nodiscard]] StoredCounts counts();
    /// Forgets which rows were met.
    void beginSearch();
    /// Rows that were not met since beginSearch() and are not known as vanished, at most `limit`,
    /// the oldest first.
    [[nodiscard]] std::vector<qint64> findVanished(qint64 limit);
    /// CacheReader::rankOf() of each that is there.
    [[nodiscard]] std::vector<qint64> ranksOf(const std::vector<qint64> &ids);
    /// Marks these rows as no longer listed; what is stored of them stays. A row that comes again
    /// loses the mark.
    void putVanished(const std::vector<qint64> &ids, Instant now);
    /// Rows strictly between the first and the last moment of a page that came in order, and not on
    /// it: the service lists them no more.
    [[nodiscard]] std::vector<qint64> missingWithin(const TransactionPage &page);

    /// Words and daily sums of at most `limit` rows that have none yet; gives how many there were.
    qint64 indexPending(qint64 limit);
    /// Merges some of the parts that the words were written in; false where there is nothing left
    /// to merge. A search takes longer the more parts there are.
    bool mergeSearchIndex();
    /// Makes one of the indexes that let a large ledger be sorted by any column at once; false
    /// where all are there.
    bool makeSortIndex();

    void putVerdict(const LedgerCheckResult &verdict);
    /// From which rank the slow walk round all of history goes on.
    void putRound(qint64 nextRank);
    /// Forgets rows that could never be read and were not met since beginSearch(): every page was
    /// read again, and they came readable or not at all.
    void dropUnmetUnreadable();
    void putLedgerState(const LedgerState &state);
    void putLedgerTime(Instant asOf);

    void putAccount(const Account &account, Instant asOf);
    void putBalance(const Balance &balance, Instant asOf);
    void putPools(const std::vector<TrafficPool> &pools, Instant asOf);
    /// Days that are not in `days` stay as they are.
    void putDaysOfUse(const std::vector<DayOfUse> &days);

    /// Makes the table what the service has: unchanged rows are not written, rows that are not in
    /// `all` go unless the user added them.
    /// Rows in `unreadable` are kept apart. Of those with an id, the last readable form stays;
    /// where one has none, it may be any row, and none is removed.
    void replaceProxies(const std::vector<Proxy> &all, Instant asOf,
                        const std::vector<UnreadableListRow> &unreadable = {});
    void replaceSubUsers(const std::vector<SubUser> &all, Instant asOf,
                         const std::vector<UnreadableListRow> &unreadable = {});
    /// Adds unreadable rows of a list that did not come whole to those that are known.
    void addUnreadable(StoreTable table, const std::vector<UnreadableListRow> &rows);
    /// One row as the service just told it, in a form that can be read.
    void put(const Proxy &row);
    void put(const SubUser &row);
    void removeProxy(const ProxyId &id);
    void removeSubUser(SubUserId id);
    /// Rows that the user named by id: they stay until they are removed one by one, whether a list
    /// names them or not. Nothing but the id is known of one that is new.
    void addProxy(const ProxyId &id, Instant now);
    void addSubUser(SubUserId id, const QString &localName, Instant now);

    /// The service answered that it has no such call, or that it has it.
    void putMissingCall(const QString &name, Instant found);
    void removeMissingCall(const QString &name);
    /// What was left of a traffic type at a time, told by something else than the list of pools.
    /// A reading of between then and now is younger, and stays the last.
    void putTrafficLeft(const QString &type, TrafficAmount left, Instant at, Instant now);

private:
    void addToCounter(const char *name, qint64 difference);
    void putTime(const char *area, Instant asOf);
    void replaceTransaction(const Transaction &row, Instant now);
    void updateRow(const Transaction &row, Instant now);
    void noteMet(const std::vector<TransactionPage> &pages);
    void returnVanished(const std::vector<TransactionPage> &pages,
                        std::vector<PageOutcome> &outcomes);
    void returnVanished(TransactionId id, PageOutcome &outcome);
    void takeOutOfTotals(qint64 id);
    void putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome);
    [[nodiscard]] bool isReadable(const UnreadableRow &row);
    [[nodiscard]] bool hasUnreadable();
    [[nodiscard]] bool forgetUnreadable(TransactionId id);
    void putPoolReading(const QString &type, qint64 left, Instant asOf);
    void putTiers(qint64 pool, const std::vector<Tier> &tiers);
    qint64 putProxyRow(const Proxy &row);
    void putSubUserRow(const SubUser &row);
    void setUnreadable(StoreTable table, const std::vector<UnreadableListRow> &rows);
    void dropUnreadable(StoreTable table, const QString &id);
    [[nodiscard]] std::optional<qint64> keyOf(StoreTable table, const QString &id);
    void removeGone(StoreTable table, std::vector<qint64> present,
                    const std::vector<UnreadableListRow> &unreadable);
    void removeKeysNotIn(StoreTable table, std::vector<qint64> present);
    void removeKey(StoreTable table, qint64 key);

    Connection &m_connection;
    StoreChanges &m_changes;
};

} // namespace relaybook
