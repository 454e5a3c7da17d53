// SPDX-License-Identifier: GPL-3.0-or-later
// Writers for the file formats of exports. They write row by row into a ReplaceFile of the caller,
// who commits it. Memory does not grow with the number of rows.

#pragma once

#include "api/types/result.h"
#include "models/export/exporttext.h"
#include "models/export/exportvalues.h"
#include "models/export/replacefile.h"

#include <memory>
#include <string>

namespace relaybook {

/// A write buffer for a ReplaceFile.
class ExportBuffer
{
public:
    explicit ExportBuffer(ReplaceFile &file);
    [[nodiscard]] std::string &text() { return m_text; }
    /// Writes the buffer if it is large enough. To be called after each row.
    [[nodiscard]] Result<void> flushSome()
    {
        return m_text.size() < enough ? Result<void>() : flush();
    }
    [[nodiscard]] Result<void> flush();

private:
    static constexpr size_t enough = 1U << 18U;
    ReplaceFile &m_file;
    std::string m_text;
};

/// Writes an export in one format.
class ExportWriter
{
public:
    ExportWriter() = default;
    ExportWriter(const ExportWriter &) = delete;
    ExportWriter &operator=(const ExportWriter &) = delete;
    virtual ~ExportWriter() = default;

    [[nodiscard]] virtual Result<void> begin() = 0;
    /// Writes a row. `csv` is the same row as a CSV line.
    [[nodiscard]] virtual Result<void> row(const ExportCells &cells, std::string_view csv) = 0;
    /// Finishes the file. `provenance` is complete now; nothing may follow.
    [[nodiscard]] virtual Result<void> end(const ExportProvenance &provenance) = 0;
    /// How many texts were cut because a cell had no room for them.
    [[nodiscard]] virtual qint64 cutTexts() const { return 0; }
};

/// The columns and the layout of an export.
struct ExportShape
{
    ExportWhat what = ExportWhat::Transactions;
    std::vector<ExportColumn> columns;
    qint64 rowsPerSheet = 1'048'576; ///< XLSX: including the header; the limit of the format
    CsvStyle excelStyle;             ///< of ExportFormat::CsvExcel
};

[[nodiscard]] std::unique_ptr<ExportWriter> makeCsvWriter(ReplaceFile &file,
                                                          const ExportShape &shape);
[[nodiscard]] std::unique_ptr<ExportWriter> makeExcelCsvWriter(ReplaceFile &file,
                                                               const ExportShape &shape);
[[nodiscard]] std::unique_ptr<ExportWriter> makeJsonWriter(ReplaceFile &file,
                                                           const ExportShape &shape);
[[nodiscard]] std::unique_ptr<ExportWriter> makeXlsxWriter(ReplaceFile &file,
                                                           const ExportShape &shape);

} // namespace relaybook
