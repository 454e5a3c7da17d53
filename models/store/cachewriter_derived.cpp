// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CacheWriter for data derived from transactions: the search index, sums, the indexes
// of a large ledger, and marks of rows removed at the service.
#include "models/store/cachewriter.h"

#include "models/store/cachereader.h"
#include "models/store/dailytotals.h"
#include "models/store/movementsums.h"
#include "models/store/products.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace relaybook {
namespace {

struct SlotKey
{
    qint64 slot = 0;
    std::string type;
    std::string product;
    friend auto operator<=>(const SlotKey &, const SlotKey &) = default;
};

void addToSlot(Connection &connection, const SlotKey &key, const MovementSums &sums)
{
    Query query(connection, "INSERT INTO slot_totals VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                            " ON CONFLICT (slot, type, product_id) DO UPDATE SET"
                            " row_count = row_count + ?4,"
                            " in_dollars = in_dollars + ?5, in_rest = in_rest + ?6,"
                            " out_dollars = out_dollars + ?7, out_rest = out_rest + ?8");
    query.bind(1, key.slot).bindUtf8(2, key.type).bindUtf8(3, key.product);
    bindMovementSums(query, 4, sums);
    query.run();
}

void addToType(Connection &connection, const std::string &type, const std::string &product,
               const MovementSums &sums)
{
    Query query(connection, "INSERT INTO type_totals VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                            " ON CONFLICT (type, product_id) DO UPDATE SET"
                            " row_count = row_count + ?3,"
                            " in_dollars = in_dollars + ?4, in_rest = in_rest + ?5,"
                            " out_dollars = out_dollars + ?6, out_rest = out_rest + ?7");
    query.bindUtf8(1, type).bindUtf8(2, product);
    bindMovementSums(query, 3, sums);
    query.run();
}

/// Small ledgers are sorted as fast without them. Their expressions are what the model sorts by.
struct SortIndex
{
    const char *name;
    const char *columns;
};
constexpr std::array sortIndexes{
    SortIndex{"transactions_by_change", "balance_after - balance_before"},
    SortIndex{"transactions_by_type", "type"},
    SortIndex{"transactions_by_after", "balance_after"},
    SortIndex{"transactions_by_before", "balance_before"},
    SortIndex{"transactions_by_description", "description COLLATE NOCASE"},
    SortIndex{"transactions_by_product", "product_id"},
    SortIndex{"transactions_by_update", "coalesce(updated_ms, -1)"},
};

} // namespace

qint64 CacheWriter::indexPending(qint64 limit)
{
    std::map<SlotKey, MovementSums> slots;
    std::map<std::pair<std::string, std::string>, MovementSums> types; // and products
    qint64 rows = 0;
    std::optional<qint64> last;
    {
        Query query(m_connection,
                    "SELECT p.id, t.created_ms, t.type, t.product_id, t.balance_before,"
                    " t.balance_after"
                    " FROM pending_rows p CROSS JOIN transactions t ON t.id = p.id"
                    " ORDER BY p.id LIMIT ?");
        query.bind(1, limit);
        while (query.next()) {
            const SlotKey key{slotOf(fromMillis(query.number(1))), query.utf8(2), query.utf8(3)};
            slots[key].add(query.number(4), query.number(5), 1);
            types[{key.type, key.product}].add(query.number(4), query.number(5), 1);
            last = query.number(0);
            ++rows;
        }
    }
    if (!last) {
        return 0;
    }
    Query words(m_connection, "INSERT INTO ledger_words(rowid, words) SELECT t.id,"
                              " ledger_text(t.type, t.description, t.id, t.product_id, t.raw)"
                              " FROM pending_rows p CROSS JOIN transactions t ON t.id = p.id"
                              " WHERE p.id <= ? ORDER BY p.id");
    words.bind(1, *last).run();
    for (const auto &[key, sums] : slots) {
        addToSlot(m_connection, key, sums);
    }
    for (const auto &[key, sums] : types) {
        addToType(m_connection, key.first, key.second, sums);
    }
    Query(m_connection, "DELETE FROM pending_rows WHERE id <= ?").bind(1, *last).run();
    addToCounter("pending", -rows);
    ++m_changes.of(StoreTable::Ledger).inserted;
    return rows;
}

