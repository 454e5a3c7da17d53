// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/ledgerhistory.h"

#include "models/store/accountstore.h"
#include "models/store/chain.h"

namespace relaybook {

LedgerHistory::LedgerHistory(AccountStore &store)
    : m_store(store)
{
}

std::vector<TransactionVersion> LedgerHistory::earlierForms(TransactionId id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.versions(id); })
        .value_or(std::vector<TransactionVersion>());
}

std::vector<TransactionId> LedgerHistory::rewrittenIds(qint64 limit) const
{
    return m_store.read([&](CacheReader &reader) { return reader.rewrittenIds(limit); })
        .value_or(std::vector<TransactionId>());
}

std::vector<UnreadableRow> LedgerHistory::unreadableRows(qint64 limit) const
{
    return m_store.read([&](CacheReader &reader) { return reader.unreadableRows(limit); })
        .value_or(std::vector<UnreadableRow>());
}

std::optional<UnreadableRow> LedgerHistory::unreadableForm(TransactionId id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.unreadableRow(id); })
        .value_or(std::nullopt);
}

bool LedgerHistory::isReadable(TransactionId id) const
{
    return m_store
        .read([&](CacheReader &reader) { return reader.transaction(id.value()).has_value(); })
        .value_or(false);
}

std::vector<VanishedRow> LedgerHistory::vanishedRows(qint64 limit) const
{
    return m_store.read([&](CacheReader &reader) { return reader.vanishedRows(limit); })
        .value_or(std::vector<VanishedRow>());
}

std::optional<Instant> LedgerHistory::vanishedAt(TransactionId id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.vanishedAt(id); })
        .value_or(std::nullopt);
}

std::optional<TransactionId> LedgerHistory::chainBefore(TransactionId id) const
{
    const auto found =
        guarded([&] { return relaybook::chainBefore(m_store.reader(), id.value()); });
    return found && *found ? std::optional(TransactionId(**found)) : std::nullopt;
}

std::optional<TransactionId> LedgerHistory::chainAfter(TransactionId id) const
{
    const auto found = guarded([&] { return relaybook::chainAfter(m_store.reader(), id.value()); });
    return found && *found ? std::optional(TransactionId(**found)) : std::nullopt;
}

} // namespace relaybook
