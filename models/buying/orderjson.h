// SPDX-License-Identifier: GPL-3.0-or-later
// An order as the purchase journal keeps it. Figures are written as whole units in texts, so that
// nothing between here and the file makes a double of them.

#pragma once

#include "models/buying/order.h"

#include <QByteArray>

#include <optional>

namespace relaybook {

[[nodiscard]] QByteArray orderToJson(const Order &order);
/// Nothing where it is no order: a journal with such a row is damaged.
[[nodiscard]] std::optional<Order> orderFromJson(const QByteArray &json);

} // namespace relaybook
