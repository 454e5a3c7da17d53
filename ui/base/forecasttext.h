// SPDX-License-Identifier: GPL-3.0-or-later
// Describes in words how long traffic lasts: the line of a card, and the warning before it runs
// out.
#pragma once

#include "api/types/account.h"
#include "models/account/forecast.h"

#include <QString>

namespace relaybook {

/// "9 to 14 days", "No use was seen in the last 14 days", "Known for 2 days only".
[[nodiscard]] QString daysLeftText(const TrafficForecast &forecast);
/// "9.8 GB a day", or what a forecast needs; empty if there is nothing to add. `ledger`: the part
/// of the ledger from which the purchases were read: "Estimated from 940 of 48,902".
[[nodiscard]] QString paceText(const TrafficForecast &forecast, const LedgerExtent &ledger);
/// The figures that daysLeftText() and paceText() are computed from, for the tool tip and for
/// screen readers.
[[nodiscard]] QString forecastExplained(const TrafficForecast &forecast,
                                        const LedgerExtent &ledger);
/// "from 940 of 48,902", for a forecast made from the purchases of a ledger that is not complete;
/// else empty.
[[nodiscard]] QString purchasesFromText(const TrafficForecast &forecast,
                                        const LedgerExtent &ledger);

/// "Mobile traffic runs out in about 3 days", and the figures behind it. Only for a forecast whose
/// runsOut() is true.
[[nodiscard]] QString runsOutLead(const TrafficPool &pool, const TrafficForecast &forecast);
[[nodiscard]] QString runsOutText(const TrafficPool &pool, const TrafficForecast &forecast);

} // namespace relaybook
