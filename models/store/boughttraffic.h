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

/// The purchases of each type since a time. Rows without a type or an amount are left out: the
/// contract does not describe `metadata` of a transaction.
struct BoughtTraffic
{
    std::map<QString, std::vector<TrafficReading>> byType; ///< each oldest first
    /// All rows up to this time are stored; nothing means up to now.
    std::optional<Instant> until;
    LedgerExtent ledger; ///< the ledger at that moment
    friend bool operator==(const BoughtTraffic &, const BoughtTraffic &) = default;
};

/// Reads the purchases since `since`, or since a later time if earlier rows may be missing. For a
/// worker thread: reads every transaction of that time. Throws.
[[nodiscard]] BoughtTraffic boughtTraffic(Connection &connection, Instant since);

} // namespace relaybook
