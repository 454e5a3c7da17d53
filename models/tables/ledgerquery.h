// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the ledger as words that can be typed, and back:
//   type:purchase,refund amount:>100 amount:10..20 after:2026-10-01 before:2026-11 on:2026-10-05
//   in: out: product:X "quoted words" card
// Days are whole days of a zone; a month or a year may stand for a day. `after:` includes its day,
// `before:` does not.

#pragma once

#include "models/store/ledgerfilter.h"

#include <QTimeZone>

namespace relaybook {

struct LedgerQuery
{
    LedgerFilter filter;
    /// Whole sentences on what could not be understood; such words are left out of the filter.
    QStringList problems;
    friend bool operator==(const LedgerQuery &, const LedgerQuery &) = default;
};

[[nodiscard]] LedgerQuery parseLedgerQuery(const QString &typed, const QTimeZone &zone);
/// What parseLedgerQuery() reads as this filter.
[[nodiscard]] QString ledgerQueryText(const LedgerFilter &filter, const QTimeZone &zone);

} // namespace relaybook
