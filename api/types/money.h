// SPDX-License-Identifier: GPL-3.0-or-later
// An exact amount of US dollars in fixed-point form. It cannot be converted from or to a double.

#pragma once

#include "api/types/decimal.h"

#include <compare>

namespace relaybook {

/// US dollars as a whole number of 10^-8 dollars (contract section 5 asks for at least six decimals
/// and compares at eight). Range: about ±92 billion dollars; parse() refuses anything beyond.
class Money
{
public:
    static constexpr int digits = 8;

    constexpr Money() = default;
    [[nodiscard]] static constexpr Money fromUnits(std::int64_t units) { return Money(units); }
    [[nodiscard]] static constexpr Money fromCents(std::int64_t cents)
    {
        return Money(cents * 1'000'000);
    }
    /// Parses the service's form, e.g. "12.50"; returns nothing if the text is not a number.
    /// Decimals beyond the eighth are rounded: parseDecimal() says whether that happened.
    [[nodiscard]] static std::optional<Money> parse(QStringView text)
    {
        const auto scaled = parseDecimal(text, digits);
        return scaled ? std::optional(Money(scaled->units)) : std::nullopt;
    }

    /// The amount in 10^-8 dollars.
    [[nodiscard]] constexpr std::int64_t units() const { return m_units; }
    /// Exact decimal text such as "1234.5": no grouping, no currency, at least `minDecimals`
    /// decimals.
    [[nodiscard]] QString text(int minDecimals = 2) const
    {
        return decimalText(m_units, digits, minDecimals);
    }
    [[nodiscard]] constexpr bool isZero() const { return m_units == 0; }
    [[nodiscard]] constexpr bool isNegative() const { return m_units < 0; }
    /// True if the amount is not a whole number of cents.
    [[nodiscard]] constexpr bool hasFractionOfCent() const { return m_units % 1'000'000 != 0; }
    [[nodiscard]] constexpr Money magnitude() const
    {
        return Money(m_units < 0 ? -m_units : m_units);
    }

    /// The sum; nothing if it does not fit (it never overflows silently).
    [[nodiscard]] std::optional<Money> plus(Money other) const
    {
        return wrap(checkedAdd(m_units, other.m_units));
    }
    [[nodiscard]] std::optional<Money> minus(Money other) const
    {
        return wrap(checkedSubtract(m_units, other.m_units));
    }

    friend constexpr auto operator<=>(Money, Money) = default;

private:
    constexpr explicit Money(std::int64_t units)
        : m_units(units)
    {
    }
    [[nodiscard]] static std::optional<Money> wrap(std::optional<std::int64_t> units)
    {
        return units ? std::optional(Money(*units)) : std::nullopt;
    }

    std::int64_t m_units = 0;
};

} // namespace relaybook
