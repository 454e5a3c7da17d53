// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts how long the traffic of a type will last, from earlier readings of the traffic left.
// Pure functions. The result is a range, or says that there is not enough data.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// The data for a forecast.
struct TrafficHistory
{
    /// Readings of one type, in any order.
    std::vector<TrafficReading> readings;
    /// Amounts bought with this program; they explain increases between two readings.
    std::vector<TrafficReading> bought;
    std::vector<DayOfUse> allTypes; ///< use of all types, oldest first; days may be missing
    bool onlyType = false;          ///< true: `allTypes` is the use of this type
    /// Purchases of this type according to the ledger, oldest first.
    std::vector<TrafficReading> purchases = {};
    std::vector<TrafficReading> allPurchases = {}; ///< of all types, in any order
    /// Until when all purchases are known; nothing: until now.
    std::optional<Instant> purchasesUntil = std::nullopt;
    friend bool operator==(const TrafficHistory &, const TrafficHistory &) = default;
};

/// The result of a forecast.
struct TrafficForecast
{
    enum State {
        TooLittle, ///< there is data for fewer than `daysNeeded` days
        Unused,    ///< no use in the `seenDays` days with data, of the last 14
        Empty,     ///< nothing is left, and no use was seen
        UsedUp,    ///< nothing is left, and it was used in the last days
        Lasts,     ///< lasts `leastDays` to `mostDays` days, most likely `likelyDays`
        AtLeast,   ///< only the use of all types is known: this type lasts at least `leastDays`
    };
    /// The data that the result is based on.
    enum MadeFrom {
        Nothing,
        DailyUse,  ///< the service's chart of daily use
        Readings,  ///< the traffic left on several days
        Both,      ///< the two disagree, and the range covers both
        Purchases, ///< purchases, assuming that as much was used
        SharedUse, ///< the chart of all types, split in the ratio of the purchases
    };
    /// The days of data that a forecast needs.
    static constexpr int daysNeeded = 3;

    State state = TooLittle;
    MadeFrom madeFrom = Nothing;
    /// Whole days with data, at most 30; with the chart: days of the chart.
    int seenDays = 0;
    int paceDays = 0;                    ///< `perDay` is the average of these last days
    std::optional<TrafficAmount> perDay; ///< average; AtLeast: of all types
    /// Both: the average according to the chart, while `perDay` is according to the readings.
    std::optional<TrafficAmount> perDayOfChart;
    int purchaseCount = 0;      ///< Purchases, SharedUse: their number in the `paceDays` days
    TrafficAmount purchased;    ///< Purchases, SharedUse: their sum
    TrafficAmount purchasedAll; ///< SharedUse: the sum of the purchases of all types
    int likelyDays = 0;         ///< whole days; 0 means less than one
    int leastDays = 0;
    std::optional<int> mostDays; ///< nothing if more than ten years
    /// The most traffic left in any reading of the last 30 days, or the traffic left now if that is
    /// more: 100 % of the usage bar.
    TrafficAmount mostSeen;
    int readDays = 0; ///< whole days between the readings, for which `mostSeen` is valid
    friend bool operator==(const TrafficForecast &, const TrafficForecast &) = default;

    [[nodiscard]] bool isMadeFromPurchases() const
    {
        return madeFrom == Purchases || madeFrom == SharedUse;
    }
    /// Whether TrafficHistory::purchases would be used.
    [[nodiscard]] bool wantsPurchases() const
    {
        return state == TooLittle || state == AtLeast || isMadeFromPurchases();
    }
    /// Five days or less.
    static constexpr int soon = 5;
    /// Whether it may last five days or less, or nothing is left: worth a warning beside the range.
    [[nodiscard]] bool mayRunOut() const { return mayRunOutWithin(soon); }
    [[nodiscard]] bool mayRunOutWithin(int days) const
    {
        return state == UsedUp || (state == Lasts && leastDays <= days);
    }
    /// Whether traffic should be bought: it will likely last five days or less, or nothing is left.
    /// Purchases alone say too little to advise that.
    [[nodiscard]] bool runsOut() const { return runsOutWithin(soon); }
    /// The same with another number of days.
    [[nodiscard]] bool runsOutWithin(int days) const
    {
        return state == UsedUp || (state == Lasts && !isMadeFromPurchases() && likelyDays <= days);
    }
};

/// Calculates a forecast. `left` is the traffic left at `asOf`, the time of the last reading. Later
/// readings, which exist if the clock was set back, are not used.
[[nodiscard]] TrafficForecast forecastTraffic(const TrafficHistory &history, TrafficAmount left,
                                              Instant asOf);

} // namespace relaybook
