// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/fieldtext.h"

#include "models/store/textfold.h"

#include "api/json/jsonmask.h"
#include "api/json/jsonscanner.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

namespace relaybook {
namespace {

/// Members with a column that is searched by value.
constexpr std::array<std::string_view, 5> foundByValue{"created_at", "updated_at", "traffic_gb",
                                                       "traffic_limit_gb", "traffic_balance_gb"};

/// "-12.50", "3e5", "2026-11-20T18:00:00Z"
bool isNumberOrTime(const QString &text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(?:[-+]?[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?|"
                       "[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[t ][-+:.z0-9 ]*)?)\\z"));
    const QChar first = text.front();
    return (first.isDigit() || first == u'-' || first == u'+') && form.match(text).hasMatch();
}

bool isStructure(char c)
{
    return std::string_view("{}[],:").find(c) != std::string_view::npos;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Writes the lines of one JSON document. It was masked, so it is well-formed.
class FieldLines
{
public:
    FieldLines(std::string_view search, std::string_view json)
        : m_scanner(json)
    {
        addKnown(search);
    }

    std::string written()
    {
        int depth = 0;
        for (char next = m_scanner.peek(); next != '\0'; next = m_scanner.peek()) {
            if (next == '"') {
                const auto text = m_scanner.string();
                if (!text) {
                    break; // cut off
                }
                if (m_scanner.peek() == ':') {
                    m_scanner.take(':');
                    skipFoundByValue(depth, *text);
                    continue;
                }
                add(QString::fromUtf8(unescapedJson(*text)));
            } else if (isStructure(next)) {
                depth += next == '{' || next == '[' ? 1 : 0;
                depth -= next == '}' || next == ']' ? 1 : 0;
                m_scanner.take(next);
            } else if (const auto value = m_scanner.scalar()) {
                if (value->find_first_of("0123456789") != std::string_view::npos) {
                    add(QString::fromUtf8(value->data(), static_cast<qsizetype>(value->size())));
                }
            } else {
                break; // cut off
            }
        }
        return std::move(m_lines);
    }

private:
    void skipFoundByValue(int depth, std::string_view name)
    {
        const bool isFound = depth == 1 && std::find(foundByValue.begin(), foundByValue.end(),
                                                     name) != foundByValue.end();
        if (isFound && m_scanner.peek() != '{' && m_scanner.peek() != '[') {
            static_cast<void>(m_scanner.value());
        }
    }

    void add(const QString &text)
    {
        if (text.contains(QChar(u'•'))) {
            return;
        }
        const QString folded = foldedText(text).trimmed();
        std::string lines = folded.toStdString();
        if (folded.isEmpty() || isKnown(lines)) {
            return;
        }
        if (isNumberOrTime(folded)) {
            lines.insert(lines.begin(), wholeLineMark);
            if (isKnown(lines)) {
                return;
            }
        }
        addKnown(lines);
        m_lines += "\n" + lines;
    }

    void addKnown(std::string_view lines)
    {
        for (std::string &line : linesOf(lines)) {
            m_known.insert(std::move(line));
        }
    }

    /// Whether the search text already has each of the lines.
    [[nodiscard]] bool isKnown(std::string_view lines) const
    {
        const auto parts = linesOf(lines);
        return std::all_of(parts.begin(), parts.end(),
                           [this](const std::string &line) { return m_known.contains(line); });
    }

    std::unordered_set<std::string> m_known; ///< the lines of the search index so far
    std::string m_lines;
    JsonScanner m_scanner;
};

} // namespace

/// Masks again, as "All fields" does: an older version may have stored the row with fewer masks.
std::string fieldTexts(std::string_view search, std::string_view raw)
{
    const QByteArray masked = maskSecrets(raw);
    return FieldLines(search, {masked.constData(), static_cast<size_t>(masked.size())}).written();
}

} // namespace relaybook
