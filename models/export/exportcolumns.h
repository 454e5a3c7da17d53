// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the columns of exported lists: their names, the SQL expression of each, and which of them
// belong to a column shown on a page. No credentials: the store has none.

#pragma once

#include "models/export/exportvalues.h"

namespace relaybook {

struct StoredColumn
{
    ExportColumn column;
    const char *expression; ///< SQL over the table's columns
};

/// When a row was found to be removed at the service; empty for most rows.
inline constexpr auto vanishedTime =
    "(SELECT noticed_ms FROM vanished_rows WHERE vanished_rows.id = transactions.id)";

/// False if the row could not be read.
inline constexpr auto readableColumn = "readable";
/// The JSON of an unreadable row, or of the unreadable newest version of a row.
inline constexpr auto rawJsonColumn = "raw_json";
/// The SQL for rawJsonColumn; empty for most rows.
inline constexpr auto unreadableForm =
    "(SELECT u.raw FROM unreadable_rows u WHERE u.fingerprint = 'id:' || transactions.id)";

/// The columns in the order of the file. Empty for Orders and Breaks, which are not in the cache.
[[nodiscard]] const std::vector<StoredColumn> &storedColumns(ExportWhat what);

/// The exported names of the columns that a page shows (ColumnInfo::name, in their order), each
/// once. Unknown names are skipped.
[[nodiscard]] QStringList exportColumnsOf(ExportWhat what, const QStringList &tableColumns);

} // namespace relaybook
