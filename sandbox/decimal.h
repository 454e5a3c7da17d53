// SPDX-License-Identifier: GPL-3.0-or-later
// Exact decimal numbers of the sandbox: money in 10^-8 dollars, traffic in bytes (1 GB = 10^9
// bytes). No double is used, so that the chain of balances is exact to the last digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Must not be the first include: moc fails on libstdc++'s <concepts> if nothing comes before it.
#include <compare>

namespace sandbox {

/// An amount of US dollars in units of 10^-8 dollars.
struct Money
{
    static constexpr int places = 8;
    static constexpr std::int64_t unitsPerCent = 1'000'000;
    static constexpr std::int64_t unitsPerDollar = 100'000'000;

    std::int64_t units = 0;

    static constexpr Money cents(std::int64_t n) { return Money{n * unitsPerCent}; }
    friend constexpr auto operator<=>(const Money &, const Money &) = default;
    friend constexpr Money operator+(Money a, Money b) { return Money{a.units + b.units}; }
    friend constexpr Money operator-(Money a, Money b) { return Money{a.units - b.units}; }
    friend constexpr Money operator-(Money a) { return Money{-a.units}; }
};

inline constexpr std::int64_t bytesPerGb = 1'000'000'000;
/// The smallest step in which traffic is ordered: 0.01 GB.
inline constexpr std::int64_t bytesPerCentiGb = 10'000'000;

/// Appends `units` * 10^-places as decimal text, with at least `least` decimals and no unneeded
/// zeros after them.
void appendFixed(std::string &out, std::int64_t units, int places, int least);
void appendInteger(std::string &out, std::int64_t value);

/// Two decimals, more only if needed: "3184.20".
void appendMoney(std::string &out, Money money);
std::string moneyText(Money money);

/// As many decimals as needed: "412.6".
void appendGb(std::string &out, std::int64_t bytes);
std::string gbText(std::int64_t bytes);

/// Parses a decimal such as "-12.50" into units of 10^-places. Returns nothing if it is not a plain
/// decimal, has more decimals than `places`, or does not fit.
std::optional<std::int64_t> parseFixed(std::string_view text, int places);
std::optional<Money> parseMoney(std::string_view text);

/// How a cost is rounded to whole cents. The contract does not say how the real service rounds, so
/// the sandbox supports all rules.
enum class Rounding { HalfUp, HalfEven, Up, Down, Exact };

std::optional<Rounding> roundingFromName(std::string_view name);

/// bytes × rate per GB, calculated in integers. Rounding::Exact keeps eight decimals.
Money costOf(std::int64_t bytes, Money ratePerGb, Rounding rounding);

} // namespace sandbox
