// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of colours: role to value, light and dark. Nothing else in the program names one.
#pragma once

#include "ui/theme/role.h"

#include <QColor>

namespace relaybook {

[[nodiscard]] QColor colourOf(Role role, bool dark);

// Contrast of two opaque colours by WCAG 2.1: 1 (equal) to 21 (black on white).
[[nodiscard]] double contrastRatio(const QColor &one, const QColor &other);

// One colour laid over an opaque one.
[[nodiscard]] QColor blended(const QColor &over, const QColor &ground);

} // namespace relaybook
