// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/text.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace sandbox {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

void appendEscaped(std::string &out, char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\t':
        out += "\\t";
        break;
    case '\r':
        out += "\\r";
        break;
    default:
        out += "\\u00";
        out.push_back(hexDigits[static_cast<unsigned char>(c) >> 4U]);
        out.push_back(hexDigits[static_cast<unsigned char>(c) & 15U]);
    }
}

bool needsEscape(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

void put(char *at, int value, int digits)
{
    for (int i = digits - 1; i >= 0; --i) {
        at[i] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
}

void putDay(char *at, std::chrono::sys_days day)
{
    const std::chrono::year_month_day date{day};
    put(at, static_cast<int>(date.year()), 4);
    at[4] = '-';
    put(at + 5, static_cast<int>(static_cast<unsigned>(date.month())), 2);
    at[7] = '-';
    put(at + 8, static_cast<int>(static_cast<unsigned>(date.day())), 2);
}

std::chrono::sys_days dayOf(Seconds at)
{
    return std::chrono::floor<std::chrono::days>(
        std::chrono::sys_seconds{std::chrono::seconds{at}});
}

} // namespace

void appendQuoted(std::string &out, std::string_view text)
{
    out.push_back('"');
    while (!text.empty()) {
        const auto special = std::find_if(text.begin(), text.end(), needsEscape);
        const auto plain = static_cast<std::size_t>(special - text.begin());
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (!text.empty()) {
            appendEscaped(out, text.front());
            text.remove_prefix(1);
        }
    }
    out.push_back('"');
}

void appendQuotedOrNull(std::string &out, const std::optional<std::string> &text)
{
    if (text) {
        appendQuoted(out, *text);
    } else {
        out += "null";
    }
}

void appendIso(std::string &out, Seconds at)
{
    const std::chrono::sys_days day = dayOf(at);
    const auto second = static_cast<int>(at - day.time_since_epoch().count() * secondsPerDay);
    std::array<char, 20> text{};
    putDay(text.data(), day);
    text[10] = 'T';
    put(&text[11], second / 3600, 2);
    text[13] = ':';
    put(&text[14], second / 60 % 60, 2);
    text[16] = ':';
    put(&text[17], second % 60, 2);
    text[19] = 'Z';
    out.append(text.data(), text.size());
}

std::string isoText(Seconds at)
{
    std::string out;
    appendIso(out, at);
    return out;
}

std::string dayText(Seconds at)
{
    return isoText(at).substr(0, 10);
}

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

void replaceValue(std::string &json, std::string_view key, std::string_view value)
{
    const std::size_t at = json.find(key);
    if (at == std::string::npos) {
        return;
    }
    const std::size_t from = at + key.size();
    json.replace(from, json.find(',', from) - from, value);
}

} // namespace sandbox
