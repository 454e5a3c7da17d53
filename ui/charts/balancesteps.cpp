// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balancesteps.h"

#include <algorithm>
#include <array>

namespace relaybook {

namespace {

constexpr qint64 week = 7;

/// The last day of the step that contains `day`, for steps of this length.
qint64 endOfStep(qint64 day, qint64 length)
{
    constexpr qint64 firstMonday = 4; // 1970-01-05
    const qint64 within = ((day - firstMonday) % length + length) % length;
    return day - within + length - 1;
}

/// The last day before the next gap, if that is before `last`.
qint64 endBeforeGap(qint64 day, qint64 last, const std::vector<DayGap> &gaps)
{
    for (const DayGap &gap : gaps) {
        if (gap.first && *gap.first > day) {
            last = std::min(last, *gap.first - 1);
        }
    }
    return last;
}

void addDay(BalanceStep &step, const DailyTotal &day)
{
    BalanceRange both = step.range.value_or(BalanceRange{step.closing, step.closing});
    const BalanceRange other = day.range.value_or(BalanceRange{day.closing, day.closing});
    both.low = std::min(both.low, other.low);
    both.high = std::max(both.high, other.high);
    step.range = both;
    step.closing = day.closing;
    step.count += day.count;
}

} // namespace

qint64 balanceStepLength(qint64 days, int pixels)
{
    static constexpr std::array<qint64, 6> lengths{1,        week,      2 * week,
                                                   4 * week, 13 * week, 52 * week};
    constexpr qint64 leastPixels = 6;
    const auto fits = [days, pixels](qint64 length) {
        return (days + length - 1) / length * leastPixels <= pixels;
    };
    const auto *found = std::find_if(lengths.begin(), lengths.end(), fits);
    return found == lengths.end() ? lengths.back() : *found;
}

std::vector<BalanceStep> balanceSteps(const std::vector<DailyTotal> &days,
                                      const std::vector<DayGap> &gaps, qint64 length, qint64 end)
{
    std::vector<BalanceStep> steps;
    for (const DailyTotal &day : days) {
        if (!steps.empty() && day.day <= steps.back().last) {
            addDay(steps.back(), day);
            continue;
        }
        const qint64 last = std::min(endOfStep(day.day, length), end - 1);
        steps.push_back({day, std::max(day.day, endBeforeGap(day.day, last, gaps))});
    }
    return steps;
}

} // namespace relaybook
