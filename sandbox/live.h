// SPDX-License-Identifier: GPL-3.0-or-later
// --live: what goes on by itself in an account, one step at a time.
#pragma once

#include "sandbox/state.h"

namespace sandbox {

/// Customers use traffic (pools and sub-users shrink), and now and then something is bought,
/// deposited or refunded. The same draw makes the same step.
std::vector<Change> liveStep(const Account &account, std::uint64_t draw, Seconds now);

} // namespace sandbox
