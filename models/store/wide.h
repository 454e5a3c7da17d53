// SPDX-License-Identifier: GPL-3.0-or-later
// A 128-bit integer for sums and differences of amounts that may not fit into 64 bits.

#pragma once

#include "api/types/money.h"

#include <limits>
#include <optional>

namespace relaybook {

/// An amount in 10^-8 dollars.
__extension__ using Wide = __int128;

/// Converts to Money; nothing if the amount does not fit.
[[nodiscard]] inline std::optional<Money> moneyOf(Wide units)
{
    constexpr Wide most = std::numeric_limits<qint64>::max();
    constexpr Wide least = std::numeric_limits<qint64>::min();
    return units > most || units < least
               ? std::nullopt
               : std::optional(Money::fromUnits(static_cast<qint64>(units)));
}

} // namespace relaybook
