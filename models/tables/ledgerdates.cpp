// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/ledgerdates.h"

#include <QDateTime>

namespace relaybook {

DayRange daysOf(LedgerDates dates, QDate today)
{
    constexpr int week = 7;
    constexpr int month = 30;
    const QDate monthStart(today.year(), today.month(), 1);
    switch (dates) {
    case LedgerDates::Today:
        return {today, today};
    case LedgerDates::Yesterday:
        return {today.addDays(-1), today.addDays(-1)};
    case LedgerDates::Last7Days:
        return {today.addDays(1 - week), today};
    case LedgerDates::Last30Days:
        return {today.addDays(1 - month), today};
    case LedgerDates::ThisMonth:
        return {monthStart, today};
    case LedgerDates::LastMonth:
        return {monthStart.addMonths(-1), monthStart.addDays(-1)};
    case LedgerDates::ThisYear:
        return {QDate(today.year(), 1, 1), today};
    }
    return {today, today};
}

QDate dayOf(const QString &text)
{
    return QDate::fromString(text, QStringLiteral("yyyy-MM-dd"));
}

QDate dayIn(const QTimeZone &zone, Instant now)
{
    return QDateTime::fromMSecsSinceEpoch(toMillis(now), zone).date();
}

Instant startOfDay(QDate day, const QTimeZone &zone)
{
    return fromMillis(day.startOfDay(zone).toMSecsSinceEpoch());
}

void setDays(LedgerFilter &filter, const DayRange &days, const QTimeZone &zone)
{
    filter.from.reset();
    filter.until.reset();
    if (days.first.isValid()) {
        filter.from = startOfDay(days.first, zone);
    }
    if (days.last.isValid()) {
        filter.until = startOfDay(days.last.addDays(1), zone);
    }
}

std::optional<DayRange> daysOf(const LedgerFilter &filter, const QTimeZone &zone)
{
    DayRange days;
    if (filter.from) {
        days.first = dayIn(zone, *filter.from);
    }
    if (filter.until) {
        days.last = dayIn(zone, *filter.until).addDays(-1);
    }
    LedgerFilter again;
    setDays(again, days, zone);
    const bool whole = again.from == filter.from && again.until == filter.until;
    return whole && (filter.from || filter.until) ? std::optional(days) : std::nullopt;
}

} // namespace relaybook
