// SPDX-License-Identifier: GPL-3.0-or-later
// What the evidence says of an order, and whether what came is what was ordered. Pure.

#pragma once

#include "models/buying/attribution.h"

namespace relaybook {

/// Unknown is settled by evidence only (contract section 4): one debit since the order with its
/// cost, which no other order could have caused, with balance and pool in agreement, is Bought;
/// nothing moved anywhere but by other orders is NoTrace; whatever could not be seen makes it
/// Incomplete, whatever does not fit together, or fits another order as well, a Conflict. A figure
/// that the service does not offer is not missed. `snapshot` is that of the order's own type.
[[nodiscard]] Look judge(const Order &order, const AccountSnapshot &snapshot,
                         const Attribution &attribution);

/// Whether it is Unknown again because a charge came after it had been found not charged.
[[nodiscard]] bool isReopened(const Order &order);

/// What a look says of an order that had been found not charged.
enum class Late {
    Nothing,
    Settles, ///< a charge came that is this order's, and all else agrees
    Reopens, ///< one came that may be this order's: the user has to decide
};
/// A charge at the order's price counts, whether only this order explains it or others that were
/// found not charged do too; one at another price, or where no price was known, counts where the
/// pool of the order's type has risen by more than other orders explain. Without a price and
/// without a pool that is told, one debit alone is no proof, and still enough to ask.
[[nodiscard]] Late lateCharge(const Order &order, const Look &look, const Attribution &attribution,
                              std::span<const Order> all);

/// Charged against previewed, added against ordered, new pool against old and added. An alarm where
/// money or ordered traffic differ by a cent (0.01 GB) or more, a note where rounding or
/// consumption explains it.
[[nodiscard]] std::vector<Finding> findingsOf(const Order &order, const TopUpReceipt &receipt);
/// The same where only the ledger's row tells what was charged.
[[nodiscard]] std::vector<Finding> findingsOf(const Order &order, Money charged);

} // namespace relaybook
