// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of the ledger are meant: by time, type, amount, direction, product and words. What
// chips, typed words, totals and exports share.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// By what a row did to the balance, never by the sign of its amount (contract section 3).
enum class LedgerDirection { Any, In, Out };

struct LedgerFilter
{
    std::optional<Instant> from;  ///< included
    std::optional<Instant> until; ///< not included
    QStringList types;            ///< any of them, whatever the case; empty: all
    /// The magnitude of the change of the balance.
    std::optional<Money> atLeast;
    std::optional<Money> atMost;
    bool atLeastExclusive = false;
    bool atMostExclusive = false;
    LedgerDirection direction = LedgerDirection::Any;
    QString product; ///< the product's id; empty: all
    /// As typed. Every word has to begin a word of the row's description, metadata, type or ids;
    /// "words in quotes" have to stand there side by side.
    QString text;
    friend bool operator==(const LedgerFilter &, const LedgerFilter &) = default;

    [[nodiscard]] bool isEmpty() const { return *this == LedgerFilter(); }
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::LedgerFilter)
