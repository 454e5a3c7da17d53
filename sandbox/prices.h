// SPDX-License-Identifier: GPL-3.0-or-later
// The price list of the sandbox: the proxy types with their price tiers. The rate of the tier that
// contains the whole volume applies to all of it.
#pragma once

#include "sandbox/decimal.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

struct Tier
{
    std::int64_t minBytes = 0;
    std::optional<std::int64_t> maxBytes; ///< as published; the rate applies up to the next minimum
    Money perGb;

    friend bool operator==(const Tier &, const Tier &) = default;
};

/// A proxy type with its prices.
struct TypePrice
{
    std::string slug; ///< "residential"
    std::string name; ///< "Residential"
    int productId = 0;
    std::int64_t poolBytes = 0; ///< traffic of this type in a new account
    Money flatPerGb;            ///< the price below the first tier
    std::vector<Tier> tiers;

    friend bool operator==(const TypePrice &, const TypePrice &) = default;
};

using PriceList = std::vector<TypePrice>;

/// A realistic price list: three types with different tiers.
PriceList defaultPrices();

const TypePrice *findType(const PriceList &prices, std::string_view slug);

/// The tier with the highest minimum that the volume reaches, or nullptr below the first.
const Tier *tierFor(const TypePrice &type, std::int64_t bytes);
Money rateFor(const TypePrice &type, std::int64_t bytes);
/// "50-99", "500+"; "flat" below the first tier.
std::string tierName(const Tier *tier);

} // namespace sandbox
