// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the ledger (contract section 3).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/page.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

struct Transaction
{
    TransactionId id;
    QString type; ///< "deposit", "purchase", "refund" are seen; others are text to show
    Money amount; ///< as it came: it may be unsigned, see change()
    Money balanceBefore;
    Money balanceAfter;
    QString description;
    QString productId;
    QString userId;
    Instant createdAt{};
    std::optional<Instant> updatedAt;
    /// True where a figure had more digits than eight decimals hold: shown marked, `raw` has its
    /// text.
    bool rounded = false;
    /// The row as it came, as compact JSON; `metadata` is in it.
    QByteArray raw;

    /// What the row did to the balance: the direction comes from the balances, never from the sign
    /// of the amount alone (contract section 3). Nothing where the difference does not fit.
    [[nodiscard]] std::optional<Money> change() const { return balanceAfter.minus(balanceBefore); }

    friend bool operator==(const Transaction &, const Transaction &) = default;
};

/// Whether a ledger can have a row of that time: a clock that was never set, or a number for
/// "nothing", gives others.
[[nodiscard]] constexpr bool isTimeOfLedger(Instant time)
{
    using namespace std::chrono_literals;
    constexpr Instant first = std::chrono::sys_days(1990y / 1 / 1);
    constexpr Instant beyond = std::chrono::sys_days(2200y / 1 / 1);
    return time >= first && time < beyond;
}

/// A row that cannot be read as a transaction: kept raw, shown as unreadable, in no sum.
struct UnreadableRow
{
    std::optional<TransactionId> id; ///< where at least that could be read
    QString problem;                 ///< JSON path and what is wrong there
    QByteArray raw;
    friend bool operator==(const UnreadableRow &, const UnreadableRow &) = default;
};

/// A page of the ledger in the service's own order. `positions` of unreadable rows are not needed:
/// rows are told apart by id, and an unreadable one is never shown in the chain.
struct TransactionPage
{
    std::vector<Transaction> items;
    std::vector<UnreadableRow> unreadable;
    std::optional<PageMeta> meta;
    friend bool operator==(const TransactionPage &, const TransactionPage &) = default;
};

} // namespace relaybook
