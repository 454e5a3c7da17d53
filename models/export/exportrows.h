// SPDX-License-Identifier: GPL-3.0-or-later
// Sources of rows for an export: the store, read through a worker's own connection, or a list in
// memory.

#pragma once

#include "models/export/exportvalues.h"
#include "models/sqlite/rowcursor.h"
#include "models/store/ledgerfilter.h"

#include <functional>
#include <string>

namespace relaybook {

struct UnreadableExportRow;

/// A source of rows with fixed columns.
class ExportRows
{
public:
    ExportRows() = default;
    ExportRows(const ExportRows &) = delete;
    ExportRows &operator=(const ExportRows &) = delete;
    virtual ~ExportRows() = default;

    [[nodiscard]] const std::vector<ExportColumn> &columns() const { return m_columns; }
    /// The number of rows, for the progress. Throws the database's exceptions, like forEach().
    [[nodiscard]] virtual qint64 count() = 0;
    /// Calls `take` for each row until it returns false. The cells are valid only during the call.
    virtual void forEach(const std::function<bool(const ExportCells &)> &take) = 0;
    /// How many of the rows are unreadable.
    [[nodiscard]] virtual qint64 unreadable() const { return 0; }
    /// Converts the cells of a row from forEach() to their exported form. Called on the thread that
    /// writes the file.
    virtual void refine(ExportCells & /*cells*/) const {}

protected:
    void setColumns(std::vector<ExportColumn> columns) { m_columns = std::move(columns); }

private:
    std::vector<ExportColumn> m_columns;
};

/// The transactions, newest first, including unreadable ones. The caller must hold a
/// ReadTransaction during count() and forEach().
class LedgerExportRows final : public ExportRows
{
public:
    /// `names` are the names of the columns, in order; empty means all. Unknown names are ignored.
    /// If there are unreadable rows, the columns that mark them are added.
    LedgerExportRows(Connection &connection, const QStringList &names, LedgerFilter filter);

    ~LedgerExportRows() override;

    [[nodiscard]] qint64 count() override;
    void forEach(const std::function<bool(const ExportCells &)> &take) override;
    [[nodiscard]] qint64 unreadable() const override;
    void refine(ExportCells &cells) const override;

private:
    Connection &m_connection;
    LedgerFilter m_filter;
    std::vector<UnreadableExportRow> m_unreadable; ///< in the order of the export
    std::string m_expressions;
    std::vector<size_t> m_raw; ///< columns that need the row's original JSON
};

/// Proxies or sub-users, sorted by name. A row must contain every word of `text`. Otherwise like
/// LedgerExportRows.
class ListExportRows final : public ExportRows
{
public:
    ListExportRows(Connection &connection, ExportWhat what, const QStringList &names,
                   const QString &text);

    ~ListExportRows() override;

    [[nodiscard]] qint64 count() override;
    void forEach(const std::function<bool(const ExportCells &)> &take) override;
    [[nodiscard]] qint64 unreadable() const override;

private:
    Connection &m_connection;
    std::vector<UnreadableExportRow> m_unreadable; ///< at the end of the export
    std::string m_expressions;
    std::string m_source; ///< FROM and WHERE
    std::string m_order;
    std::vector<RowParameter> m_parameters;
};

/// A table in memory: orders, or the breaks of a ledger check.
struct ExportTable
{
    struct Cell
    {
        bool absent = true;
        qint64 number = 0;
        QByteArray text;
        friend bool operator==(const Cell &, const Cell &) = default;
    };
    [[nodiscard]] static Cell textCell(const QString &text) { return {false, 0, text.toUtf8()}; }
    [[nodiscard]] static Cell numberCell(qint64 number) { return {false, number, {}}; }

    std::vector<ExportColumn> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`
    friend bool operator==(const ExportTable &, const ExportTable &) = default;
};

/// The rows of an ExportTable.
class TableRows final : public ExportRows
{
public:
    explicit TableRows(ExportTable table);

    [[nodiscard]] qint64 count() override { return static_cast<qint64>(m_table.rows.size()); }
    void forEach(const std::function<bool(const ExportCells &)> &take) override;

private:
    ExportTable m_table;
};

} // namespace relaybook
