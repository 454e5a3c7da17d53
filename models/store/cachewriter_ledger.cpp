// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CacheWriter that stores transactions.
#include "models/store/cachewriter.h"

#include "models/store/cachetables.h"

#include <algorithm>
#include <numeric>

namespace relaybook {
namespace {

/// The statements of a transaction's row.
struct TransactionSql
{
    std::string select = transactionTable().select("WHERE id = ?");
    std::string insert = transactionTable().insert("INSERT OR IGNORE");
    std::string update = transactionTable().update("id");
    std::string keepVersion; ///< with the time and the id
};

const TransactionSql &transactionSql()
{
    static const TransactionSql made = [] {
        std::vector<std::string> names;
        for (const ColumnSchema &column : transactionTable().schema().columns) {
            names.push_back(column.name);
        }
        const std::string columns = joinedNames(names);
        TransactionSql sql;
        sql.keepVersion = "INSERT INTO transaction_versions(replaced_ms, " + columns +
                          ") SELECT ?, " + columns + " FROM transactions WHERE id = ?";
        return sql;
    }();
    return made;
}

struct RowOfPage
{
    const Transaction *row;
    size_t page;
};

/// All rows by ascending id: appending to the table's tree is what SQLite does fastest.
std::vector<RowOfPage> rowsById(const std::vector<TransactionPage> &pages)
{
    std::vector<RowOfPage> rows;
    const size_t count =
        std::accumulate(pages.begin(), pages.end(), size_t{0},
                        [](size_t sum, const auto &page) { return sum + page.items.size(); });
    rows.reserve(count);
    for (size_t page = 0; page < pages.size(); ++page) {
        for (const Transaction &row : pages.at(page).items) {
            rows.push_back({&row, page});
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const RowOfPage &a, const RowOfPage &b) { return a.row->id < b.row->id; });
    return rows;
}

} // namespace

std::vector<CacheWriter::PageOutcome>
CacheWriter::putTransactions(const std::vector<TransactionPage> &pages, Instant now, Met met)
{
    std::vector<PageOutcome> outcomes(pages.size());
    TableChange &change = m_changes.of(StoreTable::Transactions);
    qint64 inserted = 0;
    RowBinder binder(now);
    const TransactionSql &sql = transactionSql();
    const std::vector<RowOfPage> rows = rowsById(pages);
    const bool anyUnreadable = hasUnreadable();
    QHash<QString, qint64> named = namedProducts();
    if (met == Met::Noted) {
        noteMet(pages);
    }
    returnVanished(pages, outcomes);
    for (const RowOfPage &entry : rows) {
        nameProductOf(*entry.row, named);
        Query insert(m_connection, sql.insert);
        transactionTable().bind(binder, insert, *entry.row);
        if (insert.run() > 0) {
            ++inserted;
            ++outcomes.at(entry.page).inserted;
            Query pending(m_connection, "INSERT INTO pending_rows VALUES (?)");
            pending.bind(1, entry.row->id.value()).run();
            if (anyUnreadable && forgetUnreadable(entry.row->id)) {
                addToCounter("unreadable", -1);
            }
            continue;
        }
        const bool mended = anyUnreadable && forgetUnreadable(entry.row->id);
        if (mended) {
            addToCounter("spoiled", -1);
        }
        Query present(m_connection, sql.select);
        present.bind(1, entry.row->id.value()).next();
        const Transaction stored = transactionTable().read(present);
        bool differs = stored != *entry.row;
        if (differs) {
            if (const auto merged = mergedIfUnchanged(stored, *entry.row)) {
                differs = false;
                if (*merged != stored) {
                    updateRow(*merged, now);
                    change.addChanged(entry.row->id.value());
                }
            } else {
                replaceTransaction(*entry.row, now);
            }
        }
        if (mended || differs) {
            change.addChanged(entry.row->id.value());
            ++outcomes.at(entry.page).changed;
        }
    }
    addToCounter("transactions", inserted);
    addToCounter("pending", inserted);
    change.inserted += inserted;
    for (size_t page = 0; page < pages.size(); ++page) {
        for (const UnreadableRow &row : pages.at(page).unreadable) {
            putUnreadable(row, now, outcomes.at(page));
        }
    }
    return outcomes;
}

void CacheWriter::replaceTransaction(const Transaction &row, Instant now)
{
    Query keep(m_connection, transactionSql().keepVersion);
    keep.bind(1, toMillis(now)).bind(2, row.id.value()).run();
    updateRow(row, now);
    addToCounter("rewritten", 1);
}

void CacheWriter::updateRow(const Transaction &row, Instant now)
{
    takeOutOfTotals(row.id.value());
    RowBinder binder(now);
    Query update(m_connection, transactionSql().update);
    transactionTable().bind(binder, update, row);
    update.run();
}

void CacheWriter::putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome)
{
    static const std::string update = unreadableTable().update("fingerprint");
    static const std::string insert = unreadableTable().insert();
    RowBinder binder(std::max(fromMillis(1), now)); // 0: not met since beginSearch()
    bool known = false;
    {
        Query seen(m_connection, update);
        unreadableTable().bind(binder, seen, row);
        known = seen.run() > 0;
    }
    if (known) {
        if (row.id) {
            returnVanished(*row.id, outcome); // it may have been gone for a while
        }
        return;
    }
    Query added(m_connection, insert);
    unreadableTable().bind(binder, added, row);
    added.run();
    if (!isReadable(row)) {
        addToCounter("unreadable", 1);
        ++outcome.inserted;
        return;
    }
    // The book keeps what it could read once, and the unreadable form beside it.
    addToCounter("spoiled", 1);
    ++outcome.changed;
    returnVanished(*row.id, outcome);
    m_changes.of(StoreTable::Transactions).addChanged(row.id->value());
}

