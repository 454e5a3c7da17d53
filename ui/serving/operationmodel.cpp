// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/operationmodel.h"

#include "models/tables/orderstate.h"
#include "models/text/format.h"
#include "ui/serving/servingtext.h"

#include <algorithm>

namespace relaybook {

namespace {

Instant operationTime(const SubUserOrder &operation)
{
    return operation.sentAt.value_or(operation.preparedAt);
}

} // namespace

ColumnTable<SubUserOrder> OperationModel::columnTable()
{
    static constexpr TableColumn<SubUserOrder> columns[] = {
        {{.name = "time", .title = QT_TR_NOOP("Date"), .kind = CellKind::QuietText, .width = 124},
         {.text = [](const SubUserOrder &row) { return format::dateTime(operationTime(row)); },
          .value = [](const SubUserOrder &row) { return toVariant(operationTime(row)); }}},
        {{.name = "kind", .title = QT_TR_NOOP("Operation"), .width = 90},
         {.text = [](const SubUserOrder &row) { return kindText(row.request.kind); }}},
        {{.name = "sub-user", .title = QT_TR_NOOP("Sub-user"), .width = 96},
         {.text = [](const SubUserOrder &row) { return subUserText(row); }}},
        {{.name = "amount", .title = QT_TR_NOOP("Amount"), .kind = CellKind::Number, .width = 68},
         {.text =
              [](const SubUserOrder &row) {
                  const auto amount = amountOf(row);
                  return amount ? format::trafficExact(*amount) : format::nothing();
              },
          .value = [](const SubUserOrder &row) { return toVariant(amountOf(row)); }}},
        {{.name = "state", .title = QT_TR_NOOP("State"), .kind = CellKind::Badge, .width = 92},
         {.text = [](const SubUserOrder &row) { return orderStateText(row.state); },
          .tone = [](const SubUserOrder &row) { return operationTone(row); }}},
        {{.name = "result",
          .title = QT_TR_NOOP("Result"),
          .kind = CellKind::QuietText,
          .width = 40},
         {.text = [](const SubUserOrder &row) { return operationResultText(row); }}},
    };
    return columns;
}

OperationModel::OperationModel(const SubUserDesk &desk, QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_isAll(true)
{
    takeAll();
    connect(&desk, &OrderEngine::ordersChanged, this, &OperationModel::takeOperations);
    connect(&desk, &OrderEngine::stateChanged, this, &OperationModel::takeAll);
}

OperationModel::OperationModel(const SubUserDesk &desk, const QStringList &ids, QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_isAll(false)
    , m_ids(ids.begin(), ids.end())
{
    for (size_t i = 0; i < m_ids.size(); ++i) {
        m_places.insert(m_ids.at(i), i);
    }
    connect(&desk, &OrderEngine::ordersChanged, this, &OperationModel::takeOperations);
}

// The newest come at the end of m_ids, where adding one moves no other.
void OperationModel::takeOperations(const QStringList &ids)
{
    std::vector<QString> added;
    int first = rowCount();
    int last = -1;
    for (const QString &id : ids) {
        const int row = rowOf(id);
        if (row >= 0) {
            first = std::min(first, row);
            last = std::max(last, row);
        } else if (m_isAll && m_desk.operation(id) != nullptr) {
            added.push_back(id);
        }
    }
    if (last >= 0) {
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    }
    if (!added.empty()) {
        beginInsertRows({}, 0, static_cast<int>(added.size()) - 1);
        for (const QString &id : added) {
            m_places.insert(id, m_ids.size());
            m_ids.push_back(id);
        }
        endInsertRows();
    }
}

bool OperationModel::isCurrent() const
{
    const SubUserOrders &all = m_desk.operations();
    return std::equal(m_ids.begin(), m_ids.end(), all.begin(), all.end(),
                      [](const QString &id, const SubUserOrder &each) { return id == each.id; });
}

void OperationModel::takeAll()
{
    if (isCurrent()) {
        return;
    }
    beginResetModel();
    m_ids.clear();
    m_places.clear();
    for (const SubUserOrder &each : m_desk.operations()) {
        m_places.insert(each.id, m_ids.size());
        m_ids.push_back(each.id);
    }
    endResetModel();
}

size_t OperationModel::placeOf(int row) const
{
    return m_isAll ? m_ids.size() - 1 - static_cast<size_t>(row) : static_cast<size_t>(row);
}

QString OperationModel::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_ids.at(placeOf(row)) : QString();
}

int OperationModel::rowOf(const QString &id) const
{
    const auto found = m_places.constFind(id);
    if (found == m_places.constEnd()) {
        return -1;
    }
    return static_cast<int>(m_isAll ? m_ids.size() - 1 - *found : *found);
}

int OperationModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int OperationModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTable().size());
}

QVariant OperationModel::data(const QModelIndex &index, int role) const
{
    const SubUserOrder *operation = index.isValid() ? m_desk.operation(idAt(index.row())) : nullptr;
    if (operation == nullptr) {
        return {};
    }
    return cellData(columnTable()[static_cast<size_t>(index.column())], *operation, role);
}

QVariant OperationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= columnCount()) {
        return {};
    }
    return tr(columnTable()[static_cast<size_t>(section)].info.title);
}

} // namespace relaybook
