// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/forecast.h"

#include "api/types/wholedays.h"

#include <QDate>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

// Forecasts are calculated with doubles. No amount of money or traffic that is shown as a fact is
// calculated here.
constexpr size_t slotCount = 30; // days before now, newest first
constexpr size_t paceSlots = 7;
// If nothing was used in a week, the week before is included.
constexpr size_t longPaceSlots = 14;
constexpr double halfADay = 0.5;
constexpr double withinFourOfFive = 1.28; // standard deviations for a probability of 80 %
constexpr double leastSpread = 0.1;       // of the pace, for the narrowest range
constexpr double slowest = 0.25;          // of the pace, for the upper end of the range
constexpr double tenYears = 3650;
constexpr double disagreeing = 1.5; // ratio of two sources from which on they disagree
constexpr double weekLength = 7;
constexpr size_t mostWeeks = 4;
constexpr size_t leastWeeks = 2;
constexpr int leastPurchases = 3;
constexpr double roundingSlack = 0.01; // of a day
constexpr auto slotLength = std::chrono::duration_cast<std::chrono::milliseconds>(24h);

struct Slot
{
    double used = 0; // GB
    double seen = 0; // part of the day with data, 0 to 1
};
using Slots = std::array<Slot, slotCount>;

double gigabytes(TrafficAmount amount)
{
    return static_cast<double>(amount.units()) / static_cast<double>(TrafficAmount::unitsPerGb);
}

TrafficAmount amountOf(double gigabytes)
{
    return TrafficAmount::fromUnits(
        std::llround(gigabytes * static_cast<double>(TrafficAmount::unitsPerGb)));
}

// The use between two readings; nothing if the traffic left increased without a known purchase.
std::optional<double> usedBetween(const TrafficReading &earlier, const TrafficReading &later,
                                  const std::vector<TrafficReading> &bought)
{
    double used = gigabytes(earlier.left) - gigabytes(later.left);
    for (const TrafficReading &purchase : bought) {
        if (purchase.at > earlier.at && purchase.at <= later.at) {
            used += gigabytes(purchase.left);
        }
    }
    return used >= 0 ? std::optional(used) : std::nullopt;
}

void spread(Slots &days, Instant asOf, Instant from, Instant until, double used)
{
    const double length = static_cast<double>((until - from).count());
    for (size_t i = 0; i < slotCount; ++i) {
        const Instant end = asOf - slotLength * static_cast<qint64>(i);
        const Instant begin = end - slotLength;
        const auto overlap = std::min(until, end) - std::max(from, begin);
        if (overlap.count() > 0) {
            const double share = static_cast<double>(overlap.count());
            days.at(i).used += used * share / length;
            days.at(i).seen += share / static_cast<double>(slotLength.count());
        }
    }
}

// The readings until `asOf`, oldest first. Later ones exist if the clock was set back.
std::vector<TrafficReading> sortedReadings(const TrafficHistory &history, Instant asOf)
{
    std::vector<TrafficReading> readings;
    std::copy_if(history.readings.begin(), history.readings.end(), std::back_inserter(readings),
                 [asOf](const TrafficReading &reading) { return reading.at < asOf; });
    std::stable_sort(readings.begin(), readings.end(),
                     [](const TrafficReading &a, const TrafficReading &b) { return a.at < b.at; });
    return readings;
}

Slots slotsOf(const TrafficHistory &history, TrafficAmount left, Instant asOf)
{
    Slots days{};
    std::vector<TrafficReading> readings = sortedReadings(history, asOf);
    readings.push_back({asOf, left});
    for (size_t i = 1; i < readings.size(); ++i) {
        const TrafficReading &before = readings.at(i - 1);
        const TrafficReading &after = readings.at(i);
        const auto used = usedBetween(before, after, history.bought);
        if (used && after.at > before.at) {
            spread(days, asOf, before.at, after.at, *used);
        }
    }
    return days;
}

struct Pace
{
    double perDay = 0;
    double deviation = 0;    // standard deviation of the samples, in GB a day
    double days = 0;         // days with data
    double sampleLength = 1; // in days
    int lastDays = 0;        // it is the average of these days
};

