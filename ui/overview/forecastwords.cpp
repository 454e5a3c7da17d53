// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/forecastwords.h"

#include "models/format.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ForecastWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ForecastWords)
};

QString rangeText(const TrafficForecast &forecast)
{
    if (forecast.likelyDays == 0) {
        return ForecastWords::tr("less than a day");
    }
    if (!forecast.mostDays) {
        return ForecastWords::tr("%n days or more", nullptr, forecast.leastDays);
    }
    if (forecast.leastDays == 0) {
        return ForecastWords::tr("at most %n days", nullptr, *forecast.mostDays);
    }
    if (forecast.leastDays == *forecast.mostDays) {
        return ForecastWords::tr("about %n days", nullptr, forecast.likelyDays);
    }
    return ForecastWords::tr("%1–%2 days", "from, to")
        .arg(format::count(forecast.leastDays), format::count(*forecast.mostDays));
}

} // namespace

QString daysLeftText(const TrafficForecast &forecast)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
        return ForecastWords::tr("too little data yet");
    case TrafficForecast::Unused:
        return ForecastWords::tr("not used in %n days", nullptr, forecast.seenDays);
    case TrafficForecast::UsedUp:
        return ForecastWords::tr("used up");
    case TrafficForecast::Lasts:
        return rangeText(forecast);
    case TrafficForecast::AtLeast:
        return ForecastWords::tr("%n days or more", nullptr, forecast.leastDays);
    }
    return {};
}

QString paceText(const TrafficForecast &forecast)
{
    if (!forecast.perDay) {
        return {};
    }
    return ForecastWords::tr("%1 a day").arg(format::traffic(*forecast.perDay));
}

QString forecastExplained(const TrafficForecast &forecast)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
        return ForecastWords::tr(
            "How long it lasts shows once this program has seen two days of use.");
    case TrafficForecast::Unused:
        return ForecastWords::tr("It was not used in the %n days that this program has seen.",
                                 nullptr, forecast.seenDays);
    case TrafficForecast::UsedUp:
        return ForecastWords::tr("Nothing of this type is left.");
    case TrafficForecast::Lasts:
        return ForecastWords::tr(
                   "At the pace of the last 7 days, %1. The range is as wide as the days "
                   "differed from each other.")
            .arg(paceText(forecast));
    case TrafficForecast::AtLeast:
        return ForecastWords::tr(
                   "The service tells the use of all types together, %1: this type lasts "
                   "that long even if all of it were of this type.")
            .arg(format::traffic(forecast.perDay.value_or(TrafficAmount())));
    }
    return {};
}

QString runsOutLead(const TrafficPool &pool, const TrafficForecast &forecast)
{
    const QString type = format::proxyType(pool.type);
    if (forecast.state == TrafficForecast::UsedUp) {
        return ForecastWords::tr("%1 traffic is used up").arg(type);
    }
    if (forecast.likelyDays == 0) {
        return ForecastWords::tr("%1 traffic runs out in less than a day").arg(type);
    }
    return ForecastWords::tr("%1 traffic runs out in about %n days", nullptr, forecast.likelyDays)
        .arg(type);
}

QString runsOutText(const TrafficPool &pool, const TrafficForecast &forecast)
{
    if (forecast.state == TrafficForecast::UsedUp || !forecast.perDay) {
        return ForecastWords::tr("Its proxies do not work until more is bought.");
    }
    return ForecastWords::tr("at the pace of the last 7 days (%1 a day, %2 left).")
        .arg(format::traffic(*forecast.perDay),
             format::traffic(pool.left.value_or(TrafficAmount())));
}

} // namespace relaybook
