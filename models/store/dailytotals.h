// SPDX-License-Identifier: GPL-3.0-or-later
// What each day did to the balance: charts and forecasts are made of it. The writer keeps sums by
// quarter-hours, so that nobody adds up a million rows to draw a curve, and so that days are those
// of the reader's zone: they begin on a quarter-hour in every zone there is today.

#pragma once

#include "models/store/connection.h"

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QString>
#include <QTimeZone>

#include <vector>

namespace relaybook {

struct DailyTotal
{
    qint64 day = 0; ///< days since 1970 in the calendar of the zone asked for
    QString type;
    QString product; ///< the product's id; empty: the rows name none
    /// What the newest row of this product calls it in its metadata ("residential_premium"); empty
    /// where it says nothing.
    QString proxyType;
    Money in;         ///< what came in by rows of this type and product on this day
    Money out;        ///< what went out, without a sign
    bool fits = true; ///< false: the sums are beyond what Money holds, and are zero here
    qint64 count = 0;
    Money closing; ///< the balance after the day's last row, whatever its type
    friend bool operator==(const DailyTotal &, const DailyTotal &) = default;
};

/// The first moment of a day.
[[nodiscard]] Instant dayStart(qint64 day, const QTimeZone &zone);
/// The day a moment is in.
[[nodiscard]] qint64 dayOf(Instant instant, const QTimeZone &zone);

/// The quarter-hour since 1970 that a moment is in; the unit of slot_totals.
[[nodiscard]] constexpr qint64 slotOf(Instant instant)
{
    constexpr qint64 slotMs = 900'000;
    const qint64 ms = toMillis(instant);
    return ms / slotMs - (ms % slotMs < 0 ? 1 : 0);
}
/// The first moment of a quarter-hour.
[[nodiscard]] constexpr Instant slotStart(qint64 slot)
{
    constexpr qint64 slotMs = 900'000;
    return fromMillis(slot * slotMs);
}

/// Whether every row that is stored is in the sums. Throws.
[[nodiscard]] bool isCountedIn(Connection &connection);

/// Days from the one of `from` to the one before `until`'s, the oldest first, by type and product;
/// all where they are nothing. Days without a row are left out. From one state of the file. Throws.
[[nodiscard]] std::vector<DailyTotal> dailyTotals(Connection &connection,
                                                  std::optional<Instant> from,
                                                  std::optional<Instant> until,
                                                  const QTimeZone &zone);

} // namespace relaybook
