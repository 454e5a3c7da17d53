// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cachereader.h"

#include "models/store/cachetables.h"
#include "models/store/chaingaps.h"
#include "models/store/ledgerextent.h"
#include "models/store/ledgertext.h"
#include "models/store/products.h"

#include <unordered_map>
#include <unordered_set>

namespace relaybook {
namespace {

/// SELECT by store key.
const std::string &transactionByKey()
{
    static const std::string sql = transactionTable().select("WHERE id = ?");
    return sql;
}

const std::string &proxyByKey()
{
    static const std::string sql = proxyTable().select("WHERE key = ?");
    return sql;
}

const std::string &subUserByKey()
{
    static const std::string sql = subUserTable().select("WHERE id = ?");
    return sql;
}

std::optional<Account> readAccount(Connection &connection)
{
    static const std::string sql = accountTable().select("WHERE one = 1");
    Query query(connection, sql);
    return query.next() ? std::optional(accountTable().read(query)) : std::nullopt;
}

std::optional<Balance> readBalance(Connection &connection)
{
    Query query(connection, "SELECT amount, currency, digits FROM balance_snapshots"
                            " ORDER BY at_ms DESC LIMIT 1");
    if (!query.next()) {
        return std::nullopt;
    }
    const QString digits = query.text(2);
    return Balance{digits.isEmpty() ? std::optional(Money::fromUnits(query.number(0)))
                                    : std::nullopt,
                   query.text(1), digits};
}

} // namespace

StoredOverview CacheReader::overview()
{
    StoredOverview overview{readAccount(m_connection), readBalance(m_connection), pools(), counts(),
                            times()};
    overview.ledger = ledgerExtent(ledgerState(), overview.counts);
    return overview;
}

/// Nothing if an unreadable row may be the newest. Reads only the rows of the last days.
std::optional<LedgerBalance> CacheReader::newestBalance()
{
    if (!times().ledger) {
        return std::nullopt;
    }
    std::optional<qint64> id;
    bool isClear = true;
    {
        Query query(m_connection, "SELECT id, balance_after - balance_before IS NULL"
                                  " FROM transactions ORDER BY created_ms DESC, id DESC LIMIT 1");
        if (!query.next()) {
            return std::nullopt;
        }
        id = query.number(0);
        if (query.number(1) == 0) {
            const ChainEnd end = chainEnd(m_connection, std::nullopt);
            id = end.row ? end.row->id : *id;
            isClear = end.isClear && end.row;
        }
        Query newer(m_connection,
                    "SELECT 1 FROM unreadable_rows WHERE id IS NULL OR id > ? LIMIT 1");
        if (newer.bind(1, *id).next()) {
            return std::nullopt;
        }
    }
    const auto newest = transaction(*id);
    if (!newest) {
        return std::nullopt;
    }
    LedgerBalance balance{isClear ? newest->balanceAfter : std::nullopt,
                          newest->createdAt,
                          newest->userId,
                          {},
                          isClear};
    if (!newest->balanceAfter) {
        balance.digits = amountAsSent(newest->raw, "balance_after");
    }
    return balance;
}

StoredCounts CacheReader::counts()
{
    StoredCounts counts;
    Query query(m_connection, "SELECT name, value FROM counters");
    while (query.next()) {
        const QString name = query.text(0);
        const qint64 value = query.number(1);
        if (name == QLatin1String("proxies")) {
            counts.proxies = value;
        } else if (name == QLatin1String("sub_users")) {
            counts.subUsers = value;
        } else if (name == QLatin1String("transactions")) {
            counts.transactions = value;
        } else if (name == QLatin1String("unreadable")) {
            counts.unreadable = value;
        } else if (name == QLatin1String("spoiled")) {
            counts.spoiled = value;
        } else if (name == QLatin1String("rewritten")) {
            counts.rewritten = value;
        } else if (name == QLatin1String("vanished")) {
            counts.vanished = value;
        } else if (name == QLatin1String("pending")) {
            counts.pending = value;
        } else if (name == QLatin1String("unreadable_proxies")) {
            counts.unreadableProxies = value;
        } else if (name == QLatin1String("unreadable_sub_users")) {
            counts.unreadableSubUsers = value;
        }
    }
    return counts;
}

StoredTimes CacheReader::times()
{
    StoredTimes times;
    Query query(m_connection, "SELECT name, as_of_ms FROM areas");
    while (query.next()) {
        const QString name = query.text(0);
        const Instant asOf = fromMillis(query.number(1));
        if (name == QLatin1String("account")) {
            times.account = asOf;
        } else if (name == QLatin1String("balance")) {
            times.balance = asOf;
        } else if (name == QLatin1String("pools")) {
            times.pools = asOf;
        } else if (name == QLatin1String("proxies")) {
            times.proxies = asOf;
        } else if (name == QLatin1String("sub_users")) {
            times.subUsers = asOf;
        } else if (name == QLatin1String("ledger")) {
            times.ledger = asOf;
        }
    }
    return times;
}

std::vector<TrafficPool> CacheReader::pools()
{
    static const std::string sql = poolTable().select("ORDER BY position");
    std::vector<TrafficPool> pools;
    Query query(m_connection, sql);
    while (query.next()) {
        StoredPool stored = poolTable().read(query);
        stored.pool.prices.tiers = tiers(stored.position);
        pools.push_back(std::move(stored.pool));
    }
    return pools;
}

std::vector<Tier> CacheReader::tiers(qint64 pool)
{
    static const std::string sql = tierTable().select("WHERE pool = ? ORDER BY position");
    std::vector<Tier> tiers;
    Query query(m_connection, sql);
    query.bind(1, pool);
    while (query.next()) {
        tiers.push_back(tierTable().read(query).tier);
    }
    return tiers;
}

LedgerState CacheReader::ledgerState()
{
    LedgerState state;
    {
        static const std::string sql = ledgerStateTable().select("WHERE one = 1");
        Query query(m_connection, sql);
        if (query.next()) {
            state = ledgerStateTable().read(query);
        }
    }
    Query ranges(m_connection,
                 "SELECT first_rank, end_rank FROM ledger_coverage ORDER BY first_rank");
    while (ranges.next()) {
        state.coverage.push_back({ranges.number(0), ranges.number(1)});
    }
    return state;
}

std::optional<Transaction> CacheReader::transaction(qint64 key)
{
    Query query(m_connection, transactionByKey());
    return query.bind(1, key).next() ? std::optional(transactionTable().read(query)) : std::nullopt;
}

QString CacheReader::productName(const QString &id)
{
    Query query(m_connection, "SELECT name FROM products WHERE id = ?");
    return !id.isEmpty() && query.bind(1, id).next() ? query.text(0) : QString();
}

QHash<QString, QString> CacheReader::productNames()
{
    return relaybook::productNames(m_connection);
}

std::optional<Proxy> CacheReader::proxy(qint64 key)
{
    Query query(m_connection, proxyByKey());
    return query.bind(1, key).next() ? std::optional(proxyTable().read(query)) : std::nullopt;
}

std::optional<SubUser> CacheReader::subUser(qint64 key)
{
    Query query(m_connection, subUserByKey());
    return query.bind(1, key).next() ? std::optional(subUserTable().read(query)) : std::nullopt;
}

std::optional<StoredLastTest> CacheReader::lastTest(const QString &tested)
{
    Query query(m_connection, "SELECT at_ms, outcome, total FROM last_tests WHERE tested = ?");
    if (!query.bind(1, tested).next()) {
        return std::nullopt;
    }
    return StoredLastTest{fromMillis(query.number(0)), query.number(1),
                          std::chrono::microseconds(query.number(2))};
}

qint64 CacheReader::lastTestNumber()
{
    return m_connection.number("SELECT value FROM counters WHERE name = 'last_test'");
}

std::optional<qint64> CacheReader::proxyKey(const ProxyId &id)
{
    Query query(m_connection, "SELECT key FROM proxies WHERE id = ?");
    return query.bind(1, id.value()).next() ? std::optional(query.number(0)) : std::nullopt;
}

QSet<ProxyId> CacheReader::proxyIds()
{
    QSet<ProxyId> ids;
    Query query(m_connection, "SELECT id FROM proxies");
    while (query.next()) {
        ids.insert(ProxyId(query.text(0)));
    }
    return ids;
}

QSet<SubUserId> CacheReader::subUserIds()
{
    QSet<SubUserId> ids;
    Query query(m_connection, "SELECT id FROM sub_users");
    while (query.next()) {
        ids.insert(SubUserId(query.number(0)));
    }
    return ids;
}

QStringList CacheReader::subUserNames()
{
    QStringList names;
    Query query(m_connection, "SELECT username FROM sub_users");
    while (query.next()) {
        names.append(query.text(0));
    }
    return names;
}

std::vector<UnreadableListRow> CacheReader::unreadableListRows(StoreTable table, qint64 limit)
{
    std::vector<UnreadableListRow> rows;
    Query query(m_connection, "SELECT id, problem, raw FROM unreadable_list_rows WHERE list = ?"
                              " ORDER BY position LIMIT ?");
    query.bind(1, listName(table)).bind(2, limit);
    while (query.next()) {
        rows.push_back({query.text(0), query.text(1), query.bytes(2)});
    }
    return rows;
}

QStringList CacheReader::unreadableListIds(StoreTable table)
{
    QStringList ids;
    Query query(m_connection, "SELECT id FROM unreadable_list_rows WHERE list = ?");
    query.bind(1, listName(table));
    while (query.next()) {
        ids.append(query.text(0));
    }
    return ids;
}

std::optional<UnreadableListRow> CacheReader::unreadableListRow(StoreTable table, const QString &id)
{
    Query query(m_connection, "SELECT problem, raw FROM unreadable_list_rows"
                              " WHERE list = ? AND id = ?");
    query.bind(1, listName(table)).bind(2, id);
    return query.next() ? std::optional(UnreadableListRow{id, query.text(0), query.bytes(1)})
                        : std::nullopt;
}

qint64 CacheReader::fileNumber()
{
    return m_connection.number("SELECT value FROM counters WHERE name = 'file'");
}

qint64 CacheReader::newestArrival()
{
    return m_connection.number("SELECT ifnull(max(arrival), 0) FROM arrivals");
}

std::vector<ArrivedRow> CacheReader::arrivedSince(qint64 arrival, qint64 limit)
{
    std::vector<ArrivedRow> rows;
    Query query(m_connection, "SELECT arrival, id FROM arrivals WHERE arrival > ?"
                              " AND id NOT IN (SELECT id FROM vanished_rows)"
                              " ORDER BY arrival DESC LIMIT ?");
    query.bind(1, arrival).bind(2, limit);
    while (query.next()) {
        if (auto row = transaction(query.number(1))) {
            rows.push_back({query.number(0), *std::move(row)});
        }
    }
    return rows;
}

qint64 CacheReader::countStored(const std::vector<TransactionId> &ids)
{
    return std::count_if(ids.begin(), ids.end(), [this](TransactionId id) {
        Query query(m_connection, "SELECT 1 FROM transactions WHERE id = ?");
        query.bind(1, id.value());
        return query.next();
    });
}

std::vector<TransactionVersion> CacheReader::versions(TransactionId id)
{
    static const std::string sql = "SELECT " + transactionTable().columns() +
                                   ", replaced_ms FROM transaction_versions WHERE id = ?"
                                   " ORDER BY rowid";
    std::vector<TransactionVersion> versions;
    Query query(m_connection, sql);
    query.bind(1, id.value());
    while (query.next()) {
        RowReader reader(query);
        TransactionVersion version;
        version.form = transactionTable().read(reader);
        reader.take(version.replacedAt);
        versions.push_back(std::move(version));
    }
    return versions;
}

std::vector<UnreadableRow> CacheReader::unreadableRows(qint64 limit)
{
    static const std::string sql = unreadableTable().select("LIMIT ?");
    std::vector<UnreadableRow> rows;
    Query query(m_connection, sql);
    query.bind(1, limit);
    while (query.next()) {
        rows.push_back(unreadableTable().read(query));
    }
    return rows;
}

std::optional<UnreadableRow> CacheReader::unreadableRow(TransactionId id)
{
    static const std::string sql = unreadableTable().select("WHERE fingerprint = ?");
    Query query(m_connection, sql);
    return query.bind(1, unreadablePrint(id)).next() ? std::optional(unreadableTable().read(query))
                                                     : std::nullopt;
}

std::vector<TransactionId> CacheReader::rewrittenIds(qint64 limit)
{
    std::vector<TransactionId> ids;
    Query query(m_connection,
                "SELECT DISTINCT id FROM transaction_versions ORDER BY id DESC LIMIT ?");
    query.bind(1, limit);
    while (query.next()) {
        ids.emplace_back(query.number(0));
    }
    return ids;
}

LedgerCheckResult CacheReader::checkResult()
{
    Query query(m_connection, "SELECT verdict FROM ledger_verdict WHERE one = 1");
    return query.next() ? checkResultFrom(query.bytes(0)) : LedgerCheckResult();
}

std::optional<qint64> CacheReader::historyRank()
{
    Query query(m_connection, "SELECT next_rank FROM ledger_round WHERE one = 1");
    return query.next() ? std::optional(query.number(0)) : std::nullopt;
}

qint64 CacheReader::rankOf(TransactionId id)
{
    Query query(m_connection, "SELECT count(*) FROM transactions WHERE (created_ms, id) <"
                              " (SELECT created_ms, id FROM transactions WHERE id = ?)"
                              " AND id NOT IN (SELECT id FROM vanished_rows)");
    query.bind(1, id.value());
    return query.next() ? query.number(0) : 0;
}

std::vector<qint64> CacheReader::ranksOf(const std::vector<qint64> &ids)
{
    constexpr size_t few = 4; // from here on, reading all rows once costs less than rankOf()
    std::vector<qint64> ranks;
    ranks.reserve(ids.size());
    if (ids.size() <= few) {
        for (const qint64 id : ids) {
            ranks.push_back(rankOf(TransactionId(id)));
        }
        return ranks;
    }
    const std::unordered_set<qint64> wanted(ids.begin(), ids.end());
    std::unordered_set<qint64> vanished;
    Query gone(m_connection, "SELECT id FROM vanished_rows");
    while (gone.next()) {
        vanished.insert(gone.number(0));
    }
    std::unordered_map<qint64, qint64> found;
    Query rows(m_connection, "SELECT id FROM transactions ORDER BY created_ms, id");
    for (qint64 rank = 0; found.size() < wanted.size() && rows.next();) {
        const qint64 id = rows.number(0);
        if (wanted.count(id) != 0) {
            found[id] = rank;
        }
        rank += vanished.count(id) == 0 ? 1 : 0;
    }
    for (const qint64 id : ids) {
        ranks.push_back(found[id]);
    }
    return ranks;
}

std::vector<qint64> CacheReader::suspectedTransactions()
{
    std::vector<qint64> ids;
    Query query(m_connection, "SELECT id FROM suspected_rows"
                              " WHERE id NOT IN (SELECT id FROM vanished_rows) LIMIT 1000");
    while (query.next()) {
        ids.push_back(query.number(0));
    }
    return ids;
}

std::optional<Instant> CacheReader::vanishedAt(TransactionId id)
{
    Query query(m_connection, "SELECT noticed_ms FROM vanished_rows WHERE id = ?");
    return query.bind(1, id.value()).next() ? std::optional(fromMillis(query.number(0)))
                                            : std::nullopt;
}

std::vector<VanishedRow> CacheReader::vanishedRows(qint64 limit)
{
    static const std::string newestFirst =
        "SELECT " + transactionTable().columns() +
        ", noticed_ms FROM vanished_rows JOIN transactions USING (id)"
        " ORDER BY created_ms DESC, id DESC LIMIT ?";
    std::vector<VanishedRow> rows;
    Query query(m_connection, newestFirst);
    query.bind(1, limit);
    while (query.next()) {
        RowReader reader(query);
        VanishedRow vanished;
        vanished.row = transactionTable().read(reader);
        reader.take(vanished.noticedAt);
        rows.push_back(std::move(vanished));
    }
    return rows;
}

std::vector<TrafficReading> CacheReader::trafficReadings(const QString &type, Instant since)
{
    // With max(), SQLite returns the other columns of the row that has the maximum.
    Query query(m_connection, "SELECT max(at_ms), traffic_left FROM pool_snapshots"
                              " WHERE type = ? AND at_ms >= ? GROUP BY at_ms / 3600000"
                              " ORDER BY 1");
    query.bind(1, type).bind(2, toMillis(since));
    std::vector<TrafficReading> readings;
    while (query.next()) {
        readings.push_back(
            {fromMillis(query.number(0)), TrafficAmount::fromUnits(query.number(1))});
    }
    return readings;
}

std::optional<TrafficReading> CacheReader::lastTrafficReading(const QString &type)
{
    Query query(m_connection, "SELECT at_ms, traffic_left FROM pool_snapshots WHERE type = ?"
                              " ORDER BY at_ms DESC LIMIT 1");
    query.bind(1, type);
    return query.next() ? std::optional(TrafficReading{fromMillis(query.number(0)),
                                                       TrafficAmount::fromUnits(query.number(1))})
                        : std::nullopt;
}

std::vector<std::pair<QString, Instant>> CacheReader::missingCalls()
{
    std::vector<std::pair<QString, Instant>> calls;
    Query query(m_connection, "SELECT name, found_ms FROM missing_calls");
    while (query.next()) {
        calls.emplace_back(query.text(0), fromMillis(query.number(1)));
    }
    return calls;
}

std::vector<DayOfUse> CacheReader::daysOfUse(qint64 since)
{
    Query query(m_connection, "SELECT day, used FROM days_of_use WHERE day >= ? ORDER BY day");
    query.bind(1, since);
    std::vector<DayOfUse> days;
    while (query.next()) {
        days.push_back({query.number(0), TrafficAmount::fromUnits(query.number(1))});
    }
    return days;
}

std::vector<SubUserUse> CacheReader::subUserUse(SubUserId id, Instant since, Instant until)
{
    // One lookup per day, because the table's key begins with the day.
    Query query(m_connection, "WITH RECURSIVE days(day) AS"
                              " (SELECT ?1 UNION ALL SELECT day + 1 FROM days WHERE day < ?2)"
                              " SELECT at_ms, traffic_left, traffic_used FROM days"
                              " CROSS JOIN sub_user_use USING (day) WHERE sub_user = ?3");
    const auto dayAt = [](Instant at) {
        return qint64{std::chrono::floor<std::chrono::days>(at).time_since_epoch().count()};
    };
    query.bind(1, dayAt(since)).bind(2, dayAt(until)).bind(3, id.value());
    const auto amount = [](const std::optional<qint64> &units) {
        return units ? std::optional(TrafficAmount::fromUnits(*units)) : std::nullopt;
    };
    std::vector<SubUserUse> readings;
    while (query.next()) {
        readings.push_back({fromMillis(query.number(0)), amount(query.optionalNumber(1)),
                            amount(query.optionalNumber(2))});
    }
    return readings;
}

} // namespace relaybook
