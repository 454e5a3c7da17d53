// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/decimal.h"

#include <array>
#include <charconv>
#include <limits>

namespace sandbox {

namespace {

constexpr std::array<std::int64_t, 10> powersOfTen{
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Adds one digit, or says that it does not fit.
bool pushDigit(std::int64_t &value, int digit)
{
    if (value > (std::numeric_limits<std::int64_t>::max() - digit) / 10) {
        return false;
    }
    value = value * 10 + digit;
    return true;
}

} // namespace

void appendInteger(std::string &out, std::int64_t value)
{
    std::array<char, 24> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

void appendFixed(std::string &out, std::int64_t units, int places, int least)
{
    if (units < 0) {
        out.push_back('-');
        units = -units;
    }
    const std::int64_t scale = powersOfTen.at(static_cast<std::size_t>(places));
    appendInteger(out, units / scale);
    std::int64_t rest = units % scale;
    int digits = places;
    while (digits > least && rest % 10 == 0) {
        rest /= 10;
        --digits;
    }
    if (digits == 0) {
        return;
    }
    out.push_back('.');
    for (int at = digits - 1; at >= 0; --at) {
        const std::int64_t power = powersOfTen.at(static_cast<std::size_t>(at));
        out.push_back(static_cast<char>('0' + rest / power % 10));
    }
}

void appendMoney(std::string &out, Money money)
{
    if (money.units % Money::unitsPerCent != 0) {
        appendFixed(out, money.units, Money::places, 2);
        return;
    }
    // A fast path for nearly every amount: each row of the ledger has three.
    std::int64_t cents = money.units / Money::unitsPerCent;
    if (cents < 0) {
        out.push_back('-');
        cents = -cents;
    }
    appendInteger(out, cents / 100);
    const auto rest = static_cast<int>(cents % 100);
    out.push_back('.');
    out.push_back(static_cast<char>('0' + rest / 10));
    out.push_back(static_cast<char>('0' + rest % 10));
}

std::string moneyText(Money money)
{
    std::string out;
    appendMoney(out, money);
    return out;
}

void appendGb(std::string &out, std::int64_t bytes)
{
    appendFixed(out, bytes, 9, 0);
}

std::string gbText(std::int64_t bytes)
{
    std::string out;
    appendGb(out, bytes);
    return out;
}

std::optional<std::int64_t> parseFixed(std::string_view text, int places)
{
    const bool negative = !text.empty() && text.front() == '-';
    if (negative) {
        text.remove_prefix(1);
    }
    if (text.empty() || !isDigit(text.front())) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    std::size_t at = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        if (!pushDigit(value, text[at] - '0')) {
            return std::nullopt;
        }
    }
    int decimals = 0;
    if (at < text.size()) {
        if (text[at] != '.' || at + 1 == text.size()) {
            return std::nullopt;
        }
        for (++at; at < text.size(); ++at) {
            if (!isDigit(text[at]) || (decimals >= places && text[at] != '0')) {
                return std::nullopt;
            }
            if (decimals < places) {
                if (!pushDigit(value, text[at] - '0')) {
                    return std::nullopt;
                }
                ++decimals;
            }
        }
    }
    for (; decimals < places; ++decimals) {
        if (!pushDigit(value, 0)) {
            return std::nullopt;
        }
    }
    return negative ? -value : value;
}

std::optional<Money> parseMoney(std::string_view text)
{
    const auto units = parseFixed(text, Money::places);
    if (!units) {
        return std::nullopt;
    }
    return Money{*units};
}

std::optional<Rounding> roundingFromName(std::string_view name)
{
    if (name == "half-up") {
        return Rounding::HalfUp;
    }
    if (name == "half-even") {
        return Rounding::HalfEven;
    }
    if (name == "up") {
        return Rounding::Up;
    }
    if (name == "down") {
        return Rounding::Down;
    }
    if (name == "exact") {
        return Rounding::Exact;
    }
    return std::nullopt;
}

Money costOf(std::int64_t bytes, Money ratePerGb, Rounding rounding)
{
    // Split so that every product fits into 64 bits: whole gigabytes first, then the part of a
    // gigabyte with the rate cut in two.
    const std::int64_t part = bytes % bytesPerGb;
    const std::int64_t high = part * (ratePerGb.units / 10'000);
    const std::int64_t low = (high % 100'000) * 10'000 + part * (ratePerGb.units % 10'000);
    const std::int64_t units =
        (bytes / bytesPerGb) * ratePerGb.units + high / 100'000 + low / bytesPerGb;
    const std::int64_t beyond = low % bytesPerGb; // in 10^-9 units

    if (rounding == Rounding::Exact) {
        return Money{units + (beyond * 2 >= bytesPerGb ? 1 : 0)};
    }

    const std::int64_t cents = units / Money::unitsPerCent;
    const std::int64_t rest = units % Money::unitsPerCent * bytesPerGb + beyond;
    const std::int64_t half = Money::unitsPerCent / 2 * bytesPerGb;
    bool up = false;
    switch (rounding) {
    case Rounding::HalfUp:
        up = rest >= half;
        break;
    case Rounding::HalfEven:
        up = rest > half || (rest == half && cents % 2 == 1);
        break;
    case Rounding::Up:
        up = rest > 0;
        break;
    case Rounding::Down:
    case Rounding::Exact:
        break;
    }
    return Money::cents(cents + (up ? 1 : 0));
}

} // namespace sandbox
