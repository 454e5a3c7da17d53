// SPDX-License-Identifier: GPL-3.0-or-later
// What the store keeps besides the service's own values, and what it tells when it changed.

#pragma once

#include "api/types/account.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <array>
#include <optional>
#include <vector>

namespace relaybook {

enum class StoreTable { Account, Proxies, SubUsers, Transactions, Ledger };
constexpr size_t storeTableCount = 5;

/// What a commit did to one table.
struct TableChange
{
    /// Keys of rows that were there before and read differently now; no longer listed one by one
    /// where `manyChanged`.
    std::vector<qint64> changed;
    bool manyChanged = false;
    qint64 inserted = 0;
    qint64 removed = 0;

    [[nodiscard]] bool any() const
    {
        return manyChanged || !changed.empty() || inserted != 0 || removed != 0;
    }
    void addChanged(qint64 key);
};

struct StoreChanges
{
    std::array<TableChange, storeTableCount> tables;
    [[nodiscard]] TableChange &of(StoreTable table)
    {
        return tables.at(static_cast<size_t>(table));
    }
    [[nodiscard]] const TableChange &of(StoreTable table) const
    {
        return tables.at(static_cast<size_t>(table));
    }
};

/// Rows kept, counted by the writer as it writes: nobody counts a million rows at a start.
struct StoredCounts
{
    qint64 proxies = 0;
    qint64 subUsers = 0;
    qint64 transactions = 0;
    qint64 unreadable = 0;        ///< rows of the ledger that could never be read
    qint64 spoiled = 0;           ///< rows of `transactions` that have since come back unreadable
    qint64 rewritten = 0;         ///< earlier forms of rows that came back different
    qint64 vanished = 0;          ///< rows of `transactions` that the service lists no more
    qint64 pending = 0;           ///< rows whose words and daily sums are not counted in yet
    qint64 unreadableProxies = 0; ///< rows of the last list that could not be read
    qint64 unreadableSubUsers = 0;
    friend bool operator==(const StoredCounts &, const StoredCounts &) = default;
};

/// When each part was last read from the service.
struct StoredTimes
{
    std::optional<Instant> account;
    std::optional<Instant> balance;
    std::optional<Instant> pools;
    std::optional<Instant> proxies;
    std::optional<Instant> subUsers;
    std::optional<Instant> ledger; ///< the newest end of it
    friend bool operator==(const StoredTimes &, const StoredTimes &) = default;
};

/// The balance after the newest stored transaction.
struct LedgerBalance
{
    Money amount;
    Instant at{}; ///< of that transaction
    QString userId;
    friend bool operator==(const LedgerBalance &, const LedgerBalance &) = default;
};

struct StoredOverview
{
    std::optional<Account> account;
    std::optional<Balance> balance;
    std::vector<TrafficPool> pools;
    StoredCounts counts;
    StoredTimes times;
    /// CacheReader::newestBalance(), where it was asked for.
    std::optional<LedgerBalance> newest = std::nullopt;
    friend bool operator==(const StoredOverview &, const StoredOverview &) = default;
};

/// A stretch of the ledger by rank: 0 is the oldest row, so that a new row moves no other's rank.
struct RankRange
{
    qint64 first = 0;
    qint64 end = 0; ///< one past the last
    [[nodiscard]] qint64 size() const { return end - first; }
    friend bool operator==(const RankRange &, const RankRange &) = default;
};

/// What was left of a traffic type at a time.
struct TrafficReading
{
    Instant at{};
    TrafficAmount left;
    friend bool operator==(const TrafficReading &, const TrafficReading &) = default;
};

/// A day's use of all types together: `chart` of GET /reseller/analytics (contract section 4, where
/// nobody says that `total_gb` is the use of the day: it is taken for that, and only a forecast of
/// the least is made of it).
struct DayOfUse
{
    qint64 day = 0; ///< days since 1970-01-01, UTC
    TrafficAmount used;
    friend bool operator==(const DayOfUse &, const DayOfUse &) = default;
};

enum class ListOrder { Unknown, NewestFirst, OldestFirst };

/// How far the ledger has been read: what a restart needs to go on.
struct LedgerState
{
    /// What the last complete walk ended with.
    enum class Verdict {
        None,     ///< never walked to the end
        Agrees,   ///< as many rows here as the service says
        Searched, ///< they did not agree, and every page was read again for it: they still do not
    };
    ListOrder order = ListOrder::Unknown;
    qint64 perPage = 0;          ///< granted last; 0 where nothing was asked yet
    std::optional<qint64> total; ///< as the service last told it
    Verdict verdict = Verdict::None;
    std::vector<RankRange> coverage; ///< ascending, neither touching nor overlapping
    friend bool operator==(const LedgerState &, const LedgerState &) = default;
};

/// An earlier form of a row that came back different.
struct TransactionVersion
{
    Transaction form;
    Instant replacedAt{};
    friend bool operator==(const TransactionVersion &, const TransactionVersion &) = default;
};

/// A row that the service lists no more. What is stored of it stays.
struct VanishedRow
{
    Transaction row;
    Instant noticedAt{};
    friend bool operator==(const VanishedRow &, const VanishedRow &) = default;
};

} // namespace relaybook
