// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the days of a balance chart into steps that are wide enough to be seen: days, or weeks
// where there are too many days for the chart's width.

#pragma once

#include "models/accounts/accountsession.h"

#include <vector>

namespace relaybook {

/// Some days in a row: `day` is the first, `closing` the balance after the last transaction,
/// `range` from the lowest to the highest balance, and `count` the transactions of all of them.
struct BalanceStep : DailyTotal
{
    qint64 last = 0;
};

/// How many days a step has, so that a chart of so many days and pixels shows each of its steps: a
/// day or some whole weeks.
[[nodiscard]] qint64 balanceStepLength(qint64 days, int pixels);

/// Steps of `length` days; a week begins on Monday. A step begins at its first day with
/// transactions, and ends before a gap. `days` are those outside of the gaps; both oldest first.
/// `end`: the day after the last one that is shown.
[[nodiscard]] std::vector<BalanceStep> balanceSteps(const std::vector<DailyTotal> &days,
                                                    const std::vector<DayGap> &gaps, qint64 length,
                                                    qint64 end);

} // namespace relaybook
