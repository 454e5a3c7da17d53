// SPDX-License-Identifier: GPL-3.0-or-later
// What a gigabyte costs: the proxy types on sale with their tier tables. The rate of the tier that
// the whole volume falls into applies to all of it.
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
    std::optional<std::int64_t> maxBytes; ///< as published; the rate holds up to the next minimum
    Money perGb;

    friend bool operator==(const Tier &, const Tier &) = default;
};

struct TypePrice
{
    std::string slug; ///< "residential"
    std::string name; ///< "Residential"
    int productId = 0;
    std::int64_t poolBytes = 0; ///< what a new reseller account holds of it
    Money flatPerGb;            ///< the price below the first tier
    std::vector<Tier> tiers;

    friend bool operator==(const TypePrice &, const TypePrice &) = default;
};

using PriceList = std::vector<TypePrice>;

/// Three types with different tables, as a real price list has them.
PriceList defaultPrices();

const TypePrice *findType(const PriceList &prices, std::string_view slug);

/// The tier with the highest minimum that the volume reaches, or nullptr below the first.
const Tier *tierFor(const TypePrice &type, std::int64_t bytes);
Money rateFor(const TypePrice &type, std::int64_t bytes);
/// "50-99", "500+"; "flat" below the first tier.
std::string tierName(const Tier *tier);

} // namespace sandbox
