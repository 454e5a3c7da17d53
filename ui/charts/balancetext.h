// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a balance chart: what a step is, one step, and a summary for people who can't see
// the curve. An empty currency means dollars, as in format::money().

#pragma once

#include "ui/charts/balanceperiod.h"

#include <QString>

namespace relaybook {

/// Explains what a step of this period is; empty if a step is a day without a range, which needs no
/// explanation.
[[nodiscard]] QString balanceCaption(const BalancePeriod &period);
/// Describes one step of the period.
[[nodiscard]] QString balanceStepText(const BalancePeriod &period, const BalanceStep &step,
                                      const QString &currency);
/// Describes a whole period, which must have steps. `marksDays`: some days are marked as not
/// loaded.
[[nodiscard]] QString balanceSummary(const BalancePeriod &period, const QString &currency,
                                     bool marksDays);

} // namespace relaybook
