// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balanceperiod.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace relaybook {

BalancePeriod::BalancePeriod(std::vector<DailyTotal> days, std::optional<qint64> until,
                             NotLoaded notLoaded, int pixels)
    : m_days(std::move(days))
    , m_notLoaded(std::move(notLoaded))
    , m_until(until)
{
    auto &gaps = m_notLoaded.gaps;
    gaps.erase(std::remove_if(gaps.begin(), gaps.end(),
                              [from = m_notLoaded.from](const DayGap &gap) {
                                  return gap.last && from && *gap.last < *from;
                              }),
               gaps.end());
    std::copy_if(m_days.begin(), m_days.end(), std::back_inserter(m_loaded),
                 [this](const DailyTotal &day) { return isLoaded(day.day); });
    m_hasRanges = m_loaded.size() > static_cast<std::size_t>(mostSteps) &&
                  std::any_of(m_loaded.begin(), m_loaded.end(),
                              [](const DailyTotal &day) { return day.range.has_value(); });
    makeSteps(lengthFor(pixels));
}

/// A step is longer than a day only if the chart shows ranges: a line alone would hide balances
/// within the step.
qint64 BalancePeriod::lengthFor(int pixels) const
{
    if (!m_hasRanges) {
        return 1;
    }
    const auto [first, end] = shownDays();
    return balanceStepLength(end - first, pixels);
}

void BalancePeriod::makeSteps(qint64 length)
{
    m_stepLength = length;
    const qint64 end = m_loaded.empty() ? 0 : shownDays().second;
    m_steps = balanceSteps(m_loaded, m_notLoaded.gaps, length, end);
}

bool BalancePeriod::divide(int pixels)
{
    const qint64 length = lengthFor(pixels);
    if (length == m_stepLength) {
        return false;
    }
    makeSteps(length);
    return true;
}

bool BalancePeriod::isLoaded(qint64 day) const
{
    return std::none_of(m_notLoaded.gaps.begin(), m_notLoaded.gaps.end(),
                        [day](const DayGap &gap) { return gap.contains(day); });
}

std::vector<DailyTotal> BalancePeriod::curveDays() const
{
    std::vector<DailyTotal> days(m_steps.begin(), m_steps.end());
    std::copy_if(m_days.begin(), m_days.end(), std::back_inserter(days),
                 [this](const DailyTotal &day) { return !isLoaded(day.day); });
    std::sort(days.begin(), days.end(),
              [](const DailyTotal &one, const DailyTotal &other) { return one.day < other.day; });
    return days;
}

// The curve ends when the balance was last known. At least one whole day is shown, so that a single
// day is drawn as a line.
std::pair<qint64, qint64> BalancePeriod::shownDays() const
{
    qint64 first = m_loaded.front().day;
    const qint64 end = std::max(m_until.value_or(0), m_loaded.back().day + 1);
    if (m_notLoaded.gaps.empty()) {
        return {first, end};
    }
    if (m_notLoaded.from) {
        return {std::min(first, *m_notLoaded.from), end};
    }
    const DayGap &oldest = m_notLoaded.gaps.front();
    if (!oldest.first && oldest.last) {
        // The date of the oldest transaction is unknown until the ledger is loaded completely: a
        // strip before the loaded days represents the missing days.
        constexpr qint64 shareOfStrip = 8;
        first = std::min(first, *oldest.last + 1);
        first -= std::max<qint64>(1, (end - first) / shareOfStrip);
    }
    return {first, end};
}

std::optional<std::size_t> BalancePeriod::stepOf(qint64 day) const
{
    const auto found = std::find_if(m_steps.begin(), m_steps.end(), [day](const BalanceStep &step) {
        return step.day <= day && day <= step.last;
    });
    return found == m_steps.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_steps.begin()));
}

std::optional<std::size_t> BalancePeriod::stepAt(double day) const
{
    if (m_steps.empty() || !isLoaded(static_cast<qint64>(std::floor(day)))) {
        return std::nullopt;
    }
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), day,
                                        [](double wanted, const DailyTotal &each) {
                                            return wanted < static_cast<double>(each.day);
                                        });
    const auto found = after == m_steps.begin() ? after : std::prev(after);
    return static_cast<std::size_t>(found - m_steps.begin());
}

} // namespace relaybook
