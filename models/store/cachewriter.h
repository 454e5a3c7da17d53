// SPDX-License-Identifier: GPL-3.0-or-later
// Writes rows to cache.sqlite and collects which rows changed. Used inside one transaction on the
// writer thread; throws the database's exceptions.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/storevalues.h"

#include <QHash>

namespace relaybook {

/// All writing functions of the cache.
class CacheWriter
{
public:
    CacheWriter(Connection &connection, StoreChanges &changes)
        : m_connection(connection)
        , m_changes(changes)
    {
    }

    /// The result of storing one page of the ledger.
    struct PageOutcome
    {
        qint64 inserted = 0;
        qint64 changed = 0;
        friend bool operator==(const PageOutcome &, const PageOutcome &) = default;
    };
    /// Whether the rows that a page contains are noted. They are noted while every page is loaded
    /// again; findVanished() then finds the rows that were on no page.
    enum class Met { NotNoted, Noted };
    /// Stores pages of the ledger. Rows are identified by id. A new row is inserted. A row that
    /// differs from the stored one replaces it, and the earlier version is kept in
    /// transaction_versions.
    std::vector<PageOutcome> putTransactions(const std::vector<TransactionPage> &pages, Instant now,
                                             Met met = Met::NotNoted);
    [[nodiscard]] StoredCounts counts();
    /// Clears the notes of which rows were on a page.
    void beginSearch();
    /// Rows that were on no page since beginSearch() and are not yet marked as removed at the
    /// service; at most `limit`, oldest first.
    [[nodiscard]] std::vector<qint64> findVanished(qint64 limit);
    /// CacheReader::rankOf() of each id that is stored.
    [[nodiscard]] std::vector<qint64> ranksOf(const std::vector<qint64> &ids);
    /// Marks rows as removed at the service; they stay stored. A row that is listed again loses the
    /// mark.
    void putVanished(const std::vector<qint64> &ids, Instant now);
    /// Stored rows that are strictly between the first and the last time of a page but not on it,
    /// so the service no longer lists them. Empty if the page is not in order.
    [[nodiscard]] std::vector<qint64> missingWithin(const TransactionPage &page);

    /// Adds at most `limit` pending rows to the search index and to the daily sums. Returns how
    /// many there were.
    qint64 indexPending(qint64 limit);
    /// Merges some segments of the search index; returns false if there is nothing left to merge.
    /// The more segments there are, the longer a search takes.
    bool mergeSearchIndex();
    /// Creates one of the indexes with which a large ledger is sorted by any column without delay.
    /// Returns false if all exist.
    bool makeSortIndex();

    void putVerdict(const LedgerCheckResult &verdict);
    /// Stores the rank at which HistoryRefresh continues.
    void putRound(qint64 nextRank);
    /// Deletes unreadable rows that were on no page since beginSearch(). Every page was loaded
    /// again, and each of these rows was readable or no longer listed.
    void dropUnmetUnreadable();
    void putLedgerState(const LedgerState &state);
    void putLedgerTime(Instant asOf);

    void putAccount(const Account &account, Instant asOf);
    void putBalance(const Balance &balance, Instant asOf);
    void putPools(const std::vector<TrafficPool> &pools, Instant asOf);
    /// The same for an answer that was read without the prices of the categories: where it has none
    /// of its own, those that are stored stay.
    void putPoolsOfBalance(std::vector<TrafficPool> pools, Instant asOf);
    /// Stores the use of these days; other days stay unchanged.
    void putDaysOfUse(const std::vector<DayOfUse> &days);
    /// Stores the traffic of a sub-user: of each day, the last reading. replaceSubUsers() does it
    /// for the rows whose figures changed.
    void putSubUserUse(SubUserId id, const SubUserUse &use);

    /// Makes the table equal to the service's list. Unchanged rows are not written; rows that are
    /// not in `all` are removed, unless the user added them. Rows in `unreadable` are stored
    /// separately: for one with an id, the last readable version of the row stays; if one has no
    /// id, it could be any row, so no row is removed.
    void replaceProxies(const std::vector<Proxy> &all, Instant asOf,
                        const std::vector<UnreadableListRow> &unreadable = {});
    void replaceSubUsers(const std::vector<SubUser> &all, Instant asOf,
                         const std::vector<UnreadableListRow> &unreadable = {});
    /// Adds unreadable rows of a list that was not loaded completely.
    void addUnreadable(StoreTable table, const std::vector<UnreadableListRow> &rows);
    /// Stores one readable row that was just received.
    void put(const Proxy &row);
    void put(const SubUser &row);
    void removeProxy(const ProxyId &id);
    void removeSubUser(SubUserId id);
    /// Adds a row that the user named by id. It stays until it is removed explicitly, whether the
    /// service lists it or not. Only the id of a new one is known.
    void addProxy(const ProxyId &id, Instant now);
    void addSubUser(SubUserId id, const QString &localName, Instant now);

    /// Stores that the service does not have a call, or that it has it.
    void putMissingCall(const QString &name, Instant found);
    void removeMissingCall(const QString &name);
    /// Stores the traffic left of a type at the time `at`, received in another way than in the list
    /// of pools. If there is already a reading between `at` and `now`, that one stays the last.
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
    /// Stores a name that is not older than the stored one.
    void nameProduct(const QString &id, const QString &name, qint64 namedMs);
    void nameProductOf(const Transaction &row, QHash<QString, qint64> &named);
    [[nodiscard]] QHash<QString, qint64> namedProducts();
    void putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome);
    [[nodiscard]] bool isReadable(const UnreadableRow &row);
    [[nodiscard]] bool hasUnreadable();
    [[nodiscard]] bool forgetUnreadable(TransactionId id);
    void putPoolReading(const QString &type, qint64 left, Instant asOf);
    void putTiers(qint64 pool, const std::vector<Tier> &tiers);
    void takeSpelling(const std::vector<Proxy> &all);
    qint64 putProxyRow(const Proxy &row);
    /// When the list before was read, and this one.
    struct ListTimes
    {
        std::optional<Instant> before;
        Instant now{};
    };
    void putSubUserRow(const SubUser &row, const std::optional<ListTimes> &times = {});
    [[nodiscard]] std::optional<Instant> listReadBefore();
    void forgetOldUse(Instant now);
    void noteUse(const std::optional<SubUser> &before, const SubUser &now, const ListTimes &times);
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
