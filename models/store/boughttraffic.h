// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from the stored ledger how much traffic of each type was bought, for forecasts.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

class Connection;

/// The purchases of each type since a time. Rows that do not say a type and an amount are left out:
/// `metadata` of a transaction is not described by the contract.
struct BoughtTraffic
{
    std::map<QString, std::vector<TrafficReading>> byType; ///< each oldest first
    /// The end of the time of which every row is stored; nothing if that is now.
    std::optional<Instant> until;
    LedgerExtent ledger; ///< that they were read from
    friend bool operator==(const BoughtTraffic &, const BoughtTraffic &) = default;
};

/// Reads the purchases since `since`, or of the last time of which every row is stored. For a
/// worker thread: reads every transaction of that time. Throws.
[[nodiscard]] BoughtTraffic boughtTraffic(Connection &connection, Instant since);

} // namespace relaybook
