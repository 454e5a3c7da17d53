// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the headers of a response that hold a time or a number.

#pragma once

#include "api/types/instant.h"

#include <QByteArray>

#include <chrono>
#include <optional>

namespace relaybook {

/// The longest pause that the program keeps without trying again: services may send a time that is
/// days off, and nobody could then use the program.
inline constexpr std::chrono::seconds longestRetryAfter = std::chrono::minutes(15);

/// The whole number at the beginning of a header.
[[nodiscard]] std::optional<qint64> leadingNumber(const QByteArray &header);

/// A date of HTTP in any of its three forms, e.g. "Fri, 20 Nov 2026 12:00:45 GMT".
[[nodiscard]] std::optional<Instant> httpDate(const QByteArray &header);

/// The pause that `Retry-After` asks for: seconds, also with a fraction; a date; or a time in
/// seconds or milliseconds since 1970. Times are compared with `now`, which should be the service's
/// own. Never negative or longer than longestRetryAfter; nothing if it is none of these.
[[nodiscard]] std::optional<std::chrono::seconds> parseRetryAfter(const QByteArray &header,
                                                                  Instant now);

} // namespace relaybook
