// SPDX-License-Identifier: GPL-3.0-or-later
// The XLSX module (see xlsxbook.h): writes workbooks with libxlsxwriter; does not use Qt.
#include "models/export/xlsxbook.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <xlsxwriter.h>

namespace relaybook {
namespace {

/// Appends text as the content of an XML element. A control character is written as the format's
/// escape, like _x0001_.
void appendEscaped(std::string &out, std::string_view text)
{
    constexpr unsigned char firstPrintable = 0x20;
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '&') {
            out += "&amp;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '>') {
            out += "&gt;";
        } else if (code < firstPrintable && c != '\t' && c != '\n') {
            out += "_x00";
            out += hex[code >> 4U];
            out += hex[code & 0xfU];
            out += '_';
        } else {
            out += c;
        }
    }
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/// The library writes everything but the rows. It would write numbers with "%.16G", which makes
/// 981.4299999999999 of 981.43, so this class writes the XML of the rows to the temporary file that
/// the library has for them.
class LibraryBook final : public XlsxBook
{
public:
    LibraryBook(const char *path, std::string folder)
        : m_folder(std::move(folder))
    {
        lxw_workbook_options options{};
        options.constant_memory = LXW_TRUE;
        options.tmpdir = m_folder.data();
        m_book = workbook_new_opt(path, &options);
        if (m_book) {
            lxw_format *bold = workbook_add_format(m_book);
            format_set_bold(bold);
            m_bold = lxw_format_get_xf_index(bold);
            m_date = addNumberFormat("yyyy-mm-dd hh:mm:ss");
            m_money = addNumberFormat("#,##0.00######");
        }
    }
    ~LibraryBook() override
    {
        if (m_book) {
            abandon();
        }
    }
    [[nodiscard]] bool isOpen() const { return m_book != nullptr; }

    bool addSheet(const char *name) override
    {
        if (!finishRow()) {
            return false;
        }
        m_sheet = workbook_add_worksheet(m_book, name);
        return m_sheet != nullptr;
    }
    void freezeFirstRow() override { worksheet_freeze_panes(m_sheet, 1, 0); }
    void setWidth(int column, double width) override
    {
        worksheet_set_column(m_sheet, at(column), at(column), width, nullptr);
    }
    bool writeText(std::uint32_t row, int column, const char *text, Style style) override
    {
        if (!beginCell(row, column, style)) {
            return false;
        }
        const std::string_view given(text);
        const bool keepsBlanks =
            !given.empty() && (isBlank(given.front()) || isBlank(given.back()));
        m_cells += " t=\"inlineStr\"><is><t";
        m_cells += keepsBlanks ? " xml:space=\"preserve\">" : ">";
        appendEscaped(m_cells, given);
        m_cells += "</t></is></c>";
        return true;
    }
    bool writeNumber(std::uint32_t row, int column, const char *digits, Style style) override
    {
        if (!beginCell(row, column, style)) {
            return false;
        }
        m_cells += "><v>";
        m_cells += digits;
        m_cells += "</v></c>";
        return true;
    }
    bool writeFlag(std::uint32_t row, int column, bool flag) override
    {
        if (!beginCell(row, column, Style::Plain)) {
            return false;
        }
        m_cells += flag ? " t=\"b\"><v>1</v></c>" : " t=\"b\"><v>0</v></c>";
        return true;
    }
    Rows flushRows() override
    {
        std::FILE *rows = m_sheet->optimize_tmpfile;
        errno = 0;
        if (!rows || !finishRow() || std::fflush(rows) != 0 || std::ferror(rows) != 0) {
            return {0, errno == 0 ? ENOSPC : errno};
        }
        return {std::ftell(rows), 0};
    }
    int close() override
    {
        errno = 0;
        const bool isWhole = finishRow();
        const lxw_error problem = workbook_close(std::exchange(m_book, nullptr));
        const int reason = errno;
        if (isWhole && problem == LXW_NO_ERROR) {
            return 0;
        }
        return reason == 0 ? ENOSPC : reason;
    }

private:
    static lxw_col_t at(int column) { return static_cast<lxw_col_t>(column); }
    [[nodiscard]] std::int32_t addNumberFormat(const char *pattern)
    {
        lxw_format *format = workbook_add_format(m_book);
        format_set_num_format(format, pattern);
        return lxw_format_get_xf_index(format);
    }
    [[nodiscard]] std::int32_t indexOf(Style style) const
    {
        switch (style) {
        case Style::Bold:
            return m_bold;
        case Style::Date:
            return m_date;
        case Style::Money:
            return m_money;
        case Style::Plain:
            break;
        }
        return 0;
    }
    /// Appends the start tag of a cell, without its ">".
    [[nodiscard]] bool beginCell(std::uint32_t row, int column, Style style)
    {
        if (row != m_row && !finishRow()) {
            return false;
        }
        if (m_cells.empty()) {
            m_row = row;
            m_cells += "<row r=\"" + std::to_string(row + 1) + "\">";
        }
        std::array<char, LXW_MAX_CELL_NAME_LENGTH> name{};
        lxw_rowcol_to_cell(name.data(), row, at(column));
        m_cells += "<c r=\"";
        m_cells += name.data();
        m_cells += '"';
        if (const std::int32_t index = indexOf(style); index != 0) {
            m_cells += " s=\"" + std::to_string(index) + '"';
        }
        // The library writes no rows of a sheet without a size.
        m_sheet->dim_rowmin = 0;
        m_sheet->dim_colmin = 0;
        m_sheet->dim_rowmax = std::max(m_sheet->dim_rowmax, row);
        m_sheet->dim_colmax = std::max(m_sheet->dim_colmax, at(column));
        return true;
    }
    [[nodiscard]] bool finishRow()
    {
        if (m_cells.empty()) {
            return true;
        }
        m_cells += "</row>";
        std::FILE *rows = m_sheet->optimize_tmpfile;
        const bool written =
            rows && std::fwrite(m_cells.data(), 1, m_cells.size(), rows) == m_cells.size();
        m_cells.clear();
        return written;
    }
    /// Discards the written rows, then closes the workbook. The library only frees its memory by
    /// closing, which would compress all written rows: half a minute for a million.
    void abandon()
    {
        lxw_worksheet *sheet = nullptr;
        STAILQ_FOREACH(sheet, m_book->worksheets, list_pointers)
        {
            std::FILE *nothing = sheet->optimize_tmpfile ? std::tmpfile() : nullptr;
            if (nothing) {
                std::fclose(std::exchange(sheet->optimize_tmpfile, nothing));
            }
        }
        workbook_close(std::exchange(m_book, nullptr));
    }

    std::string m_folder;
    lxw_workbook *m_book = nullptr;
    lxw_worksheet *m_sheet = nullptr;
    std::uint32_t m_row = 0;
    std::string m_cells; ///< the XML of row m_row, which is not written yet
    std::int32_t m_bold = 0;
    std::int32_t m_date = 0;
    std::int32_t m_money = 0;
};

} // namespace
} // namespace relaybook

#ifdef _WIN32
#define RELAYBOOK_MODULE_SYMBOL extern "C" __declspec(dllexport)
#else
#define RELAYBOOK_MODULE_SYMBOL extern "C" __attribute__((visibility("default")))
#endif

RELAYBOOK_MODULE_SYMBOL relaybook::XlsxBook *relaybookXlsxBook(const char *path, const char *folder)
{
    auto *book = new (std::nothrow) relaybook::LibraryBook(path, folder);
    if (book && !book->isOpen()) {
        delete book;
        return nullptr;
    }
    return book;
}
