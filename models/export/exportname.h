// SPDX-License-Identifier: GPL-3.0-or-later
// Proposes the name of an exported file from what is exported: the list, the period, the types and
// the search words, in characters that every file system can store.

#pragma once

#include "models/export/exportrun.h"

#include <QDate>
#include <QTimeZone>

namespace relaybook {

/// What the name of a file is made of.
struct ExportNameParts
{
    ExportWhat what = ExportWhat::Transactions;
    LedgerFilter filter; ///< of transactions
    QString text;        ///< of the other lists
    bool incomplete = false;
    QDate today; ///< in the name if the rows have no period of their own
    QTimeZone zone;
};

/// The name without its ending: "transactions-2026-10-refunds", "proxies-2026-11-22".
[[nodiscard]] QString exportName(const ExportNameParts &parts);

/// Whether an export to this path would replace a file: itself, or the provenance of a CSV file.
[[nodiscard]] bool wouldReplace(const QString &path, ExportFormat format);
/// The path, or the first of "name-2.csv", "name-3.csv" … that would replace nothing.
[[nodiscard]] QString freeExportPath(const QString &path, ExportFormat format);

} // namespace relaybook
