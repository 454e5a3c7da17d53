// SPDX-License-Identifier: GPL-3.0-or-later
// An export from beginning to end, on the thread that calls it. ExportJob calls it on a worker.

#pragma once

#include "api/types/result.h"
#include "models/export/exportrows.h"
#include "models/export/exportvalues.h"

#include <atomic>
#include <functional>

namespace relaybook {

struct ExportRequest
{
    ExportWhat what = ExportWhat::Transactions;
    ExportFormat format = ExportFormat::Csv;
    QString path;
    QString storeFile;   ///< cache.sqlite of the account; not for Orders and Breaks
    LedgerFilter filter; ///< of transactions
    QString text;        ///< words that all have to be found; for proxies and sub-users
    QStringList columns; ///< names of storedColumns(); empty: all
    std::optional<ExportTable> table; ///< rows that are here already; for Orders and Breaks
    ExportProvenance provenance;
    qint64 rowsPerSheet = 0; ///< 0: as many as the form allows
};

struct ExportControl
{
    std::atomic<bool> cancelled{false};
    /// Now and then, from whatever thread writes the file; `total` is known before the first row.
    std::function<void(qint64 done, qint64 total)> progress;
};

/// Errors are whole sentences in ApiError::message: Cancelled, or Local. Those of the file belong
/// to the field "path"; what stood there is untouched then.
[[nodiscard]] Result<ExportOutcome> runExport(const ExportRequest &request, ExportControl &control);

/// How many rows there would be.
[[nodiscard]] Result<qint64> countForExport(const ExportRequest &request);

} // namespace relaybook
