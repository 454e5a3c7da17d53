// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs JSON documents that a strict parser refuses because of single bytes or rows.

#pragma once

#include <QByteArray>
#include <QLatin1String>

#include <functional>
#include <optional>
#include <string_view>

namespace relaybook {

/// The beginning of the text that stands for a row that is not JSON.
inline constexpr QLatin1String brokenRowStart("This row is not JSON");

/// Returns the document with every value that a strict parser refuses replaced: bytes that are not
/// UTF-8 and halves of surrogate pairs by U+FFFD, NaN and the like by null, numbers that neither 64
/// bits nor a double can hold, and words that are not JSON, by strings. Takes time linear in the
/// size. Whether the result is JSON is for the parser to say.
[[nodiscard]] QByteArray repairedJson(std::string_view text);

/// Returns the document with each row of its list that `isJson` refuses replaced by a string that
/// says so, with its id if it begins with one; nothing if there is no list, or if the rest of the
/// document is not JSON either, as in one that was cut off. The text of such a row is dropped,
/// because its secrets cannot be masked.
[[nodiscard]] std::optional<QByteArray>
withoutBrokenRows(std::string_view text, const std::function<bool(std::string_view)> &isJson);

} // namespace relaybook
