// SPDX-License-Identifier: GPL-3.0-or-later
// How far operations on sub-users changed a pool of traffic between two readings of it, for those
// who look for the trace of something else in that pool. Pure functions.

#pragma once

#include "models/orders/poolmoves.h"
#include "models/serving/subuseroperation.h"

namespace relaybook {

/// What the operations moved from or to the pool of the type between the readings. One that has no
/// outcome, or was under way during a reading, may have moved it or not. One that was found not
/// done may return traffic late, and so explain a pool that rose.
[[nodiscard]] PoolMoves poolMoves(const SubUserOrders &all, const QString &type,
                                  const PoolReadings &readings);

} // namespace relaybook
