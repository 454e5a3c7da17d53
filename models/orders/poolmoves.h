// SPDX-License-Identifier: GPL-3.0-or-later
// How much a pool changed between two readings because traffic was given to sub-users or taken
// back. The search for the evidence of a purchase must not mistake this change for the purchase.

#pragma once

#include "api/types/instant.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <functional>
#include <optional>

namespace relaybook {

/// The times of two readings of a pool: the first between `after` and `before`, the second not
/// earlier than `again`.
struct PoolReadings
{
    Instant after{};
    Instant before{};
    Instant again{};
    /// The newest order of a sub-user when the first was asked for; empty if there was none. Times
    /// are wrong if the clock was set, the order in which orders were stored is not.
    QString newest;
};

/// The limits of the pool's change; negative if traffic was taken from it. A limit that is not set
/// is unknown; then the pool is no evidence.
struct PoolMoves
{
    std::optional<TrafficAmount> least = TrafficAmount();
    std::optional<TrafficAmount> most = TrafficAmount();
    [[nodiscard]] static PoolMoves unknown() { return {std::nullopt, std::nullopt}; }
    friend bool operator==(const PoolMoves &, const PoolMoves &) = default;
};

/// Returns the moves of the pool of a type.
using PoolMovesOf = std::function<PoolMoves(const QString &type, const PoolReadings &readings)>;
/// Returns the id of the newest order of a sub-user, for PoolReadings.
using NewestServed = std::function<QString()>;

} // namespace relaybook
