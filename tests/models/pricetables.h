// SPDX-License-Identifier: GPL-3.0-or-later
// Price tables for tests: one written by hand, and random ones of any shape, which go through the
// sandbox's JSON.

#pragma once

#include "api/endpoints/reseller.h"
#include "models/buying/adviser.h"
#include "sandbox/pricewire.h"

#include <array>
#include <random>

namespace relaybook::testing {

inline TrafficAmount gb(const char *text)
{
    return *TrafficAmount::parseGb(QString::fromLatin1(text));
}

inline Money usd(const char *text)
{
    return *Money::parse(QString::fromLatin1(text));
}

inline Tier tier(const char *from, const char *to, const char *rate)
{
    return {gb(from), to == nullptr ? std::nullopt : std::optional(gb(to)), usd(rate)};
}

inline PriceList listOf(std::vector<Tier> tiers)
{
    PriceList prices;
    prices.source = PriceList::Source::Tiers;
    prices.tiers = std::move(tiers);
    return prices;
}

/// The published form: a tier ends at the last whole gigabyte before the next one.
inline PriceList published()
{
    return listOf({tier("1", "49", "3.00"), tier("50", "99", "2.60"), tier("100", "249", "2.40"),
                   tier("250", "499", "2.20"), tier("500", nullptr, "1.95")});
}

/// Random numbers that are the same everywhere: the standard library's distributions differ between
/// platforms, its engine does not.
class Dice
{
public:
    explicit Dice(std::uint32_t seed)
        : m_engine(seed)
    {
    }
    /// A number from `low` to `high`, both included.
    std::int64_t roll(std::int64_t low, std::int64_t high)
    {
        return low +
               static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool oneIn(int n) { return roll(1, n) == 1; }

private:
    std::mt19937_64 m_engine;
};

/// A price table as a service may have it: rates falling, rising or the same, down to 10^-8
/// dollars; tier ends left out, or one step, one gigabyte or nothing before the next tier; in any
/// order.
inline sandbox::TypePrice randomType(Dice &dice, std::int64_t widest)
{
    sandbox::TypePrice type;
    type.slug = "residential";
    std::int64_t from = dice.roll(0, 3) * sandbox::bytesPerCentiGb * dice.roll(1, 100);
    const std::int64_t count = dice.roll(1, 6);
    for (std::int64_t each = 0; each < count; ++each) {
        const std::int64_t next = from + dice.roll(1, widest) * sandbox::bytesPerCentiGb;
        const std::int64_t units =
            dice.oneIn(3) ? dice.roll(1, 900'000'000) : dice.roll(1, 900) * 1'000'000;
        std::optional<std::int64_t> to;
        if (dice.oneIn(2)) {
            const std::array<std::int64_t, 3> before{0, sandbox::bytesPerCentiGb,
                                                     sandbox::bytesPerGb};
            to = std::max(from, next - before.at(static_cast<std::size_t>(dice.roll(0, 2))));
        }
        type.tiers.push_back({from, each + 1 == count ? std::nullopt : to, sandbox::Money{units}});
        from = next;
    }
    for (std::size_t each = type.tiers.size(); each > 1; --each) {
        std::swap(type.tiers[each - 1],
                  type.tiers[static_cast<std::size_t>(dice.roll(0, static_cast<int>(each) - 1))]);
    }
    return type;
}

inline PriceList overTheWire(const sandbox::TypePrice &type, std::string_view spelling)
{
    std::string body = R"({"data":{"traffic_balance_gb":1,"residential_pricing_tiers":)";
    sandbox::appendTiersSpelled(body, type.tiers, spelling);
    body += "}}";
    const auto balance = GetResellerBalance::decode(QByteArray::fromStdString(body));
    return balance && balance->pools.size() == 1 ? balance->pools.front().prices : PriceList();
}

inline std::string description(const sandbox::TypePrice &type)
{
    std::string text;
    sandbox::appendTiers(text, type.tiers);
    return text;
}

inline Money fromSandbox(sandbox::Money money)
{
    return Money::fromUnits(money.units);
}

/// Each tier border, one step on both sides of it, and some amounts from the whole range.
inline std::vector<std::int64_t> interestingBytes(const sandbox::TypePrice &type, Dice &dice)
{
    const std::int64_t step = sandbox::bytesPerCentiGb;
    std::vector<std::int64_t> found{step, 123 * step};
    std::int64_t most = step;
    for (const auto &each : type.tiers) {
        for (const std::int64_t at : {each.minBytes, each.maxBytes.value_or(each.minBytes)}) {
            found.insert(found.end(), {at - step, at, at + step});
        }
        most = std::max(most, each.minBytes);
    }
    for (int each = 0; each < 12; ++each) {
        found.push_back(dice.roll(1, 2 * most / step) * step);
    }
    return found;
}

} // namespace relaybook::testing