// The standard deviation of the samples.
double deviationOf(const std::vector<double> &rates, double mean)
{
    // With fewer than two samples: an assumption.
    if (rates.size() < 2) {
        return mean / 2;
    }
    double squares = 0;
    for (const double rate : rates) {
        squares += (rate - mean) * (rate - mean);
    }
    return std::sqrt(squares / static_cast<double>(rates.size() - 1));
}

Pace paceOf(const Slots &days, size_t count)
{
    Pace pace;
    pace.lastDays = static_cast<int>(count);
    double used = 0;
    std::vector<double> rates;
    rates.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        used += days.at(i).used;
        pace.days += days.at(i).seen;
        if (days.at(i).seen >= halfADay) {
            rates.push_back(days.at(i).used / days.at(i).seen);
        }
    }
    if (pace.days > 0) {
        pace.perDay = used / pace.days;
        pace.deviation = deviationOf(rates, pace.perDay);
    }
    return pace;
}

// From the complete days of the chart before today. A missing day does not count as 0.
Pace paceOfChart(const std::vector<DayOfUse> &chart, Instant asOf, size_t count)
{
    const qint64 today = std::chrono::floor<std::chrono::days>(asOf).time_since_epoch().count();
    Pace pace;
    pace.lastDays = static_cast<int>(count);
    std::vector<double> rates;
    for (const DayOfUse &day : chart) {
        if (day.day < today && day.day >= today - static_cast<qint64>(count)) {
            rates.push_back(gigabytes(day.used));
        }
    }
    pace.days = static_cast<double>(rates.size());
    for (const double rate : rates) {
        pace.perDay += rate / pace.days;
    }
    pace.deviation = deviationOf(rates, pace.perDay);
    return pace;
}

// The pace of the last week, or of two if nothing was used in the last one; nothing if too few of
// these days are known.
template <class PaceOfDays>
std::optional<Pace> recentPace(const PaceOfDays &paceOfDays)
{
    Pace pace = paceOfDays(paceSlots);
    if (pace.perDay <= 0) {
        pace = paceOfDays(longPaceSlots);
    }
    const bool isEnough = pace.days + roundingSlack >= TrafficForecast::daysNeeded;
    return isEnough ? std::optional(pace) : std::nullopt;
}

// How far the mean of the coming days may differ from the pace, with a probability of 80 %. The
// pace itself is uncertain, and single days vary.
double spreadOf(const Pace &pace, double daysAhead)
{
    const double samples = std::max(pace.days / pace.sampleLength, 1.0);
    const double ahead = std::max(daysAhead / pace.sampleLength, 1.0);
    const double uncertain = std::sqrt(1 / samples + 1 / ahead);
    return std::max(withinFourOfFive * pace.deviation * uncertain, pace.perDay * leastSpread);
}

void fillRange(TrafficForecast &forecast, const Pace &pace, double left)
{
    const double likely = left / pace.perDay;
    const double spread = spreadOf(pace, likely);
    const double most = left / std::max(pace.perDay - spread, pace.perDay * slowest);
    forecast.state = TrafficForecast::Lasts;
    forecast.perDay = amountOf(pace.perDay);
    forecast.paceDays = pace.lastDays;
    forecast.likelyDays = static_cast<int>(wholeDays(std::min(likely, tenYears)));
    forecast.leastDays =
        static_cast<int>(std::min(left / (pace.perDay + spread), tenYears) + roundingSlack);
    forecast.leastDays = std::min(forecast.leastDays, forecast.likelyDays);
    if (most <= tenYears) {
        forecast.mostDays = static_cast<int>(std::ceil(most - roundingSlack));
    }
}

// The forecast from one source.
TrafficForecast forecastOf(TrafficForecast forecast, const Pace &pace, double left,
                           TrafficForecast::MadeFrom source)
{
    forecast.madeFrom = source;
    forecast.paceDays = pace.lastDays;
    if (pace.perDay > 0) {
        fillRange(forecast, pace, left);
    } else {
        forecast.state = TrafficForecast::Unused;
        forecast.seenDays = static_cast<int>(pace.days + roundingSlack);
    }
    return forecast;
}

