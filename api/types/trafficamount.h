// SPDX-License-Identifier: GPL-3.0-or-later
// An exact amount of traffic.

#pragma once

#include "api/types/decimal.h"

#include <compare>

namespace relaybook {

/// Traffic in gigabytes, kept as a whole number of 10^-9 GB. Range: about +-9.2 billion GB.
/// How many bytes a GB has is open (contract section 5); where an answer has both, the published
/// figures say 10^9, and this is the one place that knows it.
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
    /// Gigabytes as wire text, e.g. "412.6"; nothing where it is no number.
    [[nodiscard]] static std::optional<TrafficAmount> parseGb(QStringView text)
    {
        const auto scaled = parseDecimal(text, digits);
        return scaled ? std::optional(TrafficAmount(scaled->units)) : std::nullopt;
    }

    /// 10^-9 GB.
    [[nodiscard]] constexpr std::int64_t units() const { return m_units; }
    /// Gigabytes: "412.6", exact, no grouping, no unit.
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
