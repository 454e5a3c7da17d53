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

/// When a row was found not to be listed by the service any more; empty for nearly all.
inline constexpr auto vanishedTime =
    "(SELECT noticed_ms FROM vanished_rows WHERE vanished_rows.id = transactions.id)";

/// False where the row could not be read.
inline constexpr auto readableColumn = "readable";
/// The JSON of a row, or of its newest form, that could not be read.
inline constexpr auto rawJsonColumn = "raw_json";
/// Where that comes from; empty for nearly all.
inline constexpr auto unreadableForm =
    "(SELECT u.raw FROM unreadable_rows u WHERE u.fingerprint = 'id:' || transactions.id)";

/// In the order of the file. Nothing for Orders and Breaks, which no table of the cache holds.
[[nodiscard]] const std::vector<StoredColumn> &storedColumns(ExportWhat what);

/// The names above for the columns that a page shows (ColumnInfo::name, in their order), each once.
/// Unknown names are skipped.
[[nodiscard]] QStringList exportColumnsOf(ExportWhat what, const QStringList &tableColumns);

} // namespace relaybook
