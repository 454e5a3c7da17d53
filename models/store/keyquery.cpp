// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/keyquery.h"

#include "models/store/ledgerscan.h"
#include "models/store/ledgersearch.h"

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
};

Source sourceOf(StoreTable table)
{
    switch (table) {
    case StoreTable::Proxies:
        return {"proxies", "key"};
    case StoreTable::SubUsers:
        return {"sub_users", "id"};
    case StoreTable::Transactions:
    case StoreTable::Account:
    case StoreTable::Ledger:
        break;
    }
    return {"transactions", "id"}; // used by readLedgerKeys()
}

std::string sqlOf(const KeyQuery &query, const SearchCondition &condition)
{
    const Source source = sourceOf(query.table);
    const char *direction = query.descending ? " DESC" : " ASC";
    std::string sql = std::string("SELECT ") + source.key + " FROM " + source.table;
    if (!condition.sql.empty()) {
        sql += " WHERE " + condition.sql;
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
        if (m_reported || !m_handler || keys.empty()) {
            return;
        }
        const auto passed = std::chrono::steady_clock::now() - m_start;
        if (passed > (keys.size() >= screenful ? soon : patience)) {
            report(keys);
        }
    }
    void report(const Keys &keys)
    {
        m_reported = true;
        m_handler(keys);
    }

private:
    const std::function<void(const Keys &)> &m_handler;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    bool m_reported = false;
};

std::vector<RowParameter> parametersOf(const LedgerClause &clause)
{
    std::vector<RowParameter> parameters;
    for (const LedgerClause::Value &value : clause.values()) {
        if (value.number) {
            parameters.emplace_back(*value.number);
        } else {
            parameters.emplace_back(value.text);
        }
    }
    return parameters;
}

/// Searches the first rows without the search index. For frequent words this fills a screen, while
/// the index returns nothing before it has found all matches.
Keys firstMatches(Connection &connection, const KeyQuery &query, const LedgerSearch &search,
                  const std::string &order)
{
    const LedgerClause clause(query.ledger);
    const SearchCondition text = search.condition();
    std::vector<RowParameter> parameters = parametersOf(clause);
    parameters.insert(parameters.end(), text.values.begin(), text.values.end());
    const std::string and_ = clause.where().empty() ? " WHERE " : clause.where() + " AND ";
    RowCursor rows(connection,
                   "SELECT id FROM (SELECT * FROM transactions ORDER BY " + order + " LIMIT 800)" +
                       and_ + text.sql,
                   parameters);
    Keys keys;
    while (rows.next()) {
        keys.push_back(rows.number(0));
    }
    return keys;
}

/// Reads the matches with the highest ids, which the index returns first. This helps with frequent
/// words that the newest rows do not contain. Returns nothing if ids and times are in different
/// orders, because then other rows could be the first ones.
Keys newestMatches(Connection &connection, const KeyQuery &query, const std::string &match,
                   const SearchCondition &text)
{
    constexpr qint64 screens = 256;
    if (Query(connection, "SELECT 1 FROM pending_rows LIMIT 1").next()) {
        return {}; // words of newer rows are not in the index yet
    }
    const LedgerClause clause(query.ledger);
    const std::string and_ = clause.where().empty() ? " WHERE " : clause.where() + " AND ";
    std::vector<RowParameter> parameters = parametersOf(clause);
    parameters.emplace_back(QString::fromStdString(match));
    parameters.insert(parameters.end(), text.values.begin(), text.values.end());
    parameters.emplace_back(screens);
    RowCursor rows(connection,
                   "SELECT id, created_ms FROM ledger_words CROSS JOIN transactions"
                   " ON id = ledger_words.rowid" +
                       and_ + "ledger_words MATCH ? AND " + text.sql +
                       " ORDER BY ledger_words.rowid DESC LIMIT ?",
                   parameters);
    std::vector<std::pair<qint64, qint64>> found; // time and id
    while (rows.next()) {
        found.emplace_back(rows.number(1), rows.number(0));
    }
    if (static_cast<qint64>(found.size()) < screens) {
        return {}; // rare words: the whole query is fast
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
    LedgerSearch search(connection, query.ledger.text);
    if (first && quickOrder && !search.matchesAll()) {
        Keys near = firstMatches(connection, query, search, order);
        const bool isRare = near.size() < screenful && query.descending;
        if (const std::string match = isRare ? search.match() : std::string(); !match.empty()) {
            near = newestMatches(connection, query, match, search.condition());
        }
        if (near.size() >= screenful) {
            firstKeys.report(near);
        }
    }
    std::optional<KeySet> only = search.matchesAll() ? std::nullopt : std::optional(search.rows());
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
    const SearchCondition condition = conditionOf(query.terms);
    RowCursor statement(connection, sqlOf(query, condition), condition.values);
    FirstKeys firstKeys(first);
    Keys keys;
    // Filtered rows may take long to find, so the time is checked for each of them.
    const size_t stride = query.terms.empty() ? 4096 : 1;
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
