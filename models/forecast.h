// SPDX-License-Identifier: GPL-3.0-or-later
// How long the traffic of a type will last: pace and days left, from what was read of it before.
// Pure. An estimate is a range; where there is too little to go by, it says so.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// "2026-11-20" as a day since 1970; nothing where it is no date.
[[nodiscard]] std::optional<qint64> dayOfText(const QString &date);

struct TrafficHistory
{
    /// Of one type, ascending in time.
    std::vector<TrafficReading> readings;
    /// Amounts bought through this program: what a rise between two readings is explained with.
    std::vector<TrafficReading> bought;
    std::vector<DayOfUse> allTypes; ///< ascending
    bool onlyType = false;          ///< `allTypes` is the use of this type then
    friend bool operator==(const TrafficHistory &, const TrafficHistory &) = default;
};

struct TrafficForecast
{
    enum State {
        TooLittle, ///< less than two days were seen
        Unused,    ///< seen for `seenDays` and not used in them
        UsedUp,    ///< nothing is left; it was used in the last days
        Lasts,     ///< `leastDays` to `mostDays`, `likelyDays` most likely
        AtLeast,   ///< only the use of all types is known: this type lasts `leastDays` or longer
    };
    State state = TooLittle;
    int seenDays = 0;                    ///< whole days that the readings tell about, at most 30
    std::optional<TrafficAmount> perDay; ///< the pace of the last seven days; AtLeast: of all types
    int likelyDays = 0;                  ///< whole days; 0: less than one
    int leastDays = 0;
    std::optional<int> mostDays; ///< nothing where that is beyond ten years
    /// The most that was there in the last 30 days: what a bar compares with. Not below what is
    /// left.
    TrafficAmount mostSeen;
    friend bool operator==(const TrafficForecast &, const TrafficForecast &) = default;

    /// Whether it is time to buy: five days or fewer are likely, or nothing is left.
    [[nodiscard]] bool runsOut() const
    {
        constexpr int soon = 5;
        return state == UsedUp || (state == Lasts && likelyDays <= soon);
    }
};

/// `left` is what there is at `asOf`, the time of the last reading. Readings after it, as a clock
/// that was set back leaves them, are not used.
[[nodiscard]] TrafficForecast forecastTraffic(const TrafficHistory &history, TrafficAmount left,
                                              Instant asOf);

} // namespace relaybook
