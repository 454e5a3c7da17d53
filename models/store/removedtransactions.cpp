// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/removedtransactions.h"

#include <algorithm>

namespace relaybook {

void RemovedTransactions::beginSearch()
{
    Query(m_context.connection, "DELETE FROM searched_rows").run();
    // LedgerWriter sets another time in the rows that are listed.
    Query(m_context.connection, "UPDATE unreadable_rows SET seen_ms = 0").run();
}

void RemovedTransactions::noteListed(const std::vector<TransactionPage> &pages)
{
    for (const TransactionPage &page : pages) {
        for (const Transaction &row : page.items) {
            Query met(m_context.connection, "INSERT OR IGNORE INTO searched_rows VALUES (?)");
            met.bind(1, row.id.value()).run();
        }
        for (const UnreadableRow &row : page.unreadable) {
            if (row.id) { // listed, although unreadable
                Query met(m_context.connection, "INSERT OR IGNORE INTO searched_rows VALUES (?)");
                met.bind(1, row.id->value()).run();
            }
        }
    }
}

std::vector<qint64> RemovedTransactions::notListed(qint64 limit)
{
    std::vector<qint64> ids;
    Query query(m_context.connection,
                "SELECT id FROM transactions WHERE id NOT IN (SELECT id FROM searched_rows)"
                " AND id NOT IN (SELECT id FROM vanished_rows) ORDER BY created_ms, id LIMIT ?");
    query.bind(1, limit);
    while (query.next()) {
        ids.push_back(query.number(0));
    }
    return ids;
}

void RemovedTransactions::mark(const std::vector<qint64> &ids, Instant now)
{
    qint64 marked = 0;
    for (const qint64 id : ids) {
        Query query(m_context.connection, "INSERT OR IGNORE INTO vanished_rows VALUES (?, ?)");
        marked += query.bind(1, id).bind(2, toMillis(now)).run();
        m_context.changes.of(StoreTable::Transactions).addChanged(id);
    }
    m_context.addToCounter("vanished", marked);
}

bool RemovedTransactions::any()
{
    return Query(m_context.connection, "SELECT 1 FROM vanished_rows LIMIT 1").next();
}

bool RemovedTransactions::unmark(TransactionId id)
{
    Query query(m_context.connection, "DELETE FROM vanished_rows WHERE id = ?");
    if (query.bind(1, id.value()).run() == 0) {
        return false;
    }
    m_context.addToCounter("vanished", -1);
    m_context.changes.of(StoreTable::Transactions).addChanged(id.value());
    return true;
}

void RemovedTransactions::deleteUnreadableNotListed()
{
    // Compares with 0, not with a time, because the clock may be changed while every page is
    // loaded. If a row was readable once, both of its versions are kept: notListed() returns it.
    Query query(m_context.connection, "DELETE FROM unreadable_rows WHERE seen_ms = 0"
                                      " AND NOT EXISTS (SELECT 1 FROM transactions t"
                                      "                 WHERE t.id = unreadable_rows.id)");
    m_context.addToCounter("unreadable", -query.run());
}

std::vector<qint64> RemovedTransactions::missingWithin(const TransactionPage &page)
{
    std::vector<qint64> missing;
    const auto &rows = page.items;
    const auto byTime = [](const Transaction &a, const Transaction &b) {
        return a.createdAt < b.createdAt;
    };
    const bool rising = std::is_sorted(rows.begin(), rows.end(), byTime);
    const bool falling = std::is_sorted(rows.rbegin(), rows.rend(), byTime);
    if (rows.empty() || (!rising && !falling)) {
        return missing;
    }
    const auto [oldest, newest] = std::minmax_element(rows.begin(), rows.end(), byTime);
    std::vector<qint64> met;
    met.reserve(rows.size() + page.unreadable.size());
    for (const Transaction &row : rows) {
        met.push_back(row.id.value());
    }
    for (const UnreadableRow &row : page.unreadable) {
        if (row.id) {
            met.push_back(row.id->value());
        }
    }
    std::sort(met.begin(), met.end());
    // Within the ids of the page too, because the service may sort by id.
    Query query(m_context.connection,
                "SELECT id FROM transactions WHERE created_ms > ? AND created_ms < ?"
                " AND id > ? AND id < ? AND id NOT IN (SELECT id FROM vanished_rows)");
    query.bind(1, toMillis(oldest->createdAt)).bind(2, toMillis(newest->createdAt));
    query.bind(3, met.front()).bind(4, met.back());
    while (query.next()) {
        if (!std::binary_search(met.begin(), met.end(), query.number(0))) {
            missing.push_back(query.number(0));
        }
    }
    // An unreadable row without an id could be any of the missing rows.
    const bool isAnyWithoutId = std::any_of(page.unreadable.begin(), page.unreadable.end(),
                                            [](const UnreadableRow &row) { return !row.id; });
    return isAnyWithoutId ? std::vector<qint64>() : missing;
}

} // namespace relaybook
