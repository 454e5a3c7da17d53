// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the account's orders, newest first. A row is identified by the order's id.

#pragma once

#include "models/buying/purchasedesk.h"
#include "models/tables/tablecolumn.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

/// The data of a row: an order, and the currency of its amounts.
struct OrderRow
{
    const TopUpOrder &order;
    const QString &currency;
};

class OrderTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<OrderRow> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    /// `desk` outlives the model.
    explicit OrderTableModel(const PurchaseDesk &desk, QObject *parent = nullptr);

    void setCurrency(const QString &currency);
    [[nodiscard]] QString orderIdAt(int row) const;
    [[nodiscard]] int rowOf(const QString &orderId) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void takeOrder(const QString &orderId);
    void takeAll();

    const PurchaseDesk &m_desk;
    std::vector<TopUpOrder> m_orders;
    QString m_currency;
};

} // namespace relaybook
