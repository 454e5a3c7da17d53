// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/forecast.h"

#include <QDate>

#include <algorithm>
#include <array>
#include <cmath>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

// An estimate of days is statistics, not book-keeping: it is reckoned in doubles, and no amount of
// money or traffic that is shown as a fact ever comes out of one.
constexpr size_t slotCount = 30; // days back from now, the newest first
constexpr size_t paceSlots = 7;
constexpr double enoughDays = 2;
constexpr double halfADay = 0.5;
constexpr double withinFourOfFive = 1.28; // standard deviations on either side
constexpr double leastSpread = 0.1;       // of the pace: no forecast is narrower
constexpr double slowest = 0.25;          // of the pace
constexpr double tenYears = 3650;
constexpr int leastChartDays = 3;
constexpr auto slotLength = std::chrono::duration_cast<std::chrono::milliseconds>(24h);

struct Slot
{
    double used = 0; // GB
    double seen = 0; // of the day, 0 to 1
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

// What was used between two readings; nothing where more came in than is known of.
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

Slots slotsOf(const TrafficHistory &history, TrafficAmount left, Instant asOf)
{
    Slots days{};
    std::optional<TrafficReading> before;
    const auto take = [&](const TrafficReading &reading) {
        if (before && reading.at > before->at) {
            if (const auto used = usedBetween(*before, reading, history.bought)) {
                spread(days, asOf, before->at, reading.at, *used);
            }
        }
        before = reading;
    };
    for (const TrafficReading &reading : history.readings) {
        if (reading.at < asOf) {
            take(reading);
        }
    }
    take({asOf, left});
    return days;
}

struct Pace
{
    double perDay = 0;
    double deviation = 0; // of single days
    double days = 0;      // that it is made of
};

Pace paceOf(const Slots &days)
{
    Pace pace;
    double used = 0;
    std::vector<double> rates;
    rates.reserve(paceSlots);
    for (size_t i = 0; i < paceSlots; ++i) {
        used += days.at(i).used;
        pace.days += days.at(i).seen;
        if (days.at(i).seen >= halfADay) {
            rates.push_back(days.at(i).used / days.at(i).seen);
        }
    }
    if (pace.days <= 0) {
        return pace;
    }
    pace.perDay = used / pace.days;
    double squares = 0;
    for (const double rate : rates) {
        squares += (rate - pace.perDay) * (rate - pace.perDay);
    }
    // One day tells nothing of how days differ: as far apart as they may well be.
    pace.deviation = rates.size() > 1 ? std::sqrt(squares / static_cast<double>(rates.size() - 1))
                                      : pace.perDay / 2;
    return pace;
}

// How far the mean of the days to come may lie from the pace, four times out of five: as much as
// the pace itself is uncertain, and the days ahead differ.
double spreadOf(const Pace &pace, double daysAhead)
{
    const double uncertain = std::sqrt(1 / std::max(pace.days, 1.0) + 1 / std::max(daysAhead, 1.0));
    return std::max(withinFourOfFive * pace.deviation * uncertain, pace.perDay * leastSpread);
}

void fillRange(TrafficForecast &forecast, const Pace &pace, double left)
{
    const double likely = left / pace.perDay;
    const double spread = spreadOf(pace, likely);
    const double most = left / std::max(pace.perDay - spread, pace.perDay * slowest);
    forecast.perDay = amountOf(pace.perDay);
    forecast.likelyDays = static_cast<int>(std::min(likely, tenYears) + halfADay);
    if (likely < 1) {
        forecast.likelyDays = 0;
    }
    forecast.leastDays = static_cast<int>(std::min(left / (pace.perDay + spread), tenYears));
    forecast.leastDays = std::min(forecast.leastDays, forecast.likelyDays);
    if (most <= tenYears) {
        forecast.mostDays = static_cast<int>(std::ceil(most));
    }
}

// Complete days of the chart right before today.
std::optional<Pace> paceOfChart(const std::vector<DayOfUse> &chart, Instant asOf)
{
    const qint64 today = std::chrono::floor<std::chrono::days>(asOf).time_since_epoch().count();
    std::vector<double> rates;
    for (const DayOfUse &day : chart) {
        if (day.day < today && day.day >= today - static_cast<qint64>(paceSlots)) {
            rates.push_back(gigabytes(day.used));
        }
    }
    if (rates.size() < leastChartDays) {
        return std::nullopt;
    }
    Pace pace;
    pace.days = static_cast<double>(rates.size());
    for (const double rate : rates) {
        pace.perDay += rate / pace.days;
    }
    for (const double rate : rates) {
        pace.deviation += (rate - pace.perDay) * (rate - pace.perDay) / (pace.days - 1);
    }
    pace.deviation = std::sqrt(pace.deviation);
    return pace.perDay > 0 ? std::optional(pace) : std::nullopt;
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

std::optional<qint64> dayOfText(const QString &date)
{
    const QDate day = QDate::fromString(date.left(10), Qt::ISODate);
    return day.isValid() ? std::optional(QDate(1970, 1, 1).daysTo(day)) : std::nullopt;
}

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
    forecast.seenDays = static_cast<int>(seen + 0.01);
    const Pace pace = paceOf(days);
    const bool emptyNow = left.units() <= 0;
    if (emptyNow && usedEver > 0) {
        forecast.state = TrafficForecast::UsedUp;
        return forecast;
    }
    if (pace.days >= enoughDays) {
        forecast.state = pace.perDay > 0 ? TrafficForecast::Lasts : TrafficForecast::Unused;
        if (pace.perDay > 0) {
            fillRange(forecast, pace, gigabytes(left));
        }
        return forecast;
    }
    const auto chart = emptyNow ? std::nullopt : paceOfChart(history.allTypes, asOf);
    if (!chart) {
        return forecast;
    }
    TrafficForecast byChart = forecast;
    fillRange(byChart, *chart, gigabytes(left));
    byChart.state = history.onlyType ? TrafficForecast::Lasts : TrafficForecast::AtLeast;
    // "At least less than a day" says nothing about a type that may be hardly used.
    const bool saysNothing = !history.onlyType && byChart.leastDays < 1;
    return saysNothing ? forecast : byChart;
}

} // namespace relaybook
