// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes texts of several words that are shown for a stored value ("Every 30 min") in a search
// that was typed word by word.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace relaybook {

/// A text that is shown if the condition is true. If the text contains a number, the condition has
/// the number as its parameter.
struct SearchPhrase
{
    QString text; ///< folded, see foldedText(); the number is "%1": "every %1 min"
    std::string condition;
};

/// The result of matching typed words with a phrase.
struct PhraseMatch
{
    std::optional<qint64> number;
    friend bool operator==(const PhraseMatch &, const PhraseMatch &) = default;
};

/// Matches the folded words with the phrase. A phrase with a number may match in part: with its
/// number and at least one other word. A phrase without a number must match as a whole. Only the
/// end of the last word may be missing.
[[nodiscard]] std::optional<PhraseMatch> matchPhrase(const SearchPhrase &phrase,
                                                     const QStringList &words);

} // namespace relaybook
