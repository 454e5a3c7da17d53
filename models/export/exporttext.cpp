// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exporttext.h"

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

constexpr int moneyDecimals = 2;

void appendInteger(std::string &out, std::int64_t number)
{
    std::array<char, 24> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

void appendPadded(std::string &out, int number, int width)
{
    std::array<char, 12> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    const auto length = static_cast<int>(end - text.data());
    if (length < width) {
        out.append(static_cast<size_t>(width - length), '0');
    }
    out.append(text.data(), end);
}

bool isAnyOf(std::string_view text, const char *begin)
{
    return text.substr(0, std::strlen(begin)) == begin;
}

/// RFC 4180: a comma, a quote or a line break inside means quotes around it, and each quote twice.
void appendCsvText(std::string &out, std::string_view text)
{
    const bool apostrophe = needsApostrophe(text);
    const bool quotes = text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (quotes) {
        out += '"';
    }
    if (apostrophe) {
        out += '\'';
    }
    if (!quotes) {
        out.append(text);
        return;
    }
    for (const char c : text) {
        if (c == '"') {
            out += '"';
        }
        out += c;
    }
    out += '"';
}

} // namespace

void appendDecimal(std::string &out, std::int64_t units, int digits, int minDecimals)
{
    std::array<char, 24> text{};
    // In unsigned arithmetic: the smallest value has no positive twin.
    const auto magnitude =
        units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
    const auto end = std::to_chars(text.data(), text.data() + text.size(), magnitude).ptr;
    const std::string_view all(text.data(), static_cast<size_t>(end - text.data()));
    const auto decimals = static_cast<size_t>(digits);
    const size_t whole = all.size() > decimals ? all.size() - decimals : 0;
    std::array<char, 24> fraction{};
    fraction.fill('0');
    const std::string_view tail = all.substr(whole);
    std::copy(tail.begin(), tail.end(),
              fraction.begin() + static_cast<long>(decimals - tail.size()));
    size_t kept = decimals;
    while (kept > static_cast<size_t>(minDecimals) && fraction.at(kept - 1) == '0') {
        --kept;
    }
    if (units < 0) {
        out += '-';
    }
    if (whole == 0) {
        out += '0';
    } else {
        out.append(all.substr(0, whole));
    }
    if (kept > 0) {
        out += '.';
        out.append(fraction.data(), kept);
    }
}

void appendTime(std::string &out, std::int64_t millis)
{
    const Instant instant = fromMillis(millis);
    const auto day = std::chrono::floor<std::chrono::days>(instant);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(instant - day);
    const int year = int(date.year());
    if (year < 0) {
        out += '-';
    }
    appendPadded(out, year < 0 ? -year : year, 4);
    out += '-';
    appendPadded(out, static_cast<int>(unsigned(date.month())), 2);
    out += '-';
    appendPadded(out, static_cast<int>(unsigned(date.day())), 2);
    out += 'T';
    appendPadded(out, static_cast<int>(time.hours().count()), 2);
    out += ':';
    appendPadded(out, static_cast<int>(time.minutes().count()), 2);
    out += ':';
    appendPadded(out, static_cast<int>(time.seconds().count()), 2);
    out += '.';
    appendPadded(out, static_cast<int>(time.subseconds().count()), 3);
    out += "+00:00";
}

void appendJsonText(std::string &out, std::string_view text)
{
    constexpr unsigned char firstPrintable = 0x20;
    constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (code < firstPrintable) {
            out += "\\u00";
            out += hex[code >> 4U];
            out += hex[code & 0xfU];
        } else {
            out += c;
        }
    }
    out += '"';
}

void appendPlain(std::string &out, Kind kind, const ExportCell &cell)
{
    if (cell.absent) {
        return;
    }
    switch (kind) {
    case Kind::Text:
    case Kind::Json:
        out.append(cell.text);
        break;
    case Kind::Integer:
        appendInteger(out, cell.number);
        break;
    case Kind::Flag:
        out += cell.number != 0 ? "true" : "false";
        break;
    case Kind::Money:
        appendDecimal(out, cell.number, Money::digits, moneyDecimals);
        break;
    case Kind::Traffic:
        appendDecimal(out, cell.number, TrafficAmount::digits, 0);
        break;
    case Kind::Time:
        appendTime(out, cell.number);
        break;
    }
}

bool needsApostrophe(std::string_view text)
{
    if (text.empty()) {
        return false;
    }
    switch (text.front()) {
    case '=':
    case '+':
    case '-':
    case '@':
    case '\t':
    case '\r':
    case '\n':
    case '\'':
        return true;
    default:
        break;
    }
    // U+FF1D, U+FF0B, U+FF0D, U+FF20: some spreadsheets take them for the plain ones.
    return isAnyOf(text, "\xef\xbc\x9d") || isAnyOf(text, "\xef\xbc\x8b") ||
           isAnyOf(text, "\xef\xbc\x8d") || isAnyOf(text, "\xef\xbc\xa0");
}

void appendCsvRow(std::string &out, const std::vector<ExportColumn> &columns,
                  const ExportCells &cells)
{
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            out += ',';
        }
        const Kind kind = columns[i].kind;
        if (!cells[i].absent && (kind == Kind::Text || kind == Kind::Json)) {
            appendCsvText(out, cells[i].text);
        } else {
            appendPlain(out, kind, cells[i]);
        }
    }
    out += "\r\n";
}

void appendCsvHeader(std::string &out, const std::vector<ExportColumn> &columns)
{
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            out += ',';
        }
        appendCsvText(out, columns[i].name.toUtf8().toStdString());
    }
    out += "\r\n";
}

} // namespace relaybook
