// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/columnsmodel.h"

namespace relaybook {

int ColumnsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ColumnsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return metaObject()->tr(columnInfo(section).title, nullptr);
    }
    return role == Qt::TextAlignmentRole ? alignmentOf(section) : QVariant();
}

QVariant ColumnsModel::alignmentOf(int column) const
{
    const CellKind kind = columnInfo(column).kind;
    const bool right = kind == CellKind::Money || kind == CellKind::Number;
    return QVariant::fromValue(
        Qt::Alignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

} // namespace relaybook
