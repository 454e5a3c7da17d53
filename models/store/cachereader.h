// SPDX-License-Identifier: GPL-3.0-or-later
// Reads single rows and counters from cache.sqlite on the GUI thread. Each call takes well below a
// millisecond, whatever the size of the file. All of it throws what the database throws.

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

    /// All but the newest transaction's balance.
    [[nodiscard]] StoredOverview overview();
    /// In the order of the response.
    [[nodiscard]] std::vector<TrafficPool> pools();
    /// Nothing where the newest end of the ledger was not read, or cannot be.
    [[nodiscard]] std::optional<LedgerBalance> newestBalance();
    [[nodiscard]] StoredCounts counts();
    [[nodiscard]] LedgerState ledgerState();

    /// By key of the store; nothing where the row is no longer there.
    [[nodiscard]] std::optional<Transaction> transaction(qint64 key);
    /// Empty if no answer of the service told it.
    [[nodiscard]] QString productName(const QString &id);
    /// The known names by id.
    [[nodiscard]] QHash<QString, QString> productNames();
    [[nodiscard]] std::optional<Proxy> proxy(qint64 key);
    [[nodiscard]] std::optional<SubUser> subUser(qint64 key);
    [[nodiscard]] std::optional<qint64> proxyKey(const ProxyId &id);
    [[nodiscard]] QSet<ProxyId> proxyIds();
    [[nodiscard]] QSet<SubUserId> subUserIds();

    /// Rows that the last answer of a list (Proxies or SubUsers) had in a form that cannot be read,
    /// in its order.
    [[nodiscard]] std::vector<UnreadableListRow> unreadableListRows(StoreTable table, qint64 limit);
    /// The same of one row. proxy() and subUser() then give its last readable form.
    [[nodiscard]] std::optional<UnreadableListRow> unreadableListRow(StoreTable table,
                                                                     const QString &id);

    /// Earlier forms of a row, the oldest first.
    [[nodiscard]] std::vector<TransactionVersion> versions(TransactionId id);
    /// Rows that have earlier forms, the newest id first.
    [[nodiscard]] std::vector<TransactionId> rewrittenIds(qint64 limit);
    /// The first `limit` rows of the ledger that could not be read.
    [[nodiscard]] std::vector<UnreadableRow> unreadableRows(qint64 limit);
    /// The form of this row that could not be read.
    [[nodiscard]] std::optional<UnreadableRow> unreadableRow(TransactionId id);
    /// When this row was found not to be listed by the service any more.
    [[nodiscard]] std::optional<Instant> vanishedAt(TransactionId id);
    /// The newest `limit` rows that the service lists no more.
    [[nodiscard]] std::vector<VanishedRow> vanishedRows(qint64 limit);
    /// The last one that was stored; NeverChecked where there is none.
    [[nodiscard]] LedgerCheckResult verdict();
    [[nodiscard]] std::optional<qint64> roundRank();
    /// How many rows stand before this one, by time and id: takes some milliseconds at a million.
    [[nodiscard]] qint64 rankOf(TransactionId id);

    /// What was left of the type, at most one reading an hour, ascending, from `since` on.
    [[nodiscard]] std::vector<TrafficReading> trafficReadings(const QString &type, Instant since);
    /// The last reading of the type.
    [[nodiscard]] std::optional<TrafficReading> lastTrafficReading(const QString &type);
    /// The calls that the service was found not to have, and when.
    [[nodiscard]] std::vector<std::pair<QString, Instant>> missingCalls();
    /// Ascending, from the day on (days since 1970, UTC).
    [[nodiscard]] std::vector<DayOfUse> daysOfUse(qint64 since);
    /// The traffic of a sub-user, at most one reading a day, ascending, of the days from `since` to
    /// `until`.
    [[nodiscard]] std::vector<SubUserUse> subUserUse(SubUserId id, Instant since, Instant until);

private:
    [[nodiscard]] StoredTimes times();
    [[nodiscard]] std::vector<Tier> tiers(qint64 pool);

    Connection &m_connection;
};

} // namespace relaybook
