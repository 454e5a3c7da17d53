// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonrepair.h"

#include "api/json/jsonscanner.h"

#include <QCryptographicHash>
#include <QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace relaybook {

namespace {

using namespace std::string_view_literals;

bool isJsonDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::size_t digitsAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isJsonDigit(text[end])) {
        ++end;
    }
    return end - at;
}

template <class Number>
bool fits(std::string_view token)
{
    Number number = 0;
    const char *end = token.data() + token.size();
    const auto read = std::from_chars(token.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

/// Whether the token is a number as JSON defines it, which 64 bits or a double can hold.
bool isGoodNumber(std::string_view token)
{
    std::size_t at = token.starts_with('-') ? 1 : 0;
    const std::size_t whole = digitsAt(token, at);
    if (whole == 0 || (whole > 1 && token[at] == '0')) {
        return false;
    }
    at += whole;
    if (at == token.size()) {
        return fits<std::int64_t>(token) || fits<std::uint64_t>(token);
    }
    if (token[at] == '.') {
        const std::size_t decimals = digitsAt(token, at + 1);
        if (decimals == 0) {
            return false;
        }
        at += 1 + decimals;
    }
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        ++at;
        at += at < token.size() && (token[at] == '+' || token[at] == '-') ? 1 : 0;
        const std::size_t digits = digitsAt(token, at);
        if (digits == 0) {
            return false;
        }
        at += digits;
    }
    bool ok = false;
    const double value =
        QByteArrayView(token.data(), static_cast<qsizetype>(token.size())).toDouble(&ok);
    return at == token.size() && ok && std::isfinite(value);
}

class Repair
{
public:
    explicit Repair(std::string_view text)
        : m_text(text)
    {
        constexpr qsizetype someRepairs = 64;
        m_out.reserve(static_cast<qsizetype>(text.size()) + someRepairs);
    }

    QByteArray run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                string();
            } else if (isJsonSpace(c) || "{}[]:,"sv.find(c) != std::string_view::npos) {
                m_out += c;
                ++m_at;
            } else {
                word();
            }
        }
        return m_out;
    }

