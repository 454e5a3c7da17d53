// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgertext.h"

#include "api/json/jsonscanner.h"
#include "api/json/sentamount.h"
#include "models/store/textfold.h"

#include <QList>

#include <SQLiteCpp/Database.h>

#include <algorithm>
#include <array>
#include <iterator>

#include <sqlite3.h>

namespace relaybook {
namespace {

constexpr bool isAscii(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

/// By ASCII character: the lower-case letter or digit; 0 if the character ends a word.
constexpr std::array<char, 128> wordSigns = [] {
    std::array<char, 128> signs{};
    for (char c = '0'; c <= '9'; ++c) {
        signs.at(static_cast<size_t>(c)) = c;
    }
    for (char c = 'a'; c <= 'z'; ++c) {
        signs.at(static_cast<size_t>(c)) = c;
        signs.at(static_cast<size_t>(c - 'a' + 'A')) = c;
    }
    return signs;
}();

void endWord(std::string &words)
{
    if (!words.empty() && words.back() != ' ') {
        words.push_back(' ');
    }
}

void trimEnd(std::string &words)
{
    if (!words.empty() && words.back() == ' ') {
        words.pop_back();
    }
}

/// Whether this character always ends a word.
bool separates(char c)
{
    return isAscii(c) && wordSigns[static_cast<unsigned char>(c)] == 0;
}

bool standsAlone(char32_t c)
{
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
        return true;
    default:
        return false;
    }
}

void appendUtf8(std::string &text, char32_t c)
{
    if (c < 0x80) {
        text.push_back(static_cast<char>(c));
        return;
    }
    const QByteArray bytes = QString::fromUcs4(&c, 1).toUtf8();
    text.append(bytes.constData(), static_cast<size_t>(bytes.size()));
}

/// `text` has no character that separates words.
void appendFolded(std::string &words, std::string_view text)
{
    const QString folded =
        foldedText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    for (const uint each : folded.toUcs4()) {
        const auto c = static_cast<char32_t>(each);
        const bool inWord =
            QChar::isLetterOrNumber(c) || QChar::category(c) == QChar::Mark_SpacingCombining;
        if (!inWord) {
            endWord(words);
            continue;
        }
        const bool alone = standsAlone(c);
        if (alone) {
            endWord(words);
        }
        appendUtf8(words, c);
        if (alone) {
            endWord(words);
        }
    }
}

std::string_view textOf(sqlite3_value *value)
{
    const auto *bytes = static_cast<const char *>(sqlite3_value_blob(value));
    return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value)))
                 : std::string_view();
}

/// `values`: type, description, id, product_id, raw
std::string rowTokens(sqlite3_value **values)
{
    constexpr int plain = 4;
    std::string all;
    for (int i = 0; i < plain; ++i) {
        all.append(textOf(values[i]));
        all.push_back(' ');
    }
    all.append(metadataValues(textOf(values[plain])));
    return ledgerTokens(all);
}

bool hasPhrase(std::string_view words, std::string_view phrase)
{
    size_t from = 0;
    while ((from = words.find(phrase, from)) != std::string_view::npos) {
        if (from == 0 || words[from - 1] == ' ') {
            return true;
        }
        ++from;
    }
    return false;
}

void ledgerText(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const std::string words = rowTokens(values);
    sqlite3_result_text(context, words.data(), static_cast<int>(words.size()),
                        SQLITE_TRANSIENT); // NOLINT: the database's own constant
}

void ledgerFinds(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    sqlite3_result_int(context, hasPhrase(rowTokens(values + 1), textOf(values[0])) ? 1 : 0);
}

