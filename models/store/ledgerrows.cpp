// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerrows.h"

#include "models/sqlite/rowcursor.h"
#include "models/store/cachereader.h"
#include "models/store/cachetables.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgerscan.h"

namespace relaybook {
namespace {

QStringList texts(Connection &connection, const char *sql)
{
    QStringList found;
    Query query(connection, sql);
    while (query.next()) {
        found.append(query.text(0));
    }
    return found;
}

} // namespace

void forEachTransaction(Connection &connection, const LedgerFilter &filter, bool newestFirst,
                        const std::function<bool(const Transaction &)> &take)
{
    const ReadTransaction reading(connection);
    LedgerScan scan(connection, filter, transactionTable().columns(),
                    newestFirst ? "created_ms DESC, id DESC" : "created_ms, id");
    while (scan.next()) {
        if (!take(scan.transaction())) {
            return;
        }
    }
}

qint64 countTransactions(Connection &connection, const LedgerFilter &filter)
{
    if (filter.isEmpty()) {
        return CacheReader(connection).counts().transactions;
    }
    LedgerScan scan(connection, filter, "id", {});
    qint64 count = 0;
    while (scan.next()) {
        ++count;
    }
    return count;
}

// Once every row is indexed, type_totals answers this faster.
QStringList distinctTypes(Connection &connection)
{
    return texts(connection, isCountedIn(connection)
                                 ? "SELECT DISTINCT type FROM type_totals ORDER BY type"
                                 : "SELECT DISTINCT type FROM transactions INDEXED BY"
                                   " transactions_figures ORDER BY type");
}

QStringList distinctProducts(Connection &connection)
{
    return texts(connection, isCountedIn(connection)
                                 ? "SELECT DISTINCT product_id FROM type_totals"
                                   " WHERE product_id <> '' ORDER BY product_id"
                                 : "SELECT DISTINCT product_id FROM transactions INDEXED BY"
                                   " transactions_figures"
                                   " WHERE product_id <> '' ORDER BY product_id");
}

} // namespace relaybook
