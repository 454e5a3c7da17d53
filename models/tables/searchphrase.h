// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes texts of several words that stand on the screen for a stored value ("Every 30 min"),
// in a search that was typed word by word.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace relaybook {

/// A text that is shown where the condition holds. With a number in it, the condition has the
/// number as its parameter.
struct SearchPhrase
{
    QString text; ///< folded, see foldedText(); the number is "%1": "every %1 min"
    std::string condition;
};

/// What typed words mean as a part of a phrase.
struct PhraseMatch
{
    std::optional<qint64> number;
    friend bool operator==(const PhraseMatch &, const PhraseMatch &) = default;
};

/// Whether the words, folded, are a part of the phrase: one with its number and at least one other
/// word, or all of a phrase without a number. Only the end of the last word may be missing.
[[nodiscard]] std::optional<PhraseMatch> matchPhrase(const SearchPhrase &phrase,
                                                     const QStringList &words);

} // namespace relaybook
