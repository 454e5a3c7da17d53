// SPDX-License-Identifier: GPL-3.0-or-later
// What the evidence says of an order, and whether what came is what was ordered. Pure.

#pragma once

#include "models/buying/attribution.h"

namespace relaybook {

/// Unknown is settled by evidence only (contract section 4): one debit since the order with its
/// cost, which no other order could have caused, with balance and pool in agreement, is Bought;
/// nothing moved anywhere but by other orders is NoTrace; whatever could not be seen makes it
/// Incomplete, whatever does not fit together, or fits another order as well, a Conflict. A figure
/// that the service does not offer is not missed. `sight` is that of the order's own type.
[[nodiscard]] Look judge(const Order &order, const AccountSight &sight,
                         const Attribution &attribution);

/// Charged against previewed, added against ordered, new pool against old and added. An alarm where
/// money or ordered traffic differ by a cent (0.01 GB) or more, a note where rounding or
/// consumption explains it.
[[nodiscard]] std::vector<Finding> findingsOf(const Order &order, const TopUpReceipt &receipt);
/// The same where only the ledger's row tells what was charged.
[[nodiscard]] std::vector<Finding> findingsOf(const Order &order, Money charged);

} // namespace relaybook
