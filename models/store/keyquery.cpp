// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/keyquery.h"

#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <sqlite3.h>

namespace relaybook {
namespace {

struct Source
{
    const char *table;
    const char *key;
    const char *matches; ///< with the folded word as its only parameter
};

Source sourceOf(StoreTable table)
{
    switch (table) {
    case StoreTable::Proxies:
        return {"proxies", "key", "instr(search, ?) > 0"};
    case StoreTable::SubUsers:
        return {"sub_users", "id", "instr(search, ?) > 0"};
    case StoreTable::Transactions:
    case StoreTable::Account:
    case StoreTable::Ledger:
        break;
    }
    return {"transactions", "id", ""}; // readLedgerKeys() does these
}

std::string sqlOf(const KeyQuery &query)
{
    const Source source = sourceOf(query.table);
    const char *direction = query.descending ? " DESC" : " ASC";
    std::string sql = std::string("SELECT ") + source.key + " FROM " + source.table;
    for (qsizetype i = 0; i < query.words.size(); ++i) {
        sql += i == 0 ? " WHERE " : " AND ";
        sql += source.matches;
    }
    sql += " ORDER BY ";
    if (query.orderBy != source.key) {
        sql += query.orderBy.toStdString() + direction + ", ";
    }
    sql += std::string(source.key) + direction;
    if (query.limit > 0) {
        sql += " LIMIT " + std::to_string(query.limit);
    }
    return sql;
}

class FirstKeys
{
public:
    explicit FirstKeys(const std::function<void(const Keys &)> &handler)
        : m_handler(handler)
    {
    }
    void look(const Keys &keys)
    {
        constexpr size_t screenful = 256;
        constexpr std::chrono::milliseconds soon{15};
        constexpr std::chrono::milliseconds patience{60};
        if (m_told || !m_handler || keys.empty()) {
            return;
        }
        const auto passed = std::chrono::steady_clock::now() - m_start;
        if (passed > (keys.size() >= screenful ? soon : patience)) {
            tell(keys);
        }
    }
    void tell(const Keys &keys)
    {
        m_told = true;
        m_handler(keys);
    }

private:
    const std::function<void(const Keys &)> &m_handler;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    bool m_told = false;
};

/// The number of the question mark behind them.
int bindClause(Query &query, const LedgerClause &clause)
{
    int index = 1;
    for (const LedgerClause::Value &value : clause.values()) {
        if (value.number) {
            query.bind(index++, *value.number);
        } else {
            query.bind(index++, value.text);
        }
    }
    return index;
}

/// Of words that many rows have, a screenful stands among the first rows: there they are looked for
/// one by one before the index is asked, which tells all of them or nothing.
Keys firstMatches(Connection &connection, const KeyQuery &query, const std::string &order)
{
    const auto phrases = ledgerPhrases(query.ledger.text);
    const LedgerClause clause(query.ledger);
    std::string where = clause.where();
    for (size_t i = 0; i < phrases.size(); ++i) {
        where += where.empty() ? " WHERE " : " AND ";
        where += "ledger_finds(?, type, description, id, product_id, raw)";
    }
    Query rows(connection, "SELECT id FROM (SELECT * FROM transactions ORDER BY " + order +
                               " LIMIT 800)" + where);
    int index = bindClause(rows, clause);
    for (const std::string &phrase : phrases) {
        rows.bindUtf8(index++, phrase);
    }
    Keys keys;
    while (rows.next()) {
        keys.push_back(rows.number(0));
    }
    return keys;
}

/// Of words that the newest rows do not have, the index tells its last rows first. Their ids stand
/// for their dates where no row came earlier and is dated later: only then are they the first ones.
Keys newestMatches(Connection &connection, const KeyQuery &query)
{
    constexpr qint64 screens = 256;
    if (Query(connection, "SELECT 1 FROM pending_rows LIMIT 1").next()) {
        return {}; // words of newer rows are not in the index yet
    }
    const LedgerClause clause(query.ledger);
    const std::string and_ = clause.where().empty() ? " WHERE " : clause.where() + " AND ";
    Query rows(connection, "SELECT id, created_ms FROM ledger_words CROSS JOIN transactions"
                           " ON id = ledger_words.rowid" +
                               and_ +
                               "ledger_words MATCH ? ORDER BY ledger_words.rowid DESC LIMIT ?");
    int index = bindClause(rows, clause);
    const std::string match = ledgerMatch(ledgerPhrases(query.ledger.text)); // bound as it stands
    rows.bindUtf8(index++, match);
    rows.bind(index, screens);
    std::vector<std::pair<qint64, qint64>> found; // time and id
    while (rows.next()) {
        found.emplace_back(rows.number(1), rows.number(0));
    }
    if (static_cast<qint64>(found.size()) < screens) {
        return {}; // rare words: all of them are there in a moment
    }
    if (query.orderBy != "id") {
        const qint64 lowest = found.back().second;
        std::sort(found.rbegin(), found.rend());
        Query later(connection,
                    "SELECT 1 FROM transactions WHERE created_ms > ? AND id < ? LIMIT 1");
        if (later.bind(1, found.back().first).bind(2, lowest).next()) {
            return {};
        }
    }
    Keys keys;
    for (const auto &[time, id] : found) {
        keys.push_back(id);
    }
    return keys;
}

Keys readLedgerKeys(Connection &connection, const KeyQuery &query,
                    const std::function<void(const Keys &)> &first)
{
    constexpr size_t screenful = 40;
    const std::string direction = query.descending ? " DESC" : " ASC";
    std::string order = "id" + direction;
    if (query.orderBy != "id") {
        order = query.orderBy.toStdString() + direction + ", " + order;
    }
    FirstKeys firstKeys(first);
    const bool quickOrder = query.orderBy == "id" || query.orderBy == "created_ms";
    if (first && quickOrder && !ledgerPhrases(query.ledger.text).empty()) {
        Keys near = firstMatches(connection, query, order);
        if (near.size() < screenful && query.descending) {
            near = newestMatches(connection, query);
        }
        if (near.size() >= screenful) {
            firstKeys.tell(near);
        }
    }
    std::optional<KeySet> only = LedgerScan::setOf(connection, query.ledger);
    const size_t limit = query.limit > 0 ? static_cast<size_t>(query.limit) : SIZE_MAX;
    if (query.limit > 0) {
        order += " LIMIT " + std::to_string(query.limit);
    }
    LedgerScan scan(connection, query.ledger, std::move(only), "id", order);
    Keys keys;
    const size_t stride = query.ledger.isEmpty() ? 4096 : 16;
    while (keys.size() < limit && scan.next()) {
        keys.push_back(scan.number(0));
        if (keys.size() % stride == 0) {
            firstKeys.look(keys);
        }
    }
    return keys;
}

} // namespace

Keys readKeys(Connection &connection, const KeyQuery &query,
              const std::function<void(const Keys &)> &first)
{
    if (query.table == StoreTable::Transactions) {
        return readLedgerKeys(connection, query, first);
    }
    Query statement(connection, sqlOf(query));
    for (qsizetype i = 0; i < query.words.size(); ++i) {
        statement.bind(static_cast<int>(i) + 1, query.words[i]);
    }
    FirstKeys firstKeys(first);
    Keys keys;
    // Filtered rows may be far apart: there the clock is looked at for each.
    const size_t stride = query.words.isEmpty() ? 4096 : 1;
    while (statement.next()) {
        keys.push_back(statement.number(0));
        if (keys.size() % stride == 0) {
            if (connection.isInterrupted()) {
                throw SQLite::Exception("interrupted", SQLITE_INTERRUPT);
            }
            firstKeys.look(keys);
        }
    }
    return keys;
}

} // namespace relaybook