/// The row is about to be written anew: what was counted in of it comes out as it went in.
void CacheWriter::takeOutOfTotals(qint64 id)
{
    Query waits(m_connection, "SELECT 1 FROM pending_rows WHERE id = ?");
    if (waits.bind(1, id).next()) {
        return;
    }
    {
        Query words(m_connection,
                    "INSERT INTO ledger_words(ledger_words, rowid, words) SELECT 'delete', id,"
                    " ledger_text(type, description, id, product_id, raw)"
                    " FROM transactions WHERE id = ?");
        words.bind(1, id).run();
    }
    SlotKey key;
    MovementSums sums;
    {
        Query row(m_connection, "SELECT created_ms, type, product_id, balance_before,"
                                " balance_after FROM transactions WHERE id = ?");
        row.bind(1, id).next();
        key = {slotOf(fromMillis(row.number(0))), row.utf8(1), row.utf8(2)};
        sums.add(row.number(3), row.number(4), -1);
    }
    addToSlot(m_connection, key, sums);
    Query(m_connection, "DELETE FROM slot_totals WHERE row_count = 0 AND slot = ?")
        .bind(1, key.slot)
        .run();
    addToType(m_connection, key.type, key.product, sums);
    Query(m_connection, "DELETE FROM type_totals WHERE row_count = 0").run();
    Query(m_connection, "INSERT INTO pending_rows VALUES (?)").bind(1, id).run();
    addToCounter("pending", 1);
}

bool CacheWriter::mergeSearchIndex()
{
    constexpr int worthIt = 2; // fewer changes than that mean that nothing was merged
    const int before = m_connection.database().getTotalChanges();
    Query(m_connection, "INSERT INTO ledger_words(ledger_words, rank) VALUES ('merge', 400)").run();
    return m_connection.database().getTotalChanges() - before >= worthIt;
}

bool CacheWriter::makeSortIndex()
{
    for (const SortIndex &index : sortIndexes) {
        Query there(m_connection, "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?");
        if (!there.bind(1, index.name).next()) {
            m_connection.database().exec(std::string("CREATE INDEX ") + index.name +
                                         " ON transactions(" + index.columns + ")");
            return true;
        }
    }
    return false;
}

// -------------------------------------------------------------------------------------- products

void CacheWriter::nameProduct(const QString &id, const QString &name, qint64 namedMs)
{
    if (id.isEmpty() || name.isEmpty()) {
        return;
    }
    QString before;
    {
        Query present(m_connection, "SELECT name, named_ms FROM products WHERE id = ?");
        if (present.bind(1, id).next()) {
            before = present.text(0);
            if (present.number(1) > namedMs || (present.number(1) == namedMs && before == name)) {
                return;
            }
        }
    }
    Query put(m_connection, "INSERT OR REPLACE INTO products VALUES (?, ?, ?)");
    put.bind(1, id).bind(2, name).bind(3, namedMs).run();
    if (before != name) { // it stands in every row of the product
        m_changes.of(StoreTable::Transactions).manyChanged = true;
    }
}

/// By product, the time of the row that named it.
QHash<QString, qint64> CacheWriter::namedProducts()
{
    QHash<QString, qint64> named;
    Query query(m_connection, "SELECT id, named_ms FROM products");
    while (query.next()) {
        named.insert(query.text(0), query.number(1));
    }
    return named;
}

/// A sync loads the newest rows first: the others of a product need not be looked into.
void CacheWriter::nameProductOf(const Transaction &row, QHash<QString, qint64> &named)
{
    const qint64 time = toMillis(row.createdAt);
    if (row.productId.isEmpty() || named.value(row.productId, time - 1) >= time) {
        return;
    }
    const QString name = productNameIn({row.raw.constData(), static_cast<size_t>(row.raw.size())});
    if (!name.isEmpty()) {
        nameProduct(row.productId, name, time);
        named.insert(row.productId, time);
    }
}

// --------------------------------------------------------------------------------- vanished rows

void CacheWriter::beginSearch()
{
    Query(m_connection, "DELETE FROM searched_rows").run();
    // No row that is met has this time: putUnreadable() gives it another.
    Query(m_connection, "UPDATE unreadable_rows SET seen_ms = 0").run();
}

void CacheWriter::noteMet(const std::vector<TransactionPage> &pages)
{
    for (const TransactionPage &page : pages) {
        for (const Transaction &row : page.items) {
            Query met(m_connection, "INSERT OR IGNORE INTO searched_rows VALUES (?)");
            met.bind(1, row.id.value()).run();
        }
        for (const UnreadableRow &row : page.unreadable) {
            if (row.id) { // it is there, whatever it looks like now
                Query met(m_connection, "INSERT OR IGNORE INTO searched_rows VALUES (?)");
                met.bind(1, row.id->value()).run();
            }
        }
    }
}

