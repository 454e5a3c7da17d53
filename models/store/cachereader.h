// SPDX-License-Identifier: GPL-3.0-or-later
// Reads single rows and counters from cache.sqlite on the GUI thread. Unless noted otherwise, a
// call takes well below a millisecond, whatever the size of the file. Throws the database's
// exceptions.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/storevalues.h"

#include <QHash>
#include <QSet>

namespace relaybook {

class CacheReader
{
public:
    explicit CacheReader(Connection &connection)
        : m_connection(connection)
    {
    }

    /// Leaves StoredOverview::newest empty.
    [[nodiscard]] StoredOverview overview();
    /// In the order of the response.
    [[nodiscard]] std::vector<TrafficPool> pools();
    /// Nothing if the newest rows of the ledger were not loaded or are unreadable.
    [[nodiscard]] std::optional<LedgerBalance> newestBalance();
    [[nodiscard]] StoredCounts counts();
    [[nodiscard]] LedgerState ledgerState();

    /// The row with this key of the store; nothing if it was removed.
    [[nodiscard]] std::optional<Transaction> transaction(qint64 key);
    /// Empty if the service has not returned it.
    [[nodiscard]] QString productName(const QString &id);
    /// The known names by id.
    [[nodiscard]] QHash<QString, QString> productNames();
    [[nodiscard]] std::optional<Proxy> proxy(qint64 key);
    [[nodiscard]] std::optional<SubUser> subUser(qint64 key);
    [[nodiscard]] std::optional<qint64> proxyKey(const ProxyId &id);
    [[nodiscard]] QSet<ProxyId> proxyIds();
    [[nodiscard]] QSet<SubUserId> subUserIds();
    /// Of all sub-users, as the service writes them.
    [[nodiscard]] QStringList subUserNames();

    /// Unreadable rows in the last response of a list (Proxies or SubUsers), in its order.
    [[nodiscard]] std::vector<UnreadableListRow> unreadableListRows(StoreTable table, qint64 limit);
    /// The ids of all of them; an empty one for each row whose id is not known.
    [[nodiscard]] QStringList unreadableListIds(StoreTable table);
    /// The same for a single row. proxy() and subUser() return its last readable version.
    [[nodiscard]] std::optional<UnreadableListRow> unreadableListRow(StoreTable table,
                                                                     const QString &id);

    /// The last test of a proxy or a sub-user, see KeepFile::proxyTests().
    [[nodiscard]] std::optional<StoredLastTest> lastTest(const QString &tested);
    /// The number of the newest test in keep.sqlite that lastTest() knows.
    [[nodiscard]] qint64 lastTestNumber();

    /// A random number that identifies the file.
    [[nodiscard]] qint64 fileNumber();
    /// ArrivedRow::arrival of the transaction that was stored last; 0 if there is none.
    [[nodiscard]] qint64 newestArrival();
    /// The transactions stored after `arrival`, the last one first, at most `limit`; without those
    /// removed at the service. For the writer thread only.
    [[nodiscard]] std::vector<ArrivedRow> arrivedSince(qint64 arrival, qint64 limit);
    /// How many of these transactions are stored.
    [[nodiscard]] qint64 countStored(const std::vector<TransactionId> &ids);

    /// Earlier versions of a row, oldest first.
    [[nodiscard]] std::vector<TransactionVersion> versions(TransactionId id);
    /// Rows that have earlier versions, the highest id first.
    [[nodiscard]] std::vector<TransactionId> rewrittenIds(qint64 limit);
    /// The first `limit` rows of the ledger that could not be read.
    [[nodiscard]] std::vector<UnreadableRow> unreadableRows(qint64 limit);
    /// The newest version of this row, if it could not be read.
    [[nodiscard]] std::optional<UnreadableRow> unreadableRow(TransactionId id);
    /// Ids of rows that were missing once where they should be listed; at most 1,000.
    [[nodiscard]] std::vector<qint64> suspectedTransactions();
    /// When this row was found to be removed at the service.
    [[nodiscard]] std::optional<Instant> vanishedAt(TransactionId id);
    /// The newest `limit` rows that were removed at the service.
    [[nodiscard]] std::vector<VanishedRow> vanishedRows(qint64 limit);
    /// The stored result of the last ledger check, or NeverChecked.
    [[nodiscard]] LedgerCheckResult checkResult();
    /// The rank at which HistoryRefresh continues.
    [[nodiscard]] std::optional<qint64> historyRank();
    /// How many rows are before this one by time and id, without those removed at the service.
    /// Takes some milliseconds with a million rows.
    [[nodiscard]] qint64 rankOf(TransactionId id);
    /// rankOf() for each id. With many ids, for the writer thread only.
    [[nodiscard]] std::vector<qint64> ranksOf(const std::vector<qint64> &ids);

    /// The traffic left of the type since `since`, oldest first. If nothing changed, one reading an
    /// hour.
    [[nodiscard]] std::vector<TrafficReading> trafficReadings(const QString &type, Instant since);
    /// The last reading of the type.
    [[nodiscard]] std::optional<TrafficReading> lastTrafficReading(const QString &type);
    /// The calls that the service does not have, and when that was found.
    [[nodiscard]] std::vector<std::pair<QString, Instant>> missingCalls();
    /// Oldest first, from the day `since` (days since 1970, UTC).
    [[nodiscard]] std::vector<DayOfUse> daysOfUse(qint64 since);
    /// The traffic of a sub-user on the days from `since` to `until`, at most one reading a day,
    /// oldest first.
    [[nodiscard]] std::vector<SubUserUse> subUserUse(SubUserId id, Instant since, Instant until);

private:
    [[nodiscard]] StoredTimes times();
    [[nodiscard]] std::vector<Tier> tiers(qint64 pool);

    Connection &m_connection;
};

} // namespace relaybook
