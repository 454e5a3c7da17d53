// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/subusertext.h"

#include "api/types/wholedays.h"
#include "models/text/format.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct SubUserText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SubUserText)
};

QString rangeOfDays(const TrafficForecast &forecast)
{
    if (forecast.likelyDays == 0) {
        return SubUserText::tr("Less than a day left");
    }
    if (!forecast.mostDays) {
        return SubUserText::tr("At least %1 days left", nullptr, forecast.leastDays)
            .arg(format::count(forecast.leastDays));
    }
    if (forecast.leastDays == *forecast.mostDays) {
        return SubUserText::tr("About %1 days left", nullptr, forecast.likelyDays)
            .arg(format::count(forecast.likelyDays));
    }
    return SubUserText::tr("%1 to %2 days left", "from, to")
        .arg(format::count(forecast.leastDays), format::count(*forecast.mostDays));
}

/// If the last days are not known: the average of all days since it was created.
QString sinceCreated(const SubUserProfile &profile)
{
    const auto perDay = profile.usedPerDay();
    const auto &left = profile.use().left;
    if (!perDay || perDay->units() <= 0 || !left || left->isNegative()) {
        return SubUserText::tr("How long it lasts is not known yet: a forecast needs %1 days.",
                               nullptr, TrafficForecast::daysNeeded)
            .arg(format::count(TrafficForecast::daysNeeded));
    }
    const qint64 days = daysLasting(*left, *perDay);
    constexpr qint64 tooLong = 3650;
    const QString pace = format::trafficPace(*perDay);
    if (days > tooLong) {
        return SubUserText::tr("Lasts more than ten years at the average since it was created, %1 "
                               "a day.")
            .arg(pace);
    }
    if (days == 0) {
        return SubUserText::tr(
                   "Less than a day left at the average since it was created, %1 a day.")
            .arg(pace);
    }
    return SubUserText::tr("About %1 days left at the average since it was created, %2 a day.",
                           nullptr, static_cast<int>(days))
        .arg(format::count(days))
        .arg(pace);
}

} // namespace

QString leftOfGivenText(const SubUserProfile &profile)
{
    const auto &left = profile.use().left;
    const auto given = profile.given();
    if (left && given) {
        return SubUserText::tr("%1 left of %2", "traffic left, traffic given")
            .arg(format::traffic(*left), format::traffic(*given));
    }
    if (left) {
        return SubUserText::tr("%1 left", "traffic").arg(format::traffic(*left));
    }
    return given ? SubUserText::tr("%1 given", "traffic").arg(format::traffic(*given)) : QString();
}

QString lastingText(const SubUserProfile &profile)
{
    const auto &forecast = profile.forecast();
    if (!forecast) {
        return {};
    }
    switch (forecast->state) {
    case TrafficForecast::Empty:
        return SubUserText::tr("Nothing is left.");
    case TrafficForecast::UsedUp:
        return SubUserText::tr("Used up.");
    case TrafficForecast::Unused:
        return SubUserText::tr("No use was seen in the last %n days.", nullptr, forecast->seenDays);
    case TrafficForecast::Lasts:
        return SubUserText::tr("%1, at %2 a day in the last %n days.",
                               "12 to 16 days left, traffic", forecast->paceDays)
            .arg(rangeOfDays(*forecast),
                 format::trafficPace(forecast->perDay.value_or(TrafficAmount())));
    case TrafficForecast::TooLittle:
    case TrafficForecast::AtLeast:
        break;
    }
    if (profile.use().left->units() <= 0) {
        return SubUserText::tr("Nothing is left.");
    }
    return sinceCreated(profile);
}

QString allocationText(const Allocation &row)
{
    if (!row.added) {
        return SubUserText::tr("An unknown amount");
    }
    if (row.added->isNegative()) {
        const auto back = TrafficAmount::fromUnits(-row.added->units());
        return SubUserText::tr("−%1, taken back", "traffic").arg(format::traffic(back));
    }
    return SubUserText::tr("+%1", "traffic").arg(format::traffic(*row.added));
}

} // namespace relaybook