bool disagree(const Pace &a, const Pace &b)
{
    return std::max(a.perDay, b.perDay) > disagreeing * std::min(a.perDay, b.perDay);
}

// Two sources disagree, so the range covers both.
TrafficForecast forecastOfBoth(const TrafficForecast &forecast, const Pace &readings,
                               const Pace &chart, double left)
{
    const bool readingsAreFaster = readings.perDay > chart.perDay;
    const Pace &fast = readingsAreFaster ? readings : chart;
    const Pace &slow = readingsAreFaster ? chart : readings;
    TrafficForecast both = forecastOf(forecast, fast, left, TrafficForecast::Both);
    const TrafficForecast slower = forecastOf(forecast, slow, left, TrafficForecast::Both);
    both.leastDays = slower.state == TrafficForecast::Lasts
                         ? std::min(both.leastDays, slower.leastDays)
                         : both.leastDays;
    both.mostDays = slower.state == TrafficForecast::Lasts && both.mostDays && slower.mostDays
                        ? std::optional(std::max(*both.mostDays, *slower.mostDays))
                        : std::nullopt;
    both.perDay = amountOf(readings.perDay);
    both.perDayOfChart = amountOf(chart.perDay);
    return both;
}

constexpr auto week = std::chrono::duration_cast<std::chrono::milliseconds>(24h * 7);

// The traffic bought in each of the last weeks, in GB, newest week first.
struct WeeksOfPurchases
{
    std::vector<double> weeks;
    double sum = 0;
    int count = 0;
    [[nodiscard]] double days() const { return static_cast<double>(weeks.size()) * weekLength; }
};

WeeksOfPurchases inWeeks(const std::vector<TrafficReading> &purchases, size_t weeks, Instant asOf)
{
    WeeksOfPurchases bought;
    bought.weeks.resize(weeks);
    for (const TrafficReading &purchase : purchases) {
        const auto ago = asOf - purchase.at;
        if (ago.count() >= 0 && ago < week * static_cast<qint64>(weeks)) {
            bought.sum += gigabytes(purchase.left);
            bought.weeks.at(static_cast<size_t>(ago / week)) += gigabytes(purchase.left);
            ++bought.count;
        }
    }
    return bought;
}

// Only weeks since the first purchase count.
std::optional<WeeksOfPurchases> enoughPurchases(const std::vector<TrafficReading> &purchases,
                                                Instant asOf)
{
    if (purchases.empty()) {
        return std::nullopt;
    }
    const auto known = std::max<qint64>((asOf - purchases.front().at) / week, 0);
    const size_t weeks = std::min(mostWeeks, static_cast<size_t>(known));
    const WeeksOfPurchases bought = inWeeks(purchases, weeks, asOf);
    const bool isEnough = weeks >= leastWeeks && bought.count >= leastPurchases && bought.sum > 0;
    return isEnough ? std::optional(bought) : std::nullopt;
}

// Assumes that as much is used as is bought: the mean of the weeks.
Pace paceOfPurchases(const WeeksOfPurchases &bought)
{
    Pace pace;
    pace.days = bought.days();
    pace.lastDays = static_cast<int>(pace.days);
    pace.sampleLength = weekLength;
    pace.perDay = bought.sum / pace.days;
    std::vector<double> rates;
    for (const double each : bought.weeks) {
        rates.push_back(each / weekLength);
    }
    pace.deviation = deviationOf(rates, pace.perDay);
    return pace;
}

// Assumes that the type has the same share of the use as of the purchases.
Pace paceOfShare(const Pace &chart, const WeeksOfPurchases &bought, const WeeksOfPurchases &all)
{
    Pace pace;
    pace.days = bought.days();
    pace.lastDays = static_cast<int>(pace.days);
    pace.sampleLength = weekLength;
    const double share = bought.sum / all.sum;
    pace.perDay = chart.perDay * share;
    std::vector<double> rates;
    for (size_t i = 0; i < bought.weeks.size(); ++i) {
        if (all.weeks.at(i) > 0) {
            rates.push_back(chart.perDay * bought.weeks.at(i) / all.weeks.at(i));
        }
    }
    // The shares vary, and so do the days of the chart.
    pace.deviation = std::hypot(deviationOf(rates, pace.perDay),
                                chart.deviation * share / std::sqrt(weekLength));
    return pace;
}

