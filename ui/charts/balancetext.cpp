// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balancetext.h"

#include "models/text/format.h"
#include "ui/charts/chartstyle.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook {
namespace {

struct BalanceText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::BalanceText)
};

QString balance(Money amount, const QString &currency)
{
    return format::money(amount, format::Sign::WhereNegative, currency);
}

} // namespace

QString balanceCaption(const BalancePeriod &period)
{
    if (!period.hasRanges()) {
        return {};
    }
    constexpr qint64 week = 7;
    switch (period.stepLength() / week) {
    case 0:
        return BalanceText::tr("Each step is a day: its range and its last balance.");
    case 1:
        return BalanceText::tr("Each step is a week: its range and its last balance.");
    case 2:
        return BalanceText::tr("Each step is two weeks: their range and their last balance.");
    case 4:
        return BalanceText::tr("Each step is four weeks: their range and their last balance.");
    case 13:
        return BalanceText::tr("Each step is 13 weeks: their range and their last balance.");
    default:
        return BalanceText::tr("Each step is 52 weeks: their range and their last balance.");
    }
}

QString balanceStepText(const BalancePeriod &period, const BalanceStep &step,
                        const QString &currency)
{
    const QString days =
        step.last > step.day && period.stepLength() > 1
            ? BalanceText::tr("%1 – %2", "the first and the last day")
                  .arg(ChartStyle::dayText(step.day), ChartStyle::dayText(step.last))
            : ChartStyle::dayText(step.day);
    const QString closing = balance(step.closing, currency);
    const auto count = static_cast<int>(step.count);
    if (period.hasRanges() && step.range) {
        return BalanceText::tr("%2: %3 at the end, between %4 and %5, %1 transaction(s)", nullptr,
                               count)
            .arg(format::count(count))
            .arg(days, closing, balance(step.range->low, currency),
                 balance(step.range->high, currency));
    }
    return BalanceText::tr("%2: %3, %1 transaction(s)", nullptr, count)
        .arg(format::count(count))
        .arg(days, closing);
}

QString balanceSummary(const BalancePeriod &period, const QString &currency, bool marksDays)
{
    const DailyTotal &first = period.loaded().front();
    const DailyTotal &last = period.loaded().back();
    Money least = first.closing;
    Money most = least;
    for (const DailyTotal &day : period.loaded()) {
        const bool hasRange = period.hasRanges() && day.range;
        least = std::min(least, hasRange ? day.range->low : day.closing);
        most = std::max(most, hasRange ? day.range->high : day.closing);
    }
    const QString text = BalanceText::tr("Balance: %1 on %2, %3 on %4. Lowest: %5. Highest: %6.")
                             .arg(balance(first.closing, currency), ChartStyle::dayText(first.day),
                                  balance(last.closing, currency), ChartStyle::dayText(last.day),
                                  balance(least, currency), balance(most, currency));
    const QString all =
        marksDays ? BalanceText::tr("%1 Days that are not loaded yet are empty.").arg(text) : text;
    const QString steps = balanceCaption(period);
    return steps.isEmpty() ? all : QString(all % u' ' % steps);
}

} // namespace relaybook
