// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/ledgerhistory.h"

#include "models/store/accountstore.h"
#include "models/store/chain.h"
#include "models/sync/ledgersync.h"

#include <algorithm>

namespace relaybook {

LedgerHistory::LedgerHistory(AccountStore &store)
    : m_store(store)
{
}

NewRows::Extent LedgerHistory::extent(const std::vector<TransactionId> &listed, qint64 total) const
{
    return m_store
        .read([&](CacheReader &reader) {
            const StoredCounts counts = reader.counts();
            if (counts.unreadable > 0) {
                return NewRows::Extent(); // some of them may be in `listed`
            }
            const auto unstored = static_cast<qint64>(listed.size()) - reader.countStored(listed);
            const qint64 rows = LedgerSync::heldRows(counts) + unstored;
            NewRows::Extent extent;
            extent.isMore = rows > total;
            if (rows == total) {
                extent.mark = {reader.fileNumber(), reader.newestArrival()};
            }
            return extent;
        })
        .value_or(NewRows::Extent());
}

void LedgerHistory::readSince(const std::vector<StoredMark> &marks, QObject *guard,
                              const NewRows::Handler &handler) const
{
    auto job = [marks](CacheWriter &writer) {
        constexpr qint64 most = 2000; // as many as a look receives
        CacheReader reader = writer.reader();
        NewRows::Arrivals found;
        found.copy = reader.fileNumber();
        std::optional<qint64> first;
        for (const StoredMark &mark : marks) {
            // A file that was restored from a backup begins again with lower numbers.
            if (mark.copy == found.copy && mark.arrival <= reader.newestArrival()) {
                first = std::min(first.value_or(mark.arrival), mark.arrival);
            }
        }
        auto rows = first ? reader.arrivedSince(*first, most) : std::vector<ArrivedRow>();
        for (ArrivedRow &each : rows) {
            found.rows.push_back({each.arrival, std::move(each.row)});
        }
        return found;
    };
    m_store.write(std::move(job), guard, [handler](const StoreResult<NewRows::Arrivals> &found) {
        handler(found.value_or(NewRows::Arrivals()));
    });
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
