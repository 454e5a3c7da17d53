// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportrows.h"

#include "api/json/jsonscanner.h"
#include "models/export/exportcolumns.h"
#include "models/export/unreadablerows.h"
#include "models/store/ledgerrows.h"
#include "models/store/ledgerscan.h"
#include "models/store/searchcondition.h"
#include "models/tables/listquery.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"

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

/// Reads the rows of `cursor`. `first` is the column of the SQL statement at which the columns of
/// the file begin. `before` is called before each row is passed to `take`. Both return false if no
/// more rows are wanted, which is then also the result.
template <class Cursor, class Before, class Take>
bool giveRows(Cursor &cursor, const std::vector<ExportColumn> &columns, int first,
              const Before &before, const Take &take)
{
    ExportCells cells(columns.size());
    bool wanted = true;
    while (wanted && cursor.next()) {
        if (!before()) {
            return false;
        }
        for (size_t i = 0; i < cells.size(); ++i) {
            const int at = static_cast<int>(i) + first;
            const bool isText = columns[i].kind == Kind::Text || columns[i].kind == Kind::Json;
            ExportCell &cell = cells[i];
            // NULL is read as an empty text or as 0, so only such values must be checked for NULL.
            if (isText) {
                cell.text = cursor.text(at);
                cell.absent = cell.text.data() == nullptr;
            } else {
                cell.number = cursor.number(at);
                cell.absent = cell.number == 0 && cursor.isNull(at);
                const bool isTooLarge = columns[i].kind == Kind::Money && cursor.isText(at);
                cell.text = isTooLarge ? cursor.text(at) : std::string_view();
            }
        }
        wanted = take(cells);
    }
    return wanted;
}

bool giveCells(const std::vector<ExportTable::Cell> &row,
               const std::function<bool(const ExportCells &)> &take)
{
    ExportCells cells;
    cells.reserve(row.size());
    for (const ExportTable::Cell &from : row) {
        cells.push_back(
            {from.absent, from.number,
             std::string_view(from.text.constData(), static_cast<size_t>(from.text.size()))});
    }
    return take(cells);
}

/// Adds the columns that mark unreadable rows, if there are any.
QStringList withMarks(QStringList names, bool anyUnreadable)
{
    for (const char *mark : {readableColumn, rawJsonColumn}) {
        if (anyUnreadable && !names.isEmpty() && !names.contains(QLatin1String(mark))) {
            names.append(QLatin1String(mark));
        }
    }
    return names;
}

void replaceFirst(std::string &text, std::string_view what, std::string_view with)
{
    if (const size_t at = text.find(what); at != std::string::npos) {
        text.replace(at, what.size(), with);
    }
}

} // namespace

LedgerExportRows::LedgerExportRows(Connection &connection, const QStringList &names,
                                   LedgerFilter filter)
    : m_connection(connection)
    , m_filter(std::move(filter))
    , m_unreadable(unreadableTransactions(connection, m_filter))
{
    // If a table is empty, the SQL does not contain the lookup in it, which would run for each row.
    const bool anyVanished = connection.number("SELECT EXISTS (SELECT 1 FROM vanished_rows)") != 0;
    const bool anyForm = connection.number("SELECT EXISTS (SELECT 1 FROM unreadable_rows)") != 0;
    Chosen chosen = chooseColumns(ExportWhat::Transactions, withMarks(names, anyForm));
    m_expressions = std::move(chosen.expressions);
    if (!anyVanished) {
        replaceFirst(m_expressions, vanishedTime, "NULL");
    }
    if (!anyForm) {
        replaceFirst(m_expressions, unreadableForm, "NULL");
    }
    setColumns(std::move(chosen.columns));
    for (size_t i = 0; i < columns().size(); ++i) {
        if (columns()[i].kind == Kind::Json) {
            m_raw.push_back(i);
        }
    }
}

LedgerExportRows::~LedgerExportRows() = default;

qint64 LedgerExportRows::count()
{
    return countTransactions(m_connection, m_filter) + unreadable();
}

qint64 LedgerExportRows::unreadable() const
{
    return static_cast<qint64>(m_unreadable.size());
}

void LedgerExportRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    auto next = m_unreadable.cbegin();
    // created_ms is only needed to sort unreadable rows among the others, and there are rarely any.
    const bool anyUnreadable = next != m_unreadable.cend();
    const std::string keys = anyUnreadable ? "transactions.id, created_ms, " : "transactions.id, ";
    LedgerScan scan(m_connection, m_filter, keys + m_expressions,
                    "created_ms DESC, transactions.id DESC");
    const auto giveNext = [&] { return giveCells(unreadableCells(*next++, columns()), take); };
    // Passes on the unreadable rows that belong before the current row.
    const auto before = [&] {
        if (next == m_unreadable.cend()) {
            return true;
        }
        const std::pair<std::optional<qint64>, qint64> here(scan.number(1), scan.number(0));
        while (next != m_unreadable.cend() && std::pair(next->createdMs, next->id) > here) {
            if (!giveNext()) {
                return false;
            }
        }
        return true;
    };
    bool wanted = giveRows(scan, columns(), anyUnreadable ? 2 : 1, before, take);
    while (wanted && next != m_unreadable.cend()) {
        wanted = giveNext();
    }
}

/// Reduces the row's original JSON to its metadata.
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
    const bool anyForm =
        connection.number("SELECT EXISTS (SELECT 1 FROM unreadable_list_rows)") != 0;
    Chosen chosen = chooseColumns(what, withMarks(names, anyForm));
    m_expressions = std::move(chosen.expressions);
    setColumns(std::move(chosen.columns));
    const bool proxies = what == ExportWhat::Proxies;
    m_source = proxies ? " FROM proxies" : " FROM sub_users";
    const std::vector<ListTerm> terms =
        parseListQuery(proxies ? infosOf(ProxyTableModel::columnTable())
                               : infosOf(SubUserTableModel::columnTable()),
                       text)
            .terms();
    m_unreadable = unreadableListRows(connection, what, terms);
    const SearchCondition condition = conditionOf(terms);
    m_source += condition.sql.empty() ? std::string() : " WHERE " + condition.sql;
    m_parameters = condition.values;
    m_order = proxies ? " ORDER BY name_sort, key" : " ORDER BY username_sort, id";
}

qint64 ListExportRows::count()
{
    RowCursor cursor(m_connection, "SELECT count(*)" + m_source, m_parameters);
    return (cursor.next() ? cursor.number(0) : 0) + unreadable();
}

ListExportRows::~ListExportRows() = default;

qint64 ListExportRows::unreadable() const
{
    return static_cast<qint64>(m_unreadable.size());
}

void ListExportRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    RowCursor cursor(m_connection, "SELECT " + m_expressions + m_source + m_order, m_parameters);
    bool wanted = giveRows(
        cursor, columns(), 0, [] { return true; }, take);
    for (auto row = m_unreadable.cbegin(); wanted && row != m_unreadable.cend(); ++row) {
        wanted = giveCells(unreadableCells(*row, columns()), take);
    }
}

TableRows::TableRows(ExportTable table)
    : m_table(std::move(table))
{
    setColumns(m_table.columns);
}

void TableRows::forEach(const std::function<bool(const ExportCells &)> &take)
{
    for (const auto &row : m_table.rows) {
        if (!giveCells(row, take)) {
            return;
        }
    }
}

} // namespace relaybook