std::vector<qint64> CacheWriter::findVanished(qint64 limit)
{
    std::vector<qint64> ids;
    Query query(m_connection,
                "SELECT id FROM transactions WHERE id NOT IN (SELECT id FROM searched_rows)"
                " AND id NOT IN (SELECT id FROM vanished_rows) ORDER BY created_ms, id LIMIT ?");
    query.bind(1, limit);
    while (query.next()) {
        ids.push_back(query.number(0));
    }
    return ids;
}

StoredCounts CacheWriter::counts()
{
    return CacheReader(m_connection).counts();
}

std::vector<qint64> CacheWriter::ranksOf(const std::vector<qint64> &ids)
{
    constexpr size_t few = 4; // each is counted up to; one walk through all of them is as dear
    std::vector<qint64> ranks;
    ranks.reserve(ids.size());
    if (ids.size() <= few) {
        CacheReader reader(m_connection);
        for (const qint64 id : ids) {
            ranks.push_back(reader.rankOf(TransactionId(id)));
        }
        return ranks;
    }
    const std::unordered_set<qint64> wanted(ids.begin(), ids.end());
    std::unordered_map<qint64, qint64> found;
    Query rows(m_connection, "SELECT id FROM transactions ORDER BY created_ms, id");
    Query gone(m_connection, "SELECT id FROM vanished_rows");
    std::unordered_set<qint64> vanished;
    while (gone.next()) {
        vanished.insert(gone.number(0));
    }
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

void CacheWriter::putVanished(const std::vector<qint64> &ids, Instant now)
{
    qint64 marked = 0;
    for (const qint64 id : ids) {
        Query query(m_connection, "INSERT OR IGNORE INTO vanished_rows VALUES (?, ?)");
        marked += query.bind(1, id).bind(2, toMillis(now)).run();
        m_changes.of(StoreTable::Transactions).addChanged(id);
    }
    addToCounter("vanished", marked);
}

void CacheWriter::returnVanished(const std::vector<TransactionPage> &pages,
                                 std::vector<PageOutcome> &outcomes)
{
    // On an honest service nothing ever vanishes, so that this costs nothing there.
    Query any(m_connection, "SELECT 1 FROM vanished_rows LIMIT 1");
    if (!any.next()) {
        return;
    }
    for (size_t page = 0; page < pages.size(); ++page) {
        for (const Transaction &row : pages.at(page).items) {
            returnVanished(row.id, outcomes.at(page));
        }
    }
}

void CacheWriter::returnVanished(TransactionId id, PageOutcome &outcome)
{
    Query query(m_connection, "DELETE FROM vanished_rows WHERE id = ?");
    if (query.bind(1, id.value()).run() > 0) {
        addToCounter("vanished", -1);
        ++outcome.inserted; // it counts as held again
        m_changes.of(StoreTable::Transactions).addChanged(id.value());
    }
}

std::vector<qint64> CacheWriter::missingWithin(const TransactionPage &page)
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
    // By the id too, in case the list goes by that.
    Query query(m_connection,
                "SELECT id FROM transactions WHERE created_ms > ? AND created_ms < ?"
                " AND id > ? AND id < ? AND id NOT IN (SELECT id FROM vanished_rows)");
    query.bind(1, toMillis(oldest->createdAt)).bind(2, toMillis(newest->createdAt));
    query.bind(3, met.front()).bind(4, met.back());
    while (query.next()) {
        if (!std::binary_search(met.begin(), met.end(), query.number(0))) {
            missing.push_back(query.number(0));
        }
    }
    // A row without an id may be any of them.
    const bool nameless = std::any_of(page.unreadable.begin(), page.unreadable.end(),
                                      [](const UnreadableRow &row) { return !row.id; });
    return nameless ? std::vector<qint64>() : missing;
}

// -------------------------------------------------------------------------------------- the proof

void CacheWriter::putVerdict(const LedgerCheckResult &verdict)
{
    const QByteArray bytes = checkResultBytes(verdict);
    Query query(m_connection, "INSERT OR REPLACE INTO ledger_verdict VALUES (1, ?)");
    query.bindBytes(1, bytes).run();
}

void CacheWriter::putRound(qint64 nextRank)
{
    Query query(m_connection, "INSERT OR REPLACE INTO ledger_round VALUES (1, ?)");
    query.bind(1, nextRank).run();
}

} // namespace relaybook
