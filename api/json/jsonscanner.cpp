// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonscanner.h"

#include <QString>

#include <charconv>

namespace relaybook {
namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool endsScalar(char c)
{
    return c == ',' || c == '}' || c == ']' || c == ':' || c == '"' || isSpace(c);
}

/// The position of the closing quote of the string that begins before `at`.
std::size_t closingQuote(std::string_view text, std::size_t at)
{
    // Two searches for one character are fast because they compare many bytes at a time.
    // find_first_of() calls a function for each byte, and decoding spends most of its time here.
    std::size_t quote = text.find('"', at);
    while (quote != std::string_view::npos) {
        const std::size_t escape = text.substr(at, quote - at).find('\\');
        if (escape == std::string_view::npos) {
            return quote;
        }
        at += escape + 2;
        if (at > quote) { // the quote was escaped
            quote = text.find('"', at);
        }
    }
    return quote;
}

std::optional<char32_t> hexUnit(std::string_view inner, std::size_t at)
{
    constexpr std::size_t width = 4;
    if (at + width > inner.size()) {
        return std::nullopt;
    }
    unsigned unit = 0;
    const char *const begin = inner.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + width, unit, 16);
    return error == std::errc() && end == begin + width ? std::optional<char32_t>(unit)
                                                        : std::nullopt;
}

/// Appends the character of the \u escape whose digits begin at `at`; returns the bytes it took.
std::size_t appendUnicode(QByteArray &out, std::string_view inner, std::size_t at)
{
    constexpr char32_t replacement = 0xFFFD;
    const auto first = hexUnit(inner, at);
    if (!first) {
        return 0;
    }
    char32_t character = *first;
    std::size_t taken = 4;
    if (QChar::isHighSurrogate(character)) {
        const bool follows = inner.substr(std::min(at + 4, inner.size()), 2) == "\\u";
        const auto low = follows ? hexUnit(inner, at + 6) : std::nullopt;
        if (low && QChar::isLowSurrogate(*low)) {
            character =
                QChar::surrogateToUcs4(static_cast<char16_t>(*first), static_cast<char16_t>(*low));
            taken = 10;
        }
    }
    if (QChar::isSurrogate(character)) {
        character = replacement;
    }
    constexpr char32_t firstBeyondAscii = 0x80;
    if (character < firstBeyondAscii) {
        out += static_cast<char>(character);
    } else {
        out += QString::fromUcs4(&character, 1).toUtf8();
    }
    return taken;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return c; // quote, backslash, slash
    }
}

} // namespace

char JsonScanner::peek()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at])) {
        ++m_at;
    }
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonScanner::take(char c)
{
    if (peek() != c || m_at >= m_text.size()) {
        return false;
    }
    ++m_at;
    return true;
}

std::optional<std::string_view> JsonScanner::string()
{
    if (!take('"')) {
        return std::nullopt;
    }
    const std::size_t end = closingQuote(m_text, m_at);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const auto inner = m_text.substr(m_at, end - m_at);
    m_at = end + 1;
    return inner;
}

std::optional<std::string_view> JsonScanner::scalar()
{
    if (peek() == '\0') {
        return std::nullopt;
    }
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && !endsScalar(m_text[m_at])) {
        ++m_at;
    }
    return m_at > begin ? std::optional(m_text.substr(begin, m_at - begin)) : std::nullopt;
}

std::optional<std::string_view> JsonScanner::value()
{
    const char first = peek();
    if (first == '{' || first == '[') {
        return container();
    }
    if (first != '"') {
        return scalar();
    }
    const std::size_t begin = m_at;
    if (!string()) {
        return std::nullopt;
    }
    return m_text.substr(begin, m_at - begin);
}

std::optional<std::string_view> JsonScanner::container()
{
    const std::size_t begin = m_at;
    int depth = 0;
    while (true) {
        m_at = m_text.find_first_of("\"{}[]", m_at);
        if (m_at == std::string_view::npos) {
            m_at = m_text.size();
            return std::nullopt;
        }
        const char c = m_text[m_at];
        if (c == '"') {
            if (!string()) {
                return std::nullopt;
            }
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : -1;
        ++m_at;
        if (depth == 0) {
            return m_text.substr(begin, m_at - begin);
        }
    }
}

std::optional<std::string_view> findMember(std::string_view object, std::string_view key)
{
    JsonScanner scanner(object);
    if (!scanner.take('{')) {
        return std::nullopt;
    }
    do {
        const auto name = scanner.string();
        if (!name || !scanner.take(':')) {
            return std::nullopt;
        }
        const bool plain = name->find('\\') == std::string_view::npos;
        const bool found = plain
                               ? *name == key
                               : unescapedJson(*name) ==
                                     QByteArrayView(key.data(), static_cast<qsizetype>(key.size()));
        const auto value = scanner.value();
        if (!value || found) {
            return value;
        }
    } while (scanner.take(','));
    return std::nullopt;
}

QByteArray unescapedJson(std::string_view inner)
{
    QByteArray out;
    out.reserve(static_cast<qsizetype>(inner.size()));
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i] != '\\' || i + 1 == inner.size()) {
            out += inner[i];
        } else if (inner[++i] == 'u') {
            i += appendUnicode(out, inner, i + 1);
        } else {
            out += simpleEscape(inner[i]);
        }
    }
    return out;
}

QByteArray escapedJson(std::string_view text)
{
    QByteArray out;
    out.reserve(static_cast<qsizetype>(text.size()) + 2);
    for (const char c : text) {
        constexpr char firstPrintable = 0x20;
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c >= 0 && c < firstPrintable) {
            out += "\\u" + QByteArray::number(c, 16).rightJustified(4, '0');
        } else {
            out += c;
        }
    }
    return out;
}

} // namespace relaybook
