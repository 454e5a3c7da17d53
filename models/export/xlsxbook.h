// SPDX-License-Identifier: GPL-3.0-or-later
// A workbook as libxlsxwriter writes it, behind an interface of its own: that library lies in a
// module that is loaded for the first XLSX file. Linked, it and what it brings (libcrypto) cost
// every start 1.6 MiB and two milliseconds.

#pragma once

#include <cstdint>

namespace relaybook {

/// Rows and columns are counted from 0 and written from left to right, from the top to the bottom:
/// memory does not grow with them. Texts are UTF-8, ended by a zero. Destroying one that was not
/// closed abandons it, without packing what was written.
class XlsxBook
{
public:
    enum class Style { Plain, Bold, Date, Money };

    XlsxBook() = default;
    XlsxBook(const XlsxBook &) = delete;
    XlsxBook &operator=(const XlsxBook &) = delete;
    virtual ~XlsxBook() = default;

    /// What is written from here on goes there. False where there is no room for it: then nothing
    /// else may be called but the destructor.
    [[nodiscard]] virtual bool addSheet(const char *name) = 0;
    virtual void freezeFirstRow() = 0;
    virtual void setWidth(int column, double width) = 0;
    /// False where it was refused or could not be written.
    [[nodiscard]] virtual bool writeText(std::uint32_t row, int column, const char *text,
                                         Style style) = 0;
    [[nodiscard]] virtual bool writeNumber(std::uint32_t row, int column, double number,
                                           Style style) = 0;
    [[nodiscard]] virtual bool writeFlag(std::uint32_t row, int column, bool flag) = 0;

    /// The library does not look whether its temporary files took what it wrote. Gives the bytes
    /// of the present sheet's rows, as they stand on disk before packing; an errno where they do
    /// not.
    struct Rows
    {
        std::int64_t bytes = 0;
        int error = 0;
    };
    [[nodiscard]] virtual Rows flushRows() = 0;
    /// Packs everything into the file; 0, or an errno.
    [[nodiscard]] virtual int close() = 0;
};

/// The one symbol of the module, and what it is: who calls it owns what it returns, which is null
/// where there is no memory. `folder` is where temporary files go. Both are names as the system
/// writes them.
using XlsxBookMaker = XlsxBook *(*)(const char *path, const char *folder);
inline constexpr auto xlsxBookMaker = "relaybookXlsxBook";
inline constexpr auto xlsxModule = "relaybook-xlsx-module";

} // namespace relaybook
