// SPDX-License-Identifier: GPL-3.0-or-later
// One form of file, written row after row into a ReplaceFile that is not its own. Memory does not
// grow with the rows. The caller commits.

#pragma once

#include "api/types/result.h"
#include "models/export/exportvalues.h"
#include "models/export/replacefile.h"

#include <memory>
#include <string>

namespace relaybook {

/// A file that is written through a buffer of its own.
class ExportBuffer
{
public:
    explicit ExportBuffer(ReplaceFile &file);
    [[nodiscard]] std::string &text() { return m_text; }
    /// To be called after each row: writes where enough has come together.
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

class ExportWriter
{
public:
    ExportWriter() = default;
    ExportWriter(const ExportWriter &) = delete;
    ExportWriter &operator=(const ExportWriter &) = delete;
    virtual ~ExportWriter() = default;

    [[nodiscard]] virtual Result<void> begin() = 0;
    /// `csv` is the same row as a line of CSV.
    [[nodiscard]] virtual Result<void> row(const ExportCells &cells, std::string_view csv) = 0;
    /// With everything known about the rows; nothing follows.
    [[nodiscard]] virtual Result<void> end(const ExportProvenance &provenance) = 0;
    /// Texts that a cell had no room for.
    [[nodiscard]] virtual qint64 cutTexts() const { return 0; }
};

struct ExportShape
{
    ExportWhat what = ExportWhat::Transactions;
    std::vector<ExportColumn> columns;
    qint64 rowsPerSheet = 1'048'576; ///< XLSX: with the header; what the form itself allows
};

[[nodiscard]] std::unique_ptr<ExportWriter> makeCsvWriter(ReplaceFile &file,
                                                          const ExportShape &shape);
[[nodiscard]] std::unique_ptr<ExportWriter> makeJsonWriter(ReplaceFile &file,
                                                           const ExportShape &shape);
[[nodiscard]] std::unique_ptr<ExportWriter> makeXlsxWriter(ReplaceFile &file,
                                                           const ExportShape &shape);

} // namespace relaybook
