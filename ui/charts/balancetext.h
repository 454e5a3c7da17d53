// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of a balance chart: what a step is, what one of them shows, and what all of them
// show for those who don't see the curve. An empty currency is dollars, as in format::money().

#pragma once

#include "ui/charts/balanceperiod.h"

#include <QString>

namespace relaybook {

/// What a step of this period is; empty where it is a day without a range, as there is nothing to
/// explain.
[[nodiscard]] QString balanceCaption(const BalancePeriod &period);
/// One step of the period.
[[nodiscard]] QString balanceStepText(const BalancePeriod &period, const BalanceStep &step,
                                      const QString &currency);
/// All of a period that has steps. `marksDays`: days are marked as not loaded yet.
[[nodiscard]] QString balanceSummary(const BalancePeriod &period, const QString &currency,
                                     bool marksDays);

} // namespace relaybook
