// SPDX-License-Identifier: GPL-3.0-or-later
// An exact amount of traffic in fixed-point form.

#pragma once

#include "api/types/decimal.h"

#include <compare>

namespace relaybook {

/// Traffic in gigabytes, as a whole number of 10^-9 GB. Range: about ±9.2 billion GB. The contract
/// does not say how many bytes a GB has (section 5). In published responses that have both figures
/// it is 10^9; this is the only place that defines it.
class TrafficAmount
{
public:
    static constexpr int digits = 9;
    static constexpr std::int64_t bytesPerGb = 1'000'000'000;
    static constexpr std::int64_t unitsPerGb = 1'000'000'000;

    constexpr TrafficAmount() = default;
    [[nodiscard]] static constexpr TrafficAmount fromUnits(std::int64_t units)
    {
        return TrafficAmount(units);
    }
    [[nodiscard]] static constexpr TrafficAmount fromBytes(std::int64_t bytes)
    {
        static_assert(bytesPerGb == unitsPerGb);
        return TrafficAmount(bytes);
    }
    /// Parses gigabytes in the service's form, e.g. "412.6"; returns nothing if the text is not a
    /// number.
    [[nodiscard]] static std::optional<TrafficAmount> parseGb(QStringView text)
    {
        const auto scaled = parseDecimal(text, digits);
        return scaled ? std::optional(TrafficAmount(scaled->units)) : std::nullopt;
    }

    /// The amount in 10^-9 GB.
    [[nodiscard]] constexpr std::int64_t units() const { return m_units; }
    /// Gigabytes as exact decimal text such as "412.6": no grouping, no unit.
    [[nodiscard]] QString gbText(int minDecimals = 0) const
    {
        return decimalText(m_units, digits, minDecimals);
    }
    [[nodiscard]] constexpr bool isZero() const { return m_units == 0; }
    [[nodiscard]] constexpr bool isNegative() const { return m_units < 0; }

    [[nodiscard]] std::optional<TrafficAmount> plus(TrafficAmount other) const
    {
        return wrap(checkedAdd(m_units, other.m_units));
    }
    [[nodiscard]] std::optional<TrafficAmount> minus(TrafficAmount other) const
    {
        return wrap(checkedSubtract(m_units, other.m_units));
    }

    friend constexpr auto operator<=>(TrafficAmount, TrafficAmount) = default;

private:
    constexpr explicit TrafficAmount(std::int64_t units)
        : m_units(units)
    {
    }
    [[nodiscard]] static std::optional<TrafficAmount> wrap(std::optional<std::int64_t> units)
    {
        return units ? std::optional(TrafficAmount(*units)) : std::nullopt;
    }

    std::int64_t m_units = 0;
};

} // namespace relaybook
