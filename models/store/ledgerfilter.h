// SPDX-License-Identifier: GPL-3.0-or-later
// A filter for transactions: by time, type, amount, direction, product and text. Used by the filter
// chips, the search field, totals and exports.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// The direction of the balance's change, never the sign of the amount (contract section 3).
enum class LedgerDirection { Any, In, Out };

/// The conditions of a filter; a row must meet all of them.
struct LedgerFilter
{
    std::optional<Instant> from;  ///< included
    std::optional<Instant> until; ///< not included
    QStringList types;            ///< any of them, ignoring case; empty: all
    /// The magnitude of the change of the balance.
    std::optional<Money> atLeast;
    std::optional<Money> atMost;
    bool atLeastExclusive = false;
    bool atMostExclusive = false;
    LedgerDirection direction = LedgerDirection::Any;
    QString product; ///< the product's id or name, see productsMeant(); empty: all
    /// The search query as typed. Every word must be the beginning of a word in the row's
    /// description, metadata, type or ids; "words in quotes" must occur there next to each other.
    /// Numbers and dates may be the row's amounts, balances and times instead (LedgerSearch).
    QString text;
    friend bool operator==(const LedgerFilter &, const LedgerFilter &) = default;

    [[nodiscard]] bool isEmpty() const { return *this == LedgerFilter(); }
    /// Whether the filter has no condition but times, so that its rows are next to each other.
    [[nodiscard]] bool hasOnlyTimes() const
    {
        LedgerFilter times;
        times.from = from;
        times.until = until;
        return *this == times;
    }
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::LedgerFilter)
