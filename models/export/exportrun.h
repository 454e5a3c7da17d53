// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a complete export on the calling thread. ExportJob calls it on a worker.

#pragma once

#include "api/types/result.h"
#include "models/export/exportrows.h"
#include "models/export/exportvalues.h"
#include "models/store/cachesnapshot.h"

#include <QLocale>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace relaybook {

/// What to export, and where to.
struct ExportRequest
{
    ExportWhat what = ExportWhat::Transactions;
    ExportFormat format = ExportFormat::Csv;
    QString path;
    QString storeFile; ///< cache.sqlite of the account; not for Orders and Breaks
    /// Read instead of storeFile, and by nothing else until the export is finished.
    std::shared_ptr<CacheSnapshot> snapshot;
    LedgerFilter filter; ///< of transactions
    QString text;        ///< a row must contain all of these words; for proxies and sub-users
    QStringList columns; ///< names of storedColumns(); empty: all
    std::optional<ExportTable> table; ///< the rows; for Orders and Breaks
    ExportProvenance provenance;
    qint64 rowsPerSheet = 0; ///< 0: as many as the format allows
    QLocale locale;          ///< of ExportFormat::CsvExcel
};

/// Cancels a running export and receives its progress. Used by several threads.
class ExportControl
{
public:
    std::atomic<quint64> cancelled{0}; ///< not 0: the export ends soon, also within a query
    /// Called from time to time on the thread that writes the file; `total` is known before the
    /// first row.
    std::function<void(qint64 done, qint64 total)> progress;

    /// A temporary file of the export, which it will rename or delete.
    void addTemporary(const QString &path);
    /// Deletes the temporary files of a running export, because the end of the program may
    /// interrupt it. The export then fails, unless it ends before. Does nothing on Windows, where
    /// open files cannot be deleted.
    void deleteTemporaries();
    /// To be called when the temporary files are complete. From now on they are not deleted,
    /// because either both or none of them must be renamed.
    void keepTemporaries();

private:
    std::mutex m_mutex;
    QStringList m_temporaries;
};

/// Runs an export. An error is Cancelled or Local, with a complete sentence in ApiError::message.
/// Errors about the file have the field "path"; an existing file is then unchanged.
[[nodiscard]] Result<ExportOutcome> runExport(const ExportRequest &request, ExportControl &control);

/// Counts the rows that would be exported.
[[nodiscard]] Result<qint64> countForExport(const ExportRequest &request,
                                            const ExportControl &control = {});

} // namespace relaybook
