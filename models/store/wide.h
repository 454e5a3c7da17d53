// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and differences of amounts, which 64 bits may not hold.

#pragma once

#include "api/types/money.h"

#include <limits>
#include <optional>

namespace relaybook {

/// In 10^-8 dollars.
__extension__ using Wide = __int128;

/// Nothing where Money does not hold it.
[[nodiscard]] inline std::optional<Money> moneyOf(Wide units)
{
    constexpr Wide most = std::numeric_limits<qint64>::max();
    constexpr Wide least = std::numeric_limits<qint64>::min();
    return units > most || units < least
               ? std::nullopt
               : std::optional(Money::fromUnits(static_cast<qint64>(units)));
}

} // namespace relaybook