bool CacheWriter::isReadable(const UnreadableRow &row)
{
    if (!row.id) {
        return false;
    }
    Query query(m_connection, "SELECT 1 FROM transactions WHERE id = ?");
    return query.bind(1, row.id->value()).next();
}

void CacheWriter::dropUnmetUnreadable()
{
    // By a mark instead of a time: the clock may be set while every page is read. Of a row that was
    // readable once, both forms stay: if it was not met, it has vanished.
    Query query(m_connection, "DELETE FROM unreadable_rows WHERE seen_ms = 0"
                              " AND NOT EXISTS (SELECT 1 FROM transactions t"
                              "                 WHERE t.id = unreadable_rows.id)");
    addToCounter("unreadable", -query.run());
}

bool CacheWriter::hasUnreadable()
{
    return Query(m_connection, "SELECT 1 FROM unreadable_rows LIMIT 1").next();
}

bool CacheWriter::forgetUnreadable(TransactionId id)
{
    Query query(m_connection, "DELETE FROM unreadable_rows WHERE fingerprint = ?");
    return query.bind(1, unreadablePrint(id)).run() > 0;
}

void CacheWriter::putLedgerState(const LedgerState &state)
{
    static const std::string sql = ledgerStateTable().insert("INSERT OR REPLACE");
    RowBinder binder;
    Query row(m_connection, sql);
    ledgerStateTable().bind(binder, row, state);
    row.run();
    Query(m_connection, "DELETE FROM ledger_coverage").run();
    for (const RankRange &range : state.coverage) {
        Query insert(m_connection, "INSERT INTO ledger_coverage VALUES (?, ?)");
        insert.bind(1, range.first).bind(2, range.end).run();
    }
    ++m_changes.of(StoreTable::Ledger).inserted;
}

void CacheWriter::putLedgerTime(Instant asOf)
{
    putTime("ledger", asOf);
    ++m_changes.of(StoreTable::Ledger).inserted;
}

} // namespace relaybook
