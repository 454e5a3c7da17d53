// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartscales.h"

#include "models/text/localeformat.h"
#include "models/text/privacymode.h"
#include "ui/widgets/amountsshown.h"

#include <QDate>

#include <algorithm>
#include <array>
#include <cmath>

namespace relaybook {

namespace {

constexpr double daysPerMonth = 30.4375;
constexpr double daysPerYear = 365.25;
constexpr QChar minus(0x2212);

const QDate epoch(1970, 1, 1);

QVector<double> firstsOfMonths(int months, const QCPRange &range)
{
    QVector<double> ticks;
    QDate date = epoch.addDays(static_cast<qint64>(std::floor(range.lower)));
    const int monthsOfYear = (date.month() - 1) / months * months;
    date = QDate(date.year(), monthsOfYear + 1, 1);
    for (; epoch.daysTo(date) <= range.upper; date = date.addMonths(months)) {
        ticks.append(static_cast<double>(epoch.daysTo(date)));
    }
    return ticks;
}

QVector<double> firstsOfYears(int years, const QCPRange &range)
{
    QVector<double> ticks;
    QDate date = epoch.addDays(static_cast<qint64>(std::floor(range.lower)));
    date = QDate(date.year() / years * years, 1, 1);
    for (; epoch.daysTo(date) <= range.upper; date = date.addYears(years)) {
        ticks.append(static_cast<double>(epoch.daysTo(date)));
    }
    return ticks;
}

QVector<double> everyDays(double step, const QCPRange &range)
{
    // 1970-01-05 was the first Monday: weeks begin there.
    constexpr double firstMonday = 4;
    QVector<double> ticks;
    double day = std::ceil((range.lower - firstMonday) / step) * step + firstMonday;
    for (; day <= range.upper; day += step) {
        ticks.append(day);
    }
    return ticks;
}

} // namespace

DollarTicker::DollarTicker(const QObject &place)
    : m_place(place)
{
    constexpr int lines = 4;
    setTickCount(lines);
}

double DollarTicker::getTickStep(const QCPRange &range)
{
    const double step = QCPAxisTicker::getTickStep(range);
    constexpr int mostDecimals = 8;
    m_decimals = step >= 1
                     ? (step == std::floor(step) ? 0 : 2)
                     : std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 2, mostDecimals);
    return step;
}

int DollarTicker::getSubTickCount(double)
{
    return 0;
}

QString DollarTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    const QString number = format::number(QString::number(std::abs(tick), 'f', m_decimals));
    const RealTexts shown(areAmountsShown(m_place));
    if (isPrivacyOn()) {
        return hiddenAmount();
    }
    const QString dollars = u'$' + number;
    return tick < 0 ? QString(minus + dollars) : dollars;
}

DayTicker::DayTicker()
{
    constexpr int dates = 6;
    setTickCount(dates);
}

double DayTicker::getTickStep(const QCPRange &range)
{
    static constexpr std::array<double, 14> steps{1,
                                                  2,
                                                  7,
                                                  14,
                                                  daysPerMonth,
                                                  2 * daysPerMonth,
                                                  3 * daysPerMonth,
                                                  6 * daysPerMonth,
                                                  daysPerYear,
                                                  2 * daysPerYear,
                                                  5 * daysPerYear,
                                                  10 * daysPerYear,
                                                  20 * daysPerYear,
                                                  50 * daysPerYear};
    const double wanted = range.size() / (tickCount() + 0.5);
    const auto *found = std::lower_bound(steps.begin(), steps.end(), wanted);
    m_step = found == steps.end() ? steps.back() : *found;
    return m_step;
}

int DayTicker::getSubTickCount(double)
{
    return 0;
}

QVector<double> DayTicker::createTickVector(double tickStep, const QCPRange &range)
{
    if (tickStep >= daysPerYear) {
        return firstsOfYears(static_cast<int>(std::lround(tickStep / daysPerYear)), range);
    }
    if (tickStep >= daysPerMonth) {
        return firstsOfMonths(static_cast<int>(std::lround(tickStep / daysPerMonth)), range);
    }
    return everyDays(tickStep, range);
}

QString DayTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    const QDate date = epoch.addDays(static_cast<qint64>(std::llround(tick)));
    if (m_step >= daysPerYear) {
        return QString::number(date.year());
    }
    if (m_step >= 3 * daysPerMonth) {
        return format::month(date);
    }
    return format::shortDate(date);
}

} // namespace relaybook
