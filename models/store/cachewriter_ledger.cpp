// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CacheWriter that stores transactions.
#include "models/store/cachewriter.h"

#include "api/json/jsonmask.h"
#include "models/store/rowcodec.h"

#include <QCryptographicHash>

#include <algorithm>
#include <numeric>

namespace relaybook {
namespace {

const std::string selectTransaction =
    std::string("SELECT ") + transactionColumns + " FROM transactions WHERE id = ?";

constexpr auto insertTransaction =
    "INSERT OR IGNORE INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

constexpr auto keepVersion =
    "INSERT INTO transaction_versions"
    " SELECT id, ?2, created_ms, updated_ms, type, amount, balance_before, balance_after,"
    " description, product_id, user_id, rounded, seen_ms, raw FROM transactions WHERE id = ?1";

constexpr auto updateTransaction =
    "UPDATE transactions SET created_ms = ?2, updated_ms = ?3, type = ?4, amount = ?5,"
    " balance_before = ?6, balance_after = ?7, description = ?8, product_id = ?9, user_id = ?10,"
    " rounded = ?11, seen_ms = ?12, raw = ?13 WHERE id = ?1";

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

/// Whether the service told the same twice: secrets that only one of them still has are no change.
bool isSameButMasked(const Transaction &stored, const Transaction &come)
{
    if (!sameButMasked(stored.raw, come.raw) ||
        !sameButMasked(stored.description.toUtf8(), come.description.toUtf8())) {
        return false;
    }
    Transaction same = come;
    same.raw = stored.raw;
    same.description = stored.description;
    return same == stored;
}

QString fingerprint(const UnreadableRow &row)
{
    if (row.id) {
        return unreadablePrint(*row.id);
    }
    const QByteArray hash = QCryptographicHash::hash(row.raw, QCryptographicHash::Sha256);
    return QStringLiteral("raw:%1").arg(QString::fromLatin1(hash.toHex()));
}

} // namespace

std::vector<CacheWriter::PageOutcome>
CacheWriter::putTransactions(const std::vector<TransactionPage> &pages, Instant now, Met met)
{
    std::vector<PageOutcome> outcomes(pages.size());
    TableChange &change = m_changes.of(StoreTable::Transactions);
    qint64 inserted = 0;
    TransactionBinder binder;
    const std::vector<RowOfPage> rows = rowsById(pages);
    const bool anyUnreadable = hasUnreadable();
    if (met == Met::Noted) {
        noteMet(pages);
    }
    returnVanished(pages, outcomes);
    for (const RowOfPage &entry : rows) {
        Query insert(m_connection, insertTransaction);
        binder.bind(insert, *entry.row, now);
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
        Query present(m_connection, selectTransaction);
        present.bind(1, entry.row->id.value()).next();
        const Transaction stored = readTransaction(present);
        bool differs = stored != *entry.row;
        if (differs && isSameButMasked(stored, *entry.row)) {
            differs = false;
            if (entry.row->raw.count(secretMask()) > stored.raw.count(secretMask())) {
                updateRow(*entry.row, now);
                change.addChanged(entry.row->id.value());
            }
        } else if (differs) {
            replaceTransaction(*entry.row, now);
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
    Query keep(m_connection, keepVersion);
    keep.bind(1, row.id.value()).bind(2, toMillis(now)).run();
    updateRow(row, now);
    addToCounter("rewritten", 1);
}

void CacheWriter::updateRow(const Transaction &row, Instant now)
{
    takeOutOfTotals(row.id.value());
    TransactionBinder binder;
    Query update(m_connection, updateTransaction);
    binder.bind(update, row, now);
    update.run();
}

void CacheWriter::putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome)
{
    const QString print = fingerprint(row);
    const qint64 seenAt = std::max<qint64>(1, toMillis(now)); // 0: not met since beginSearch()
    bool known = false;
    {
        Query seen(m_connection, "UPDATE unreadable_rows SET seen_ms = ?2, problem = ?3, raw = ?4"
                                 " WHERE fingerprint = ?1");
        seen.bind(1, print).bind(2, seenAt).bind(3, row.problem).bindBytes(4, row.raw);
        known = seen.run() > 0;
    }
    if (known) {
        if (row.id) {
            returnVanished(*row.id, outcome); // it may have been gone for a while
        }
        return;
    }
    Query insert(m_connection, "INSERT INTO unreadable_rows VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, print);
    insert.bind(2, row.id ? std::optional<qint64>(row.id->value()) : std::nullopt);
    insert.bind(3, row.problem).bind(4, seenAt).bindBytes(5, row.raw).run();
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
    Query row(m_connection, "INSERT OR REPLACE INTO ledger_state VALUES (1, ?, ?, ?, ?)");
    row.bind(1, qint64{static_cast<int>(state.order)}).bind(2, state.perPage);
    row.bind(3, state.total).bind(4, qint64{static_cast<int>(state.verdict)}).run();
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
