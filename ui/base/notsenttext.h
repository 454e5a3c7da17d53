// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that says why an order was not sent, the same for all kinds of orders.
#pragma once

#include "models/orders/order.h"

#include <QString>

namespace relaybook {

/// A sentence without "nothing was spent".
[[nodiscard]] QString notSentText(const Order &order);

} // namespace relaybook
