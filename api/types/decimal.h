// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed-point arithmetic shared by Money and TrafficAmount: parsing and printing of plain decimal
// text without a floating-point number in between.

#pragma once

#include <QString>
#include <QStringView>

#include <cstdint>
#include <optional>

namespace relaybook {

/// A parsed decimal as a whole number of units of 10^-digits.
struct ScaledDecimal
{
    std::int64_t units = 0;
    /// False if the text had more decimals than fit and `units` was rounded (half away from zero).
    bool exact = true;

    friend bool operator==(const ScaledDecimal &, const ScaledDecimal &) = default;
};

/// Parses "12", "-0.5", "+3.25", "1.2e-7" (the forms of JSON numbers and decimal strings). Refuses
/// thousands separators, a decimal comma, spaces inside and an empty text. `digits` is the number
/// of decimals to keep, 0 to 18. Returns nothing if the text is not a number or does not fit into
/// 64 bits.
[[nodiscard]] std::optional<ScaledDecimal> parseDecimal(QStringView text, int digits);
[[nodiscard]] std::optional<ScaledDecimal> parseDecimal(QLatin1String text, int digits);

/// Whether parseDecimal() takes the text as a number of any size, also one that does not fit into
/// 64 bits.
[[nodiscard]] bool isDecimal(QStringView text);

/// The shortest plain text of `units` * 10^-digits with at least `minDecimals` decimals, "." as the
/// separator and "-" as the sign. Never an exponent.
[[nodiscard]] QString decimalText(std::int64_t units, int digits, int minDecimals = 0);

/// `units` divided by 10^drop, rounded half away from zero.
[[nodiscard]] std::int64_t roundedDivision(std::int64_t units, int drop);

/// a + b and a - b, or nothing on overflow.
[[nodiscard]] std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b);
[[nodiscard]] std::optional<std::int64_t> checkedSubtract(std::int64_t a, std::int64_t b);

} // namespace relaybook
