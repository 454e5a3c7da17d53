// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a search query into terms, and recognizes numbers and dates in the forms in which tables
// show them ("$1,000.00", "Nov 20, 2026 18:00", "20.11.2026 18:00"), so that they can be searched
// by their value.

#pragma once

#include "api/types/instant.h"

#include <QLocale>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

/// The locale in which numbers and dates can be shown and searched: this one, or American English
/// if its digits are not 0 to 9 or it has no language.
[[nodiscard]] QLocale showableLocale(const QLocale &locale = QLocale());

/// A number as typed.
struct TypedNumber
{
    QString text; ///< without sign and separators: "1000.00"
    QChar sign;   ///< '+' or '-'; null if none was typed
    friend bool operator==(const TypedNumber &, const TypedNumber &) = default;
};

/// One or more typed words that have a meaning together.
struct TypedTerm
{
    QStringList words; ///< as typed; a row must contain every one to match by its text
    std::optional<TypedNumber> number;
    /// For a date: the day or the minute, as first included and first excluded time. Without a
    /// year, those of every year since 2000.
    std::vector<std::pair<Instant, Instant>> times;
    friend bool operator==(const TypedTerm &, const TypedTerm &) = default;
};

/// Words in quotes are one word. Times are in this computer's time zone. Names of months
/// are in the language of the tables or in English; decimals have a point or a comma, and where
/// that could also separate thousands, it does what it does in the tables.
[[nodiscard]] std::vector<TypedTerm> typedTerms(const QString &typed);

} // namespace relaybook
