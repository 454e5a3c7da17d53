// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/accountwriter.h"

#include "models/store/cachereader.h"
#include "models/store/cachetables.h"

#include <algorithm>

namespace relaybook {

void AccountWriter::putMissingCall(const QString &name, Instant found)
{
    Query query(m_context.connection, "INSERT OR REPLACE INTO missing_calls VALUES (?, ?)");
    query.bind(1, name).bind(2, toMillis(found)).run();
}

void AccountWriter::removeMissingCall(const QString &name)
{
    Query(m_context.connection, "DELETE FROM missing_calls WHERE name = ?").bind(1, name).run();
}

void AccountWriter::putTrafficLeft(const QString &type, TrafficAmount left, Instant at, Instant now)
{
    Query younger(m_context.connection, "SELECT 1 FROM pool_snapshots WHERE type = ? AND at_ms > ?"
                                        " AND at_ms <= ?");
    if (younger.bind(1, type).bind(2, toMillis(at)).bind(3, toMillis(now)).next()) {
        return;
    }
    // Readings with a later time were stored while this computer's clock was ahead.
    Query later(m_context.connection, "DELETE FROM pool_snapshots WHERE type = ? AND at_ms > ?");
    later.bind(1, type).bind(2, toMillis(at)).run();
    Query query(m_context.connection, "INSERT OR REPLACE INTO pool_snapshots VALUES (?, ?, ?)");
    query.bind(1, type).bind(2, toMillis(at)).bind(3, qint64{left.units()}).run();
    m_context.noteChange(StoreTable::Account);
}

void AccountWriter::put(const Account &account, Instant asOf)
{
    static const std::string sql = accountTable().insert("INSERT OR REPLACE");
    RowBinder binder;
    Query query(m_context.connection, sql);
    accountTable().bind(binder, query, account);
    query.run();
    m_context.putTime("account", asOf);
    m_context.noteChange(StoreTable::Account);
}

void AccountWriter::putBalance(const Balance &balance, Instant asOf)
{
    // Rows with a later time were stored while this computer's clock was ahead.
    Query later(m_context.connection, "DELETE FROM balance_snapshots WHERE at_ms > ?");
    later.bind(1, toMillis(asOf)).run();
    // A new row if the balance changed, or after an hour without a change.
    Query query(m_context.connection,
                "INSERT OR REPLACE INTO balance_snapshots SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS"
                " (SELECT 1 FROM (SELECT * FROM balance_snapshots ORDER BY at_ms DESC LIMIT 1)"
                "  WHERE amount = ?2 AND currency = ?3 AND digits = ?4 AND at_ms > ?1 - 3600000)");
    query.bind(1, toMillis(asOf)).bind(2, qint64{balance.amount.value_or(Money()).units()});
    query.bind(3, balance.currency).bind(4, balance.digits).run();
    m_context.putTime("balance", asOf);
    m_context.noteChange(StoreTable::Account);
}

void AccountWriter::putPools(const std::vector<TrafficPool> &pools, Instant asOf)
{
    static const std::string sql = poolTable().insert();
    Query(m_context.connection, "DELETE FROM pools").run();
    Query(m_context.connection, "DELETE FROM pool_tiers").run();
    RowBinder binder;
    qint64 position = 0;
    for (const TrafficPool &pool : pools) {
        const StoredPool row{position, pool};
        Query insert(m_context.connection, sql);
        poolTable().bind(binder, insert, row);
        insert.run();
        putTiers(position, pool.prices.tiers);
        if (pool.left) {
            putPoolReading(pool.type, pool.left->units(), asOf);
        }
        ++position;
    }
    m_context.putTime("pools", asOf);
    m_context.noteChange(StoreTable::Account);
}

void AccountWriter::putPoolsOfBalance(std::vector<TrafficPool> pools, Instant asOf)
{
    const std::vector<TrafficPool> stored = CacheReader(m_context.connection).pools();
    for (TrafficPool &pool : pools) {
        const auto before =
            std::find_if(stored.begin(), stored.end(), [&pool](const TrafficPool &each) {
                return each.type == pool.type &&
                       each.prices.source == PriceList::Source::Categories;
            });
        const bool hasOwn =
            pool.prices.source == PriceList::Source::Tiers || !pool.prices.unreadable.isEmpty();
        if (before != stored.end() && !hasOwn) {
            const auto flat = pool.prices.flatPricePerGb;
            pool.prices = before->prices;
            pool.prices.flatPricePerGb = flat;
        }
    }
    putPools(pools, asOf);
}

/// Stores a reading, and deletes those with a later time as putBalance() does: they would look like
/// use or a purchase as soon as the clock reaches that time.
void AccountWriter::putPoolReading(const QString &type, qint64 left, Instant asOf)
{
    Query later(m_context.connection, "DELETE FROM pool_snapshots WHERE type = ? AND at_ms > ?");
    later.bind(1, type).bind(2, toMillis(asOf)).run();
    Query snapshot(m_context.connection,
                   "INSERT OR REPLACE INTO pool_snapshots SELECT ?1, ?2, ?3 WHERE NOT EXISTS"
                   " (SELECT 1 FROM (SELECT * FROM pool_snapshots WHERE type = ?1"
                   "   ORDER BY at_ms DESC LIMIT 1)"
                   "  WHERE traffic_left = ?3 AND at_ms > ?2 - 3600000)");
    snapshot.bind(1, type).bind(2, toMillis(asOf)).bind(3, left).run();
}

void AccountWriter::putDaysOfUse(const std::vector<DayOfUse> &days)
{
    for (const DayOfUse &day : days) {
        Query insert(m_context.connection, "INSERT OR REPLACE INTO days_of_use VALUES (?, ?)");
        insert.bind(1, day.day).bind(2, qint64{day.used.units()}).run();
    }
    m_context.noteChange(StoreTable::Account);
}

void AccountWriter::putTiers(qint64 pool, const std::vector<Tier> &tiers)
{
    static const std::string sql = tierTable().insert();
    RowBinder binder;
    qint64 position = 0;
    for (const Tier &tier : tiers) {
        const StoredTier row{pool, position++, tier};
        Query insert(m_context.connection, sql);
        tierTable().bind(binder, insert, row);
        insert.run();
    }
}

} // namespace relaybook
