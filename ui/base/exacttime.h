// SPDX-License-Identifier: GPL-3.0-or-later
// Formats times to the second, and the time until an event, for orders and operations on sub-users
// in progress.
#pragma once

#include "api/types/instant.h"

#include <QString>

#include <chrono>

namespace relaybook {

/// "Nov 20, 2026 14:31:07".
[[nodiscard]] QString exactTime(Instant instant);
/// Without the date if it is the day of `now`: "14:02:11".
[[nodiscard]] QString exactTime(Instant instant, Instant now);
/// "in 12 s", "in 3 min".
[[nodiscard]] QString inText(std::chrono::milliseconds time);

} // namespace relaybook
