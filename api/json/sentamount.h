// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts in the service's own digits, for those that are too large for Money.

#pragma once

#include <QString>

#include <string_view>

namespace relaybook {

/// The amount as it is shown: at most 64 characters, a longer one ends with "…".
[[nodiscard]] QString shortenedAmount(const QString &amount);
/// The member `name` of a row's JSON without quotation marks, shortened; empty if there is none.
[[nodiscard]] QString sentAmount(std::string_view row, std::string_view name);

} // namespace relaybook
