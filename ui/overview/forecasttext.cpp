// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/forecasttext.h"

#include "models/format.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ForecastText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ForecastText)
};

QString rangeText(const TrafficForecast &forecast)
{
    if (forecast.likelyDays == 0) {
        return ForecastText::tr("less than a day");
    }
    if (!forecast.mostDays) {
        return ForecastText::tr("%n days or more", nullptr, forecast.leastDays);
    }
    if (forecast.leastDays == 0) {
        return ForecastText::tr("at most %n days", nullptr, *forecast.mostDays);
    }
    if (forecast.leastDays == *forecast.mostDays) {
        return ForecastText::tr("about %n days", nullptr, forecast.likelyDays);
    }
    return ForecastText::tr("%1–%2 days", "from, to")
        .arg(format::count(forecast.leastDays), format::count(*forecast.mostDays));
}

} // namespace

QString daysLeftText(const TrafficForecast &forecast)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
        return ForecastText::tr("too little data yet");
    case TrafficForecast::Unused:
        return ForecastText::tr("not used in %n days", nullptr, forecast.seenDays);
    case TrafficForecast::UsedUp:
        return ForecastText::tr("used up");
    case TrafficForecast::Lasts:
        return rangeText(forecast);
    case TrafficForecast::AtLeast:
        return ForecastText::tr("%n days or more", nullptr, forecast.leastDays);
    }
    return {};
}

QString paceText(const TrafficForecast &forecast)
{
    if (!forecast.perDay) {
        return {};
    }
    return ForecastText::tr("%1 a day").arg(format::traffic(*forecast.perDay));
}

QString forecastExplained(const TrafficForecast &forecast)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
        return ForecastText::tr("The estimate appears after two days of use have been recorded.");
    case TrafficForecast::Unused:
        return ForecastText::tr("It was not used in the %n days recorded so far.", nullptr,
                                forecast.seenDays);
    case TrafficForecast::UsedUp:
        return ForecastText::tr("No traffic of this type is left.");
    case TrafficForecast::Lasts:
        return ForecastText::tr("At the rate of the last 7 days, %1. The range shows how much use "
                                "varied from day to day.")
            .arg(paceText(forecast));
    case TrafficForecast::AtLeast:
        return ForecastText::tr("The service reports only the total use of all types, %1 a day. "
                                "The estimate assumes that all of it is of this type.")
            .arg(format::traffic(forecast.perDay.value_or(TrafficAmount())));
    }
    return {};
}

QString runsOutLead(const TrafficPool &pool, const TrafficForecast &forecast)
{
    const QString type = format::proxyType(pool.type);
    if (forecast.state == TrafficForecast::UsedUp) {
        return ForecastText::tr("%1 traffic is used up").arg(type);
    }
    if (forecast.likelyDays == 0) {
        return ForecastText::tr("%1 traffic runs out in less than a day").arg(type);
    }
    return ForecastText::tr("%1 traffic runs out in about %n days", nullptr, forecast.likelyDays)
        .arg(type);
}

QString runsOutText(const TrafficPool &pool, const TrafficForecast &forecast)
{
    if (forecast.state == TrafficForecast::UsedUp || !forecast.perDay) {
        return ForecastText::tr("Its proxies do not work until you buy more.");
    }
    return ForecastText::tr("at the rate of the last 7 days (%1 a day, %2 left).")
        .arg(format::traffic(*forecast.perDay),
             format::traffic(pool.left.value_or(TrafficAmount())));
}

} // namespace relaybook
