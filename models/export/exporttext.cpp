// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exporttext.h"

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>

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

bool beginsWith(std::string_view text, std::string_view begin)
{
    return text.substr(0, begin.size()) == begin;
}

/// A character after which some program could begin another field: a separator, a line break or a
/// quote.
bool endsField(char c)
{
    return c == ',' || c == ';' || c == '\t' || c == '"' || c == '\r' || c == '\n';
}

// One pass, because find_first_of() makes a call for each character.
bool needsQuotes(std::string_view text, char separator)
{
    return std::any_of(text.begin(), text.end(), [separator](char c) {
        return c == separator || c == '"' || c == '\r' || c == '\n';
    });
}

/// Whether the text begins like a formula, or with an apostrophe, which is what marks one as text.
bool beginsFormula(std::string_view text)
{
    if (text.empty()) {
        return false;
    }
    switch (text.front()) {
    case '=':
    case '+':
    case '-':
    case '@':
    case '\'':
        return true;
    default:
        break;
    }
    // Full-width = + - @, which some spreadsheets treat like the ASCII characters.
    return text.front() == '\xef' &&
           (beginsWith(text, "\xef\xbc\x9d") || beginsWith(text, "\xef\xbc\x8b") ||
            beginsWith(text, "\xef\xbc\x8d") || beginsWith(text, "\xef\xbc\xa0"));
}

/// Writes the first character, one of beginsFormula(), as JSON's "\\u003d". Returns its bytes.
size_t appendCode(std::string &out, std::string_view text)
{
    const QString first = QString::fromUtf8(text.data(), text.front() == '\xef' ? 3 : 1);
    const QString code = QString::number(first.front().unicode(), 16).rightJustified(4, u'0');
    out += "\\u" + code.toStdString();
    return text.front() == '\xef' ? 3 : 1;
}

/// The same JSON, in which no string has the start of a formula where a program with any separator
/// could find one: the character is written as its code. Nothing if there is none, and for a text
/// that is no JSON.
std::optional<std::string> jsonWithoutFormulas(std::string_view json)
{
    size_t first = 1;
    while (first < json.size() &&
           !(endsField(json[first - 1]) && beginsFormula(json.substr(first)))) {
        ++first;
    }
    const bool isJson =
        !json.empty() && std::string_view("{[\"").find(json.front()) != std::string_view::npos;
    if (!isJson || first >= json.size()) {
        return std::nullopt;
    }
    std::string out;
    out.reserve(json.size());
    bool isInText = false;
    bool isEscaped = false;
    for (size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (!isEscaped && at > 0 && endsField(json[at - 1]) && beginsFormula(json.substr(at))) {
            const bool isNumber =
                c == '-' && at + 1 < json.size() && json[at + 1] >= '0' && json[at + 1] <= '9';
            if (isInText) {
                at += appendCode(out, json.substr(at)) - 1;
                continue;
            }
            if (!isNumber) {
                return std::nullopt;
            }
        }
        out += c;
        const bool escapes = isInText && c == '\\' && !isEscaped;
        if (c == '"' && !isEscaped) {
            isInText = !isInText;
        }
        isEscaped = escapes;
    }
    return out;
}

/// RFC 4180: a separator, a quote or a line break inside means quotes around it, and each quote
/// twice. Adds an apostrophe wherever a program with any separator could find the start of a
/// formula, unless the text has none.
void appendCsvText(std::string &out, std::string_view text, char separator, bool hasFormulas = true)
{
    const bool quotes = needsQuotes(text, separator);
    if (quotes) {
        out += '"';
    }
    if (hasFormulas && needsApostrophe(text)) {
        out += '\'';
    }
    size_t done = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        if (!endsField(text[at])) {
            continue;
        }
        out.append(text.substr(done, at + 1 - done));
        done = at + 1;
        if (text[at] == '"') {
            out += '"';
        }
        if (hasFormulas && beginsFormula(text.substr(done))) {
            out += '\'';
        }
    }
    out.append(text.substr(done));
    if (quotes) {
        out += '"';
    }
}

