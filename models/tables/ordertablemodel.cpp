// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/ordertablemodel.h"

#include "models/tables/orderstate.h"
#include "models/text/format.h"

#include <algorithm>

namespace relaybook {
namespace {

int alarmsOf(const TopUpOrder &order)
{
    const auto alarms =
        std::count_if(order.findings.begin(), order.findings.end(), [](const Finding &finding) {
            return finding.level == Finding::Level::Alarm;
        });
    return static_cast<int>(alarms);
}

Instant timeOf(const OrderRow &row)
{
    return row.order.sentAt.value_or(row.order.preparedAt);
}

QString moneyText(const std::optional<Money> &amount, const QString &currency)
{
    return amount ? format::money(*amount, format::Sign::WhereNegative, currency)
                  : format::nothing();
}

} // namespace

ColumnTable<OrderRow> OrderTableModel::columnTable()
{
    static constexpr TableColumn<OrderRow> columns[] = {
        {{.name = "time", .title = QT_TR_NOOP("Date"), .kind = CellKind::QuietText, .width = 148},
         {.text = [](const OrderRow &row) { return format::dateTime(timeOf(row)); },
          .value = [](const OrderRow &row) { return toVariant(timeOf(row)); }}},
        {{.name = "type", .title = QT_TR_NOOP("Proxy type"), .width = 92},
         {.text = [](const OrderRow &row) { return format::proxyType(row.order.proxyType); }}},
        {{.name = "amount", .title = QT_TR_NOOP("Amount"), .kind = CellKind::Number, .width = 74},
         {.text = [](const OrderRow &row) { return format::trafficExact(row.order.amount); },
          .value = [](const OrderRow &row) { return toVariant(row.order.amount); }}},
        {{.name = "expected",
          .title = QT_TR_NOOP("Expected"),
          .kind = CellKind::Number,
          .width = 86},
         {.text =
              [](const OrderRow &row) { return moneyText(row.order.expectedCost, row.currency); },
          .value = [](const OrderRow &row) { return toVariant(row.order.expectedCost); }}},
        {{.name = "charged", .title = QT_TR_NOOP("Charged"), .kind = CellKind::Number, .width = 78},
         {.text = [](const OrderRow &row) { return moneyText(row.order.charged, row.currency); },
          .value = [](const OrderRow &row) { return toVariant(row.order.charged); }}},
        {{.name = "state", .title = QT_TR_NOOP("State"), .kind = CellKind::Badge, .width = 120},
         {.text = [](const OrderRow &row) { return orderStateText(row.order.state); },
          .tone = [](const OrderRow &row) { return orderStateTone(row.order.state); }}},
        {{.name = "found", .title = QT_TR_NOOP("Issues"), .kind = CellKind::Marked, .width = 60},
         {.text =
              [](const OrderRow &row) {
                  const int alarms = alarmsOf(row.order);
                  return alarms > 0 ? tr("%n differences", nullptr, alarms) : QString();
              },
          .tone =
              [](const OrderRow &row) {
                  return alarmsOf(row.order) > 0 ? Tone::Bad : Tone::Neutral;
              }}},
    };
    return columns;
}

OrderTableModel::OrderTableModel(const PurchaseDesk &desk, QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_orders(desk.orders())
{
    connect(&desk, &PurchaseDesk::orderChanged, this, &OrderTableModel::takeOrder);
    connect(&desk, &OrderEngine::stateChanged, this, &OrderTableModel::takeAll);
}

void OrderTableModel::setCurrency(const QString &currency)
{
    if (currency == m_currency) {
        return;
    }
    m_currency = currency;
    if (!m_orders.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void OrderTableModel::takeOrder(const QString &orderId)
{
    const int row = rowOf(orderId);
    const TopUpOrder *order = m_desk.order(orderId);
    if (row >= 0 && order != nullptr) {
        m_orders.at(static_cast<size_t>(row)) = *order;
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
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
    const auto found =
        std::find_if(m_orders.begin(), m_orders.end(),
                     [&orderId](const TopUpOrder &order) { return order.id == orderId; });
    return found == m_orders.end() ? -1 : static_cast<int>(found - m_orders.begin());
}

int OrderTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_orders.size());
}

int OrderTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTable().size());
}

QVariant OrderTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const OrderRow row{m_orders.at(static_cast<size_t>(index.row())), m_currency};
    return cellData(columnTable()[static_cast<size_t>(index.column())], row, role);
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= columnCount()) {
        return {};
    }
    return tr(columnTable()[static_cast<size_t>(section)].info.title);
}

} // namespace relaybook
