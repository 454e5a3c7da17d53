// SPDX-License-Identifier: GPL-3.0-or-later
// How full a usage bar is, and from where on that is worth a warning.

#pragma once

#include "api/types/trafficamount.h"
#include "models/cellroles.h"

#include <QString>

#include <algorithm>
#include <optional>

namespace relaybook {

/// 0 to 1; nothing where the whole is unknown or not above zero.
[[nodiscard]] inline std::optional<double> usedShare(const std::optional<TrafficAmount> &used,
                                                     const std::optional<TrafficAmount> &whole)
{
    if (!used || !whole || whole->units() <= 0) {
        return std::nullopt;
    }
    // For a bar some pixels wide: nothing is ever reckoned with it.
    return std::clamp(static_cast<double>(used->units()) / static_cast<double>(whole->units()), 0.0,
                      1.0);
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

/// Mobile kinds stand out from the rest, as the service's own do.
[[nodiscard]] inline Tone proxyTypeTone(const QString &type)
{
    return type.startsWith(QLatin1String("mobile")) ? Tone::Accent : Tone::Neutral;
}

} // namespace relaybook
