// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerindexwriter.h"

#include "models/store/dailytotals.h"
#include "models/store/movementsums.h"

#include <array>
#include <map>

namespace relaybook {
namespace {

struct SlotKey
{
    qint64 slot = 0;
    std::string type;
    std::string product;
    friend auto operator<=>(const SlotKey &, const SlotKey &) = default;
};

/// Adds the row with the balances from column `first` on. If one is too large for Money, only the
/// row is counted.
void addRow(MovementSums &sums, const Query &row, int first, qint64 sign)
{
    const auto before = row.optionalNumber(first);
    const auto after = row.optionalNumber(first + 1);
    const bool fits = before && after;
    sums.add(fits ? *before : 0, fits ? *after : 0, sign);
}

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

/// The expressions must be those of the table's columns, see TransactionTableModel. A small ledger
/// does not need the indexes.
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

/// What is left of a merge of the whole search index: 0, or one of these.
constexpr auto wholeMergeCounter = "whole_merge";
constexpr qint64 wholeMergeWanted = 1;
constexpr qint64 wholeMergeBegun = 2;

qint64 wholeMergeState(const WriteContext &context)
{
    Query query(context.connection, "SELECT value FROM counters WHERE name = ?");
    return query.bind(1, wholeMergeCounter).next() ? query.number(0) : 0;
}

} // namespace

qint64 LedgerIndexWriter::addPending(qint64 limit)
{
    std::map<SlotKey, MovementSums> slots;
    std::map<std::pair<std::string, std::string>, MovementSums> types; // and products
    qint64 rows = 0;
    std::optional<qint64> last;
    {
        Query query(m_context.connection,
                    "SELECT p.id, t.created_ms, t.type, t.product_id, t.balance_before,"
                    " t.balance_after"
                    " FROM pending_rows p CROSS JOIN transactions t ON t.id = p.id"
                    " ORDER BY p.id LIMIT ?");
        query.bind(1, limit);
        while (query.next()) {
            const SlotKey key{slotOf(fromMillis(query.number(1))), query.utf8(2), query.utf8(3)};
            addRow(slots[key], query, 4, 1);
            addRow(types[{key.type, key.product}], query, 4, 1);
            last = query.number(0);
            ++rows;
        }
    }
    if (!last) {
        return 0;
    }
    Query words(m_context.connection,
                "INSERT INTO ledger_words(rowid, words) SELECT t.id,"
                " ledger_text(t.type, t.description, t.id, t.product_id, t.raw)"
                " FROM pending_rows p CROSS JOIN transactions t ON t.id = p.id"
                " WHERE p.id <= ? ORDER BY p.id");
    words.bind(1, *last).run();
    for (const auto &[key, sums] : slots) {
        addToSlot(m_context.connection, key, sums);
    }
    for (const auto &[key, sums] : types) {
        addToType(m_context.connection, key.first, key.second, sums);
    }
    Query(m_context.connection, "DELETE FROM pending_rows WHERE id <= ?").bind(1, *last).run();
    m_context.addToCounter("pending", -rows);
    m_context.noteChange(StoreTable::Ledger);
    return rows;
}

void LedgerIndexWriter::removeRow(qint64 id)
{
    Query pending(m_context.connection, "SELECT 1 FROM pending_rows WHERE id = ?");
    if (pending.bind(1, id).next()) {
        return;
    }
    {
        Query words(m_context.connection,
                    "INSERT INTO ledger_words(ledger_words, rowid, words) SELECT 'delete', id,"
                    " ledger_text(type, description, id, product_id, raw)"
                    " FROM transactions WHERE id = ?");
        words.bind(1, id).run();
    }
    SlotKey key;
    MovementSums sums;
    {
        Query row(m_context.connection, "SELECT created_ms, type, product_id, balance_before,"
                                        " balance_after FROM transactions WHERE id = ?");
        row.bind(1, id).next();
        key = {slotOf(fromMillis(row.number(0))), row.utf8(1), row.utf8(2)};
        addRow(sums, row, 3, -1);
    }
    addToSlot(m_context.connection, key, sums);
    Query(m_context.connection, "DELETE FROM slot_totals WHERE row_count = 0 AND slot = ?")
        .bind(1, key.slot)
        .run();
    addToType(m_context.connection, key.type, key.product, sums);
    Query(m_context.connection, "DELETE FROM type_totals WHERE row_count = 0").run();
    Query(m_context.connection, "INSERT INTO pending_rows VALUES (?)").bind(1, id).run();
    m_context.addToCounter("pending", 1);
}

void LedgerIndexWriter::overwriteRemoved()
{
    m_context.connection.database().exec("PRAGMA secure_delete = ON");
}

void LedgerIndexWriter::wantWholeMerge()
{
    overwriteRemoved();
    m_context.addToCounter(wholeMergeCounter, wholeMergeWanted - wholeMergeState(m_context));
}

bool LedgerIndexWriter::mergeSearchIndex()
{
    constexpr int worthIt = 2; // with fewer changes, nothing was merged
    constexpr qint64 pages = 400;
    const qint64 whole = wholeMergeState(m_context);
    if (whole != 0) {
        overwriteRemoved();
    }
    const int before = m_context.connection.database().getTotalChanges();
    Query(m_context.connection, "INSERT INTO ledger_words(ledger_words, rank) VALUES ('merge', ?)")
        .bind(1, whole == wholeMergeWanted ? -pages : pages)
        .run();
    const bool isMore = m_context.connection.database().getTotalChanges() - before >= worthIt;
    const qint64 next = whole == 0 || !isMore ? 0 : wholeMergeBegun;
    m_context.addToCounter(wholeMergeCounter, next - whole);
    return isMore;
}

bool LedgerIndexWriter::makeSortIndex()
{
    for (const SortIndex &index : sortIndexes) {
        Query there(m_context.connection,
                    "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?");
        if (!there.bind(1, index.name).next()) {
            m_context.connection.database().exec(std::string("CREATE INDEX ") + index.name +
                                                 " ON transactions(" + index.columns + ")");
            return true;
        }
    }
    return false;
}

} // namespace relaybook
