// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts how long the traffic of a type will last, from earlier readings of the traffic left.
// Pure functions. The result is a range, or says that there is not enough data.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// "2026-11-20" as the number of days since 1970; nothing if it is not a date.
[[nodiscard]] std::optional<qint64> dayOfText(const QString &date);

/// The data a forecast is made of.
struct TrafficHistory
{
    /// Readings of one type, ascending in time.
    std::vector<TrafficReading> readings;
    /// Amounts bought with this program; they explain increases between two readings.
    std::vector<TrafficReading> bought;
    std::vector<DayOfUse> allTypes; ///< ascending
    bool onlyType = false;          ///< then `allTypes` is the use of this type
    friend bool operator==(const TrafficHistory &, const TrafficHistory &) = default;
};

/// The result of a forecast.
struct TrafficForecast
{
    enum State {
        TooLittle, ///< there is data for less than two days
        Unused,    ///< not used in the `seenDays` days with data
        UsedUp,    ///< nothing is left, and it was used in the last days
        Lasts,     ///< lasts `leastDays` to `mostDays` days, most likely `likelyDays`
        AtLeast,   ///< only the use of all types is known: this type lasts at least `leastDays`
    };
    State state = TooLittle;
    int seenDays = 0;                    ///< whole days covered by the readings, at most 30
    std::optional<TrafficAmount> perDay; ///< average of the last seven days; AtLeast: of all types
    int likelyDays = 0;                  ///< whole days; 0 means less than one
    int leastDays = 0;
    std::optional<int> mostDays; ///< nothing if more than ten years
    /// The largest amount in the last 30 days, as the full length of a bar. Never less than the
    /// traffic left.
    TrafficAmount mostSeen;
    friend bool operator==(const TrafficForecast &, const TrafficForecast &) = default;

    /// Whether traffic should be bought: it will likely last five days or less, or nothing is left.
    [[nodiscard]] bool runsOut() const
    {
        constexpr int soon = 5;
        return state == UsedUp || (state == Lasts && likelyDays <= soon);
    }
};

/// Calculates a forecast. `left` is the traffic left at `asOf`, the time of the last reading. Later
/// readings, which exist if the clock was set back, are not used.
[[nodiscard]] TrafficForecast forecastTraffic(const TrafficHistory &history, TrafficAmount left,
                                              Instant asOf);

} // namespace relaybook
