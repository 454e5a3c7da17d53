// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a search query into terms, and recognizes numbers and dates in the forms in which tables
// show them ("$1,000.00", "Nov 20, 2026 18:00"), so that they can be searched by their value.

#pragma once

#include "api/types/instant.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

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

/// Words in quotes are one word. Times are in this computer's time zone. Separators and names of
/// months are in its language, as in the tables, or in English.
[[nodiscard]] std::vector<TypedTerm> typedTerms(const QString &typed);

} // namespace relaybook
