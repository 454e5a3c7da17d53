// SPDX-License-Identifier: GPL-3.0-or-later
// Times to the second, and the time until something happens, for what is followed while it happens:
// orders, and operations on sub-users.
#pragma once

#include "api/types/instant.h"

#include <QString>

#include <chrono>

namespace relaybook {

/// "Nov 20, 2026 14:31:07".
[[nodiscard]] QString exactTime(Instant instant);
/// Without the date on the day of `now`: "14:02:11".
[[nodiscard]] QString exactTime(Instant instant, Instant now);
/// "in 12 s", "in 3 min".
[[nodiscard]] QString inText(std::chrono::milliseconds time);

} // namespace relaybook
