// SPDX-License-Identifier: GPL-3.0-or-later
// The word and the colour of an order's state, the same for orders of all kinds.

#pragma once

#include "models/cellroles.h"
#include "models/orders/order.h"

namespace relaybook {

/// One or two words: "Not done".
[[nodiscard]] QString orderStateText(OrderState state);
/// A stable name, as it is written in search queries and exported files: "not-done".
[[nodiscard]] QString orderStateName(OrderState state);
[[nodiscard]] Tone orderStateTone(OrderState state);

} // namespace relaybook
