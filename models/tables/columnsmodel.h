// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the table models whose columns the user can choose, move and size.

#pragma once

#include "models/tables/tablecolumn.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

class ColumnsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const final;

    [[nodiscard]] const ColumnInfo &columnInfo(int column) const
    {
        return m_columns.at(static_cast<size_t>(column));
    }
    [[nodiscard]] const std::vector<ColumnInfo> &columnInfos() const { return m_columns; }
    /// False while the rows of the present filter and order are still being read.
    [[nodiscard]] virtual bool isSettled() const = 0;

Q_SIGNALS:
    void settled();

protected:
    explicit ColumnsModel(std::vector<ColumnInfo> columns, QObject *parent = nullptr)
        : QAbstractTableModel(parent)
        , m_columns(std::move(columns))
    {
    }
    /// The alignment of the cells of a column.
    [[nodiscard]] QVariant alignmentOf(int column) const;

private:
    std::vector<ColumnInfo> m_columns;
};

} // namespace relaybook
