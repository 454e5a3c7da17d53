// SPDX-License-Identifier: GPL-3.0-or-later
// The days that a balance chart shows, divided into steps: which of them are loaded, where they
// begin and end, and which step a day belongs to. Days are counted since 1970.

#pragma once

#include "ui/charts/balancesteps.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

class BalancePeriod
{
public:
    /// With more days than this, the chart shows ranges if they are known: a line would be noise.
    static constexpr int mostSteps = 120;

    /// The days that may lack transactions. `from`: the first day of the period; if set, the chart
    /// begins there.
    struct NotLoaded
    {
        std::vector<DayGap> gaps; ///< oldest first
        std::optional<qint64> from;
    };

    /// An empty period.
    BalancePeriod() = default;
    /// `days` in ascending order. `until`: where the curve ends, if that is later than the last
    /// day. `pixels`: the width of the curve.
    BalancePeriod(std::vector<DailyTotal> days, std::optional<qint64> until, NotLoaded notLoaded,
                  int pixels);

    /// Divides the days into steps for a curve of this width. Returns whether the steps changed.
    bool divide(int pixels);

    /// The constructor's days that are loaded, i.e. outside the gaps.
    [[nodiscard]] const std::vector<DailyTotal> &loaded() const { return m_loaded; }
    [[nodiscard]] bool isLoaded(qint64 day) const;
    /// The gaps that are not before NotLoaded::from.
    [[nodiscard]] const std::vector<DayGap> &gaps() const { return m_notLoaded.gaps; }
    /// The days of loaded() as steps.
    [[nodiscard]] const std::vector<BalanceStep> &steps() const { return m_steps; }
    /// How many days each step has.
    [[nodiscard]] qint64 stepLength() const { return m_stepLength; }
    /// Whether a step is shown with its lowest and its highest balance.
    [[nodiscard]] bool hasRanges() const { return m_hasRanges; }
    /// The points of the curve: steps() and the days that are not loaded, oldest first.
    [[nodiscard]] std::vector<DailyTotal> curveDays() const;
    /// The first day of the axis, and the end of its last day. Call it only if steps() is not
    /// empty.
    [[nodiscard]] std::pair<qint64, qint64> shownDays() const;
    /// The index of the step that contains this day.
    [[nodiscard]] std::optional<std::size_t> stepOf(qint64 day) const;
    /// The index of the step at this point of the axis: the last step that begins before it. Empty
    /// if the day is not loaded or there are no steps.
    [[nodiscard]] std::optional<std::size_t> stepAt(double day) const;

private:
    [[nodiscard]] qint64 lengthFor(int pixels) const;
    void makeSteps(qint64 length);

    std::vector<DailyTotal> m_days;
    std::vector<DailyTotal> m_loaded;
    std::vector<BalanceStep> m_steps;
    NotLoaded m_notLoaded;
    std::optional<qint64> m_until;
    qint64 m_stepLength = 1;
    bool m_hasRanges = false;
};

} // namespace relaybook
