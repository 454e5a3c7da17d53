// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all colours: value by role, light and dark. No other file contains a colour value.
#pragma once

#include "ui/theme/role.h"

#include <QColor>

namespace relaybook {

[[nodiscard]] QColor colourOf(Role role, bool dark);

/// The colour by which an account is told from others, the same in both themes: white text on it is
/// readable. `key` identifies the account.
[[nodiscard]] QColor accountColour(const QString &key);

/// Contrast of two opaque colours by WCAG 2.1: 1 (equal) to 21 (black on white).
[[nodiscard]] double contrastRatio(const QColor &one, const QColor &other);

/// Blends a colour over an opaque one.
[[nodiscard]] QColor blended(const QColor &over, const QColor &ground);

} // namespace relaybook
