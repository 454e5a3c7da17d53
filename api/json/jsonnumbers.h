// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that no parser takes.

#pragma once

#include <QByteArray>

#include <string_view>

namespace relaybook {

/// The document with its oversized numbers in quotes: the parser refuses a whole document for one
/// number that neither 64 bits nor a double hold. No figure is made from a double here; it only
/// tells whether one is there.
[[nodiscard]] QByteArray withOversizedAsTexts(std::string_view text);

} // namespace relaybook
