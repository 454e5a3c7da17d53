// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/forecasttext.h"

#include "models/text/format.h"
#include "models/text/ledgerextenttext.h"
#include "models/text/showntext.h"

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
        return ForecastText::tr("Less than a day left");
    }
    if (!forecast.mostDays) {
        return ForecastText::tr("At least %1 days left", nullptr, forecast.leastDays)
            .arg(format::count(forecast.leastDays));
    }
    if (forecast.leastDays == 0) {
        return ForecastText::tr("At most %1 days left", nullptr, *forecast.mostDays)
            .arg(format::count(*forecast.mostDays));
    }
    if (forecast.leastDays == *forecast.mostDays) {
        return ForecastText::tr("About %1 days left", nullptr, forecast.likelyDays)
            .arg(format::count(forecast.likelyDays));
    }
    return ForecastText::tr("%1 to %2 days left", "from, to")
        .arg(format::count(forecast.leastDays), format::count(*forecast.mostDays));
}

// Traffic may have been read for weeks, but too seldom in the last days.
QString knownText(const TrafficForecast &forecast)
{
    if (forecast.readDays >= TrafficForecast::daysNeeded) {
        return ForecastText::tr("Use was seen on too few of the last days");
    }
    return forecast.readDays == 0
               ? ForecastText::tr("Known for less than a day")
               : ForecastText::tr("Known for %1 days only", nullptr, forecast.readDays)
                     .arg(format::count(forecast.readDays));
}

QString neededText()
{
    return ForecastText::tr("A forecast needs %1 days", nullptr, TrafficForecast::daysNeeded)
        .arg(format::count(TrafficForecast::daysNeeded));
}

QString dailyPaceText(const std::optional<TrafficAmount> &perDay)
{
    return ForecastText::tr("%1 a day").arg(format::trafficPace(perDay.value_or(TrafficAmount())));
}

QString lastsExplained(const TrafficForecast &forecast)
{
    const QString pace = dailyPaceText(forecast.perDay);
    switch (forecast.madeFrom) {
    case TrafficForecast::DailyUse:
        return ForecastText::tr("Made from the service's chart of daily use: %2 on average in the "
                                "last %1 days. The range shows how much the days differ.",
                                nullptr, forecast.paceDays)
            .arg(format::count(forecast.paceDays))
            .arg(pace);
    case TrafficForecast::Both:
        return ForecastText::tr("The service's chart of daily use says %1, but the traffic left "
                                "fell by %2. The range covers both.")
            .arg(dailyPaceText(forecast.perDayOfChart), pace);
    case TrafficForecast::Purchases:
        return ForecastText::tr(
                   "Made from %2 in %3 purchases of the last %1 days, assuming that as "
                   "much was used. %4.",
                   nullptr, forecast.paceDays)
            .arg(format::count(forecast.paceDays))
            .arg(format::traffic(forecast.purchased), format::count(forecast.purchaseCount),
                 knownText(forecast));
    case TrafficForecast::SharedUse:
        return ForecastText::tr(
                   "Made from the service's chart of the daily use of all types, split "
                   "as your purchases of the last %1 days: %2 of %3 were of this type, "
                   "which makes %4. %5.",
                   nullptr, forecast.paceDays)
            .arg(format::count(forecast.paceDays))
            .arg(format::traffic(forecast.purchased), format::traffic(forecast.purchasedAll), pace,
                 knownText(forecast));
    case TrafficForecast::Readings:
    case TrafficForecast::Nothing:
        break;
    }
    return ForecastText::tr("Made from how the traffic left fell in the last %1 days: %2 on "
                            "average. The range shows how much the days differ.",
                            nullptr, forecast.paceDays)
        .arg(format::count(forecast.paceDays))
        .arg(pace);
}

} // namespace

QString daysLeftText(const TrafficForecast &forecast)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
    case TrafficForecast::AtLeast:
        return knownText(forecast);
    case TrafficForecast::Unused:
        return ForecastText::tr("No use was seen in the last %1 days", nullptr, forecast.seenDays)
            .arg(format::count(forecast.seenDays));
    case TrafficForecast::Empty:
        return ForecastText::tr("Nothing is left");
    case TrafficForecast::UsedUp:
        return ForecastText::tr("Used up");
    case TrafficForecast::Lasts:
        return rangeText(forecast);
    }
    return {};
}

