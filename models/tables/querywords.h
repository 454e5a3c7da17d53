// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a search query into its words, and reads the values behind its keywords: "quoted text" and
// ranges of numbers (">100", "10..20").

#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// Splits at blanks, except between quotation marks and at no-break spaces. The quotation marks
/// stay in the words.
[[nodiscard]] QStringList queryWords(const QString &typed);
/// The value without its quotation marks.
[[nodiscard]] QString unquotedValue(QString value);
/// The value with quotation marks, if it needs them to stay one word.
[[nodiscard]] QString quotedValue(const QString &value);

/// The numbers of a range as they were typed; empty: no limit on that side.
struct NumberRange
{
    QString atLeast;
    QString atMost;
    bool atLeastExclusive = false;
    bool atMostExclusive = false;
    bool isOneNumber = false; ///< "10", so that both limits are the same
    friend bool operator==(const NumberRange &, const NumberRange &) = default;
};

/// Parses "10", ">100", "<=2.50", "10..20", "10.." or "..20". Nothing if there is no number. The
/// caller must check whether the texts are numbers.
[[nodiscard]] std::optional<NumberRange> parseNumberRange(const QString &value);

} // namespace relaybook