constexpr bool isNumeral(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether the text contains the number, not only as the end of a longer one.
bool hasWholeNumber(std::string_view text, std::string_view number)
{
    for (auto at = text.find(number); at != std::string_view::npos;
         at = text.find(number, at + 1)) {
        const auto end = at + number.size();
        const bool isPart =
            (at > 0 && isNumeral(text[at - 1])) || (end < text.size() && isNumeral(text[end])) ||
            (at > 1 && (text[at - 1] == '.' || text[at - 1] == ',') && isNumeral(text[at - 2]));
        if (!isPart) {
            return true;
        }
    }
    return false;
}

/// `values`: number, description, raw
void ledgerReports(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const std::string_view number = textOf(values[0]);
    const bool reports = hasWholeNumber(textOf(values[1]), number) ||
                         hasWholeNumber(metadataValues(textOf(values[2])), number);
    sqlite3_result_int(context, reports ? 1 : 0);
}

/// `values`: raw, name
void sentAmountOf(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const QByteArray text = sentAmount(textOf(values[0]), textOf(values[1])).toUtf8();
    sqlite3_result_text(context, text.constData(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT); // NOLINT: the database's own constant
}

/// The values of a JSON document without the member names, with a space before each.
std::string valuesOf(std::string_view json)
{
    std::string values;
    JsonScanner scanner(json);
    for (char next = scanner.peek(); next != '\0'; next = scanner.peek()) {
        if (next == '"') {
            const auto text = scanner.string();
            if (!text) {
                break; // cut off
            }
            if (scanner.peek() == ':') {
                continue; // a member's name
            }
            values.push_back(' ');
            if (text->find('\\') == std::string_view::npos) {
                values.append(*text);
            } else {
                values.append(unescapedJson(*text).toStdString());
            }
        } else if (const auto value = scanner.scalar()) {
            // true, false and null are not searched.
            if (value->find_first_of("0123456789") != std::string_view::npos) {
                values.push_back(' ');
                values.append(*value);
            }
        } else {
            scanner.take(next);
        }
    }
    return values;
}

} // namespace

/// Folds part by part, because most parts are plain ASCII, which is faster.
std::string ledgerTokens(std::string_view utf8)
{
    std::string words;
    words.reserve(utf8.size());
    for (size_t from = 0; from < utf8.size();) {
        if (separates(utf8[from])) {
            endWord(words);
            ++from;
            continue;
        }
        size_t end = from;
        bool plain = true;
        while (end < utf8.size() && !separates(utf8[end])) {
            plain = plain && isAscii(utf8[end]);
            ++end;
        }
        const std::string_view stretch = utf8.substr(from, end - from);
        if (plain) {
            std::transform(stretch.begin(), stretch.end(), std::back_inserter(words),
                           [](char c) { return wordSigns[static_cast<unsigned char>(c)]; });
        } else {
            appendFolded(words, stretch);
        }
        from = end;
    }
    trimEnd(words);
    return words;
}

QString amountAsSent(const QByteArray &raw, std::string_view name)
{
    return sentAmount({raw.constData(), static_cast<size_t>(raw.size())}, name);
}

std::string metadataValues(std::string_view raw)
{
    return valuesOf(findMember(raw, "metadata").value_or(std::string_view()));
}

bool hasText(const QString &typed)
{
    return std::any_of(typed.begin(), typed.end(),
                       [](QChar c) { return !c.isSpace() && c != u'"'; });
}

std::string ledgerPhrase(const QString &word)
{
    const QByteArray bytes = word.toUtf8();
    return ledgerTokens({bytes.constData(), static_cast<size_t>(bytes.size())});
}

std::string ledgerMatch(const std::vector<std::string> &phrases)
{
    std::string match;
    for (const std::string &phrase : phrases) {
        match += (match.empty() ? "\"" : " AND \"") + phrase + "\" *";
    }
    return match;
}

void registerLedgerText(SQLite::Database &database)
{
    constexpr int columns = 5;
    database.createFunction("ledger_text", columns, true, nullptr, &ledgerText);
    database.createFunction("ledger_finds", columns + 1, true, nullptr, &ledgerFinds);
    database.createFunction("sent_amount", 2, true, nullptr, &sentAmountOf);
    database.createFunction("ledger_tells", 3, true, nullptr, &ledgerReports);
}

} // namespace relaybook
