// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/searchcondition.h"

#include "models/store/fieldtext.h"
#include "models/store/textfold.h"

#include <SQLiteCpp/Database.h>

#include <sqlite3.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace relaybook {
namespace {

void foldedFunction(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
    const QByteArray folded =
        foldedText(QString::fromUtf8(text, sqlite3_value_bytes(values[0]))).toUtf8();
    sqlite3_result_text(context, folded.constData(), static_cast<int>(folded.size()),
                        SQLITE_TRANSIENT); // NOLINT: the database's own constant
}

constexpr bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether the line has the form 8-4-4-4-12. Digits in a UUID are not searched as numbers, because
/// nearly any two of them would be found.
bool isUuid(std::string_view line)
{
    constexpr std::size_t length = 36;
    constexpr std::size_t dashes[] = {8, 13, 18, 23};
    return line.size() == length && std::all_of(std::begin(dashes), std::end(dashes),
                                                [line](auto at) { return line[at] == '-'; });
}

/// Whether the digits from `at` to `end` are a number of their own.
bool isNumberAt(std::string_view text, std::size_t at, std::size_t end)
{
    const auto start = text.rfind('\n', at) + 1; // 0 in the first line
    if (text[start] == wholeLineMark) {
        return at == start + 1 && (end == text.size() || text[end] == '\n');
    }
    return at == start || (!isAsciiDigit(text[at - 1]) &&
                           !isUuid(text.substr(start, text.find('\n', at) - start)));
}

bool hasNumber(std::string_view text, std::string_view digits, bool whole)
{
    for (auto at = text.find(digits); at != std::string_view::npos;
         at = text.find(digits, at + 1)) {
        const auto end = at + digits.size();
        const bool goesOn = end < text.size() && isAsciiDigit(text[end]);
        if (!(whole && goesOn) && isNumberAt(text, at, end)) {
            return true;
        }
    }
    return false;
}

/// "5000", "12.5"
bool isNumber(const QString &word)
{
    const bool onlyDigits = std::all_of(
        word.begin(), word.end(), [](QChar c) { return c == u'.' || (c >= u'0' && c <= u'9'); });
    return onlyDigits && !word.isEmpty() && word.count(u'.') <= 1 && !word.startsWith(u'.');
}

std::string_view textOfValue(sqlite3_value *value)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)))
                : std::string_view();
}

void hasNumberFunction(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    sqlite3_result_int(context, hasNumber(textOfValue(values[0]), textOfValue(values[1]),
                                          sqlite3_value_int(values[2]) != 0)
                                    ? 1
                                    : 0);
}

SearchCondition conditionOfTerm(const ListTerm &term)
{
    SearchCondition made;
    for (const QString &word : term.words) {
        made.sql += made.sql.empty() ? "(instr(search, ?) > 0" : " AND instr(search, ?) > 0";
        made.values.emplace_back(word);
        if (isNumber(word)) { // tested only if the text contains the digits
            made.sql += term.wholeNumbers ? " AND has_number(search, ?, 1)"
                                          : " AND has_number(search, ?, 0)";
            made.values.emplace_back(word);
        }
    }
    made.sql += made.sql.empty() ? "" : ")";
    for (const SearchCondition &other : term.conditions) {
        made.sql += (made.sql.empty() ? "(" : " OR (") + other.sql + ")";
        made.values.insert(made.values.end(), other.values.begin(), other.values.end());
    }
    return made;
}

} // namespace

void registerSearchFunctions(SQLite::Database &database)
{
    database.createFunction("folded", 1, true, nullptr, &foldedFunction);
    database.createFunction("has_number", 3, true, nullptr, &hasNumberFunction);
}

SearchCondition timeCondition(const std::string &column,
                              const std::vector<std::pair<Instant, Instant>> &times)
{
    SearchCondition made;
    for (const auto &[from, until] : times) {
        made.sql += made.sql.empty() ? "" : " OR ";
        made.sql += "(" + column + " >= ? AND " + column + " < ?)";
        made.values.emplace_back(toMillis(from));
        made.values.emplace_back(toMillis(until));
    }
    return made;
}

SearchCondition conditionOf(const std::vector<ListTerm> &terms)
{
    SearchCondition all;
    for (const ListTerm &term : terms) {
        const SearchCondition one = conditionOfTerm(term);
        all.sql += (all.sql.empty() ? "(" : " AND (") + one.sql + ")";
        all.values.insert(all.values.end(), one.values.begin(), one.values.end());
    }
    return all;
}

} // namespace relaybook
