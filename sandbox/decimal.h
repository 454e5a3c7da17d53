// SPDX-License-Identifier: GPL-3.0-or-later
// Exact decimals for the sandbox: money in 10^-8 dollars, traffic in bytes (1 GB = 10^9). Nothing
// here passes through a double, so a balance chain stays exact to the last digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Not first: moc stumbles over libstdc++'s <concepts> when nothing has come before it.
#include <compare>

namespace sandbox {

/// An amount of US dollars, counted in 10^-8.
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
/// The smallest step people order in: 0.01 GB.
inline constexpr std::int64_t bytesPerCentiGb = 10'000'000;

/// Appends `units` of 10^-places as decimal text with at least `least` decimals and no more than
/// needed.
void appendFixed(std::string &out, std::int64_t units, int places, int least);
void appendInteger(std::string &out, std::int64_t value);

/// "3184.20": two decimals, more only where they are.
void appendMoney(std::string &out, Money money);
std::string moneyText(Money money);

/// "412.6": as many decimals as there are.
void appendGb(std::string &out, std::int64_t bytes);
std::string gbText(std::int64_t bytes);

/// Reads "-12.50" as units of 10^-places; nothing when it is no plain decimal, has more decimals
/// than `places`, or does not fit.
std::optional<std::int64_t> parseFixed(std::string_view text, int places);
std::optional<Money> parseMoney(std::string_view text);

/// How a cost that is no whole number of cents is brought to cents. Nobody says how the real
/// service does it, so the sandbox can do all of them.
enum class Rounding { HalfUp, HalfEven, Up, Down, Exact };

std::optional<Rounding> roundingFromName(std::string_view name);

/// bytes × rate per GB, in integers. Exact keeps eight decimals.
Money costOf(std::int64_t bytes, Money ratePerGb, Rounding rounding);

} // namespace sandbox
