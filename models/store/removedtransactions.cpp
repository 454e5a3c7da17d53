// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/removedtransactions.h"

#include <algorithm>
#include <limits>

namespace relaybook {
namespace {

/// The ids of the rows on a page, readable or not, in ascending order.
std::vector<qint64> listedIds(const TransactionPage &page)
{
    std::vector<qint64> ids;
    ids.reserve(page.items.size() + page.unreadable.size());
    for (const Transaction &row : page.items) {
        ids.push_back(row.id.value());
    }
    for (const UnreadableRow &row : page.unreadable) {
        if (row.id) {
            ids.push_back(row.id->value());
        }
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// The times, in milliseconds since 1970, of which a page has every row.
struct PageSpan
{
    qint64 from = 0;
    qint64 end = 0;
};

/// Whether the page has the first or the last row of the list.
struct ListEnds
{
    bool first = false;
    bool last = false;
};

ListEnds endsOf(const TransactionPage &page)
{
    if (!page.meta || page.meta->currentPage <= 0 || page.meta->perPage <= 0) {
        return {};
    }
    const PageMeta &meta = *page.meta;
    const auto rows = static_cast<qint64>(page.items.size() + page.unreadable.size());
    // After a full page there may be more than the total says.
    return {meta.currentPage == 1,
            rows < meta.perPage && (meta.currentPage - 1) * meta.perPage + rows == meta.total};
}

auto second(const Transaction &row)
{
    return std::chrono::floor<std::chrono::seconds>(row.createdAt);
}

bool byTime(const Transaction &a, const Transaction &b)
{
    return second(a) < second(b);
}

struct PageOrder
{
    bool rising = false;
    bool falling = false; ///< both if all rows are of one second
};

PageOrder orderOf(const TransactionPage &page)
{
    const auto &rows = page.items;
    return {std::is_sorted(rows.begin(), rows.end(), byTime),
            std::is_sorted(rows.rbegin(), rows.rend(), byTime)};
}

/// Whole seconds, because a service may sort by seconds only. Nothing if the page is not in order.
std::optional<PageSpan> spanOf(const TransactionPage &page)
{
    const auto &rows = page.items;
    const auto [rising, falling] = orderOf(page);
    if (rows.empty() || (!rising && !falling)) {
        return std::nullopt;
    }
    const ListEnds ends = endsOf(page);
    const bool whole = ends.first && ends.last;
    const bool hasOldest = whole || (rising != falling && (rising ? ends.first : ends.last));
    const bool hasNewest = whole || (rising != falling && (rising ? ends.last : ends.first));
    const auto [oldest, newest] = std::minmax_element(rows.begin(), rows.end(), byTime);
    PageSpan span;
    span.from = hasOldest ? std::numeric_limits<qint64>::min()
                          : toMillis(second(*oldest) + std::chrono::seconds(1));
    span.end = hasNewest ? std::numeric_limits<qint64>::max() : toMillis(second(*newest));
    return span;
}

} // namespace

bool isSortedByTime(const TransactionPage &page)
{
    const PageOrder order = orderOf(page);
    return order.rising || order.falling;
}

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

void RemovedTransactions::compare(const TransactionPage &page, Instant now,
                                  std::chrono::milliseconds pause)
{
    const auto missing = missingWithin(page);
    if (pause.count() <= 0) {
        mark(missing, now);
        return;
    }
    suspect(missing, now, pause);
}

void RemovedTransactions::clearSuspicion(const std::vector<TransactionPage> &pages)
{
    if (!Query(m_context.connection, "SELECT 1 FROM suspected_rows LIMIT 1").next()) {
        return;
    }
    for (const TransactionPage &page : pages) {
        for (const qint64 id : listedIds(page)) {
            Query seen(m_context.connection, "DELETE FROM suspected_rows WHERE id = ?");
            seen.bind(1, id).run();
        }
    }
}

void RemovedTransactions::suspect(const std::vector<qint64> &ids, Instant now,
                                  std::chrono::milliseconds pause)
{
    std::vector<qint64> confirmed;
    for (const qint64 id : ids) {
        Query known(m_context.connection, "SELECT since_ms FROM suspected_rows WHERE id = ?");
        const bool isKnown = known.bind(1, id).next();
        const Instant since = isKnown ? fromMillis(known.number(0)) : now;
        if (isKnown && now - since >= pause) {
            confirmed.push_back(id);
        } else if (!isKnown || since > now) { // the clock was set back
            Query suspect(m_context.connection,
                          "INSERT OR REPLACE INTO suspected_rows VALUES (?, ?)");
            suspect.bind(1, id).bind(2, toMillis(now)).run();
        }
    }
    for (const qint64 id : confirmed) {
        Query decided(m_context.connection, "DELETE FROM suspected_rows WHERE id = ?");
        decided.bind(1, id).run();
    }
    mark(confirmed, now);
}

std::vector<qint64> RemovedTransactions::missingWithin(const TransactionPage &page)
{
    std::vector<qint64> missing;
    const auto &rows = page.items;
    const auto span = spanOf(page);
    // An unreadable row without an id could be any of the missing rows.
    const bool isAnyWithoutId = std::any_of(page.unreadable.begin(), page.unreadable.end(),
                                            [](const UnreadableRow &row) { return !row.id; });
    if (rows.empty() || !span || isAnyWithoutId) {
        return missing;
    }
    const std::vector<qint64> met = listedIds(page);
    // Within the ids of the page too, because the service may sort by id.
    Query query(m_context.connection,
                "SELECT id FROM transactions WHERE created_ms >= ? AND created_ms < ?"
                " AND id > ? AND id < ? AND id NOT IN (SELECT id FROM vanished_rows)");
    constexpr qint64 lowest = std::numeric_limits<qint64>::min();
    constexpr qint64 highest = std::numeric_limits<qint64>::max();
    query.bind(1, span->from).bind(2, span->end);
    query.bind(3, span->from == lowest ? lowest : met.front());
    query.bind(4, span->end == highest ? highest : met.back());
    while (query.next()) {
        if (!std::binary_search(met.begin(), met.end(), query.number(0))) {
            missing.push_back(query.number(0));
        }
    }
    return missing;
}

} // namespace relaybook
