// SPDX-License-Identifier: GPL-3.0-or-later
// How much a pool changed between two readings because traffic was given to sub-users or taken
// back. The search for the evidence of a purchase must not mistake this change for the purchase.

#pragma once

#include "api/types/trafficamount.h"

#include <QString>

#include <functional>
#include <optional>

namespace relaybook {

/// OrderJournal::nextNumber() when a pool was asked for, when the answer came, and when it was
/// asked for again. Nothing if that is not known.
struct PoolReadings
{
    std::optional<qint64> asked;
    std::optional<qint64> read;
    std::optional<qint64> again;
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

} // namespace relaybook
