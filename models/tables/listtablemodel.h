// SPDX-License-Identifier: GPL-3.0-or-later
// Base class template of the table models of proxies and sub-users: reads the rows, shows the cells
// by the column table, and marks rows whose newest version could not be read.

#pragma once

#include "models/tables/keyedtablemodel.h"
#include "models/tables/lasttest.h"

#include <QStringBuilder>
#include <QTimer>

#include <chrono>

namespace relaybook {

/// What differs between the lists.
template <class Row>
struct ListDefinition
{
    StoreTable table = StoreTable::Proxies;
    ColumnTable<Row> columns;
    std::optional<Row> (*read)(CacheReader &reader, qint64 key, const Clock &clock) = nullptr;
    QString (*idText)(const Row &row) = nullptr;
    QString (*sentence)(const Row &row) = nullptr; ///< the whole row, for screen readers
    QString (*outdatedText)() = nullptr; ///< for a row whose newest version could not be read
};

template <class Row>
class ListTableModel : public KeyedTableModel
{
public:
    /// The values of a row, without its credentials.
    [[nodiscard]] std::optional<Row> at(int row) const
    {
        const ListedRow *found = find(row, keyAt(row));
        return found ? std::optional(found->row) : std::nullopt;
    }

protected:
    ListTableModel(AccountStore &store, QThreadPool &pool, const ListDefinition<Row> &list)
        : KeyedTableModel(store, pool, list.table, infosOf(list.columns))
        , m_list(list)
    {
        m_ages.setInterval(ageInterval);
        connect(&m_ages, &QTimer::timeout, this, &ListTableModel::showAges);
        m_ages.start();
    }

    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const final
    {
        const TableColumn<Row> &shown = m_list.columns[static_cast<size_t>(column)];
        const ListedRow *found = find(row, key);
        if (!found) {
            return role == CellKindRole ? toVariant(shown.info.kind) : QVariant();
        }
        if (column == 0 && role == Qt::AccessibleTextRole) {
            return spoken(*found);
        }
        const CellRemark remark = column == 0 && found->isOutdated
                                      ? CellRemark{m_list.outdatedText, Tone::Warning}
                                      : remarkOn(column, found->row);
        return remark.text ? remarkData(shown, found->row, role, remark)
                           : cellData(shown, found->row, role);
    }
    void forget(const Keys *keys) final { m_rows.forget(keys); }

    /// The cell is marked, and screen readers read the remark with the row.
    [[nodiscard]] virtual CellRemark remarkOn(int column, const Row &row) const
    {
        const bool hasFailed = row.lastTest && row.lastTest->hasFailed();
        return hasFailed && QLatin1String(columnInfo(column).name) == lastTestName
                   ? CellRemark{failedTestText, Tone::Bad}
                   : CellRemark();
    }

private:
    struct ListedRow
    {
        Row row;
        bool isOutdated = false; ///< the row could not be read in the service's last response
    };

    [[nodiscard]] const ListedRow *find(int row, qint64 key) const
    {
        const auto load = [this](CacheReader &reader, qint64 each) -> std::optional<ListedRow> {
            auto stored = m_list.read(reader, each, store()->clock());
            if (!stored) {
                return std::nullopt;
            }
            const bool outdated =
                reader.unreadableListRow(m_list.table, m_list.idText(*stored)).has_value();
            return ListedRow{std::move(*stored), outdated};
        };
        return m_rows.find(
            store(), key, [&] { return keysAround(row); }, load);
    }

    // Screen readers do not convey the color of a mark, so the text of the mark comes before the
    // row. A remark comes after it.
    [[nodiscard]] QString spoken(const ListedRow &listed) const
    {
        QString said = m_list.sentence(listed.row);
        for (int column = 0; column < columnCount(); ++column) {
            if (const CellRemark remark = remarkOn(column, listed.row); remark.text) {
                said += u' ' % remark.text();
            }
        }
        return listed.isOutdated ? QString(m_list.outdatedText() % u' ' % said) : said;
    }

    /// The ages of the last tests in view have changed.
    void showAges()
    {
        const int column = columnNamed(m_list.columns, lastTestName);
        if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column));
        }
    }

    static constexpr std::chrono::seconds ageInterval{30};

    const ListDefinition<Row> m_list;
    mutable RowCache<ListedRow> m_rows;
    QTimer m_ages;
};

} // namespace relaybook
