// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/decimal.h"

#include <QVarLengthArray>

#include <array>
#include <limits>

namespace relaybook {
namespace {

constexpr int maxPower = 18;

constexpr std::array<std::int64_t, maxPower + 1> powersOfTen = [] {
    std::array<std::int64_t, maxPower + 1> powers{};
    std::int64_t value = 1;
    for (int i = 0; i <= maxPower; ++i) {
        powers.at(static_cast<std::size_t>(i)) = value;
        if (i < maxPower) {
            value *= 10;
        }
    }
    return powers;
}();

std::int64_t powerOfTen(int exponent)
{
    return powersOfTen.at(static_cast<std::size_t>(exponent));
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

constexpr int usualDigits = 40; // longer than any number of the service: avoids allocations

/// The parts of a number: its digits without sign and point, and the position of the point.
struct Parts
{
    bool negative = false;
    QVarLengthArray<signed char, usualDigits> digits;
    qsizetype decimals = 0;
};

template <class View>
std::optional<int> readExponent(View text)
{
    if (text.isEmpty()) {
        return std::nullopt;
    }
    bool ok = false;
    const int exponent = text.toString().toInt(&ok);
    constexpr int limit = 400; // the largest exponent of a double
    if (!ok || exponent < -limit || exponent > limit) {
        return std::nullopt;
    }
    return exponent;
}

template <class View>
std::optional<Parts> split(View text)
{
    Parts parts;
    qsizetype i = 0;
    if (i < text.size() && (QChar(text[i]) == u'-' || QChar(text[i]) == u'+')) {
        parts.negative = QChar(text[i]) == u'-';
        ++i;
    }
    bool afterPoint = false;
    for (; i < text.size(); ++i) {
        const QChar c(text[i]);
        if (isDigit(c)) {
            parts.digits.append(static_cast<signed char>(c.unicode() - u'0'));
            parts.decimals += afterPoint ? 1 : 0;
        } else if (c == u'.' && !afterPoint) {
            afterPoint = true;
        } else {
            break;
        }
    }
    const bool endsInPoint = afterPoint && parts.decimals == 0;
    if (parts.digits.isEmpty() || endsInPoint || parts.digits.size() == parts.decimals) {
        return std::nullopt;
    }
    if (i < text.size()) {
        if (QChar(text[i]) != u'e' && QChar(text[i]) != u'E') {
            return std::nullopt;
        }
        const auto exponent = readExponent(text.mid(i + 1));
        if (!exponent) {
            return std::nullopt;
        }
        parts.decimals -= *exponent;
    }
    return parts;
}

std::optional<ScaledDecimal> scale(const std::optional<Parts> &parts, int digits)
{
    if (!parts) {
        return std::nullopt;
    }
    // The number of digits that make whole units. Digits after them are rounded away.
    const qsizetype kept = parts->digits.size() - parts->decimals + digits;
    std::int64_t units = 0;
    bool exact = true;
    bool roundUp = false;
    for (qsizetype i = 0; i < parts->digits.size(); ++i) {
        const int digit = parts->digits[i];
        if (i < kept) {
            if (units > (std::numeric_limits<std::int64_t>::max() - digit) / 10) {
                return std::nullopt;
            }
            units = units * 10 + digit;
        } else {
            exact = exact && digit == 0;
            roundUp = roundUp || (i == kept && digit >= 5);
        }
    }
    for (qsizetype i = parts->digits.size(); i < kept && units != 0; ++i) {
        if (units > std::numeric_limits<std::int64_t>::max() / 10) {
            return std::nullopt;
        }
        units *= 10;
    }
    if (roundUp) {
        if (units == std::numeric_limits<std::int64_t>::max()) {
            return std::nullopt;
        }
        ++units;
    }
    return ScaledDecimal{parts->negative ? -units : units, exact};
}

} // namespace

std::optional<ScaledDecimal> parseDecimal(QStringView text, int digits)
{
    return scale(split(text), digits);
}

std::optional<ScaledDecimal> parseDecimal(QLatin1String text, int digits)
{
    return scale(split(text), digits);
}

bool isDecimal(QStringView text)
{
    return split(text).has_value();
}

QString decimalText(std::int64_t units, int digits, int minDecimals)
{
    const bool negative = units < 0;
    // Negates in unsigned arithmetic, because the smallest value has no positive counterpart.
    const auto magnitude =
        negative ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
    QString text = QString::number(magnitude).rightJustified(digits + 1, u'0');
    QString decimals = text.right(digits);
    text.chop(digits);
    while (decimals.size() > minDecimals && decimals.endsWith(u'0')) {
        decimals.chop(1);
    }
    if (!decimals.isEmpty()) {
        text += u'.' + decimals;
    }
    return negative ? QString(u'-' + text) : text;
}

std::int64_t roundedDivision(std::int64_t units, int drop)
{
    const std::int64_t divisor = powerOfTen(drop);
    const std::int64_t quotient = units / divisor;
    const std::int64_t rest = units % divisor;
    const std::int64_t magnitude = rest < 0 ? -rest : rest;
    const std::int64_t away = units < 0 ? -1 : 1;
    return magnitude >= divisor - magnitude && magnitude != 0 ? quotient + away : quotient;
}

std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b)
{
    constexpr auto max = std::numeric_limits<std::int64_t>::max();
    constexpr auto min = std::numeric_limits<std::int64_t>::min();
    if ((b > 0 && a > max - b) || (b < 0 && a < min - b)) {
        return std::nullopt;
    }
    return a + b;
}

std::optional<std::int64_t> checkedSubtract(std::int64_t a, std::int64_t b)
{
    constexpr auto max = std::numeric_limits<std::int64_t>::max();
    constexpr auto min = std::numeric_limits<std::int64_t>::min();
    if ((b < 0 && a > max + b) || (b > 0 && a < min + b)) {
        return std::nullopt;
    }
    return a - b;
}

} // namespace relaybook
