// SPDX-License-Identifier: GPL-3.0-or-later
// Value types of the store: counters, load times, the sync state of the ledger, and the changes it
// reports.

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

/// The changes of one table by a commit.
struct TableChange
{
    /// Keys of existing rows that changed; incomplete if `manyChanged`.
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

/// The changes of a commit, by table.
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

/// A stored transaction and its number in the order in which they were stored; later rows have
/// larger ones.
struct ArrivedRow
{
    qint64 arrival = 0;
    Transaction row;
};

/// Numbers of stored rows. The writer updates them with every write, so that a start does not have
/// to count a million rows.
struct StoredCounts
{
    qint64 proxies = 0;
    qint64 subUsers = 0;
    qint64 transactions = 0;
    qint64 unreadable = 0;        ///< transactions that could never be read
    qint64 spoiled = 0;           ///< rows of `transactions` whose newest version is unreadable
    qint64 rewritten = 0;         ///< earlier versions of rows that changed at the service
    qint64 vanished = 0;          ///< rows of `transactions` removed at the service
    qint64 pending = 0;           ///< rows not yet in the search index and daily sums
    qint64 unreadableProxies = 0; ///< rows of the last loaded list that could not be read
    qint64 unreadableSubUsers = 0;
    friend bool operator==(const StoredCounts &, const StoredCounts &) = default;
};

/// The last test of a proxy or a sub-user. `outcome` is the number of a ProxyTestOutcome.
struct StoredLastTest
{
    Instant at{};
    qint64 outcome = 0;
    std::chrono::microseconds total{0};
    friend bool operator==(const StoredLastTest &, const StoredLastTest &) = default;
};

/// When each part was last loaded from the service.
struct StoredTimes
{
    std::optional<Instant> account;
    std::optional<Instant> balance;
    std::optional<Instant> pools;
    std::optional<Instant> proxies;
    std::optional<Instant> subUsers;
    std::optional<Instant> ledger; ///< the newest transactions
    friend bool operator==(const StoredTimes &, const StoredTimes &) = default;
};

/// The balance at the end of the chain of the stored transactions (chainEnd()).
struct LedgerBalance
{
    std::optional<Money> amount;
    Instant at{}; ///< time of the last transaction
    QString userId;
    QString digits;      ///< as sent, if there is no `amount` because it is too large for Money
    bool isClear = true; ///< false if the newest transactions end at several balances; no `amount`
    friend bool operator==(const LedgerBalance &, const LedgerBalance &) = default;
};

/// How much of the ledger is stored on this computer.
struct LedgerExtent
{
    qint64 held = 0;             ///< stored rows that the service lists, readable or not
    std::optional<qint64> total; ///< rows at the service; nothing if it does not report them
    bool complete = false;       ///< every row that the service lists is stored
    friend bool operator==(const LedgerExtent &, const LedgerExtent &) = default;
};

/// The stored data of an account's overview.
struct StoredOverview
{
    std::optional<Account> account;
    std::optional<Balance> balance;
    std::vector<TrafficPool> pools;
    StoredCounts counts;
    StoredTimes times;
    /// CacheReader::newestBalance(), if it was requested.
    std::optional<LedgerBalance> newest = std::nullopt;
    LedgerExtent ledger = {};
    friend bool operator==(const StoredOverview &, const StoredOverview &) = default;
};

/// A range of transactions by rank. Rank 0 is the oldest row, so that a new row does not change the
/// ranks of others.
struct RankRange
{
    qint64 first = 0;
    qint64 end = 0; ///< rank after the last
    [[nodiscard]] qint64 size() const { return end - first; }
    friend bool operator==(const RankRange &, const RankRange &) = default;
};

/// The traffic left of a type at a time.
struct TrafficReading
{
    Instant at{};
    TrafficAmount left;
    friend bool operator==(const TrafficReading &, const TrafficReading &) = default;
};

/// The traffic of all types used on a day: `chart` of GET /reseller/analytics. Contract section 4
/// does not say that `total_gb` is the use of the day. Only forecasts assume it, and they show what
/// they are based on.
struct DayOfUse
{
    qint64 day = 0; ///< days since 1970-01-01, UTC
    TrafficAmount used;
    friend bool operator==(const DayOfUse &, const DayOfUse &) = default;
};

/// "2026-11-20" as the number of days since 1970; nothing if it is not a date.
[[nodiscard]] std::optional<qint64> dayOfText(const QString &date);

/// The traffic of a sub-user at a time; a figure that the service did not return is absent.
struct SubUserUse
{
    Instant at{};
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> used;
    friend bool operator==(const SubUserUse &, const SubUserUse &) = default;
};

enum class ListOrder { Unknown, NewestFirst, OldestFirst };

/// How much of the ledger has been loaded, so that a restart can continue.
struct LedgerState
{
    /// The result of the last complete sync.
    enum class Verdict {
        None,     ///< there was no complete sync
        Agrees,   ///< as many rows are stored as the service reports
        Searched, ///< the counts still differ after every page was loaded again, or nothing proves
                  ///< that the list has ended where it seems to
    };
    ListOrder order = ListOrder::Unknown;
    qint64 perPage = 0;          ///< as last granted; 0 before the first request
    std::optional<qint64> total; ///< as last reported by the service
    Verdict verdict = Verdict::None;
    std::vector<RankRange> coverage; ///< ascending, not adjacent, not overlapping
    friend bool operator==(const LedgerState &, const LedgerState &) = default;
};

/// An earlier version of a transaction that changed at the service.
struct TransactionVersion
{
    Transaction form;
    Instant replacedAt{};
    friend bool operator==(const TransactionVersion &, const TransactionVersion &) = default;
};

/// A transaction that was removed at the service. It stays stored.
struct VanishedRow
{
    Transaction row;
    Instant noticedAt{};
    friend bool operator==(const VanishedRow &, const VanishedRow &) = default;
};

} // namespace relaybook
