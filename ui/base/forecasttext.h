// SPDX-License-Identifier: GPL-3.0-or-later
// Describes in words how long traffic lasts: the line of a card, and the warning before it runs
// out.
#pragma once

#include "api/types/account.h"
#include "models/forecast.h"

#include <QString>

namespace relaybook {

/// "9 to 14 days", "No use was seen in the last 14 days", "Known for 2 days only".
[[nodiscard]] QString daysLeftText(const TrafficForecast &forecast);
/// "9.8 GB a day", or what a forecast needs; empty if there is nothing to add.
[[nodiscard]] QString paceText(const TrafficForecast &forecast);
/// What both are computed from, for the tool tip and for screen readers.
[[nodiscard]] QString forecastExplained(const TrafficForecast &forecast);

/// "Mobile traffic runs out in about 3 days", and what that is computed from. Only for a forecast
/// whose runsOut() is true.
[[nodiscard]] QString runsOutLead(const TrafficPool &pool, const TrafficForecast &forecast);
[[nodiscard]] QString runsOutText(const TrafficPool &pool, const TrafficForecast &forecast);

} // namespace relaybook
