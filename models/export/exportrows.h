// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of an export come from: the store, read on a worker's own connection, or a short
// list that is in memory already.

#pragma once

#include "models/export/exportvalues.h"
#include "models/store/ledgerfilter.h"
#include "models/store/rowcursor.h"

#include <functional>
#include <string>

namespace relaybook {

struct UnreadableExportRow;

class ExportRows
{
public:
    ExportRows() = default;
    ExportRows(const ExportRows &) = delete;
    ExportRows &operator=(const ExportRows &) = delete;
    virtual ~ExportRows() = default;

    [[nodiscard]] const std::vector<ExportColumn> &columns() const { return m_columns; }
    /// How many there are, for the progress. Throws what the database throws, like the next one.
    [[nodiscard]] virtual qint64 count() = 0;
    /// One after another until `take` answers false; a row lives for the length of the call.
    virtual void forEach(const std::function<bool(const ExportCells &)> &take) = 0;
    /// How many of them could not be read.
    [[nodiscard]] virtual qint64 unreadable() const { return 0; }
    /// Works out what the file has of a row that forEach() gave: in whatever thread writes it.
    virtual void refine(ExportCells & /*cells*/) const {}

protected:
    void setColumns(std::vector<ExportColumn> columns) { m_columns = std::move(columns); }

private:
    std::vector<ExportColumn> m_columns;
};

/// The ledger, the newest first, with the transactions that could not be read. Who makes it holds a
/// ReadTransaction around count() and forEach().
class LedgerExportRows final : public ExportRows
{
public:
    /// `names`: of the columns, in their order; empty: all. Others are left out. Where a row could
    /// not be read, the columns that say so are added.
    LedgerExportRows(Connection &connection, const QStringList &names, LedgerFilter filter);

    ~LedgerExportRows() override;

    [[nodiscard]] qint64 count() override;
    void forEach(const std::function<bool(const ExportCells &)> &take) override;
    [[nodiscard]] qint64 unreadable() const override;
    void refine(ExportCells &cells) const override;

private:
    Connection &m_connection;
    LedgerFilter m_filter;
    std::vector<UnreadableExportRow> m_unreadable; ///< in the order of the file
    std::string m_expressions;
    std::vector<size_t> m_raw; ///< columns for which the whole row is read, as the service sent it
};

/// Proxies or sub-users by name; every word of `text` has to be found in a row. Else as above.
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
    std::vector<UnreadableExportRow> m_unreadable; ///< at the end of the file
    std::string m_expressions;
    std::string m_source; ///< FROM and WHERE
    std::string m_order;
    std::vector<RowParameter> m_parameters;
};

/// Rows that something else made: orders, evidence of a check.
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
