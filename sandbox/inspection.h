// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP interface /__sandbox/…: lets tests in another process read counters and the real
// data, and switch faults on and off. Available only if it was enabled.
//   GET /__sandbox/state          counters, balance, pools, active faults
//   GET /__sandbox/transactions   all rows, oldest first, one JSON object a line
//   PUT /__sandbox/faults         {"fault":"NAME=ARG,next=1"} switches one on
//   DELETE /__sandbox/faults      switches them off
#pragma once

#include "sandbox/service.h"

#include <optional>

namespace sandbox {

/// Handles a request to /__sandbox/…; returns nothing if the path is not one of these.
std::optional<Answer> inspect(const Incoming &in, State &state, Faults &faults,
                              const Service &service);

} // namespace sandbox
