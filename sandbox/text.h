// SPDX-License-Identifier: GPL-3.0-or-later
// Text helpers of the sandbox: writes JSON by appending to a string, which is fast enough for pages
// of a hundred rows, and formats times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/// Seconds since 1970, UTC.
using Seconds = std::int64_t;
inline constexpr Seconds secondsPerDay = 86'400;

/// Appends the text in quotes, escaped. Characters outside ASCII are written as UTF-8.
void appendQuoted(std::string &out, std::string_view text);
void appendQuotedOrNull(std::string &out, const std::optional<std::string> &text);

/// "2026-11-20T14:02:11Z"
void appendIso(std::string &out, Seconds at);
std::string isoText(Seconds at);
/// "2026-11-20"
std::string dayText(Seconds at);

/// How many characters (not bytes) a UTF-8 text has.
std::size_t characters(std::string_view text);

std::string lowered(std::string_view text);

/// Replaces a member's number, time or word by `value`: the text between `key` ("\"amount\":") and
/// the next comma.
void replaceValue(std::string &json, std::string_view key, std::string_view value);

} // namespace sandbox
