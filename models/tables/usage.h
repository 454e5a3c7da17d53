// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates how full a usage bar is and which colour meaning (Tone) it has.

#pragma once

#include "api/types/trafficamount.h"
#include "models/cellroles.h"

#include <QString>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <optional>

namespace relaybook {

/// The used share, 0 to 1; nothing if `used` or `whole` is unknown, or `whole` is not above zero.
[[nodiscard]] inline std::optional<double> usedShare(const std::optional<TrafficAmount> &used,
                                                     const std::optional<TrafficAmount> &whole)
{
    if (!used || !whole || whole->units() <= 0) {
        return std::nullopt;
    }
    // A double is precise enough for a bar; the value is never used in a calculation.
    return std::clamp(static_cast<double>(used->units()) / static_cast<double>(whole->units()), 0.0,
                      1.0);
}

/// The used part in per cent, rounded down, so that 100 means used up; above 100 if more was used.
/// Nothing where usedShare() is unknown. The SQL of the columns calculates the same.
[[nodiscard]] inline std::optional<int> usedPercent(const std::optional<TrafficAmount> &used,
                                                    const std::optional<TrafficAmount> &whole)
{
    if (!used || !whole || whole->units() <= 0) {
        return std::nullopt;
    }
    constexpr double most = 1'000'000; // fits into an int
    const double percent =
        100.0 * static_cast<double>(used->units()) / static_cast<double>(whole->units());
    return static_cast<int>(std::floor(std::clamp(percent, -most, most)));
}

/// The value of a cell with a percentage.
[[nodiscard]] inline QVariant percentValue(const std::optional<int> &percent)
{
    return percent ? QVariant(*percent) : QVariant();
}

[[nodiscard]] constexpr Tone usageTone(double share)
{
    constexpr double high = 0.80;
    constexpr double nearlyFull = 0.95;
    if (share > nearlyFull) {
        return Tone::Bad;
    }
    return share > high ? Tone::Warning : Tone::Accent;
}

/// The tone of a proxy type. Mobile types are highlighted, as the service does.
[[nodiscard]] inline Tone proxyTypeTone(const QString &type)
{
    return type.startsWith(QLatin1String("mobile")) ? Tone::Accent : Tone::Neutral;
}

} // namespace relaybook
