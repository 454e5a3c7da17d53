// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds how many days an amount lasts, in the same way wherever days are shown.

#pragma once

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace relaybook {

/// To the nearest whole number, but 0 only if it is less than one; 0.995 is one, because uses per
/// day are rounded. At most a million.
[[nodiscard]] inline qint64 wholeDays(double days)
{
    constexpr double aDay = 0.995;
    constexpr double most = 1'000'000;
    return days < aDay ? 0 : std::llround(std::min(days, most));
}

/// wholeDays() that an amount lasts; 0 if nothing is left. `perDay` is above 0.
template <class Amount>
[[nodiscard]] qint64 daysLasting(Amount left, Amount perDay)
{
    return wholeDays(static_cast<double>(left.units()) / static_cast<double>(perDay.units()));
}

} // namespace relaybook
