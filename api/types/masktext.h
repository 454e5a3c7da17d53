// SPDX-License-Identifier: GPL-3.0-or-later
// The text in place of a secret, and how a value that holds one is told from others.

#pragma once

#include <QString>

#include <string_view>

namespace relaybook {

/// The text that replaces a secret: three bullets.
inline constexpr std::string_view secretMaskUtf8 = "\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2";

/// Whether a secret was masked in the text. Such a value is shown, but is not the service's own: it
/// is not compared with others and not sent back.
[[nodiscard]] inline bool holdsMask(const QString &text)
{
    return text.contains(u"\u2022\u2022\u2022");
}

} // namespace relaybook
