// SPDX-License-Identifier: GPL-3.0-or-later
// /__sandbox/…: for tests in another process, counters and the truth; only where it was asked for.
//   GET /__sandbox/state          counters, balance, pools, active faults
//   GET /__sandbox/transactions   all rows, oldest first, one JSON object a line
//   PUT /__sandbox/faults         {"fault":"NAME=ARG,next=1"} switches one on
//   DELETE /__sandbox/faults      switches them off
#pragma once

#include "sandbox/service.h"

#include <optional>

namespace sandbox {

/// Nothing when the path is none of these.
std::optional<Answer> inspect(const Incoming &in, State &state, Faults &faults,
                              const Service &service);

} // namespace sandbox
