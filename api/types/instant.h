// SPDX-License-Identifier: GPL-3.0-or-later
// A moment in UTC. What people see is made of it in ui/, in their own zone.

#pragma once

#include <QDateTime>
#include <QString>
#include <QStringView>

#include <chrono>
#include <optional>

namespace relaybook {

/// UTC to the millisecond; comparable as a number, stored as milliseconds since 1970.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

/// ISO 8601 with or without fraction, "Z" or an offset (contract section 1); a text without any
/// zone is UTC, because the contract says that all times are. Nothing where it is no such time.
[[nodiscard]] std::optional<Instant> parseInstant(QStringView text);

/// "2026-11-20T14:02:11.000Z".
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
