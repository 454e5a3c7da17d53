// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/prices.h"

#include <algorithm>

namespace sandbox {

namespace {

/// Bounds in hundredths of a gigabyte, the rate in cents.
Tier tier(std::int64_t min, std::int64_t max, std::int64_t cents)
{
    return Tier{min * bytesPerCentiGb,
                max == 0 ? std::nullopt : std::optional(max * bytesPerCentiGb),
                Money::cents(cents)};
}

} // namespace

PriceList defaultPrices()
{
    return {
        TypePrice{"residential",
                  "Residential",
                  11,
                  412'600'000'000,
                  Money::cents(300),
                  {tier(100, 4'900, 300), tier(5'000, 9'900, 260), tier(10'000, 24'900, 240),
                   tier(25'000, 49'900, 220), tier(50'000, 0, 195)}},
        TypePrice{"mobile",
                  "Mobile",
                  12,
                  30'200'000'000,
                  Money::cents(420),
                  {tier(100, 900, 420), tier(1'000, 2'400, 400), tier(2'500, 9'900, 380),
                   tier(10'000, 0, 345)}},
        TypePrice{"residential_premium",
                  "Residential premium",
                  13,
                  10'000'000'000,
                  Money::cents(650),
                  {tier(1, 2'499, 650), tier(2'500, 9'999, 595), tier(10'000, 0, 525)}},
    };
}

const TypePrice *findType(const PriceList &prices, std::string_view slug)
{
    const auto found = std::find_if(prices.begin(), prices.end(),
                                    [&](const TypePrice &type) { return type.slug == slug; });
    return found == prices.end() ? nullptr : &*found;
}

const Tier *tierFor(const TypePrice &type, std::int64_t bytes)
{
    const Tier *best = nullptr;
    for (const Tier &tier : type.tiers) {
        if (tier.minBytes <= bytes && (best == nullptr || tier.minBytes > best->minBytes)) {
            best = &tier;
        }
    }
    return best;
}

Money rateFor(const TypePrice &type, std::int64_t bytes)
{
    const Tier *found = tierFor(type, bytes);
    return found == nullptr ? type.flatPerGb : found->perGb;
}

std::string tierName(const Tier *tier)
{
    if (tier == nullptr) {
        return "flat";
    }
    std::string name = gbText(tier->minBytes);
    if (!tier->maxBytes) {
        return name + "+";
    }
    return name + "-" + gbText(*tier->maxBytes);
}

} // namespace sandbox
