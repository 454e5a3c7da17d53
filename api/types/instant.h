// SPDX-License-Identifier: GPL-3.0-or-later
// The time type of the program: a point in time in UTC. It is formatted in the user's time zone
// only for display.

#pragma once

#include <QDateTime>
#include <QString>
#include <QStringView>

#include <chrono>
#include <optional>

namespace relaybook {

/// A time in UTC with millisecond precision; stored as milliseconds since 1970.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

/// Parses ISO 8601 with or without a fraction, with "Z", "UTC" or an offset (contract section 1). A
/// text without a zone is UTC, because the contract says that all times are. Returns nothing if the
/// text is not such a time.
[[nodiscard]] std::optional<Instant> parseInstant(QStringView text);

/// Parses a local time in the named zone: "UTC", an offset such as "+02:00", or a name such as
/// "Europe/Berlin". Returns nothing if the text has a zone of its own, the zone is not known, or
/// its clocks showed the time twice or never.
[[nodiscard]] std::optional<Instant> parseInstantIn(QStringView zone, QStringView text);

/// Reads a number of seconds, milliseconds or microseconds since 1970, also with a fraction.
/// Returns nothing if it is not a time from 1990 to 2199 in exactly one of these units.
[[nodiscard]] std::optional<Instant> instantOfNumber(QStringView text);

/// Formats a time: "2026-11-20T14:02:11.000Z".
[[nodiscard]] QString instantText(Instant instant);

/// The same moment for Qt's own formats, in UTC.
[[nodiscard]] QDateTime utcDateTime(Instant instant);

[[nodiscard]] constexpr qint64 toMillis(Instant instant)
{
    return instant.time_since_epoch().count();
}
[[nodiscard]] constexpr Instant fromMillis(qint64 millis)
{
    return Instant(std::chrono::milliseconds(millis));
}

} // namespace relaybook
