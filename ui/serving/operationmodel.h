// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of orders for sub-users that were confirmed together, in the order in which they
// are sent.
#pragma once

#include "models/serving/subuserdesk.h"
#include "models/tables/tablecolumn.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QStringList>

namespace relaybook {

class OperationModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    [[nodiscard]] static ColumnTable<SubUserOrder> columnTable();
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    /// The orders with these ids, in this order. `desk` outlives the model.
    OperationModel(const SubUserDesk &desk, QStringList ids, QObject *parent = nullptr);

    [[nodiscard]] QString idAt(int row) const;
    /// -1 if it is not in the table.
    [[nodiscard]] int rowOf(const QString &id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void takeOperations(const QStringList &ids);

    const SubUserDesk &m_desk;
    const QStringList m_ids;
    QHash<QString, int> m_rows; ///< by id
};

} // namespace relaybook
