// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of operations on sub-users: those of one batch in the order in which they are
// sent, or all of them, newest first.
#pragma once

#include "models/serving/subuserdesk.h"
#include "models/tables/tablecolumn.h"

#include <QAbstractTableModel>
#include <QHash>

#include <vector>

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

    /// All operations, newest first. `desk` outlives the model.
    explicit OperationModel(const SubUserDesk &desk, QObject *parent = nullptr);
    /// The operations with these ids, in this order.
    OperationModel(const SubUserDesk &desk, const QStringList &ids, QObject *parent = nullptr);

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
    void takeAll();
    [[nodiscard]] bool isCurrent() const;
    [[nodiscard]] size_t placeOf(int row) const;

    const SubUserDesk &m_desk;
    const bool m_isAll;
    std::vector<QString> m_ids; ///< oldest first
    QHash<QString, size_t> m_places;
};

} // namespace relaybook
