// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/operationmodel.h"

#include "models/tables/orderstate.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/orderview/subuserordertext.h"
#include "ui/widgets/amountsshown.h"

#include <algorithm>
#include <utility>

namespace relaybook {

ColumnTable<SubUserOrder> OperationModel::columnTable()
{
    static constexpr TableColumn<SubUserOrder> columns[] = {
        {{.name = "sub-user", .title = QT_TR_NOOP("Sub-user"), .width = 96},
         {.text = [](const SubUserOrder &row) { return subUserCell(row); }}},
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
          .width = 120,
          .stretches = true},
         {.text = [](const SubUserOrder &row) { return operationResultText(row); },
          .isSentence = true}},
    };
    return columns;
}

OperationModel::OperationModel(const SubUserDesk &desk, QStringList ids, QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_ids(std::move(ids))
{
    for (int row = 0; row < m_ids.size(); ++row) {
        m_rows.insert(m_ids.at(row), row);
    }
    connect(&desk, &OrderEngine::ordersChanged, this, &OperationModel::takeOperations);
}

void OperationModel::takeOperations(const QStringList &ids)
{
    int first = rowCount();
    int last = -1;
    for (const QString &id : ids) {
        const int row = rowOf(id);
        if (row >= 0) {
            first = std::min(first, row);
            last = std::max(last, row);
        }
    }
    if (last >= 0) {
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    }
}

QString OperationModel::idAt(int row) const
{
    return m_ids.value(row);
}

int OperationModel::rowOf(const QString &id) const
{
    return m_rows.value(id, -1);
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
    const RealTexts shown(areAmountsShown(*this));
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
