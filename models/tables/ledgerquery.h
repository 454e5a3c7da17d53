// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a search query into a filter for transactions, and writes a filter as a query:
//   type:purchase,refund amount:>100 amount:10..20 after:2026-10-01 before:2026-11 on:2026-10-05
//   in: out: product:mobile product:14 "quoted words" card
// Dates are whole days of a time zone, from 0001-01-01 to 9999-12-31; a month or a year may be
// given instead of a day. `after:` (or `from:`) and `to:` include their day, `before:` does not;
// `date:` is `on:`.

#pragma once

#include "models/store/ledgerfilter.h"

#include <QTimeZone>

namespace relaybook {

/// The result of parsing a query.
struct LedgerQuery
{
    LedgerFilter filter;
    /// Error messages for words that could not be understood; such words are not in the filter.
    QStringList problems;
    friend bool operator==(const LedgerQuery &, const LedgerQuery &) = default;
};

[[nodiscard]] LedgerQuery parseLedgerQuery(const QString &typed, const QTimeZone &zone);
/// The query for which parseLedgerQuery() returns this filter.
[[nodiscard]] QString ledgerQueryText(const LedgerFilter &filter, const QTimeZone &zone);

} // namespace relaybook
