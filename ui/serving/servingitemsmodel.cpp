// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingitemsmodel.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/widgets/amountsshown.h"

namespace relaybook {

namespace {

QString itemAmountText(const std::optional<TrafficAmount> &amount)
{
    return amount ? format::trafficExact(*amount) : format::nothing();
}

std::optional<TrafficAmount> itemAfter(const ServingItemsModel::Item &item)
{
    return leftAfter(item.request, item.before.left);
}

} // namespace

ColumnTable<ServingItemsModel::Item> ServingItemsModel::columnTable()
{
    static constexpr TableColumn<Item> columns[] = {
        {{.name = "sub-user", .title = QT_TR_NOOP("Sub-user"), .width = 150, .stretches = true},
         {.text = [](const Item &item) { return subUserCell(item.request); }}},
        {{.name = "service",
          .title = QT_TR_NOOP("Service"),
          .kind = CellKind::QuietText,
          .width = 110},
         {.text = [](const Item &item) { return format::proxyType(item.request.serviceType); }}},
        {{.name = "now", .title = QT_TR_NOOP("Left now"), .kind = CellKind::Number, .width = 92},
         {.text = [](const Item &item) { return itemAmountText(item.before.left); },
          .value = [](const Item &item) { return toVariant(item.before.left); }}},
        {{.name = "moved", .title = QT_TR_NOOP("Moved"), .kind = CellKind::Number, .width = 92},
         {.text = [](const Item &item) { return itemAmountText(movedBy(item.request)); },
          .value = [](const Item &item) { return toVariant(movedBy(item.request)); }}},
        {{.name = "after",
          .title = QT_TR_NOOP("Left after"),
          .kind = CellKind::Number,
          .width = 92},
         {.text = [](const Item &item) { return itemAmountText(itemAfter(item)); },
          .value = [](const Item &item) { return toVariant(itemAfter(item)); }}},
    };
    return columns;
}

void ServingItemsModel::setItems(std::vector<Item> items)
{
    beginResetModel();
    m_items = std::move(items);
    endResetModel();
}

int ServingItemsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

int ServingItemsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTable().size());
}

QVariant ServingItemsModel::data(const QModelIndex &index, int role) const
{
    const RealTexts shown(areAmountsShown(*this));
    if (!index.isValid()) {
        return {};
    }
    return cellData(columnTable()[static_cast<size_t>(index.column())],
                    m_items.at(static_cast<size_t>(index.row())), role);
}

QVariant ServingItemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= columnCount()) {
        return {};
    }
    return tr(columnTable()[static_cast<size_t>(section)].info.title);
}

} // namespace relaybook
