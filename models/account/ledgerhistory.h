// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the history of stored transactions: earlier and unreadable versions, transactions removed
// at the service, neighbours in the chain of balances, and what was stored since an order.

#pragma once

#include "api/types/clock.h"
#include "api/types/ids.h"
#include "models/buying/newrows.h"
#include "models/store/storevalues.h"

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;

/// Lives on the GUI thread. Returns nothing for a transaction that is not stored.
class LedgerHistory
{
public:
    explicit LedgerHistory(AccountStore &store);

    /// What orders need to know of the stored ledger: NewRows::extent and NewRows::since.
    [[nodiscard]] NewRows::Extent extent(const std::vector<TransactionId> &listed,
                                         qint64 total) const;
    void readSince(const std::vector<StoredMark> &marks, QObject *guard,
                   const NewRows::Handler &handler) const;

    /// Earlier versions of a transaction that changed at the service, oldest first.
    [[nodiscard]] std::vector<TransactionVersion> earlierForms(TransactionId id) const;
    /// The transactions that have earlier versions, highest id first.
    [[nodiscard]] std::vector<TransactionId> rewrittenIds(qint64 limit) const;
    /// Rows of the ledger that could not be read, at most `limit`.
    [[nodiscard]] std::vector<UnreadableRow> unreadableRows(qint64 limit) const;
    /// The unreadable version of a transaction; StoredRows::transaction() returns the last readable
    /// one.
    [[nodiscard]] std::optional<UnreadableRow> unreadableForm(TransactionId id) const;
    /// Whether a readable version of the transaction is stored.
    [[nodiscard]] bool isReadable(TransactionId id) const;
    /// Transactions removed at the service: no longer listed when every page was loaded again. They
    /// stay stored. At most `limit`, the newest first.
    [[nodiscard]] std::vector<VanishedRow> vanishedRows(qint64 limit) const;
    /// When a transaction was found to be removed.
    [[nodiscard]] std::optional<Instant> vanishedAt(TransactionId id) const;
    /// The neighbours of a transaction in the chain of balances; nothing at its ends.
    [[nodiscard]] std::optional<TransactionId> chainBefore(TransactionId id) const;
    [[nodiscard]] std::optional<TransactionId> chainAfter(TransactionId id) const;

private:
    AccountStore &m_store;
};

} // namespace relaybook
