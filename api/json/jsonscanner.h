// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the text of a JSON document, for what a parsed tree has lost: how a number was written.

#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace relaybook {

/// Steps over a document token by token, without copying. It finds where values begin and end;
/// whether the document is valid is for JsonReader to say. On malformed text a step finds nothing;
/// it never reads beyond the end.
class JsonScanner
{
public:
    explicit JsonScanner(std::string_view text)
        : m_text(text)
    {
    }

    /// The next character that is no space, not consumed; 0 at the end.
    [[nodiscard]] char peek();
    /// Consumes `c` where it is next.
    bool take(char c);
    /// What is between the quotes, escapes as written.
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

/// The text of a member of the object `object`, the first one of that name; nothing where there is
/// none.
[[nodiscard]] std::optional<std::string_view> findMember(std::string_view object,
                                                         std::string_view key);

/// "a\u00e9\n" as UTF-8. A lone surrogate becomes U+FFFD.
[[nodiscard]] QByteArray unescapedJson(std::string_view inner);
/// Text as the inside of a JSON string.
[[nodiscard]] QByteArray escapedJson(std::string_view text);

} // namespace relaybook