QString purchasesFromText(const TrafficForecast &forecast, const LedgerExtent &ledger)
{
    const bool isMade = forecast.state == TrafficForecast::Lasts && forecast.isMadeFromPurchases();
    return isMade ? madeFromShort(ledger) : QString();
}

QString paceText(const TrafficForecast &forecast, const LedgerExtent &ledger)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
    case TrafficForecast::AtLeast:
        return neededText();
    case TrafficForecast::Lasts:
        if (const QString from = purchasesFromText(forecast, ledger); !from.isEmpty()) {
            return ForecastText::tr("Estimated %1", "from 940 of 48,902").arg(from);
        }
        if (forecast.madeFrom == TrafficForecast::Purchases) {
            return ForecastText::tr("Estimated from purchases");
        }
        if (forecast.madeFrom == TrafficForecast::SharedUse) {
            return ForecastText::tr("Estimated from use and purchases");
        }
        // The text would need two figures.
        return forecast.madeFrom == TrafficForecast::Both ? QString()
                                                          : dailyPaceText(forecast.perDay);
    case TrafficForecast::Unused:
    case TrafficForecast::Empty:
    case TrafficForecast::UsedUp:
        break;
    }
    return {};
}

QString forecastExplained(const TrafficForecast &forecast, const LedgerExtent &ledger)
{
    switch (forecast.state) {
    case TrafficForecast::TooLittle:
        return ForecastText::tr("A forecast appears when the traffic left has been recorded for %1 "
                                "days, or when the service reports daily use or enough purchases.",
                                nullptr, TrafficForecast::daysNeeded)
            .arg(format::count(TrafficForecast::daysNeeded));
    case TrafficForecast::Unused:
        return forecast.madeFrom == TrafficForecast::DailyUse
                   ? ForecastText::tr("The service's chart of daily use shows none in these days.")
                   : ForecastText::tr("The traffic left did not fall in these days.");
    case TrafficForecast::Empty:
        return ForecastText::tr("No traffic of this type is left, and no use was seen.");
    case TrafficForecast::UsedUp:
        return ForecastText::tr("No traffic of this type is left.");
    case TrafficForecast::Lasts:
        return purchasesFromText(forecast, ledger).isEmpty()
                   ? lastsExplained(forecast)
                   : ForecastText::tr("%1 Not all transactions are loaded: the forecast is made "
                                      "%2 and changes with them.",
                                      "sentences, from 940 of 48,902 transactions")
                         .arg(lastsExplained(forecast), madeFromText(ledger));
    case TrafficForecast::AtLeast:
        return ForecastText::tr("The service reports only the total use of all types, %2. If all "
                                "of it were of this type, the traffic left would last %1 days.",
                                nullptr, forecast.leastDays)
            .arg(format::count(forecast.leastDays))
            .arg(dailyPaceText(forecast.perDay));
    }
    return {};
}

QString runsOutLead(const TrafficPool &pool, const TrafficForecast &forecast)
{
    const QString type = isolated(format::proxyType(pool.type));
    if (forecast.state == TrafficForecast::UsedUp) {
        return ForecastText::tr("%1 traffic is used up").arg(type);
    }
    if (forecast.likelyDays == 0) {
        return ForecastText::tr("%1 traffic runs out in less than a day").arg(type);
    }
    return ForecastText::tr("%2 traffic runs out in about %1 days", nullptr, forecast.likelyDays)
        .arg(format::count(forecast.likelyDays))
        .arg(type);
}

QString runsOutText(const TrafficPool &pool, const TrafficForecast &forecast)
{
    if (forecast.state == TrafficForecast::UsedUp || !forecast.perDay) {
        return ForecastText::tr("Its proxies do not work until you buy more.");
    }
    const QString left = format::traffic(pool.left.value_or(TrafficAmount()));
    if (forecast.madeFrom == TrafficForecast::Both) {
        return ForecastText::tr(
                   "(%1 left). The service's chart and the traffic left disagree; this "
                   "is the earlier time.")
            .arg(left);
    }
    return ForecastText::tr("at the rate of the last %1 days (%2, %3 left).", nullptr,
                            forecast.paceDays)
        .arg(format::count(forecast.paceDays))
        .arg(dailyPaceText(forecast.perDay), left);
}

} // namespace relaybook
