// SPDX-License-Identifier: GPL-3.0-or-later
// The choices by which the theme and the style draw.
#pragma once

namespace relaybook {

struct ThemeLook
{
    bool isDark = false;
    bool isStrong = false;  ///< high contrast
    bool isCalm = false;    ///< nothing moves
    bool isCompact = false; ///< tables have less room around their texts
    friend bool operator==(const ThemeLook &, const ThemeLook &) = default;
};

} // namespace relaybook
