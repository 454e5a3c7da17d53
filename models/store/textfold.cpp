// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/textfold.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>
#include <string_view>

#include <sqlite3.h>

namespace relaybook {
namespace {

/// Letters that Unicode does not take apart into a letter and an accent.
QLatin1String plainLetter(QChar c)
{
    switch (c.unicode()) {
    case u'ł':
        return QLatin1String("l");
    case u'ø':
        return QLatin1String("o");
    case u'đ':
    case u'ð':
        return QLatin1String("d");
    case u'ħ':
        return QLatin1String("h");
    case u'ı':
        return QLatin1String("i");
    case u'æ':
        return QLatin1String("ae");
    case u'œ':
        return QLatin1String("oe");
    case u'ß':
        return QLatin1String("ss");
    case u'þ':
        return QLatin1String("th");
    default:
        return {};
    }
}

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// `word` is folded; an ASCII text needs no more than small letters to be compared with it.
bool containsFolded(std::string_view text, std::string_view word)
{
    if (isAscii(text)) {
        const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(),
                                       [](char a, char b) { return lowered(a) == b; });
        return found != text.end();
    }
    const QByteArray folded =
        foldedText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))).toUtf8();
    return std::string_view(folded.constData(), static_cast<size_t>(folded.size())).find(word) !=
           std::string_view::npos;
}

std::string_view textOf(sqlite3_value *value)
{
    const auto *bytes = static_cast<const char *>(sqlite3_value_blob(value));
    return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value)))
                 : std::string_view();
}

/// The value of the member "metadata" in a compact JSON object: up to the bracket that closes it.
std::string_view metadataOf(std::string_view raw)
{
    constexpr std::string_view member = "\"metadata\":";
    const size_t found = raw.find(member);
    if (found == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = raw.substr(found + member.size());
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < rest.size(); ++i) {
        const char c = rest[i];
        if (quoted) {
            i += c == '\\' ? 1U : 0U;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth <= 0) {
            return rest.substr(0, i);
        }
    }
    return rest;
}

void ledgerMatches(sqlite3_context *context, int count, sqlite3_value **values)
{
    const std::string_view word = textOf(values[0]);
    bool found = false;
    for (int i = 1; i < count && !found; ++i) {
        const std::string_view text = textOf(values[i]);
        found = containsFolded(i + 1 == count ? metadataOf(text) : text, word);
    }
    sqlite3_result_int(context, found ? 1 : 0);
}

} // namespace

QString foldedText(const QString &text)
{
    const QString decomposed = text.normalized(QString::NormalizationForm_KD).toCaseFolded();
    QString folded;
    folded.reserve(decomposed.size());
    for (const QChar c : decomposed) {
        if (c.category() == QChar::Mark_NonSpacing) {
            continue;
        }
        const QLatin1String plain = c.unicode() < 0x80 ? QLatin1String() : plainLetter(c);
        if (plain.isEmpty()) {
            folded.append(c);
        } else {
            folded.append(plain);
        }
    }
    return folded;
}

QStringList searchWords(const QString &typed)
{
    return foldedText(typed).simplified().split(u' ', Qt::SkipEmptyParts);
}

QByteArray naturalSortKey(const QString &text)
{
    const QString folded = foldedText(text);
    QByteArray key;
    for (qsizetype i = 0; i < folded.size();) {
        if (!folded[i].isDigit()) {
            const qsizetype start = i;
            while (i < folded.size() && !folded[i].isDigit()) {
                ++i;
            }
            key.append(folded.mid(start, i - start).toUtf8());
            continue;
        }
        qsizetype end = i;
        while (end < folded.size() && folded[end].isDigit()) {
            ++end;
        }
        while (i + 1 < end && folded[i] == u'0') {
            ++i;
        }
        // The length first: a longer number is a larger one. '0' keeps digits before letters.
        constexpr qsizetype longest = 99;
        const QString digits = folded.mid(i, end - i);
        key.append(QByteArray::number(std::min(digits.size(), longest)).rightJustified(2, '0'));
        key.append(digits.toUtf8());
        i = end;
    }
    return key;
}

void registerTextFunctions(SQLite::Database &database)
{
    constexpr int arguments = 6;
    database.createFunction("ledger_matches", arguments, true, nullptr, &ledgerMatches);
}

} // namespace relaybook
