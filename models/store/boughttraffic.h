// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from the stored ledger how much traffic of each type was bought, for forecasts.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <map>
#include <vector>

namespace relaybook {

class Connection;

/// The purchases of each type since a time, oldest first. Rows that do not say a type and an amount
/// are left out: `metadata` of a transaction is not described by the contract.
using BoughtTraffic = std::map<QString, std::vector<TrafficReading>>;

/// Reads the purchases since `since`, or since the newest gap of the stored ledger. For a worker
/// thread: reads every transaction of that time. Throws.
[[nodiscard]] BoughtTraffic boughtTraffic(Connection &connection, Instant since);

} // namespace relaybook
