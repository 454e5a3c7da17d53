// SPDX-License-Identifier: GPL-3.0-or-later
// Converts operations of sub-users to and from the JSON stored in their journal. Credentials are no
// part of an operation, so none are ever stored.

#pragma once

#include "models/serving/subuseroperation.h"

#include <QByteArray>

#include <optional>

namespace relaybook {

[[nodiscard]] QByteArray operationToJson(const SubUserOperation &operation);
/// Nothing if the JSON is not an operation: a journal with such a row is damaged.
[[nodiscard]] std::optional<SubUserOperation> operationFromJson(const QByteArray &json);

} // namespace relaybook
