// SPDX-License-Identifier: GPL-3.0-or-later
// The handler for the list of transactions, with the faults that only this list can have.
#pragma once

#include "sandbox/call.h"

namespace sandbox {

Answer listTransactions(Call &call);

/// Generates a typical transaction: a small automatic purchase, or a deposit if the balance is low.
/// Returns it with all other changes that it causes.
std::vector<Change> ordinaryTransaction(const Account &account, std::uint64_t draw, Seconds now);

/// The change that adds a purchase of traffic to the ledger, with its texts and metadata.
Book purchaseBooking(const Account &account, const TypePrice &type, std::int64_t bytes, Money cost,
                     Seconds now);

} // namespace sandbox
