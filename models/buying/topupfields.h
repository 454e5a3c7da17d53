// SPDX-License-Identifier: GPL-3.0-or-later
// How orders of traffic are stored in the journal.

#pragma once

#include "models/buying/order.h"

#include <QByteArray>

#include <optional>

namespace relaybook {

[[nodiscard]] QByteArray orderToJson(const TopUpOrder &order);
/// Nothing if the JSON is not an order: a journal with such a row is damaged.
[[nodiscard]] std::optional<TopUpOrder> orderFromJson(const QByteArray &json);

} // namespace relaybook
