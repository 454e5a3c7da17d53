// SPDX-License-Identifier: GPL-3.0-or-later
// How orders for sub-users are stored in the journal. Credentials are no
// part of an operation, so none are ever stored.

#pragma once

#include "models/serving/subuseroperation.h"

#include <QByteArray>

#include <optional>

namespace relaybook {

[[nodiscard]] QByteArray operationToJson(const SubUserOrder &operation);
/// Nothing if the JSON is not an operation: a journal with such a row is damaged.
[[nodiscard]] std::optional<SubUserOrder> operationFromJson(const QByteArray &json);

} // namespace relaybook
