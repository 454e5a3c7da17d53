// SPDX-License-Identifier: GPL-3.0-or-later
// Reads rows of the stored ledger that may need the user's attention: equal debits shortly after
// each other with the refunds that may belong to them, changed rows, and removed rows.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

class Connection;

/// A debit of the ledger, with what `metadata` says of it. The contract does not describe
/// `metadata`, so a row may have neither type nor amount.
struct DebitRow
{
    TransactionId id;
    Instant at{}; ///< by the service's clock, which may be wrong
    Money paid;   ///< without a sign
    QString type; ///< of the transaction
    QString productId;
    QString description;
    QString proxyType;                   ///< of the traffic; may be empty
    std::optional<TrafficAmount> amount; ///< of the traffic
    friend bool operator==(const DebitRow &, const DebitRow &) = default;
};

/// A row of the type "refund" that raises the balance.
struct RefundRow
{
    TransactionId id;
    Instant at{};
    Money paid;
    friend bool operator==(const RefundRow &, const RefundRow &) = default;
};

/// A transaction that changed at the service.
struct ChangedRow
{
    TransactionId id;
    std::vector<TransactionVersion> earlier; ///< oldest first
    friend bool operator==(const ChangedRow &, const ChangedRow &) = default;
};

/// So close to each other, equal debits may be one purchase that was charged twice.
inline constexpr std::chrono::minutes equalDebitsSpan{10};
/// Equal debits are looked for in rows of the last days.
inline constexpr std::chrono::days equalDebitsLookBack{30};

/// Groups of two or more debits that have the same amounts, type, product and (if the amount of
/// traffic is not known) description, each at most equalDebitsSpan after the one before it. In each
/// group the oldest is first; the groups are in the order of their first rows. The order of `rows`
/// does not matter.
[[nodiscard]] std::vector<std::vector<DebitRow>> equalDebits(std::vector<DebitRow> rows);

struct DoubtfulRows
{
    std::vector<std::vector<DebitRow>> equal; ///< equalDebits()
    std::vector<RefundRow> refunds;           ///< oldest first; only with the amount of a group
    std::vector<ChangedRow> changed;          ///< highest id first, at most `most`
    std::vector<VanishedRow> removed;         ///< newest first, at most `most`
    static constexpr qint64 most = 500;
    friend bool operator==(const DoubtfulRows &, const DoubtfulRows &) = default;
};

/// For a worker thread: reads every row of equalDebitsLookBack, counted from `now` or from the
/// newest row if that is earlier (a clock that is ahead would leave out rows). Rows removed at the
/// service are in `removed` only. Throws.
[[nodiscard]] DoubtfulRows doubtfulRows(Connection &connection, Instant now);

} // namespace relaybook
