// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates activity in an account, step by step (option --live).
#pragma once

#include "sandbox/state.h"

namespace sandbox {

/// The changes of one step: customers use traffic (of pools and sub-users), and sometimes there is
/// a purchase, deposit or refund. The same `draw` gives the same step.
std::vector<Change> liveStep(const Account &account, std::uint64_t draw, Seconds now);

} // namespace sandbox
