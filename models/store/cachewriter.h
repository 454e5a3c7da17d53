// SPDX-License-Identifier: GPL-3.0-or-later
// Gives access to everything that writes to cache.sqlite within one transaction on the writer
// thread. All of it throws the database's exceptions.

#pragma once

#include "models/store/accountwriter.h"
#include "models/store/cachereader.h"
#include "models/store/lasttestwriter.h"
#include "models/store/ledgerwriter.h"
#include "models/store/listwriter.h"
#include "models/store/storedmasks.h"

namespace relaybook {

/// The writers of one transaction. They add what changed to `changes`.
class CacheWriter
{
public:
    CacheWriter(Connection &connection, StoreChanges &changes)
        : m_context{connection, changes}
    {
    }
    // The writers refer to each other.
    Q_DISABLE_COPY_MOVE(CacheWriter)

    [[nodiscard]] LedgerWriter &ledger() { return m_ledger; }
    [[nodiscard]] LedgerIndexWriter &ledgerIndex() { return m_ledgerIndex; }
    [[nodiscard]] StoredMasks &masks() { return m_masks; }
    [[nodiscard]] RemovedTransactions &removed() { return m_removed; }
    [[nodiscard]] ProxyWriter &proxies() { return m_proxies; }
    [[nodiscard]] SubUserWriter &subUsers() { return m_subUsers; }
    [[nodiscard]] SubUserUseWriter &subUserUse() { return m_subUserUse; }
    [[nodiscard]] AccountWriter &account() { return m_account; }
    [[nodiscard]] LastTestWriter &lastTests() { return m_lastTests; }
    /// Reads also what this transaction has written so far.
    [[nodiscard]] CacheReader reader() { return CacheReader(m_context.connection); }

private:
    WriteContext m_context;
    ProductNameWriter m_products{m_context};
    LedgerIndexWriter m_ledgerIndex{m_context};
    StoredMasks m_masks{m_context, m_ledgerIndex};
    RemovedTransactions m_removed{m_context};
    LedgerWriter m_ledger{m_context, m_ledgerIndex, m_removed, m_products};
    ProxyWriter m_proxies{m_context, m_products};
    SubUserUseWriter m_subUserUse{m_context};
    SubUserWriter m_subUsers{m_context, m_subUserUse};
    AccountWriter m_account{m_context};
    LastTestWriter m_lastTests{m_context};
};

} // namespace relaybook
