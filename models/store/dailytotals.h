// SPDX-License-Identifier: GPL-3.0-or-later
// Daily sums of the ledger, for charts and forecasts. The writer stores sums for each quarter-hour,
// so that a chart does not need to add up a million rows. They can be added up to the days of any
// time zone, because in every current zone, days begin on a quarter-hour.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/storevalues.h"
#include "models/store/typetotals.h"

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QString>
#include <QTimeZone>

#include <vector>

namespace relaybook {

/// The lowest and highest balance of a day, before and after each of its rows.
struct BalanceRange
{
    Money low;
    Money high;
    friend bool operator==(const BalanceRange &, const BalanceRange &) = default;
};

/// The total of a day that has rows.
struct DailyTotal
{
    qint64 day = 0; ///< days since 1970 in the calendar of the requested zone
    qint64 count = 0;
    Money closing;                                    ///< the balance after the day's last row
    std::optional<BalanceRange> range = std::nullopt; ///< only if DaysAsked::ranges is set
    friend bool operator==(const DailyTotal &, const DailyTotal &) = default;
};

/// Days, both included, that may have transactions that are not stored; no value means no limit.
struct DayGap
{
    std::optional<qint64> first;
    std::optional<qint64> last;
    [[nodiscard]] bool contains(qint64 day) const
    {
        return (!first || day >= *first) && (!last || day <= *last);
    }
    friend bool operator==(const DayGap &, const DayGap &) = default;
};

/// The totals of the requested days. A ledger of a million rows gives a few hundred entries in each
/// list, so this is cheap to copy.
struct DailyTotals
{
    std::vector<DailyTotal> days; ///< oldest first; days without rows are left out
    std::vector<TypeTotal> types; ///< by type, then by product
    LedgerExtent ledger;          ///< `held`: the rows that are in these totals
    std::vector<DayGap> gaps;     ///< of the whole ledger, oldest first
    /// Rows of the requested days that are in no sum, because a balance is too large for Money. The
    /// closing balance of their day is the last one that fits.
    qint64 tooLarge = 0;
};

/// The requested days: from the day of `from` to the day before that of `until`; a missing limit
/// means no limit.
struct DaysAsked
{
    std::optional<Instant> from = std::nullopt;
    std::optional<Instant> until = std::nullopt;
    /// The first day of the sums by type, if they cover fewer days.
    std::optional<Instant> typesFrom = std::nullopt;
    QTimeZone zone;
    /// Whether the days have their ranges, for which every row of these days is read.
    bool ranges = false;
    /// Whether DailyTotals::types is filled.
    bool types = true;
};

/// The time at which a day begins.
[[nodiscard]] Instant dayStart(qint64 day, const QTimeZone &zone);
/// The day that contains the time.
[[nodiscard]] qint64 dayOf(Instant instant, const QTimeZone &zone);

/// The quarter-hour that contains the time, counted from 1970; the unit of slot_totals.
[[nodiscard]] constexpr qint64 slotOf(Instant instant)
{
    constexpr qint64 slotMs = 900'000;
    const qint64 ms = toMillis(instant);
    return ms / slotMs - (ms % slotMs < 0 ? 1 : 0);
}
/// The time at which a quarter-hour begins.
[[nodiscard]] constexpr Instant slotStart(qint64 slot)
{
    constexpr qint64 slotMs = 900'000;
    return fromMillis(slot * slotMs);
}

/// Whether the sums contain every stored row. Throws.
[[nodiscard]] bool isCountedIn(Connection &connection);

/// Reads the totals from one consistent state of the file. Throws.
[[nodiscard]] DailyTotals dailyTotals(Connection &connection, const DaysAsked &asked);

} // namespace relaybook
