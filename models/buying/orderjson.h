// SPDX-License-Identifier: GPL-3.0-or-later
// Converts orders to and from the JSON stored in the purchase journal. Amounts are written as whole
// units in strings, so that no JSON library converts them to a double.

#pragma once

#include "models/buying/order.h"

#include <QByteArray>

#include <optional>

namespace relaybook {

[[nodiscard]] QByteArray orderToJson(const Order &order);
/// Nothing if the JSON is not an order: a journal with such a row is damaged.
[[nodiscard]] std::optional<Order> orderFromJson(const QByteArray &json);

} // namespace relaybook
