// SPDX-License-Identifier: GPL-3.0-or-later
// The list of transactions, in order or with the faults that only it can have.
#pragma once

#include "sandbox/call.h"

namespace sandbox {

Answer listTransactions(Call &call);

/// A transaction like those that come in by themselves: a small automatic purchase, or a deposit
/// when the money is short. With what it changes beside the ledger.
std::vector<Change> ordinaryTransaction(const Account &account, std::uint64_t draw, Seconds now);

/// Booking a purchase of traffic, with the words and metadata that purchases have.
Book purchaseBooking(const Account &account, const TypePrice &type, std::int64_t bytes, Money cost,
                     Seconds now);

} // namespace sandbox
