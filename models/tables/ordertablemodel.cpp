// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/ordertablemodel.h"

#include "models/format.h"
#include "models/tables/usage.h"

#include <algorithm>

namespace relaybook {
namespace {

CellKind kindOf(OrderTableModel::Column column)
{
    switch (column) {
    case OrderTableModel::TimeColumn:
        return CellKind::QuietText;
    case OrderTableModel::TypeColumn:
        return CellKind::Text;
    case OrderTableModel::AmountColumn:
    case OrderTableModel::ExpectedColumn:
    case OrderTableModel::ChargedColumn:
        return CellKind::Number;
    case OrderTableModel::StateColumn:
        return CellKind::Badge;
    case OrderTableModel::FindingColumn:
        return CellKind::Marked;
    }
    return CellKind::Text;
}

int alarmsOf(const Order &order)
{
    const auto alarms =
        std::count_if(order.findings.begin(), order.findings.end(), [](const Finding &finding) {
            return finding.level == Finding::Level::Alarm;
        });
    return static_cast<int>(alarms);
}

} // namespace

QString orderStateText(Order::State state)
{
    switch (state) {
    case Order::State::Prepared:
        return OrderTableModel::tr("Ready");
    case Order::State::Sent:
        return OrderTableModel::tr("Sent");
    case Order::State::Settled:
        return OrderTableModel::tr("Completed");
    case Order::State::Refused:
        return OrderTableModel::tr("Refused");
    case Order::State::Unknown:
        return OrderTableModel::tr("Unknown");
    case Order::State::NotCharged:
        return OrderTableModel::tr("Not charged");
    case Order::State::NotSent:
        return OrderTableModel::tr("Not sent");
    }
    return {};
}

Tone orderStateTone(Order::State state)
{
    switch (state) {
    case Order::State::Prepared:
    case Order::State::Sent:
        return Tone::Accent;
    case Order::State::Settled:
        return Tone::Good;
    case Order::State::Unknown:
        return Tone::Warning;
    case Order::State::Refused:
        return Tone::Bad;
    case Order::State::NotCharged:
    case Order::State::NotSent:
        break;
    }
    return Tone::Neutral;
}

OrderTableModel::OrderTableModel(const PurchaseDesk &desk, QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_orders(desk.orders())
{
    connect(&desk, &PurchaseDesk::orderChanged, this, &OrderTableModel::takeOrder);
    connect(&desk, &PurchaseDesk::stateChanged, this, &OrderTableModel::takeAll);
}

void OrderTableModel::setCurrency(const QString &currency)
{
    if (currency == m_currency) {
        return;
    }
    m_currency = currency;
    if (!m_orders.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    }
}

void OrderTableModel::takeOrder(const QString &orderId)
{
    const int row = rowOf(orderId);
    const Order *order = m_desk.order(orderId);
    if (row >= 0 && order != nullptr) {
        m_orders.at(static_cast<size_t>(row)) = *order;
        Q_EMIT dataChanged(index(row, 0), index(row, columns - 1));
        return;
    }
    const bool isNewest = order != nullptr && !m_desk.orders().empty() &&
                          m_desk.orders().front().id == orderId &&
                          m_desk.orders().size() == m_orders.size() + 1;
    if (!isNewest) {
        takeAll();
        return;
    }
    beginInsertRows({}, 0, 0);
    m_orders.insert(m_orders.begin(), *order);
    endInsertRows();
}

void OrderTableModel::takeAll()
{
    if (m_orders == m_desk.orders()) {
        return;
    }
    beginResetModel();
    m_orders = m_desk.orders();
    endResetModel();
}

QString OrderTableModel::orderIdAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_orders.at(static_cast<size_t>(row)).id : QString();
}

int OrderTableModel::rowOf(const QString &orderId) const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [&orderId](const Order &order) { return order.id == orderId; });
    return found == m_orders.end() ? -1 : static_cast<int>(found - m_orders.begin());
}

int OrderTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_orders.size());
}

int OrderTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QString OrderTableModel::textOf(const Order &order, Column column) const
{
    const auto money = [this](const std::optional<Money> &amount) {
        return amount ? format::money(*amount, format::Sign::WhereNegative, m_currency)
                      : format::nothing();
    };
    switch (column) {
    case TimeColumn:
        return format::dateTime(order.sentAt.value_or(order.preparedAt));
    case TypeColumn:
        return format::proxyType(order.proxyType);
    case AmountColumn:
        return format::trafficExact(order.amount);
    case ExpectedColumn:
        return money(order.expectedCost);
    case ChargedColumn:
        return money(order.charged);
    case StateColumn:
        return orderStateText(order.state);
    case FindingColumn:
        if (const int alarms = alarmsOf(order); alarms > 0) {
            return tr("%n differences", nullptr, alarms);
        }
        return {};
    }
    return {};
}

QVariant OrderTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Order &order = m_orders.at(static_cast<size_t>(index.row()));
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return textOf(order, column);
    case CellKindRole:
        return toVariant(kindOf(column));
    case ToneRole:
        if (column == StateColumn) {
            return toVariant(orderStateTone(order.state));
        }
        return toVariant(column == FindingColumn && alarmsOf(order) > 0 ? Tone::Bad
                                                                        : Tone::Neutral);
    case ValueRole:
        switch (column) {
        case TimeColumn:
            return toMillis(order.sentAt.value_or(order.preparedAt));
        case AmountColumn:
            return qint64{order.amount.units()};
        case ExpectedColumn:
            return order.expectedCost ? QVariant(qint64{order.expectedCost->units()}) : QVariant();
        case ChargedColumn:
            return order.charged ? QVariant(qint64{order.charged->units()}) : QVariant();
        case TypeColumn:
        case StateColumn:
        case FindingColumn:
            return textOf(order, column);
        }
        return {};
    default:
        return {};
    }
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case TimeColumn:
        return tr("Date");
    case TypeColumn:
        return tr("Proxy type");
    case AmountColumn:
        return tr("Amount");
    case ExpectedColumn:
        return tr("Expected");
    case ChargedColumn:
        return tr("Charged");
    case StateColumn:
        return tr("State");
    case FindingColumn:
        return tr("Found");
    }
    return {};
}

} // namespace relaybook
