// SPDX-License-Identifier: GPL-3.0-or-later
// Scans all transactions that match a filter, as fast as the file can be read.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/chain.h"
#include "models/store/keyset.h"
#include "models/store/ledgerclause.h"
#include "models/store/searchcondition.h"

#include "api/types/transaction.h"

#include <functional>
#include <string_view>
#include <utility>

struct sqlite3_stmt;

namespace relaybook {

/// The ids of the rows whose text contains every phrase. Throws.
[[nodiscard]] KeySet rowsWithPhrases(Connection &connection,
                                     const std::vector<std::string> &phrases);

/// The ids of the rows that meet the condition, in any order. Throws.
[[nodiscard]] Keys rowsThatMeet(Connection &connection, const SearchCondition &condition);

/// Registers the SQL functions that scans need: key_in(set, id), which is 1 if the id is in the
/// set, and the aggregates gather(keys, id) and each_row(visitor, id, created, before, after)
/// with each_typed_row, which also takes type and product. Throws.
void registerKeySet(SQLite::Database &database);

/// One scan over the rows. All functions throw; Interrupted if the connection was interrupted
/// (interruptUnless()).
class LedgerScan
{
public:
    /// `columns` must begin with id. `order` is the content of an ORDER BY clause, or empty.
    LedgerScan(Connection &connection, const LedgerFilter &filter, const std::string &columns,
               const std::string &order);
    /// Scans only the rows of a set.
    LedgerScan(Connection &connection, const LedgerFilter &filter, std::optional<KeySet> only,
               const std::string &columns, const std::string &order);
    LedgerScan(const LedgerScan &) = delete;
    LedgerScan &operator=(const LedgerScan &) = delete;
    ~LedgerScan();

    [[nodiscard]] bool next();
    [[nodiscard]] qint64 number(int column) const;
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] bool isText(int column) const;
    /// UTF-8; valid until the next call of next().
    [[nodiscard]] std::string_view text(int column) const;
    /// The whole row; only if the columns are those of transactionTable().
    [[nodiscard]] Transaction transaction() const;

    /// Calls `each` once for every row, in unspecified order and without amounts. Takes half the
    /// time of next(). Throws like next().
    using EachRow = std::function<void(const ChainRow &)>;
    static void visit(Connection &connection, const LedgerFilter &filter,
                      std::optional<KeySet> only, EachRow each);
    /// The same, with the type and the product of the row, which are valid during the call.
    using EachTypedRow =
        std::function<void(const ChainRow &, std::string_view type, std::string_view product)>;
    static void visitTyped(Connection &connection, const LedgerFilter &filter,
                           std::optional<KeySet> only, EachTypedRow each);

    /// The rows that match `filter.text`; nothing if the text is empty.
    [[nodiscard]] static std::optional<KeySet> setOf(Connection &connection,
                                                     const LedgerFilter &filter);

private:
    LedgerScan(Connection &connection, const LedgerFilter &filter, std::optional<KeySet> only,
               const std::string &columns, const std::string &order,
               std::pair<void *, const char *> visitor);
    void prepare(const std::string &sql);
    void bindText(int index, const std::string &text);

    Connection &m_connection;
    std::optional<KeySet> m_only; ///< the set used by key_in()
    sqlite3_stmt *m_statement = nullptr;
    quint64 m_steps = 0;
};

} // namespace relaybook
