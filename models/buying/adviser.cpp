// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/adviser.h"

#include <algorithm>

namespace relaybook {
namespace {

/// The grid on which people order: whole hundredths of a gigabyte.
std::int64_t stepsUp(TrafficAmount amount)
{
    const std::int64_t step = orderStep().units();
    return amount.units() / step + (amount.units() % step > 0 ? 1 : 0);
}

TrafficAmount atStep(std::int64_t steps)
{
    return TrafficAmount::fromUnits(steps * orderStep().units());
}

/// A stretch with a price, as the orders that lie in it: first to last, in steps.
struct Orders
{
    std::int64_t first = 0;
    std::int64_t last = 0;
    Money rate;
};

/// Where no tier has an end: far more than anybody buys, and the sums still fit.
constexpr std::int64_t mostSteps = std::int64_t{100'000'000} * 100;

std::vector<Orders> pricedOrders(const PriceList &prices)
{
    std::vector<Orders> found;
    for (const PriceStretch &stretch : priceStretches(prices)) {
        if (!stretch.ratePerGb) {
            continue;
        }
        const std::int64_t first = std::max<std::int64_t>(1, stepsUp(stretch.from));
        const std::int64_t last =
            stretch.to ? std::min(stepsUp(*stretch.to) - 1, mostSteps) : mostSteps;
        if (first <= last) {
            found.push_back({first, last, *stretch.ratePerGb});
        }
    }
    return found;
}

/// The first step in [low, high] for which `holds`, which never stops holding; high + 1 where it
/// never begins.
template <class Predicate>
std::int64_t firstStep(std::int64_t low, std::int64_t high, Predicate holds)
{
    ++high;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (holds(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// Exact, before rounding: then it is true under every rule of rounding.
bool isNotDearer(const Quote &quote, TrafficAmount amount, Money rate)
{
    return compareCosts(quote.amount, quote.ratePerGb, amount, rate) <= 0;
}

bool costsMoreThan(std::int64_t steps, Money rate, Money sum)
{
    const auto cost = costOf(atStep(steps), rate);
    return !cost || cost->up > sum;
}

/// The beginnings of stretches: within one, a larger amount never costs less.
std::vector<Quote> startQuotes(const PriceList &prices, const std::vector<Orders> &orders)
{
    std::vector<Quote> quotes;
    quotes.reserve(orders.size());
    for (const Orders &each : orders) {
        if (const auto found = quote(prices, atStep(each.first))) {
            quotes.push_back(*found);
        }
    }
    return quotes;
}

/// The cheapest of those above `amount`, the largest where several cost the same.
const Quote *cheapestAbove(const std::vector<Quote> &quotes, TrafficAmount amount)
{
    const Quote *best = nullptr;
    for (const Quote &each : quotes) {
        if (each.amount > amount &&
            (best == nullptr || isNotDearer(each, best->amount, best->ratePerGb))) {
            best = &each;
        }
    }
    return best;
}

} // namespace

Advice advise(const PriceList &prices, TrafficAmount amount)
{
    Advice advice;
    const auto asked = quote(prices, amount);
    if (!asked) {
        return advice;
    }
    const std::vector<Quote> starts = startQuotes(prices, pricedOrders(prices));
    const Quote *cheapest = cheapestAbove(starts, amount);
    if (cheapest != nullptr && isNotDearer(*cheapest, amount, asked->ratePerGb)) {
        if (const auto saved = asked->cost.minus(cheapest->cost)) {
            advice.cheaper = CheaperOffer{*cheapest, *saved};
        }
    }
    const auto next = std::find_if(starts.begin(), starts.end(), [&](const Quote &start) {
        return start.amount > amount && start.ratePerGb != asked->ratePerGb;
    });
    if (next != starts.end()) {
        const auto missing = next->amount.minus(amount);
        const auto saved = asked->ratePerGb.minus(next->ratePerGb);
        if (missing && saved) {
            advice.next = NextTier{*next, *missing, *saved};
        }
    }
    return advice;
}

std::vector<DeadRange> deadRanges(const PriceList &prices)
{
    const std::vector<Orders> orders = pricedOrders(prices);
    const std::vector<Quote> starts = startQuotes(prices, orders);
    std::vector<DeadRange> dead;
    for (const Orders &each : orders) {
        const Quote *instead = cheapestAbove(starts, atStep(each.last));
        if (instead == nullptr) {
            continue;
        }
        const std::int64_t from = firstStep(each.first, each.last, [&](std::int64_t steps) {
            return isNotDearer(*instead, atStep(steps), each.rate);
        });
        if (from <= each.last) {
            dead.push_back({atStep(from), atStep(each.last + 1), *instead});
        }
    }
    return dead;
}

std::optional<Quote> largestFor(const PriceList &prices, Money money)
{
    const std::vector<Orders> orders = pricedOrders(prices);
    for (auto each = orders.rbegin(); each != orders.rend(); ++each) {
        const std::int64_t tooMuch = firstStep(each->first, each->last, [&](std::int64_t steps) {
            return costsMoreThan(steps, each->rate, money);
        });
        if (tooMuch > each->first) {
            const auto found = quote(prices, atStep(tooMuch - 1));
            return found ? std::optional(*found) : std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace relaybook
