// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns debits of the ledger to the orders of the purchase journal, so that one transaction is
// never evidence for two orders. Pure functions.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/order.h"
#include "models/orders/poolmoves.h"

#include <span>

namespace relaybook {

/// The debits since an order was prepared, classified for this order; oldest first.
struct Attribution
{
    std::vector<Transaction> own;    ///< match its price, and no other order could have caused them
    std::vector<Transaction> shared; ///< its price, and that of another order without an outcome
    std::vector<Transaction> foreign; ///< match neither its price nor that of another order
    /// Match its price, but one of them belongs to each order that was certainly bought; which one
    /// is not known.
    std::vector<Transaction> taken;
    /// Have its price and were stored since, but are not among the new rows: they may have an old
    /// date, or be old rows that were stored late. Only the user can tell.
    std::vector<NewRows::Arrived> doubtful; ///< at most mostDoubtful
    static constexpr std::size_t mostDoubtful = 20;
    qint64 ofOthers = 0;         ///< debits that other orders caused
    TrafficAmount addedByOthers; ///< traffic that other orders added to the pool of its type
    /// Traffic of that type that orders without an outcome may have added, which could have caused
    /// `shared`.
    TrafficAmount mayBeAddedByRivals;
    PoolMoves served; ///< traffic that sub-users got from that pool or gave back; not set here
    std::vector<QString> rivals; ///< ids of the orders with which it shares debits or `doubtful`
    /// The program may have spent money on something else since, of unknown cost; not set here.
    bool spentElsewhere = false;
    /// Whether it is known that the ledger and the orders belong to one account; not set here. The
    /// two tokens do not say whose they are.
    bool isOneAccount = false;
    bool ledgerBehind = false; ///< the transaction of a recent receipt is not listed yet
};

/// Whether `paid` is the order's price under any rounding rule. Always true if no price was known.
[[nodiscard]] bool isPriceOf(const TopUpOrder &order, Money paid);

/// Classifies the debits for `order`; `all` has the order prepared last first. What is new for an
/// order is decided by its mark, never by the times of the transactions. Rules: a row that is the
/// proof of another order belongs to that order. An order that was certainly bought (by receipt, or
/// by the user's decision) takes one row with its charge. A row that then matches this order and
/// another one without an outcome is shared, and is evidence for neither.
[[nodiscard]] Attribution attribute(const TopUpOrder &order, std::span<const TopUpOrder> all,
                                    const AccountSnapshot &snapshot);

/// The transactions of orders that were settled by their receipts: for each order the one new debit
/// with its charge, if no other order explains it.
[[nodiscard]] std::vector<std::pair<QString, TransactionId>>
locateReceipts(std::span<const TopUpOrder> all, const AccountSnapshot &snapshot);

/// Adds the marks back to which the ledger has to be read for `order`: its own, and those of other
/// orders that were certainly bought and whose transactions are not found yet.
void addMarks(std::vector<TransactionMark> &until, const TopUpOrder &order,
              std::span<const TopUpOrder> all);

} // namespace relaybook
