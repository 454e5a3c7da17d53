// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the ledger's filter chips, and the words of a search query that can't be parsed.
#pragma once

#include "models/tables/ledgerdates.h"

#include <QString>
#include <QTimeZone>

namespace relaybook {

/// "Last 30 days".
[[nodiscard]] QString datesName(LedgerDates dates);
/// "Oct 23 – Nov 21, 2026", "Nov 21, 2026", "from Nov 1, 2026".
[[nodiscard]] QString daysText(const DayRange &days);

/// The text of a chip while its part of the filter is active; empty if it is not.
[[nodiscard]] QString datesChip(const LedgerFilter &filter, QDate today, const QTimeZone &zone);
[[nodiscard]] QString typesChip(const LedgerFilter &filter);
[[nodiscard]] QString amountChip(const LedgerFilter &filter);
[[nodiscard]] QString productChip(const LedgerFilter &filter, const QHash<QString, QString> &names);

/// The text for a product in the filter. `product` is an id or a name; `names` contains names by
/// id.
[[nodiscard]] QString productText(const QString &product, const QHash<QString, QString> &names);

/// The words that parseLedgerQuery() does not understand, as they were typed: a chip that rewrites
/// the search query must keep them.
[[nodiscard]] QString wordsNotUnderstood(const QString &typed, const QTimeZone &zone);

} // namespace relaybook
