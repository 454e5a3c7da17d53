// SPDX-License-Identifier: GPL-3.0-or-later
// The XLSX module (see xlsxbook.h): writes workbooks with libxlsxwriter; does not use Qt.
#include "models/export/xlsxbook.h"

#include <cerrno>
#include <cstdio>
#include <new>
#include <string>
#include <utility>

#include <xlsxwriter.h>

namespace relaybook {
namespace {

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
            m_bold = workbook_add_format(m_book);
            format_set_bold(m_bold);
            m_date = workbook_add_format(m_book);
            format_set_num_format(m_date, "yyyy-mm-dd hh:mm:ss");
            m_money = workbook_add_format(m_book);
            format_set_num_format(m_money, "#,##0.00######");
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
        return worksheet_write_string(m_sheet, row, at(column), text, formatOf(style)) ==
               LXW_NO_ERROR;
    }
    bool writeNumber(std::uint32_t row, int column, double number, Style style) override
    {
        return worksheet_write_number(m_sheet, row, at(column), number, formatOf(style)) ==
               LXW_NO_ERROR;
    }
    bool writeFlag(std::uint32_t row, int column, bool flag) override
    {
        return worksheet_write_boolean(m_sheet, row, at(column), flag ? 1 : 0, nullptr) ==
               LXW_NO_ERROR;
    }
    Rows flushRows() override
    {
        std::FILE *rows = m_sheet->optimize_tmpfile;
        errno = 0;
        if (!rows || std::fflush(rows) != 0 || std::ferror(rows) != 0) {
            return {0, errno == 0 ? ENOSPC : errno};
        }
        return {std::ftell(rows), 0};
    }
    int close() override
    {
        errno = 0;
        const lxw_error problem = workbook_close(std::exchange(m_book, nullptr));
        const int reason = errno;
        if (problem == LXW_NO_ERROR) {
            return 0;
        }
        return reason == 0 ? ENOSPC : reason;
    }

private:
    static lxw_col_t at(int column) { return static_cast<lxw_col_t>(column); }
    [[nodiscard]] lxw_format *formatOf(Style style) const
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
        return nullptr;
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
                std::FILE *rows = std::exchange(sheet->optimize_tmpfile, nothing);
                if (sheet->file == rows) { // the library writes the pending row to this file
                    sheet->file = nothing;
                }
                std::fclose(rows);
            }
        }
        workbook_close(std::exchange(m_book, nullptr));
    }

    std::string m_folder;
    lxw_workbook *m_book = nullptr;
    lxw_worksheet *m_sheet = nullptr;
    lxw_format *m_bold = nullptr;
    lxw_format *m_date = nullptr;
    lxw_format *m_money = nullptr;
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
