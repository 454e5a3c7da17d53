// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of requests that the user is asked to confirm: each sub-user with its traffic now
// and after the operation.
#pragma once

#include "models/serving/subuserdesk.h"
#include "models/tables/tablecolumn.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

class ServingItemsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using Item = SubUserConfirmation::Item;

    [[nodiscard]] static ColumnTable<Item> columnTable();
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    using QAbstractTableModel::QAbstractTableModel;

    void setItems(std::vector<Item> items);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    std::vector<Item> m_items;
};

} // namespace relaybook
