// SPDX-License-Identifier: GPL-3.0-or-later
// Makes JSON documents with very large numbers readable for the parser.

#pragma once

#include <QByteArray>

#include <string_view>

namespace relaybook {

/// Returns the document with its oversized numbers in quotes. The parser refuses the whole document
/// if one number fits neither into 64 bits nor into a double. A double is used only to detect such
/// a number, never to read its value.
[[nodiscard]] QByteArray withOversizedAsTexts(std::string_view text);

} // namespace relaybook
