// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/textrowsmodel.h"

#include <utility>

namespace relaybook {

TextRowsModel::TextRowsModel(TextOfRow text, QObject *parent)
    : QAbstractListModel(parent)
    , m_text(std::move(text))
{
}

void TextRowsModel::setCount(qint64 count)
{
    beginResetModel();
    m_count = static_cast<int>(count);
    endResetModel();
}

int TextRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant TextRowsModel::data(const QModelIndex &index, int role) const
{
    const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    return isText && index.isValid() && index.row() < m_count ? QVariant(m_text(index.row()))
                                                              : QVariant();
}

} // namespace relaybook
