// SPDX-License-Identifier: GPL-3.0-or-later
// Stores pages of transactions, and how much of the ledger was loaded and checked.

#pragma once

#include "models/store/ledgercheckresult.h"
#include "models/store/ledgerindexwriter.h"
#include "models/store/productnamewriter.h"
#include "models/store/removedtransactions.h"

namespace relaybook {

class RowBinder;

/// Rows are identified by id. A new row is inserted. A row that differs from the stored one
/// replaces it, and the earlier version is kept in transaction_versions.
class LedgerWriter
{
public:
    LedgerWriter(const WriteContext &context, LedgerIndexWriter &index,
                 RemovedTransactions &removed, ProductNameWriter &products)
        : m_context(context)
        , m_index(index)
        , m_removed(removed)
        , m_products(products)
    {
    }

    /// The result of storing one page of the ledger.
    struct PageOutcome
    {
        qint64 inserted = 0;
        qint64 changed = 0;
        friend bool operator==(const PageOutcome &, const PageOutcome &) = default;
    };
    /// Whether RemovedTransactions notes the rows of a page as listed.
    enum class Listed { NotNoted, Noted };
    std::vector<PageOutcome> putPages(const std::vector<TransactionPage> &pages, Instant now,
                                      Listed listed = Listed::NotNoted);

    void putState(const LedgerState &state);
    /// Stores when the newest transactions were loaded.
    void putTime(Instant asOf);
    void putCheckResult(const LedgerCheckResult &result);
    /// Stores the rank at which HistoryRefresh continues.
    void putHistoryRank(qint64 nextRank);

private:
    [[nodiscard]] bool insert(RowBinder &binder, const Transaction &row);
    [[nodiscard]] bool compareAndReplace(const Transaction &row, Instant now);
    void update(const Transaction &row, Instant now);
    void unmarkRemoved(const std::vector<TransactionPage> &pages,
                       std::vector<PageOutcome> &outcomes);
    void unmarkRemoved(TransactionId id, PageOutcome &outcome);
    void putUnreadable(const UnreadableRow &row, Instant now, PageOutcome &outcome);
    [[nodiscard]] bool wasReadable(const UnreadableRow &row);
    [[nodiscard]] bool hasUnreadable();
    [[nodiscard]] bool deleteUnreadable(TransactionId id);

    const WriteContext &m_context;
    LedgerIndexWriter &m_index;
    RemovedTransactions &m_removed;
    ProductNameWriter &m_products;
};

} // namespace relaybook
