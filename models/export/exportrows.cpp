// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportrows.h"

#include "api/json/jsonscanner.h"
#include "models/export/exportcolumns.h"
#include "models/store/ledgerrows.h"
#include "models/store/ledgerscan.h"
#include "models/store/textfold.h"

#include <algorithm>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

/// Columns for the file, and the SQL that reads them.
struct Chosen
{
    std::vector<ExportColumn> columns;
    std::string expressions;
};

Chosen chooseColumns(ExportWhat what, const QStringList &names)
{
    Chosen chosen;
    const auto add = [&chosen](const StoredColumn &each) {
        chosen.expressions += chosen.columns.empty() ? "" : ", ";
        chosen.expressions += each.expression;
        chosen.columns.push_back(each.column);
    };
    const auto &known = storedColumns(what);
    if (names.isEmpty()) {
        std::for_each(known.begin(), known.end(), add);
    }
    for (const QString &name : names) {
        const auto found = std::find_if(known.begin(), known.end(), [&](const StoredColumn &each) {
            return each.column.name == name;
        });
        if (found != known.end()) {
            add(*found);
        }
    }
    return chosen;
}

/// `first`: the column of the statement with which the file's begin.
template <class Cursor, class Take>
void giveRows(Cursor &cursor, const std::vector<ExportColumn> &columns, int first, const Take &take)
{
    ExportCells cells(columns.size());
    bool wanted = true;
    while (wanted && cursor.next()) {
        for (size_t i = 0; i < cells.size(); ++i) {
            const int at = static_cast<int>(i) + first;
            const bool isText = columns[i].kind == Kind::Text || columns[i].kind == Kind::Json;
            ExportCell &cell = cells[i];
            cell.absent = cursor.isNull(at);
            if (isText && !cell.absent) {
                cell.text = cursor.text(at);
            } else if (!cell.absent) {
                cell.number = cursor.number(at);
            }
        }
        wanted = take(cells);
    }
}

} // namespace

LedgerExportRows::LedgerExportRows(Connection &connection, const QStringList &names,
                                   LedgerFilter filter)
    : m_connection(connection)
    , m_filter(std::move(filter))
{
    Chosen chosen = chooseColumns(ExportWhat::Transactions, names);
    m_expressions = std::move(chosen.expressions);
    const std::string_view vanished(vanishedTime);
    const size_t at = m_expressions.find(vanished);
    const bool asked = at != std::string::npos;
    if (asked && connection.number("SELECT EXISTS (SELECT 1 FROM vanished_rows)") == 0) {
        // Nobody looks up a million times what is in an empty table.
        m_expressions.replace(at, vanished.size(), "NULL");
    }
    setColumns(std::move(chosen.columns));
    for (size_t i = 0; i < columns().size(); ++i) {
        if (columns()[i].kind == Kind::Json) {
            m_raw.push_back(i);
        }
    }
}

qint64 LedgerExportRows::count()
{
    return countTransactions(m_connection, m_filter);
}

void LedgerExportRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    LedgerScan scan(m_connection, m_filter, "transactions.id, " + m_expressions,
                    "created_ms DESC, transactions.id DESC");
    giveRows(scan, columns(), 1, take);
}

/// Of the row as the service sent it only the metadata is wanted.
void LedgerExportRows::refine(ExportCells &cells) const
{
    for (const size_t i : m_raw) {
        cells[i].text = findMember(cells[i].text, "metadata").value_or(std::string_view());
        cells[i].absent = cells[i].text.empty() || cells[i].text == "null";
    }
}

ListExportRows::ListExportRows(Connection &connection, ExportWhat what, const QStringList &names,
                               const QString &text)
    : m_connection(connection)
{
    Chosen chosen = chooseColumns(what, names);
    m_expressions = std::move(chosen.expressions);
    setColumns(std::move(chosen.columns));
    const bool proxies = what == ExportWhat::Proxies;
    m_source = proxies ? " FROM proxies" : " FROM sub_users";
    for (const QString &word : searchWords(text)) {
        m_source += m_parameters.empty() ? " WHERE " : " AND ";
        m_source += "instr(search, ?) > 0";
        m_parameters.emplace_back(word);
    }
    m_order = proxies ? " ORDER BY name_sort, key" : " ORDER BY username_sort, id";
}

qint64 ListExportRows::count()
{
    RowCursor cursor(m_connection, "SELECT count(*)" + m_source, m_parameters);
    return cursor.next() ? cursor.number(0) : 0;
}

void ListExportRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    RowCursor cursor(m_connection, "SELECT " + m_expressions + m_source + m_order, m_parameters);
    giveRows(cursor, columns(), 0, take);
}

TableRows::TableRows(ExportTable table)
    : m_table(std::move(table))
{
    setColumns(m_table.columns);
}

void TableRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    ExportCells cells(columns().size());
    for (const auto &row : m_table.rows) {
        for (size_t i = 0; i < cells.size(); ++i) {
            const ExportTable::Cell &from = row.at(i);
            cells[i] = {
                from.absent, from.number,
                std::string_view(from.text.constData(), static_cast<size_t>(from.text.size()))};
        }
        if (!take(cells)) {
            return;
        }
    }
}

} // namespace relaybook
