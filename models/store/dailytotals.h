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

/// A day with rows.
struct DailyTotal
{
    qint64 day = 0; ///< days since 1970 in the calendar of the zone asked for
    qint64 count = 0;
    Money closing; ///< the balance after the day's last row
    friend bool operator==(const DailyTotal &, const DailyTotal &) = default;
};

/// What rows of one type and product moved in the days asked for.
struct TypeTotal
{
    QString type;
    QString product; ///< the product's id; empty: the rows name none
    /// What the newest of them calls the product in its metadata ("residential_premium"); empty
    /// where it says nothing.
    QString proxyType;
    Money in;
    Money out;        ///< without a sign
    bool fits = true; ///< false: the sums are beyond what Money holds, and are zero here
    qint64 count = 0;
    friend bool operator==(const TypeTotal &, const TypeTotal &) = default;
};

/// A ledger of a million rows makes some hundred of either: little enough to hand about.
struct DailyTotals
{
    std::vector<DailyTotal> days; ///< the oldest first; those without a row are left out
    std::vector<TypeTotal> types; ///< by type, then by product
};

/// Days from the one of `from` to the one before `until`'s; all where they are nothing.
struct DaysAsked
{
    std::optional<Instant> from = std::nullopt;
    std::optional<Instant> until = std::nullopt;
    /// The first day that the sums by type are of, where they are of fewer days.
    std::optional<Instant> typesFrom = std::nullopt;
    QTimeZone zone;
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

/// From one state of the file. Throws.
[[nodiscard]] DailyTotals dailyTotals(Connection &connection, const DaysAsked &asked);

} // namespace relaybook
