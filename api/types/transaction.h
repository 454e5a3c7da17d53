// SPDX-License-Identifier: GPL-3.0-or-later
// A transaction of the account's ledger, and a page of them (contract section 3).

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
    QString type; ///< "deposit", "purchase" and "refund" are known; other values are shown as text
    /// As received: it may be unsigned, see change(). Like the balances, it is absent only if it is
    /// too large for Money; `raw` has its digits (sentAmount()).
    std::optional<Money> amount = Money();
    std::optional<Money> balanceBefore = Money();
    std::optional<Money> balanceAfter = Money();
    QString description;
    QString productId;
    QString userId;
    Instant createdAt{};
    std::optional<Instant> updatedAt;
    /// True if an amount had more than eight decimals and was rounded. It is shown with a mark;
    /// `raw` has the exact text.
    bool rounded = false;
    /// The row as received, as compact JSON, including `metadata`.
    QByteArray raw;

    /// The change of the balance. The direction is taken from the balances, never from the sign of
    /// the amount alone (contract section 3). Nothing if it does not fit into Money.
    [[nodiscard]] std::optional<Money> change() const
    {
        return isTooLarge() ? std::nullopt : balanceAfter->minus(*balanceBefore);
    }
    /// Whether a balance is too large for Money. Then the row is not part of any sum.
    [[nodiscard]] bool isTooLarge() const { return !balanceBefore || !balanceAfter; }

    friend bool operator==(const Transaction &, const Transaction &) = default;
};

/// Whether the time is plausible for a transaction (1990 to 2199). A clock that was never set, or a
/// number that stands for "no time", gives implausible ones.
[[nodiscard]] constexpr bool isTimeOfLedger(Instant time)
{
    using namespace std::chrono_literals;
    constexpr Instant first = std::chrono::sys_days(1990y / 1 / 1);
    constexpr Instant beyond = std::chrono::sys_days(2200y / 1 / 1);
    return time >= first && time < beyond;
}

/// A row that cannot be read as a transaction: stored as JSON, shown as unreadable, not part of any
/// sum.
struct UnreadableRow
{
    std::optional<TransactionId> id; ///< if at least the id could be read
    QString problem;                 ///< JSON path, and what is wrong there
    QByteArray raw;
    friend bool operator==(const UnreadableRow &, const UnreadableRow &) = default;
};

/// A page of the ledger in the order of the service. The positions of unreadable rows are not kept:
/// rows are identified by id, and an unreadable one is never part of the chain of balances.
struct TransactionPage
{
    std::vector<Transaction> items;
    std::vector<UnreadableRow> unreadable;
    std::optional<PageMeta> meta;
    NextPage next = {};
    friend bool operator==(const TransactionPage &, const TransactionPage &) = default;
};

} // namespace relaybook
