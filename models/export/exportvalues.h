// SPDX-License-Identifier: GPL-3.0-or-later
// Value types of exports: columns, cells that point into the current row, formats, provenance and
// outcome. As in the store, times are milliseconds since 1970 in UTC, money is in 10^-8 dollars and
// traffic in 10^-9 GB.

#pragma once

#include "api/types/instant.h"
#include "models/store/storevalues.h"
#include "models/tables/tablecolumn.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace relaybook {

/// A column of an export.
struct ExportColumn
{
    using Kind = FileColumn::Kind;
    QString name; ///< stable name, as written to the file: "balance_after"
    Kind kind = Kind::Text;
    friend bool operator==(const ExportColumn &, const ExportColumn &) = default;
};

/// A value of the current row; `text` is valid until the next row is read.
struct ExportCell
{
    bool absent = true;
    std::int64_t number = 0; ///< for all kinds except Text and Json
    std::string_view text;   ///< UTF-8; for Text and Json, and for Money that is too large for it
};

using ExportCells = std::vector<ExportCell>;

enum class ExportFormat {
    Csv,      ///< the same bytes on every computer
    CsvExcel, ///< CSV as Excel reads it with a double click: depends on the locale
    Json,
    Xlsx
};
inline constexpr ExportFormat allExportFormats[] = {ExportFormat::Csv, ExportFormat::CsvExcel,
                                                    ExportFormat::Json, ExportFormat::Xlsx};

/// What the rows are; determines the names of the sheet and of the list in the file.
enum class ExportWhat { Transactions, Proxies, SubUsers, Orders, Breaks };

/// Describes where the exported rows come from. The last members are set while the rows are
/// written.
struct ExportProvenance
{
    QString account; ///< the id at the service
    QString accountName;
    QString accountEmail;
    QString service;
    QString filter;               ///< as text; empty: everything
    std::optional<Instant> from;  ///< the filter's days as exact times, independent of time zones
    std::optional<Instant> until; ///< not included
    QString zone;                 ///< the time zone of the days; empty without such a filter
    std::optional<Instant> asOf;  ///< when the newest rows were last loaded from the service
    std::optional<qint64> stored;
    std::optional<qint64> serviceTotal; ///< as reported by the service
    std::optional<bool> complete;       ///< whether the whole ledger was stored; ledger only
    QString verdict;                    ///< result of the ledger check, as text; ledger only
    Instant exportedAt{};
    QStringList columns;
    qint64 rows = 0;
    qint64 unreadable = 0; ///< number of unreadable rows among them
    qint64 cutTexts = 0;   ///< texts longer than a spreadsheet cell allows
    QByteArray sha256;     ///< of the rows as CSV without the header line, in hexadecimal
    friend bool operator==(const ExportProvenance &, const ExportProvenance &) = default;
};

/// The result of an export.
struct ExportOutcome
{
    QString path;
    QString provenancePath; ///< a separate file; empty if the provenance is inside the file
    qint64 rows = 0;
    qint64 unreadable = 0; ///< number of unreadable rows among them
    qint64 bytes = 0;
    qint64 cutTexts = 0;
    QByteArray sha256;
    /// How much of the ledger was stored at that moment; for transactions only.
    std::optional<LedgerExtent> ledger;
    [[nodiscard]] bool isIncomplete() const { return ledger && !ledger->complete; }
    friend bool operator==(const ExportOutcome &, const ExportOutcome &) = default;
};

/// "csv", "csv-excel", "json", "xlsx".
[[nodiscard]] QString exportFormatName(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> exportFormatNamed(const QString &name);
/// The ending of the format's files, without a dot: "csv", "json", "xlsx".
[[nodiscard]] QString exportFileEnding(ExportFormat format);
/// Whether the files of some format have this ending, in upper or lower case.
[[nodiscard]] bool isExportFileEnding(const QString &ending);
/// Whether the provenance is written to a second file.
[[nodiscard]] bool hasProvenanceFile(ExportFormat format);
/// "transactions", "proxies", "sub-users", "orders", "ledger-breaks".
[[nodiscard]] QString exportWhatName(ExportWhat what);

} // namespace relaybook
