// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/quote.h"

#include <algorithm>
#include <limits>

namespace relaybook {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t unitsPerCent = 1'000'000;

/// The prices at one volume.
struct Resolved
{
    Quoted<Money> rate = tl::unexpected(NoQuote::NothingKnown);
    bool betweenTiers = false;
};

Resolved nothing(NoQuote why)
{
    return {tl::unexpected(why), false};
}

bool isInsideOut(const Tier &tier)
{
    return tier.from.isNegative() || (tier.to && *tier.to < tier.from);
}

/// Whether `other` begins before `tier`, and its `to` includes both the beginning of `tier` and
/// `amount`. A `to` that equals the next tier's `from` is only the border between them.
bool reachesInto(const Tier &other, const Tier &tier, TrafficAmount amount)
{
    return other.from < tier.from && other.to && *other.to > tier.from && amount <= *other.to;
}

const Tier *tierAt(const std::vector<Tier> &tiers, TrafficAmount amount)
{
    const Tier *found = nullptr;
    for (const Tier &tier : tiers) {
        if (tier.from <= amount && (found == nullptr || tier.from > found->from)) {
            found = &tier;
        }
    }
    return found;
}

bool isLast(const std::vector<Tier> &tiers, const Tier &tier)
{
    return std::none_of(tiers.begin(), tiers.end(),
                        [&tier](const Tier &other) { return other.from > tier.from; });
}

Resolved resolve(const PriceList &prices, TrafficAmount amount)
{
    if (!prices.unreadable.isEmpty()) {
        return nothing(NoQuote::Unreadable);
    }
    const std::vector<Tier> &tiers = prices.tiers;
    const Tier *tier = tierAt(tiers, amount);
    if (tier == nullptr) {
        return nothing(tiers.empty() ? NoQuote::NothingKnown : NoQuote::BelowFirstTier);
    }
    for (const Tier &other : tiers) {
        const bool sameStart = other.from == tier->from && other.pricePerGb != tier->pricePerGb;
        if (sameStart || (other.from == tier->from && isInsideOut(other))) {
            return nothing(NoQuote::Contradiction);
        }
        if (other.pricePerGb != tier->pricePerGb && reachesInto(other, *tier, amount)) {
            return nothing(NoQuote::Overlap);
        }
    }
    if (tier->pricePerGb.isNegative() || tier->pricePerGb.isZero()) {
        return nothing(NoQuote::BadRate);
    }
    const bool beyond = tier->to && amount > *tier->to;
    if (beyond && isLast(tiers, *tier)) {
        return nothing(NoQuote::AboveLastTier);
    }
    const auto oneMore = TrafficAmount::fromUnits(TrafficAmount::unitsPerGb);
    const auto generous = tier->to ? tier->to->plus(oneMore) : std::nullopt;
    return {tier->pricePerGb, generous && amount >= *generous};
}

Wide dividedDown(Wide value, Wide by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

std::optional<Money> fromCents(Wide cents)
{
    const Wide units = cents * unitsPerCent;
    if (units > std::numeric_limits<std::int64_t>::max() ||
        units < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
    }
    return Money::fromUnits(static_cast<std::int64_t>(units));
}

/// The volumes at which another price may begin to apply.
std::vector<TrafficAmount> borders(const PriceList &prices)
{
    std::vector<TrafficAmount> found{orderStep()};
    found.reserve(1 + 3 * prices.tiers.size());
    const auto add = [&found](std::optional<TrafficAmount> amount) {
        if (amount && *amount > orderStep()) {
            found.push_back(*amount);
        }
    };
    for (const Tier &tier : prices.tiers) {
        add(tier.from);
        if (tier.to) {
            add(tier.to->plus(TrafficAmount::fromUnits(1)));
            add(tier.to->plus(TrafficAmount::fromUnits(TrafficAmount::unitsPerGb)));
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace

std::optional<RoundedCost> costOf(TrafficAmount amount, Money ratePerGb)
{
    // The product is in 10^-9 GB times 10^-8 dollars: 10^15 of these units are a cent.
    const Wide product = Wide{amount.units()} * Wide{ratePerGb.units()};
    const Wide cent = Wide{unitsPerCent} * Wide{TrafficAmount::unitsPerGb};
    const auto down = fromCents(dividedDown(product, cent));
    const auto up = fromCents(-dividedDown(-product, cent));
    const auto halfUp = fromCents(dividedDown(product + cent / 2, cent));
    if (!down || !up || !halfUp) {
        return std::nullopt;
    }
    return RoundedCost{*halfUp, *down, *up};
}

std::strong_ordering compareCosts(TrafficAmount amount, Money ratePerGb, TrafficAmount other,
                                  Money otherRate)
{
    const Wide left = Wide{amount.units()} * Wide{ratePerGb.units()};
    const Wide right = Wide{other.units()} * Wide{otherRate.units()};
    if (left == right) {
        return std::strong_ordering::equal;
    }
    return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

Quoted<Quote> quote(const PriceList &prices, TrafficAmount amount)
{
    if (amount.isNegative() || amount.isZero()) {
        return tl::unexpected(NoQuote::BadAmount);
    }
    const Resolved resolved = resolve(prices, amount);
    if (!resolved.rate) {
        return tl::unexpected(resolved.rate.error());
    }
    const auto cost = costOf(amount, *resolved.rate);
    if (!cost) {
        return tl::unexpected(NoQuote::TooLarge);
    }
    return Quote{amount,   *resolved.rate,        cost->halfUp, cost->down,
                 cost->up, resolved.betweenTiers, prices.source};
}

std::vector<PriceStretch> priceStretches(const PriceList &prices)
{
    const std::vector<TrafficAmount> starts = borders(prices);
    std::vector<PriceStretch> stretches;
    stretches.reserve(starts.size());
    for (const TrafficAmount start : starts) {
        const Resolved resolved = resolve(prices, start);
        if (!stretches.empty()) {
            PriceStretch &before = stretches.back();
            if (before.ratePerGb == resolved.rate && before.betweenTiers == resolved.betweenTiers) {
                continue;
            }
            before.to = start;
        }
        stretches.push_back({start, std::nullopt, resolved.rate, resolved.betweenTiers});
    }
    return stretches;
}

} // namespace relaybook
