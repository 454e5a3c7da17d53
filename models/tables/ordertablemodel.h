// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the account's orders, newest first. Rows are told apart by the order's id.

#pragma once

#include "models/buying/purchasedesk.h"
#include "models/cellroles.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

[[nodiscard]] QString orderStateText(Order::State state);
[[nodiscard]] Tone orderStateTone(Order::State state);

class OrderTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        TimeColumn,
        TypeColumn,
        AmountColumn,
        ExpectedColumn,
        ChargedColumn,
        StateColumn,
        FindingColumn,
    };
    static constexpr int columns = FindingColumn + 1;

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
    [[nodiscard]] QString textOf(const Order &order, Column column) const;

    const PurchaseDesk &m_desk;
    std::vector<Order> m_orders;
    QString m_currency;
};

} // namespace relaybook
