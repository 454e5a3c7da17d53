// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that could not be read, as rows of an export: their id, what else of them can be read, and
// their JSON as it came.

#pragma once

#include "models/export/exportrows.h"

namespace relaybook {

struct UnreadableExportRow
{
    std::optional<qint64> createdMs;
    qint64 id = 0; ///< 0 where it has none; of transactions only
    QByteArray raw;
};

/// Transactions that could never be read and may be among those that `filter` means: a row is left
/// out only for what can be read of it. The newest first; at the end those without a time. Throws.
[[nodiscard]] std::vector<UnreadableExportRow> unreadableTransactions(Connection &connection,
                                                                      const LedgerFilter &filter);
/// The same of proxies or sub-users, by the words that all have to be found.
[[nodiscard]] std::vector<UnreadableExportRow>
unreadableListRows(Connection &connection, ExportWhat what, const QString &text);

/// What a file has of such a row. A Json cell holds the whole row, like that of a readable one.
[[nodiscard]] std::vector<ExportTable::Cell>
unreadableCells(const UnreadableExportRow &row, const std::vector<ExportColumn> &columns);

} // namespace relaybook
