// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes in which the window's contents can be shown, in percent of the system's font.
#pragma once

#include <algorithm>
#include <array>

namespace relaybook {

inline constexpr int usualZoom = 100;
inline constexpr std::array zoomSteps{80, 90, 100, 110, 125, 150, 175, 200};

/// The next larger step; `zoom` itself if it is the largest.
[[nodiscard]] constexpr int zoomedIn(int zoom)
{
    for (const int step : zoomSteps) {
        if (step > zoom) {
            return step;
        }
    }
    return std::max(zoom, zoomSteps.back());
}

/// The next smaller step; `zoom` itself if it is the smallest.
[[nodiscard]] constexpr int zoomedOut(int zoom)
{
    int smaller = std::min(zoom, zoomSteps.front());
    for (const int step : zoomSteps) {
        smaller = step < zoom ? step : smaller;
    }
    return smaller;
}

} // namespace relaybook
