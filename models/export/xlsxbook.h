// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of the XLSX module, which writes workbooks (Excel files) with libxlsxwriter. The
// module is loaded for the first XLSX file, because linking the library and its dependency
// libcrypto would cost every start 1.6 MiB and two milliseconds.

#pragma once

#include <cstdint>

namespace relaybook {

/// A workbook. Rows and columns are numbered from 0 and must be written from left to right and from
/// top to bottom, so that memory does not grow. Texts are zero-terminated UTF-8. If close() was not
/// called, the destructor discards the workbook.
class XlsxBook
{
public:
    enum class Style { Plain, Bold, Date, Money };

    XlsxBook() = default;
    XlsxBook(const XlsxBook &) = delete;
    XlsxBook &operator=(const XlsxBook &) = delete;
    virtual ~XlsxBook() = default;

    /// Adds a sheet, to which everything is written from now on. Returns false if there is no
    /// memory; then only the destructor may be called.
    [[nodiscard]] virtual bool addSheet(const char *name) = 0;
    virtual void freezeFirstRow() = 0;
    virtual void setWidth(int column, double width) = 0;
    /// Returns false if the row before could not be written. The text must fit in a cell.
    [[nodiscard]] virtual bool writeText(std::uint32_t row, int column, const char *text,
                                         Style style) = 0;
    /// `digits` is the number as it will be in the file: "-12.5".
    [[nodiscard]] virtual bool writeNumber(std::uint32_t row, int column, const char *digits,
                                           Style style) = 0;
    [[nodiscard]] virtual bool writeFlag(std::uint32_t row, int column, bool flag) = 0;

    /// The size of the current sheet's rows on disk before compression, or an errno if they could
    /// not be written. Needed because the library does not check whether writing to its temporary
    /// files worked.
    struct Rows
    {
        std::int64_t bytes = 0;
        int error = 0;
    };
    [[nodiscard]] virtual Rows flushRows() = 0;
    /// Compresses everything into the file. Returns 0 or an errno.
    [[nodiscard]] virtual int close() = 0;
};

/// The type and the name of the only symbol of the module: a function that creates a workbook. The
/// caller owns the result, which is null if there is no memory. `folder` is for temporary files.
/// Both paths are in the system's encoding.
using XlsxBookMaker = XlsxBook *(*)(const char *path, const char *folder);
inline constexpr auto xlsxBookMaker = "relaybookXlsxBook";
inline constexpr auto xlsxModule = "relaybook-xlsx-module";

} // namespace relaybook
