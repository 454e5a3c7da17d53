// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the days of a balance chart into steps that are wide enough to be seen: days, or weeks
// where there are too many days for the chart's width.

#pragma once

#include "models/accounts/accountsession.h"

#include <vector>

namespace relaybook {

/// Consecutive days: `day` is the first, `closing` the balance after the last transaction, `range`
/// the lowest and the highest balance, and `count` the number of transactions.
struct BalanceStep : DailyTotal
{
    qint64 last = 0;
};

/// Returns the number of days per step, so that every step is wide enough to be seen in a chart of
/// this width: one day or some whole weeks.
[[nodiscard]] qint64 balanceStepLength(qint64 days, int pixels);

/// Makes steps of `length` days; a week begins on Monday. A step begins at its first day with
/// transactions and ends before a gap. `days` contains no day of a gap; both are oldest first.
/// `end`: the day after the last shown day.
[[nodiscard]] std::vector<BalanceStep> balanceSteps(const std::vector<DailyTotal> &days,
                                                    const std::vector<DayGap> &gaps, qint64 length,
                                                    qint64 end);

} // namespace relaybook
