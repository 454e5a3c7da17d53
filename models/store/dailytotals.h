// SPDX-License-Identifier: GPL-3.0-or-later
// What each day did to the balance: charts and forecasts are made of it. Kept by the writer, so
// that nobody adds up a million rows to draw a curve.

#pragma once

#include "models/store/connection.h"

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QString>

#include <vector>

namespace relaybook {

struct DailyTotal
{
    qint64 day = 0; ///< days since 1970 in UTC
    QString type;
    Money in;         ///< what came in by rows of this type on this day
    Money out;        ///< what went out, without a sign
    bool fits = true; ///< false: the sums are beyond what Money holds, and are zero here
    qint64 count = 0;
    Money closing; ///< the balance after the day's last row, whatever its type
    friend bool operator==(const DailyTotal &, const DailyTotal &) = default;
};

/// The first moment of a day.
[[nodiscard]] constexpr Instant dayStart(qint64 day)
{
    constexpr qint64 dayMs = 86'400'000;
    return fromMillis(day * dayMs);
}
/// The day a moment is in.
[[nodiscard]] constexpr qint64 dayOf(Instant instant)
{
    constexpr qint64 dayMs = 86'400'000;
    const qint64 ms = toMillis(instant);
    return ms / dayMs - (ms % dayMs < 0 ? 1 : 0);
}

/// Days from the one of `from` to the one before `until`'s, the oldest first; all where they are
/// nothing. Days without a row are left out. Reads within one transaction. Throws.
[[nodiscard]] std::vector<DailyTotal>
dailyTotals(Connection &connection, std::optional<Instant> from, std::optional<Instant> until);

} // namespace relaybook