/// Writes the last `digits` digits of `number` to the left of `end`. Returns where they begin.
char *putDigits(char *end, std::uint64_t number, int digits)
{
    for (int i = 0; i < digits; ++i) {
        *--end = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return end;
}

constexpr std::uint64_t tenTo(int digits)
{
    std::uint64_t power = 1;
    for (int i = 0; i < digits; ++i) {
        power *= 10;
    }
    return power;
}

} // namespace

void appendDecimal(std::string &out, std::int64_t units, int digits, int minDecimals)
{
    // Unsigned, because the smallest value has no positive counterpart.
    const auto magnitude =
        units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
    const std::uint64_t unit = tenTo(digits);
    constexpr size_t room = 48; // a sign, twenty digits, a point, and as many again
    std::array<char, room> text{};
    char *end = text.data() + text.size();
    char *at = putDigits(end, magnitude % unit, digits);
    for (int kept = digits; kept > minDecimals && *(end - 1) == '0'; --kept) {
        --end;
    }
    if (end > at) {
        *--at = '.';
    }
    std::uint64_t whole = magnitude / unit;
    do {
        at = putDigits(at, whole % 10, 1);
        whole /= 10;
    } while (whole > 0);
    if (units < 0) {
        *--at = '-';
    }
    out.append(at, static_cast<size_t>(end - at));
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
    std::array<char, 26> text = {"-00-00T00:00:00.000+00:00"};
    const auto put = [&text](size_t end, std::int64_t number, int digits) {
        putDigits(text.data() + end, static_cast<std::uint64_t>(number), digits);
    };
    put(3, unsigned(date.month()), 2);
    put(6, unsigned(date.day()), 2);
    put(9, time.hours().count(), 2);
    put(12, time.minutes().count(), 2);
    put(15, time.seconds().count(), 2);
    put(19, time.subseconds().count(), 3);
    out.append(text.data(), text.size() - 1);
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
        if (!cell.text.empty()) {
            out.append(cell.text);
            break;
        }
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

void appendJsonCell(std::string &out, Kind kind, const ExportCell &cell)
{
    if (cell.absent) {
        out += "null";
        return;
    }
    switch (kind) {
    case Kind::Text:
        appendJsonText(out, cell.text);
        break;
    case Kind::Money:
    case Kind::Traffic:
    case Kind::Time:
        if (cell.text.empty()) {
            out += '"';
            appendPlain(out, kind, cell);
            out += '"';
        } else { // an amount that is too large for Money, as it was sent
            appendJsonText(out, cell.text);
        }
        break;
    case Kind::Integer:
    case Kind::Flag:
    case Kind::Json:
        appendPlain(out, kind, cell);
        break;
    }
}

bool needsApostrophe(std::string_view text)
{
    const bool blank =
        !text.empty() && (text.front() == '\t' || text.front() == '\r' || text.front() == '\n');
    return blank || beginsFormula(text);
}

CsvStyle excelCsvStyle(const QLocale &locale)
{
    return locale.decimalPoint() == QLatin1String(",") ? CsvStyle{';', ','} : CsvStyle{};
}

void appendCsvRow(std::string &out, const std::vector<ExportColumn> &columns,
                  const ExportCells &cells, CsvStyle style)
{
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            out += style.separator;
        }
        const Kind kind = columns[i].kind;
        if (!cells[i].absent && (kind == Kind::Text || kind == Kind::Json)) {
            const auto json =
                kind == Kind::Json ? jsonWithoutFormulas(cells[i].text) : std::nullopt;
            appendCsvText(out, json ? *json : cells[i].text, style.separator, !json);
            continue;
        }
        const size_t begin = out.size();
        appendPlain(out, kind, cells[i]);
        if (style.decimalSign != '.' && (kind == Kind::Money || kind == Kind::Traffic)) {
            std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '.',
                         style.decimalSign);
        }
    }
    out += "\r\n";
}

void appendCsvHeader(std::string &out, const std::vector<ExportColumn> &columns, CsvStyle style)
{
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            out += style.separator;
        }
        appendCsvText(out, columns[i].name.toUtf8().toStdString(), style.separator);
    }
    out += "\r\n";
}

} // namespace relaybook
