// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is stored of transactions beside their present form: earlier and unreadable forms,
// those removed at the service, and the neighbours in the order of balances.

#pragma once

#include "api/types/clock.h"
#include "api/types/ids.h"
#include "models/store/storevalues.h"

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;

/// Lives on the GUI thread. What is not stored, or cannot be read, is nothing.
class LedgerHistory
{
public:
    explicit LedgerHistory(AccountStore &store);

    /// Earlier forms of a transaction that changed at the service, the oldest first.
    [[nodiscard]] std::vector<TransactionVersion> earlierForms(TransactionId id) const;
    /// The transactions that have earlier forms, the newest id first.
    [[nodiscard]] std::vector<TransactionId> rewrittenIds(qint64 limit) const;
    /// Rows of the ledger that could not be read, at most `limit`.
    [[nodiscard]] std::vector<UnreadableRow> unreadableRows(qint64 limit) const;
    /// The form of a row that came back unreadable; StoredRows::transaction() gives the one before.
    [[nodiscard]] std::optional<UnreadableRow> unreadableForm(TransactionId id) const;
    /// Transactions that the service no longer listed when every page was read again: kept, at most
    /// `limit`, the newest first.
    [[nodiscard]] std::vector<VanishedRow> vanishedRows(qint64 limit) const;
    /// When a transaction was found to be one of them.
    [[nodiscard]] std::optional<Instant> vanishedAt(TransactionId id) const;
    /// The neighbours of a transaction in the chain of balances; nothing at its ends.
    [[nodiscard]] std::optional<TransactionId> chainBefore(TransactionId id) const;
    [[nodiscard]] std::optional<TransactionId> chainAfter(TransactionId id) const;

private:
    AccountStore &m_store;
};

} // namespace relaybook
