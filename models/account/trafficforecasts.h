// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how long the traffic left of each type will last, from stored readings, purchases and
// days of use.

#pragma once

#include "api/types/clock.h"
#include "models/account/forecast.h"
#include "models/accountvalues.h"
#include "models/store/boughttraffic.h"

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;
class PurchaseDesk;

/// How far back purchases are read for forecasts.
inline constexpr auto purchasesLookBack = std::chrono::days(35);

/// In the order of `summary.pools`; nothing if the traffic left is unknown. `bought` are the
/// purchases according to the ledger, if they were read.
[[nodiscard]] std::vector<std::optional<TrafficForecast>>
trafficForecasts(const AccountSummary &summary, AccountStore &store, const PurchaseDesk &purchases,
                 const BoughtTraffic &bought, Instant now);

} // namespace relaybook
