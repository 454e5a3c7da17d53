// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all colours: value by role, light and dark, usual and with high contrast. No other
// file contains a colour value.
#pragma once

#include "ui/theme/role.h"

#include <QColor>

namespace relaybook {

/// With `strong`, every text has a contrast of 7:1 or more (WCAG AAA), and every line of 3:1.
[[nodiscard]] QColor colourOf(Role role, bool dark, bool strong = false);

/// How many colours accountColour() has.
inline constexpr int accountColourCount = 8;
/// One of the colours by which accounts are told apart. Text in Role::OnAccent on it is readable,
/// and it can be seen on the backgrounds of lists and of the side bar.
[[nodiscard]] QColor accountColour(int index, bool dark, bool strong = false);

/// Contrast of two opaque colours by WCAG 2.1: 1 (equal) to 21 (black on white).
[[nodiscard]] double contrastRatio(const QColor &one, const QColor &other);

/// Blends a colour over an opaque one.
[[nodiscard]] QColor blended(const QColor &over, const QColor &ground);

} // namespace relaybook
