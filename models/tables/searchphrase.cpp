// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/searchphrase.h"

#include <algorithm>

namespace relaybook {
namespace {

const QString numberPlace = QStringLiteral("%1");

std::optional<qint64> wholeNumber(const QString &word)
{
    const bool onlyDigits =
        std::all_of(word.begin(), word.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    bool isRead = false;
    const qint64 number = word.toLongLong(&isRead);
    return onlyDigits && isRead ? std::optional(number) : std::nullopt;
}

/// A single word matches only after several letters were typed: "s" does not match "socks5".
bool isMeantBy(const QString &typed, const QString &shown, bool isFirst, bool isLast)
{
    constexpr qsizetype enough = 3;
    return typed == shown ||
           (isLast && (!isFirst || typed.size() >= enough) && shown.startsWith(typed));
}

std::optional<PhraseMatch> matchAt(const QStringList &shown, qsizetype start,
                                   const QStringList &words)
{
    if (start + words.size() > shown.size()) {
        return std::nullopt;
    }
    PhraseMatch match;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &place = shown.at(start + i);
        if (place == numberPlace) {
            match.number = wholeNumber(words.at(i));
            if (!match.number) {
                return std::nullopt;
            }
        } else if (!isMeantBy(words.at(i), place, i == 0, i + 1 == words.size())) {
            return std::nullopt;
        }
    }
    return match;
}

} // namespace

std::optional<PhraseMatch> matchPhrase(const SearchPhrase &phrase, const QStringList &words)
{
    const QStringList shown = phrase.text.split(u' ', Qt::SkipEmptyParts);
    if (!shown.contains(numberPlace)) {
        return words.size() == shown.size() ? matchAt(shown, 0, words) : std::nullopt;
    }
    for (qsizetype start = 0; words.size() > 1 && start < shown.size(); ++start) {
        const auto match = matchAt(shown, start, words);
        if (match && match->number) {
            return match;
        }
    }
    return std::nullopt;
}

} // namespace relaybook
