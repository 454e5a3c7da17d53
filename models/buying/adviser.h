// SPDX-License-Identifier: GPL-3.0-or-later
// Gives advice from a price list before a purchase: larger amounts that cost less, the next tier,
// and how much traffic a sum of money buys. Pure functions; every price is calculated by quote().

#pragma once

#include "api/types/quote.h"

namespace relaybook {

/// A larger amount that costs the same as the requested one, or less.
struct CheaperOffer
{
    Quote offer;
    Money saved; ///< cost of the requested amount minus cost of the offer; zero or more
    friend bool operator==(const CheaperOffer &, const CheaperOffer &) = default;
};

/// The next tier above the requested amount.
struct NextTier
{
    Quote atStart;         ///< of the smallest amount in the tier that can be ordered
    TrafficAmount missing; ///< difference to the requested amount
    Money savedPerGb;      ///< negative if the next tier costs more
    friend bool operator==(const NextTier &, const NextTier &) = default;
};

/// The advice for one amount.
struct Advice
{
    /// The cheapest larger amount; if several cost the same, the largest.
    std::optional<CheaperOffer> cheaper;
    std::optional<NextTier> next;
    friend bool operator==(const Advice &, const Advice &) = default;
};

/// The advice for `amount`; empty if the amount has no quote.
[[nodiscard]] Advice advise(const PriceList &prices, TrafficAmount amount);

/// A range of amounts that should not be ordered, because a larger amount costs the same or less.
/// In steps of orderStep().
struct DeadRange
{
    TrafficAmount from;
    TrafficAmount to; ///< exclusive
    Quote instead;
    friend bool operator==(const DeadRange &, const DeadRange &) = default;
};
/// All such ranges, ascending and without overlap.
[[nodiscard]] std::vector<DeadRange> deadRanges(const PriceList &prices);

/// The largest amount, in steps of orderStep(), that costs at most `money` under every rounding
/// rule. Nothing if even the smallest order costs more, or no price is known.
[[nodiscard]] std::optional<Quote> largestFor(const PriceList &prices, Money money);

} // namespace relaybook
