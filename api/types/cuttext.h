// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts long texts without splitting a character that takes two UTF-16 units.

#pragma once

#include <QString>

namespace relaybook {

/// The first `longest` UTF-16 units of the text, or one less if the last one would be half of a
/// surrogate pair.
[[nodiscard]] QString textStart(const QString &text, qsizetype longest);

/// A text of at most `longest` UTF-16 units as it is; a longer one as its start and "…".
[[nodiscard]] QString cutText(const QString &text, qsizetype longest);

} // namespace relaybook
