// SPDX-License-Identifier: GPL-3.0-or-later
// What a price list lets a buyer know before the money goes: where more costs less, where the next
// tier begins, what a sum of money buys. Pure; every figure comes from quote().

#pragma once

#include "api/types/quote.h"

namespace relaybook {

/// A larger amount that costs less than the one asked for, or the same.
struct CheaperOffer
{
    Quote offer;
    Money saved; ///< cost of the asked amount less that of the offer; zero or more
    friend bool operator==(const CheaperOffer &, const CheaperOffer &) = default;
};

/// The next tier above the asked amount.
struct NextTier
{
    Quote atStart;         ///< of the first amount in it that can be ordered
    TrafficAmount missing; ///< from the asked amount to there
    Money savedPerGb;      ///< negative where the next tier is dearer
    friend bool operator==(const NextTier &, const NextTier &) = default;
};

struct Advice
{
    /// The cheapest of them, the largest where several cost the same.
    std::optional<CheaperOffer> cheaper;
    std::optional<NextTier> next;
    friend bool operator==(const Advice &, const Advice &) = default;
};

/// Empty where the amount itself has no quote.
[[nodiscard]] Advice advise(const PriceList &prices, TrafficAmount amount);

/// Amounts that nobody should order: a larger one costs the same or less. In steps of orderStep().
struct DeadRange
{
    TrafficAmount from;
    TrafficAmount to; ///< exclusive
    Quote instead;
    friend bool operator==(const DeadRange &, const DeadRange &) = default;
};
/// Ascending; they do not overlap.
[[nodiscard]] std::vector<DeadRange> deadRanges(const PriceList &prices);

/// The largest amount, in steps of orderStep(), that costs no more than `money` however the service
/// rounds; nothing where not even the smallest order fits or no price is known.
[[nodiscard]] std::optional<Quote> largestFor(const PriceList &prices, Money money);

} // namespace relaybook