std::optional<TrafficForecast> forecastOfPurchases(TrafficForecast forecast,
                                                   const TrafficHistory &history,
                                                   const std::optional<Pace> &chart, double left,
                                                   Instant asOf)
{
    // Weeks in which every purchase is known, and not too long ago.
    const Instant end = std::min(asOf, history.purchasesUntil.value_or(asOf));
    const auto bought = asOf - end < week ? enoughPurchases(history.purchases, end) : std::nullopt;
    if (!bought) {
        return std::nullopt;
    }
    forecast.purchaseCount = bought->count;
    forecast.purchased = amountOf(bought->sum);
    const WeeksOfPurchases all = inWeeks(history.allPurchases, bought->weeks.size(), end);
    if (chart && all.sum >= bought->sum) {
        forecast.purchasedAll = amountOf(all.sum);
        return forecastOf(forecast, paceOfShare(*chart, *bought, all), left,
                          TrafficForecast::SharedUse);
    }
    return forecastOf(forecast, paceOfPurchases(*bought), left, TrafficForecast::Purchases);
}

// From the use of all types, if there are several.
TrafficForecast forecastOfAllTypes(const TrafficForecast &forecast, const Pace &chart, double left)
{
    if (chart.perDay <= 0) { // no type was used
        return forecastOf(forecast, chart, left, TrafficForecast::DailyUse);
    }
    TrafficForecast least = forecastOf(forecast, chart, left, TrafficForecast::DailyUse);
    least.state = TrafficForecast::AtLeast;
    // "At least less than a day" would be meaningless.
    return least.leastDays < 1 ? forecast : least;
}

TrafficAmount mostSeen(const TrafficHistory &history, TrafficAmount left, Instant asOf)
{
    TrafficAmount most = left;
    for (const TrafficReading &reading : history.readings) {
        if (reading.at <= asOf && reading.at >= asOf - slotLength * qint64{slotCount}) {
            most = std::max(most, reading.left);
        }
    }
    return most;
}

} // namespace

TrafficForecast forecastTraffic(const TrafficHistory &history, TrafficAmount left, Instant asOf)
{
    TrafficForecast forecast;
    forecast.mostSeen = mostSeen(history, left, asOf);
    const Slots days = slotsOf(history, left, asOf);
    double seen = 0;
    double usedEver = 0;
    for (const Slot &day : days) {
        seen += day.seen;
        usedEver += day.used;
    }
    forecast.seenDays = static_cast<int>(seen + roundingSlack);
    forecast.readDays = forecast.seenDays;
    if (left.units() <= 0) {
        forecast.state = usedEver > 0 ? TrafficForecast::UsedUp : TrafficForecast::Empty;
        const auto pace = recentPace([&](size_t count) { return paceOf(days, count); });
        if (pace && pace->perDay > 0) {
            forecast.perDay = amountOf(pace->perDay); // what has to be bought follows from it
        }
        return forecast;
    }
    const double gb = gigabytes(left);
    const auto readings = recentPace([&](size_t count) { return paceOf(days, count); });
    const auto chart =
        recentPace([&](size_t count) { return paceOfChart(history.allTypes, asOf, count); });
    if (chart && history.onlyType) {
        return readings && disagree(*readings, *chart)
                   ? forecastOfBoth(forecast, *readings, *chart, gb)
                   : forecastOf(forecast, *chart, gb, TrafficForecast::DailyUse);
    }
    if (readings) {
        return forecastOf(forecast, *readings, gb, TrafficForecast::Readings);
    }
    const bool isUsed = !chart || chart->perDay > 0; // any type
    const auto bought = isUsed ? forecastOfPurchases(forecast, history, chart, gb, asOf)
                               : std::optional<TrafficForecast>();
    if (bought) {
        return *bought;
    }
    return chart ? forecastOfAllTypes(forecast, *chart, gb) : forecast;
}

} // namespace relaybook
