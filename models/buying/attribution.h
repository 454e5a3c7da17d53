// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which debits of the ledger belong to which order of this journal, so that one transaction
// never proves two orders. Pure.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/order.h"

#include <span>

namespace relaybook {

/// The debits since an order was prepared, as this order sees them; the oldest first.
struct Attribution
{
    std::vector<Transaction> own;     ///< its price, and no other order could have caused them
    std::vector<Transaction> shared;  ///< its price, and that of another order without an outcome
    std::vector<Transaction> foreign; ///< not its price, and no other order's
    /// Its price, but one of them was left to each order that was bought for certain: which one is
    /// not known.
    std::vector<Transaction> taken;
    qint64 ofOthers = 0;         ///< debits that other orders caused
    TrafficAmount addedByOthers; ///< what other orders added to the pool of its type
    std::vector<QString> rivals; ///< the orders with which it shares
    bool ledgerBehind = false;   ///< the row of a recent receipt is not there yet
    /// Orders with a receipt whose transaction was found, and which it is.
    std::vector<std::pair<QString, TransactionId>> located;
};

/// Whether `paid` is the order's price under one of the ways to round it to cents; any sum is,
/// where no price was known.
[[nodiscard]] bool isPriceOf(const Order &order, Money paid);

/// For so long after "not charged" a late charge is looked for, and a new debit may be that
/// order's.
inline constexpr std::chrono::days lateChargeSpan{7};
[[nodiscard]] bool mayBeChargedLate(const Order &order, Instant now);

/// Rules: a row that is another order's proof is that order's. An order that was bought for certain
/// (by receipt, or at the user's word) takes one row of its charge. A row that then fits this order
/// and another one without an outcome is shared: no evidence for either.
[[nodiscard]] Attribution attribute(const Order &order, std::span<const Order> all,
                                    const AccountSnapshot &snapshot);

/// The earliest place in the ledger back to which transactions of other orders may lie that are
/// not found yet; nothing where `order` itself was prepared first.
[[nodiscard]] std::optional<LedgerPlace> searchFrom(const Order &order, std::span<const Order> all);

} // namespace relaybook
