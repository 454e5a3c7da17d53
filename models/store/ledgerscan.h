// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through the rows that a filter of the ledger means, as many as there are, as fast as the
// file gives them.

#pragma once

#include "models/store/chain.h"
#include "models/store/connection.h"
#include "models/store/keyset.h"
#include "models/store/ledgerclause.h"

#include "api/types/transaction.h"

#include <functional>
#include <string_view>

struct sqlite3_stmt;

namespace relaybook {

/// The ids of the rows in whose text every phrase stands. Throws.
[[nodiscard]] KeySet rowsWithPhrases(Connection &connection,
                                     const std::vector<std::string> &phrases);

/// Adds what is needed here: key_in(set, id), 1 where the id is in the set; and two aggregates,
/// gather(keys, id) and each_row(visitor, id, created, before, after). Throws.
void registerKeySet(SQLite::Database &database);

/// One pass. Throws; Interrupted where the connection's generation went by.
class LedgerScan
{
public:
    /// `columns` begin with id; `order` is an ORDER BY without these words, or nothing.
    LedgerScan(Connection &connection, const LedgerFilter &filter, const std::string &columns,
               const std::string &order);
    /// The same for the rows of a set.
    LedgerScan(Connection &connection, const LedgerFilter &filter, std::optional<KeySet> only,
               const std::string &columns, const std::string &order);
    LedgerScan(const LedgerScan &) = delete;
    LedgerScan &operator=(const LedgerScan &) = delete;
    ~LedgerScan();

    [[nodiscard]] bool next();
    [[nodiscard]] qint64 number(int column) const;
    [[nodiscard]] bool isNull(int column) const;
    /// UTF-8; until the next row is asked for.
    [[nodiscard]] std::string_view text(int column) const;
    /// Where the columns are those of transactionTable().
    [[nodiscard]] Transaction transaction() const;

    /// Tells every row once, in no order that is promised, in half the time that next() takes. The
    /// amounts are left out. Throws like next().
    using EachRow = std::function<void(const ChainRow &)>;
    static void visit(Connection &connection, const LedgerFilter &filter,
                      std::optional<KeySet> only, EachRow each);

    /// The set that `filter.text` comes to; nothing where it is empty.
    [[nodiscard]] static std::optional<KeySet> setOf(Connection &connection,
                                                     const LedgerFilter &filter);

private:
    LedgerScan(Connection &connection, const LedgerFilter &filter, std::optional<KeySet> only,
               const std::string &columns, const std::string &order, EachRow *each);
    void prepare(const std::string &sql);
    void bindText(int index, const std::string &text);

    Connection &m_connection;
    std::optional<KeySet> m_only; ///< what key_in() looks into
    sqlite3_stmt *m_statement = nullptr;
    quint64 m_steps = 0;
};

} // namespace relaybook
