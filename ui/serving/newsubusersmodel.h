// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of pasted lines that are to become sub-users, with a verdict for each.
#pragma once

#include "models/tables/tablecolumn.h"
#include "ui/serving/newsubusers.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

class NewSubUsersModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    [[nodiscard]] static ColumnTable<NewSubUserLine> columnTable();
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(std::vector<NewSubUserLine> lines);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    std::vector<NewSubUserLine> m_lines;
};

} // namespace relaybook
