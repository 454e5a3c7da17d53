// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates exactly what an amount of traffic costs according to a price list (contract section
// 4). Pure functions: the same list and amount always give the same result.

#pragma once

#include "api/types/pricelist.h"

#include <tl/expected.hpp>

#include <compare>
#include <optional>
#include <vector>

namespace relaybook {

/// The price of an amount. The rate of the tier that contains the whole volume applies to all of
/// it. A tier begins at its `from` (inclusive) and ends at the next tier's `from` (exclusive).
struct Quote
{
    TrafficAmount amount;
    Money ratePerGb;
    /// Rounded to whole cents, half a cent upwards. The contract does not say how the service
    /// rounds (section 4): every amount from `lowest` to `highest` is the same price with a
    /// different rounding.
    Money cost;
    Money lowest;  ///< the exact product, rounded down to a whole cent
    Money highest; ///< the exact product, rounded up to a whole cent
    /// The amount is at least 1 GB above the tier's `to` and below the next tier's `from`: the
    /// price is likely, but the service did not state it.
    bool betweenTiers = false;
    PriceList::Source source = PriceList::Source::None;

    /// True if the exact product is not a whole number of cents.
    [[nodiscard]] bool isRounded() const { return lowest != highest; }
    friend bool operator==(const Quote &, const Quote &) = default;
};

/// Why there is no quote. The prices that the service sent can still be shown as received.
enum class NoQuote {
    NothingKnown,   ///< no price in any of the three sources
    Unreadable,     ///< a part of the list could not be read, and it may be the part that applies
    BelowFirstTier, ///< less than the first tier's `from`
    AboveLastTier,  ///< more than the last tier's own `to`
    Overlap,        ///< two tiers with different rates contain the volume
    Contradiction,  ///< two tiers begin at the same volume, or one ends before it begins
    BadRate,        ///< the tier's rate is zero or negative
    BadAmount,      ///< zero or negative
    TooLarge,       ///< the sum does not fit into Money
};

template <class T>
using Quoted = tl::expected<T, NoQuote>;

/// Calculates the price of `amount`, or says why there is none.
[[nodiscard]] Quoted<Quote> quote(const PriceList &prices, TrafficAmount amount);

/// The smallest step in which traffic is ordered: 0.01 GB (contract section 4).
[[nodiscard]] constexpr TrafficAmount orderStep()
{
    return TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 100);
}

/// A range of volumes with one rate, or with one reason why there is no quote. `from` is inclusive,
/// `to` exclusive; no `to` means that it has no end.
struct PriceStretch
{
    TrafficAmount from;
    std::optional<TrafficAmount> to;
    Quoted<Money> ratePerGb = tl::unexpected(NoQuote::NothingKnown);
    bool betweenTiers = false;
    friend bool operator==(const PriceStretch &, const PriceStretch &) = default;
};

/// All ranges from the smallest order upwards, ascending and without gaps; neighbouring ranges
/// differ.
[[nodiscard]] std::vector<PriceStretch> priceStretches(const PriceList &prices);

/// The exact product amount * rate, rounded to cents in three ways.
struct RoundedCost
{
    Money halfUp;
    Money down;
    Money up;
};
/// Calculates amount * rate; nothing if it does not fit into Money.
[[nodiscard]] std::optional<RoundedCost> costOf(TrafficAmount amount, Money ratePerGb);

/// Compares two exact products before rounding. If one is not larger, it is not larger under any
/// rounding rule either.
[[nodiscard]] std::strong_ordering compareCosts(TrafficAmount amount, Money ratePerGb,
                                                TrafficAmount other, Money otherRate);

} // namespace relaybook
