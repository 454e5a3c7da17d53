// SPDX-License-Identifier: GPL-3.0-or-later
// How far traffic that was given to sub-users, or taken back from them, changed a pool between two
// readings. A purchase that is looked for must not take it for its own.

#pragma once

#include "api/types/instant.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <functional>
#include <optional>

namespace relaybook {

/// When a pool was read twice: first between `after` and `before`, again not earlier than `again`.
struct PoolReadings
{
    Instant after{};
    Instant before{};
    Instant again{};
};

/// The change of the pool lies between the two; negative where traffic left it. Nothing means that
/// there is no such limit, so that the pool is no evidence.
struct PoolMoves
{
    std::optional<TrafficAmount> least = TrafficAmount();
    std::optional<TrafficAmount> most = TrafficAmount();
    [[nodiscard]] static PoolMoves unknown() { return {std::nullopt, std::nullopt}; }
    friend bool operator==(const PoolMoves &, const PoolMoves &) = default;
};

/// Tells the moves of the pool of a type.
using PoolMovesOf = std::function<PoolMoves(const QString &type, const PoolReadings &readings)>;

} // namespace relaybook
