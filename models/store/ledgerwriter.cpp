// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerwriter.h"

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

/// All rows by ascending id, because SQLite is fastest when it appends to a table.
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

std::vector<LedgerWriter::PageOutcome>
LedgerWriter::putPages(const std::vector<TransactionPage> &pages, Instant now, Listed listed)
{
    std::vector<PageOutcome> outcomes(pages.size());
    qint64 inserted = 0;
    RowBinder binder(now);
    const bool anyUnreadable = hasUnreadable();
    if (listed == Listed::Noted) {
        m_removed.noteListed(pages);
    }
    unmarkRemoved(pages, outcomes);
    m_removed.clearSuspicion(pages);
    for (const auto &[row, page] : rowsById(pages)) {
        m_products.nameFrom(*row);
        const bool isNew = insert(binder, *row);
        const bool wasUnreadable = anyUnreadable && deleteUnreadable(row->id);
        if (wasUnreadable) {
            m_context.addToCounter(isNew ? "unreadable" : "spoiled", -1);
        }
        if (isNew && !wasUnreadable) {
            Query arrival(m_context.connection, "INSERT INTO arrivals(id) VALUES (?)");
            arrival.bind(1, row->id.value()).run();
        }
        if (isNew) {
            ++inserted;
            ++outcomes.at(page).inserted;
        } else if (compareAndReplace(*row, now) || wasUnreadable) {
            m_context.changes.of(StoreTable::Transactions).addChanged(row->id.value());
            ++outcomes.at(page).changed;
        }
    }
    m_context.addToCounter("transactions", inserted);
    m_context.addToCounter("pending", inserted);
    m_context.changes.of(StoreTable::Transactions).inserted += inserted;
    for (size_t page = 0; page < pages.size(); ++page) {
        for (const UnreadableRow &row : pages.at(page).unreadable) {
            putUnreadable(row, now, outcomes.at(page));
        }
    }
    return outcomes;
}

bool LedgerWriter::insert(RowBinder &binder, const Transaction &row)
{
    Query insert(m_context.connection, transactionSql().insert);
    transactionTable().bind(binder, insert, row);
    if (insert.run() == 0) {
        return false;
    }
    Query pending(m_context.connection, "INSERT INTO pending_rows VALUES (?)");
    pending.bind(1, row.id.value()).run();
    return true;
}

/// Returns whether the service changed the row.
bool LedgerWriter::compareAndReplace(const Transaction &row, Instant now)
{
    Query present(m_context.connection, transactionSql().select);
    present.bind(1, row.id.value()).next();
    const Transaction stored = transactionTable().read(present);
    if (stored == row) {
        return false;
    }
    if (const auto merged = mergedIfUnchanged(stored, row)) {
        if (*merged != stored) {
            update(*merged, now);
            m_context.changes.of(StoreTable::Transactions).addChanged(row.id.value());
        }
        return false;
    }
    Query keep(m_context.connection, transactionSql().keepVersion);
    keep.bind(1, toMillis(now)).bind(2, row.id.value()).run();
    update(row, now);
    m_context.addToCounter("rewritten", 1);
    return true;
}

void LedgerWriter::update(const Transaction &row, Instant now)
{
    m_index.removeRow(row.id.value());
    RowBinder binder(now);
    Query update(m_context.connection, transactionSql().update);
    transactionTable().bind(binder, update, row);
    update.run();
}

void LedgerWriter::unmarkRemoved(const std::vector<TransactionPage> &pages,
                                 std::vector<PageOutcome> &outcomes)
{
    if (!m_removed.any()) {
        return;
    }
    for (size_t page = 0; page < pages.size(); ++page) {
        for (const Transaction &row : pages.at(page).items) {
            unmarkRemoved(row.id, outcomes.at(page));
        }
    }
}

void LedgerWriter::unmarkRemoved(TransactionId id, PageOutcome &outcome)
{
    if (m_removed.unmark(id)) {
        ++outcome.inserted; // it is one of the listed rows again
    }
}

void LedgerWriter::putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome)
{
    static const std::string update = unreadableTable().update("fingerprint");
    static const std::string insert = unreadableTable().insert();
    RowBinder binder(std::max(fromMillis(1), now)); // 0: not listed since beginSearch()
    bool known = false;
    {
        Query seen(m_context.connection, update);
        unreadableTable().bind(binder, seen, row);
        known = seen.run() > 0;
    }
    if (known) {
        if (row.id) {
            unmarkRemoved(*row.id, outcome);
        }
        return;
    }
    Query added(m_context.connection, insert);
    unreadableTable().bind(binder, added, row);
    added.run();
    if (!wasReadable(row)) {
        m_context.addToCounter("unreadable", 1);
        ++outcome.inserted;
        return;
    }
    // Both are stored: the last readable version and the unreadable one.
    m_context.addToCounter("spoiled", 1);
    ++outcome.changed;
    unmarkRemoved(*row.id, outcome);
    m_context.changes.of(StoreTable::Transactions).addChanged(row.id->value());
}

bool LedgerWriter::wasReadable(const UnreadableRow &row)
{
    if (!row.id) {
        return false;
    }
    Query query(m_context.connection, "SELECT 1 FROM transactions WHERE id = ?");
    return query.bind(1, row.id->value()).next();
}

bool LedgerWriter::hasUnreadable()
{
    return Query(m_context.connection, "SELECT 1 FROM unreadable_rows LIMIT 1").next();
}

bool LedgerWriter::deleteUnreadable(TransactionId id)
{
    Query query(m_context.connection, "DELETE FROM unreadable_rows WHERE fingerprint = ?");
    return query.bind(1, unreadablePrint(id)).run() > 0;
}

void LedgerWriter::putState(const LedgerState &state)
{
    static const std::string sql = ledgerStateTable().insert("INSERT OR REPLACE");
    RowBinder binder;
    Query row(m_context.connection, sql);
    ledgerStateTable().bind(binder, row, state);
    row.run();
    Query(m_context.connection, "DELETE FROM ledger_coverage").run();
    for (const RankRange &range : state.coverage) {
        Query insert(m_context.connection, "INSERT INTO ledger_coverage VALUES (?, ?)");
        insert.bind(1, range.first).bind(2, range.end).run();
    }
    m_context.noteChange(StoreTable::Ledger);
}

void LedgerWriter::putTime(Instant asOf)
{
    m_context.putTime("ledger", asOf);
    m_context.noteChange(StoreTable::Ledger);
}

void LedgerWriter::putCheckResult(const LedgerCheckResult &result)
{
    const QByteArray bytes = checkResultBytes(result);
    Query query(m_context.connection, "INSERT OR REPLACE INTO ledger_verdict VALUES (1, ?)");
    query.bindBytes(1, bytes).run();
}

void LedgerWriter::putHistoryRank(qint64 nextRank)
{
    Query query(m_context.connection, "INSERT OR REPLACE INTO ledger_round VALUES (1, ?)");
    query.bind(1, nextRank).run();
}

} // namespace relaybook