private:
    void append(std::string_view text)
    {
        m_out.append(text.data(), static_cast<qsizetype>(text.size()));
    }

    void string()
    {
        JsonScanner scanner(m_text.substr(m_at));
        const auto inner = scanner.string();
        if (!inner) { // it has no end: left as it is, so that the document is refused
            append(m_text.substr(m_at));
            m_at = m_text.size();
            return;
        }
        m_at += inner->size() + 2;
        m_out += '"';
        content(*inner);
        m_out += '"';
    }

    /// The text of a string, in runs without escapes and control characters.
    void content(std::string_view inner)
    {
        std::size_t from = 0;
        std::size_t at = 0;
        while (at < inner.size()) {
            const auto byte = static_cast<unsigned char>(inner[at]);
            if (byte != '\\' && byte >= ' ') {
                ++at;
                continue;
            }
            plain(inner.substr(from, at - from));
            at += byte == '\\' ? escape(inner.substr(at)) : control(inner.substr(at, 1));
            from = at;
        }
        plain(inner.substr(from));
    }

    /// Text without escapes. Bytes that are not UTF-8 become U+FFFD.
    void plain(std::string_view run)
    {
        const bool isAscii =
            std::all_of(run.begin(), run.end(), [](char c) { return (c & '\x80') == 0; });
        if (isAscii) {
            append(run);
        } else {
            m_out += QString::fromUtf8(run.data(), static_cast<qsizetype>(run.size())).toUtf8();
        }
    }

    std::size_t control(std::string_view character)
    {
        m_out += escapedJson(character);
        return 1;
    }

    /// The escape at the beginning of the text; returns the number of bytes that it takes.
    std::size_t escape(std::string_view text)
    {
        constexpr std::size_t unitSize = 6; // of \uXXXX
        if (text.size() > 1 && "\"\\/bfnrt"sv.find(text[1]) != std::string_view::npos) {
            append(text.substr(0, 2));
            return 2;
        }
        const auto unit = unitOf(text);
        if (!unit) {
            m_out += "\\\\"; // the backslash itself
            return 1;
        }
        const auto next = unitOf(text.substr(unitSize));
        if (QChar::isHighSurrogate(*unit) && next && QChar::isLowSurrogate(*next)) {
            append(text.substr(0, 2 * unitSize));
            return 2 * unitSize;
        }
        append(QChar::isSurrogate(*unit) ? "\\ufffd"sv : text.substr(0, unitSize));
        return unitSize;
    }

    /// The value of \uXXXX at the beginning of the text.
    static std::optional<char32_t> unitOf(std::string_view text)
    {
        constexpr std::size_t unitSize = 6;
        constexpr int hexadecimal = 16;
        if (text.size() < unitSize || !text.starts_with("\\u")) {
            return std::nullopt;
        }
        const auto digits = text.substr(2, unitSize - 2);
        const bool areHex = std::all_of(digits.begin(), digits.end(), [](char c) {
            return isJsonDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        });
        if (!areHex) {
            return std::nullopt;
        }
        return static_cast<char32_t>(std::stoul(std::string(digits), nullptr, hexadecimal));
    }

    /// A number, a literal, or any other text outside of strings.
    void word()
    {
        const std::size_t end =
            std::min(m_text.find_first_of("{}[]:,\" \t\r\n"sv, m_at), m_text.size());
        const auto token = m_text.substr(m_at, end - m_at);
        m_at = end;
        const bool isQuoted = token.front() == '\'' || token.front() == '`';
        if (token == "true" || token == "false" || token == "null" || isGoodNumber(token) ||
            isQuoted) {
            append(token);
            return;
        }
        static constexpr std::array nothing{
            "NaN"sv,      "nan"sv, "-NaN"sv, "-nan"sv, "Infinity"sv, "-Infinity"sv, "+Infinity"sv,
            "infinity"sv, "Inf"sv, "-Inf"sv, "inf"sv,  "-inf"sv,     "None"sv,      "undefined"sv};
        if (std::find(nothing.begin(), nothing.end(), token) != nothing.end()) {
            m_out += "null";
        } else if (token == "True") {
            m_out += "true";
        } else if (token == "False") {
            m_out += "false";
        } else {
            const QByteArray escaped = escapedJson(token);
            m_out += '"';
            plain({escaped.constData(), static_cast<std::size_t>(escaped.size())});
            m_out += '"';
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    QByteArray m_out;
};

std::string_view textOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

std::size_t skipJsonSpace(std::string_view text, std::size_t at)
{
    while (at < text.size() && isJsonSpace(text[at])) {
        ++at;
    }
    return at;
}

/// The position of the `[` of `data`, `data.data` or the document; nothing if there is none.
std::optional<std::size_t> findList(std::string_view text)
{
    constexpr std::string_view name = "\"data\"";
    std::size_t at = skipJsonSpace(text, 0);
    if (at < text.size() && text[at] == '[') {
        return at;
    }
    for (at = text.find(name, at); at != std::string_view::npos; at = text.find(name, at)) {
        at = skipJsonSpace(text, at + name.size());
        if (at >= text.size() || text[at] != ':') {
            continue;
        }
        at = skipJsonSpace(text, at + 1);
        if (at < text.size() && text[at] == '[') {
            return at;
        }
    }
    return std::nullopt;
}

/// Splits a document into the rows of its list, although some of them cannot be parsed.
class RowSplitter
{
public:
    RowSplitter(std::string_view text, const std::function<bool(std::string_view)> &isJson)
        : m_text(text)
        , m_isJson(isJson)
        , m_scans(scansAllowed * text.size())
    {
    }

    std::optional<QByteArray> run()
    {
        const auto list = findList(m_text);
        if (!list) {
            return std::nullopt;
        }
        m_begin = *list + 1;
        m_at = skipJsonSpace(m_text, m_begin);
        findMarker();
        while (m_at < m_text.size() && m_text[m_at] != ']') {
            if (!takeGoodRow() && !takeBrokenRow()) {
                return std::nullopt;
            }
            m_at = skipJsonSpace(m_text, m_at);
            if (m_at < m_text.size() && m_text[m_at] == ',') {
                m_at = skipJsonSpace(m_text, m_at + 1);
            }
        }
        if (m_at >= m_text.size()) {
            return std::nullopt;
        }
        return envelope(m_at, m_rows);
    }

private:
    /// How often the document may be scanned for the ends of rows: a row with an odd quotation mark
    /// is scanned to the end of the document.
    static constexpr std::size_t scansAllowed = 4;

    /// The document with `rows` in its list, which ends at `end`.
    [[nodiscard]] QByteArray envelope(std::size_t end, const QByteArray &rows) const
    {
        QByteArray out = repairedJson(m_text.substr(0, m_begin));
        out += rows;
        out += repairedJson(m_text.substr(end));
        return out;
    }

    /// Rows usually begin alike, with the same member: {"id"
    void findMarker()
    {
        if (m_at >= m_text.size() || m_text[m_at] != '{') {
            return;
        }
        JsonScanner scanner(m_text.substr(m_at + 1));
        if (const auto key = scanner.string()) {
            const auto end = static_cast<std::size_t>(key->data() - m_text.data()) + key->size();
            m_marker = m_text.substr(m_at, end + 1 - m_at);
        }
    }

    /// The comma before the next row, or the next row itself if the comma is missing.
    [[nodiscard]] std::optional<std::size_t> nextSeparator() const
    {
        if (m_marker.empty()) {
            return std::nullopt;
        }
        for (std::size_t at = m_text.find(m_marker, m_at + 1); at != std::string_view::npos;
             at = m_text.find(m_marker, at + 1)) {
            std::size_t before = at;
            while (before > m_at && isJsonSpace(m_text[before - 1])) {
                --before;
            }
            if (before > m_at && m_text[before - 1] == ',') {
                return before - 1;
            }
            if (before > m_at && m_text[before - 1] == '}') {
                return at;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool endsAt(std::size_t at) const
    {
        const std::size_t next = skipJsonSpace(m_text, at);
        const bool isRowNext = !m_marker.empty() && m_text.substr(next).starts_with(m_marker);
        return next < m_text.size() && (m_text[next] == ',' || m_text[next] == ']' || isRowNext);
    }

    bool takeGoodRow()
    {
        const auto rest = m_text.substr(m_at);
        if (m_scans < rest.size()) {
            return false;
        }
        JsonScanner scanner(rest);
        const auto row = scanner.value();
        if (row && endsAt(m_at + row->size()) && append(*row)) {
            m_at += row->size();
            return true;
        }
        m_scans -= row ? row->size() : rest.size();
        return false;
    }

    /// "id 351, " if the row begins with a number as its id, and with nothing else.
    static QByteArray idOf(std::string_view row)
    {
        constexpr std::string_view start = "{\"id\"";
        constexpr std::size_t longest = 18;
        if (!row.starts_with(start)) {
            return {};
        }
        std::size_t at = skipJsonSpace(row, start.size());
        at = at < row.size() && row[at] == ':' ? skipJsonSpace(row, at + 1) : row.size();
        const bool isQuoted = at < row.size() && row[at] == '"';
        at += isQuoted ? 1 : 0;
        const std::size_t digits = digitsAt(row, at);
        const std::size_t end = skipJsonSpace(row, at + digits + (isQuoted ? 1 : 0));
        const bool isClosed = !isQuoted || row.substr(at + digits).starts_with('"');
        const bool isWhole = isClosed && end < row.size() && (row[end] == ',' || row[end] == '}');
        if (digits == 0 || digits > longest || !isWhole) {
            return {};
        }
        return "id " + QByteArray(row.data() + at, static_cast<qsizetype>(digits)) + ", ";
    }

    /// A row whose end is where the next one begins, or where the list ends.
    bool takeBrokenRow()
    {
        const auto end = nextSeparator();
        const auto listEnd = end ? end : findListEnd();
        if (!listEnd) {
            return false;
        }
        const auto row = m_text.substr(m_at, *listEnd - m_at);
        if (!append(row)) {
            const QByteArray hash = QCryptographicHash::hash(
                QByteArrayView(row.data(), static_cast<qsizetype>(row.size())),
                QCryptographicHash::Sha256);
            constexpr qsizetype enough = 16;
            add('"' + QByteArray(brokenRowStart.data(), brokenRowStart.size()) + " (" + idOf(row) +
                QByteArray::number(static_cast<qint64>(row.size())) + " bytes, SHA-256 " +
                hash.toHex().left(enough) + ")\"");
        }
        m_at = *listEnd;
        return true;
    }

    /// Whether the text has as many ends as beginnings. Without this, a document that was cut off
    /// inside its last row could pass for one whose last row is broken.
    static bool isBalanced(std::string_view row)
    {
        const auto count = [&row](char c) { return std::count(row.begin(), row.end(), c); };
        return count('{') == count('}') && count('[') == count(']');
    }

    /// The end of the list after a broken last row: the `]` with which the rest is JSON.
    [[nodiscard]] std::optional<std::size_t> findListEnd() const
    {
        constexpr int attempts = 16;
        std::size_t at = m_text.size();
        for (int i = 0; i < attempts && at > m_at; ++i) {
            at = m_text.rfind(']', at - 1);
            if (at == std::string_view::npos || at <= m_at) {
                break;
            }
            if (isBalanced(m_text.substr(m_at, at - m_at)) &&
                m_isJson(textOf(envelope(at, QByteArray())))) {
                return at;
            }
        }
        return std::nullopt;
    }

    /// Adds the row, repaired if necessary; returns whether it is JSON.
    bool append(std::string_view row)
    {
        if (m_isJson(row)) {
            add(QByteArray(row.data(), static_cast<qsizetype>(row.size())));
            return true;
        }
        const QByteArray repaired = repairedJson(row);
        if (m_isJson(textOf(repaired))) {
            add(repaired);
            return true;
        }
        return false;
    }

    void add(const QByteArray &row)
    {
        if (!m_rows.isEmpty()) {
            m_rows += ',';
        }
        m_rows += row;
    }

    std::string_view m_text;
    const std::function<bool(std::string_view)> &m_isJson;
    std::size_t m_scans;
    std::size_t m_begin = 0;
    std::size_t m_at = 0;
    std::string_view m_marker;
    QByteArray m_rows;
};

} // namespace

QByteArray repairedJson(std::string_view text)
{
    return Repair(text).run();
}

std::optional<QByteArray> withoutBrokenRows(std::string_view text,
                                            const std::function<bool(std::string_view)> &isJson)
{
    return RowSplitter(text, isJson).run();
}

} // namespace relaybook
