// SPDX-License-Identifier: GPL-3.0-or-later
// Reads unreadable rows for an export: their id, the values that can be read, and their original
// JSON.

#pragma once

#include "models/export/exportrows.h"
#include "models/store/searchcondition.h"

namespace relaybook {

/// An unreadable row.
struct UnreadableExportRow
{
    std::optional<qint64> createdMs;
    qint64 id = 0; ///< 0 if it has none; only for transactions
    QByteArray raw;
};

/// Unreadable transactions that may match `filter`: a row is left out only if a value that can be
/// read does not match. Newest first; rows without a time at the end. Throws.
[[nodiscard]] std::vector<UnreadableExportRow> unreadableTransactions(Connection &connection,
                                                                      const LedgerFilter &filter);
/// Unreadable proxies or sub-users that contain every term, or may have it in another form: a
/// number, a date, the name of a country. Throws.
[[nodiscard]] std::vector<UnreadableExportRow>
unreadableListRows(Connection &connection, ExportWhat what, const std::vector<ListTerm> &typed);

/// The cells of an unreadable row. A Json cell holds the whole row, as for a readable one.
[[nodiscard]] std::vector<ExportTable::Cell>
unreadableCells(const UnreadableExportRow &row, const std::vector<ExportColumn> &columns);

} // namespace relaybook
