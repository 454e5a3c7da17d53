// SPDX-License-Identifier: GPL-3.0-or-later
// Scans the text of a JSON document token by token, to read numbers exactly as they were written.

#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace relaybook {

/// A JSON tokenizer that copies nothing. It finds where values begin and end; JsonReader checks
/// whether the document is valid. On malformed text it returns nothing; it never reads beyond the
/// end.
class JsonScanner
{
public:
    explicit JsonScanner(std::string_view text)
        : m_text(text)
    {
    }

    /// The next character that is not white space, without consuming it; 0 at the end.
    [[nodiscard]] char peek();
    /// Consumes `c` if it is the next character.
    bool take(char c);
    /// A string without its quotes, escapes as written.
    [[nodiscard]] std::optional<std::string_view> string();
    /// A number, true, false or null.
    [[nodiscard]] std::optional<std::string_view> scalar();
    /// The whole text of any value.
    [[nodiscard]] std::optional<std::string_view> value();

private:
    [[nodiscard]] std::optional<std::string_view> container();

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// The text of the first member `key` of the object `object`; nothing if there is none.
[[nodiscard]] std::optional<std::string_view> findMember(std::string_view object,
                                                         std::string_view key);

/// Resolves the escapes in "a\u00e9\n" to UTF-8. A lone surrogate becomes U+FFFD.
[[nodiscard]] QByteArray unescapedJson(std::string_view inner);
/// Escapes a text for use inside a JSON string.
[[nodiscard]] QByteArray escapedJson(std::string_view text);

} // namespace relaybook
