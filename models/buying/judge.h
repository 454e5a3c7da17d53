// SPDX-License-Identifier: GPL-3.0-or-later
// Decides from the evidence whether an order was charged, and compares the receipt with the order.
// Pure functions.

#pragma once

#include "models/buying/attribution.h"

namespace relaybook {

/// Evaluates a snapshot for an order whose outcome is unknown; only evidence decides (contract
/// section 4). Done: there is exactly one debit since the order with its cost, no other order
/// could have caused it, and balance and pool agree. NoTrace: nothing changed except by other
/// orders. Incomplete: some data could not be loaded. Conflict: the data contradict each other or
/// match another order too, or rows match it of which only the user can say whether they are new.
/// Data that the service does not offer do not count as missing. `snapshot` must be for the order's
/// type.
[[nodiscard]] Look judge(const TopUpOrder &order, const AccountSnapshot &snapshot,
                         const Attribution &attribution);

/// Whether the look shows that the order may have been charged after it was found not charged. A
/// charge with the order's price counts, also if other orders that were found not charged could
/// explain it. A charge with another price, or if no price was known, counts if the pool of the
/// order's type has increased by more than other orders explain. If neither price nor pool is
/// known, a single debit is no proof, but reason enough to ask the user.
[[nodiscard]] bool isLateTrace(const TopUpOrder &order, const Look &look,
                               const Attribution &attribution, std::span<const TopUpOrder> all);

/// Compares the receipt with the order: the charge with the preview, the traffic added with the
/// traffic ordered, the new pool with old pool plus added. A difference of a cent (0.01 GB) or more
/// in money or ordered traffic is an alarm; one that rounding or consumption explains is a note.
[[nodiscard]] std::vector<Finding> findingsOf(const TopUpOrder &order, const TopUpReceipt &receipt);
/// Compares only the charge, for an order without a receipt; the charge is taken from the ledger.
[[nodiscard]] std::vector<Finding> findingsOf(const TopUpOrder &order, Money charged);

} // namespace relaybook
