// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cachereader.h"

#include "models/store/chain.h"
#include "models/store/rowcodec.h"

namespace relaybook {
namespace {

const std::string transactionByKey =
    std::string("SELECT ") + transactionColumns + " FROM transactions WHERE id = ?";
const std::string proxyByKey =
    std::string("SELECT ") + proxyColumns + " FROM proxies WHERE key = ?";
const std::string subUserByKey =
    std::string("SELECT ") + subUserColumns + " FROM sub_users WHERE id = ?";
const std::string versionsById = std::string("SELECT ") + transactionColumns +
                                 ", replaced_ms FROM transaction_versions WHERE id = ?"
                                 " ORDER BY rowid";
const std::string vanishedNewestFirst =
    std::string("SELECT ") + transactionColumns +
    ", noticed_ms FROM vanished_rows JOIN transactions USING (id)"
    " ORDER BY created_ms DESC, id DESC LIMIT ?";

template <class T>
std::optional<T> amountAt(const Query &query, int column)
{
    const auto number = query.optionalNumber(column);
    return number ? std::optional(T::fromUnits(*number)) : std::nullopt;
}

std::optional<Account> readAccount(Connection &connection)
{
    Query query(connection, "SELECT id, name, email, currency, reseller_enabled, created_ms, raw"
                            " FROM account WHERE one = 1");
    if (!query.next()) {
        return std::nullopt;
    }
    Account account;
    account.id = query.text(0);
    account.name = query.text(1);
    account.email = query.text(2);
    account.currency = query.text(3);
    if (const auto enabled = query.optionalNumber(4)) {
        account.resellerEnabled = *enabled != 0;
    }
    if (const auto created = query.optionalNumber(5)) {
        account.createdAt = fromMillis(*created);
    }
    account.raw = query.bytes(6);
    return account;
}

std::optional<Balance> readBalance(Connection &connection)
{
    // The newest, but where a row has the very time of the last reading: earlier versions left rows
    // of a clock that was ahead.
    Query query(connection, "SELECT amount, currency FROM balance_snapshots WHERE at_ms = coalesce("
                            " (SELECT at_ms FROM balance_snapshots JOIN areas ON at_ms = as_of_ms"
                            "   WHERE name = 'balance'),"
                            " (SELECT max(at_ms) FROM balance_snapshots))");
    if (!query.next()) {
        return std::nullopt;
    }
    return Balance{Money::fromUnits(query.number(0)), query.text(1)};
}

} // namespace

StoredOverview CacheReader::overview()
{
    return {readAccount(m_connection), readBalance(m_connection), pools(), counts(), times()};
}

/// A row that cannot be read may be the newest: then nothing is said. Each query ends at the first
/// row of an index, whatever the size.
std::optional<LedgerBalance> CacheReader::newestBalance()
{
    if (!times().ledger) {
        return std::nullopt;
    }
    std::optional<qint64> moment;
    qint64 id = 0;
    {
        Query query(m_connection, "SELECT created_ms, id FROM transactions"
                                  " ORDER BY created_ms DESC, id DESC LIMIT 1");
        if (query.next()) {
            moment = query.number(0);
            id = query.number(1);
        }
    }
    if (!moment) {
        return std::nullopt;
    }
    {
        Query newer(m_connection,
                    "SELECT 1 FROM unreadable_rows WHERE id IS NULL OR id > ? LIMIT 1");
        if (newer.bind(1, id).next()) {
            return std::nullopt;
        }
    }
    const auto rows = chainAt(m_connection, *moment);
    const auto newest = rows.empty() ? std::nullopt : transaction(rows.back().id);
    return newest ? std::optional(
                        LedgerBalance{newest->balanceAfter, newest->createdAt, newest->userId})
                  : std::nullopt;
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
    std::vector<TrafficPool> pools;
    Query query(m_connection, "SELECT position, type, traffic_left, price_source, flat_price,"
                              " unreadable FROM pools ORDER BY position");
    while (query.next()) {
        TrafficPool pool;
        pool.type = query.text(1);
        pool.left = amountAt<TrafficAmount>(query, 2);
        pool.prices.source = static_cast<PriceList::Source>(query.number(3));
        pool.prices.flatPricePerGb = amountAt<Money>(query, 4);
        pool.prices.unreadable = query.bytes(5);
        pool.prices.tiers = tiers(query.number(0));
        pools.push_back(std::move(pool));
    }
    return pools;
}

std::vector<Tier> CacheReader::tiers(qint64 pool)
{
    std::vector<Tier> tiers;
    Query query(m_connection, "SELECT from_traffic, to_traffic, price FROM pool_tiers"
                              " WHERE pool = ? ORDER BY position");
    query.bind(1, pool);
    while (query.next()) {
        tiers.push_back({TrafficAmount::fromUnits(query.number(0)),
                         amountAt<TrafficAmount>(query, 1), Money::fromUnits(query.number(2))});
    }
    return tiers;
}

LedgerState CacheReader::ledgerState()
{
    LedgerState state;
    {
        Query query(m_connection, "SELECT list_order, per_page, total, verdict FROM ledger_state"
                                  " WHERE one = 1");
        if (query.next()) {
            state.order = static_cast<ListOrder>(query.number(0));
            state.perPage = query.number(1);
            state.total = query.optionalNumber(2);
            state.verdict = static_cast<LedgerState::Verdict>(query.number(3));
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
    Query query(m_connection, transactionByKey);
    return query.bind(1, key).next() ? std::optional(readTransaction(query)) : std::nullopt;
}

std::optional<Proxy> CacheReader::proxy(qint64 key)
{
    Query query(m_connection, proxyByKey);
    return query.bind(1, key).next() ? std::optional(readProxy(query)) : std::nullopt;
}

std::optional<SubUser> CacheReader::subUser(qint64 key)
{
    Query query(m_connection, subUserByKey);
    return query.bind(1, key).next() ? std::optional(readSubUser(query)) : std::nullopt;
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

std::optional<UnreadableListRow> CacheReader::unreadableListRow(StoreTable table, const QString &id)
{
    Query query(m_connection, "SELECT problem, raw FROM unreadable_list_rows"
                              " WHERE list = ? AND id = ?");
    query.bind(1, listName(table)).bind(2, id);
    return query.next() ? std::optional(UnreadableListRow{id, query.text(0), query.bytes(1)})
                        : std::nullopt;
}

std::vector<TransactionVersion> CacheReader::versions(TransactionId id)
{
    constexpr int replacedColumn = 12;
    std::vector<TransactionVersion> versions;
    Query query(m_connection, versionsById);
    query.bind(1, id.value());
    while (query.next()) {
        versions.push_back({readTransaction(query), fromMillis(query.number(replacedColumn))});
    }
    return versions;
}

std::vector<UnreadableRow> CacheReader::unreadableRows(qint64 limit)
{
    std::vector<UnreadableRow> rows;
    Query query(m_connection, "SELECT id, problem, raw FROM unreadable_rows LIMIT ?");
    query.bind(1, limit);
    while (query.next()) {
        rows.push_back(readUnreadable(query));
    }
    return rows;
}

std::optional<UnreadableRow> CacheReader::unreadableRow(TransactionId id)
{
    Query query(m_connection, "SELECT id, problem, raw FROM unreadable_rows WHERE fingerprint = ?");
    return query.bind(1, unreadablePrint(id)).next() ? std::optional(readUnreadable(query))
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

LedgerCheckResult CacheReader::verdict()
{
    Query query(m_connection, "SELECT verdict FROM ledger_verdict WHERE one = 1");
    return query.next() ? checkResultFrom(query.bytes(0)) : LedgerCheckResult();
}

std::optional<qint64> CacheReader::roundRank()
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

std::optional<Instant> CacheReader::vanishedAt(TransactionId id)
{
    Query query(m_connection, "SELECT noticed_ms FROM vanished_rows WHERE id = ?");
    return query.bind(1, id.value()).next() ? std::optional(fromMillis(query.number(0)))
                                            : std::nullopt;
}

std::vector<VanishedRow> CacheReader::vanishedRows(qint64 limit)
{
    constexpr int noticedColumn = 12;
    std::vector<VanishedRow> rows;
    Query query(m_connection, vanishedNewestFirst);
    query.bind(1, limit);
    while (query.next()) {
        rows.push_back({readTransaction(query), fromMillis(query.number(noticedColumn))});
    }
    return rows;
}

std::vector<TrafficReading> CacheReader::trafficReadings(const QString &type, Instant since)
{
    // Beside max(), SQLite gives the other columns of the very row that has it.
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

} // namespace relaybook
