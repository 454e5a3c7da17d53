// SPDX-License-Identifier: GPL-3.0-or-later
// What an amount of traffic costs, worked out exactly from a price list (contract section 4). Pure:
// the same list and amount always give the same answer.

#pragma once

#include "api/types/pricelist.h"

#include <tl/expected.hpp>

#include <compare>
#include <optional>
#include <vector>

namespace relaybook {

/// The rate of the tier that the whole volume falls into holds for all of it. A tier begins at its
/// `from`, which belongs to it, and runs to the next tier's `from`.
struct Quote
{
    TrafficAmount amount;
    Money ratePerGb;
    /// To whole cents, half a cent upwards. How the service rounds is open (contract section 4):
    /// whatever lies from `lowest` to `highest` is the same price under another rounding.
    Money cost;
    Money lowest;  ///< the exact product, brought down to a whole cent
    Money highest; ///< ... and up
    /// The service's own `to` of the tier is passed by a whole gigabyte or more, and the next tier
    /// has not begun: the price is likely and nobody wrote it down.
    bool betweenTiers = false;
    PriceList::Source source = PriceList::Source::None;

    /// True where the exact product is no whole number of cents.
    [[nodiscard]] bool isRounded() const { return lowest != highest; }
    friend bool operator==(const Quote &, const Quote &) = default;
};

/// Why no price is claimed. What the service sent is still there to be shown as found.
enum class NoQuote {
    NothingKnown,   ///< no price in any of the three places
    Unreadable,     ///< a part of the list could not be read: it may be the one that counts
    BelowFirstTier, ///< less than the first tier's `from`
    AboveLastTier,  ///< more than the last tier's own `to`
    Overlap,        ///< two tiers claim the volume, at different rates
    Contradiction,  ///< two tiers begin at the same volume, or one ends before it begins
    BadRate,        ///< the tier's rate is zero or negative
    BadAmount,      ///< zero or negative
    TooLarge,       ///< the sum does not fit into Money
};

template <class T>
using Quoted = tl::expected<T, NoQuote>;

[[nodiscard]] Quoted<Quote> quote(const PriceList &prices, TrafficAmount amount);

/// The smallest step in which traffic is ordered: 0.01 GB (contract section 4).
[[nodiscard]] constexpr TrafficAmount orderStep()
{
    return TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 100);
}

/// A stretch of volumes, `from` inclusive, over which one rate holds, or nothing is claimed for one
/// reason. `to` is exclusive; nothing where it has no end.
struct PriceStretch
{
    TrafficAmount from;
    std::optional<TrafficAmount> to;
    Quoted<Money> ratePerGb = tl::unexpected(NoQuote::NothingKnown);
    bool betweenTiers = false;
    friend bool operator==(const PriceStretch &, const PriceStretch &) = default;
};

/// The whole axis from the smallest order on, ascending and without holes; neighbours differ.
[[nodiscard]] std::vector<PriceStretch> priceStretches(const PriceList &prices);

/// amount * rate, exact, brought to cents; nothing where it does not fit.
struct RoundedCost
{
    Money halfUp;
    Money down;
    Money up;
};
[[nodiscard]] std::optional<RoundedCost> costOf(TrafficAmount amount, Money ratePerGb);

/// Which of two exact products is smaller, before any rounding: whoever is not dearer here is not
/// dearer under any rule of rounding either.
[[nodiscard]] std::strong_ordering compareCosts(TrafficAmount amount, Money ratePerGb,
                                                TrafficAmount other, Money otherRate);

} // namespace relaybook
