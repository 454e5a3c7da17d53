// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/newsubusersmodel.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/widgets/amountsshown.h"

namespace relaybook {

namespace {

constexpr qsizetype longestCell = 60;

} // namespace

ColumnTable<NewSubUserLine> NewSubUsersModel::columnTable()
{
    static constexpr TableColumn<NewSubUserLine> columns[] = {
        {{.name = "line", .title = QT_TR_NOOP("Line"), .kind = CellKind::Number, .width = 56},
         {.text = [](const NewSubUserLine &line) { return format::count(line.number); }}},
        {{.name = "username", .title = QT_TR_NOOP("User name"), .width = 140},
         {.text =
              [](const NewSubUserLine &line) {
                  return format::orNothing(
                      privateText(format::shortened(line.request.username, longestCell)));
              }}},
        {{.name = "traffic", .title = QT_TR_NOOP("Traffic"), .kind = CellKind::Number, .width = 82},
         {.text =
              [](const NewSubUserLine &line) {
                  return line.request.amount.isZero() ? format::nothing()
                                                      : format::trafficExact(line.request.amount);
              }}},
        {{.name = "service",
          .title = QT_TR_NOOP("Service"),
          .kind = CellKind::QuietText,
          .width = 100},
         {.text =
              [](const NewSubUserLine &line) {
                  return format::orNothing(format::proxyType(line.request.serviceType));
              }}},
        {{.name = "verdict",
          .title = QT_TR_NOOP("Result"),
          .kind = CellKind::Marked,
          .width = 220,
          .stretches = true},
         {.text =
              [](const NewSubUserLine &line) {
                  return line.problem.isEmpty() ? tr("Will be created") : line.problem;
              },
          .tone =
              [](const NewSubUserLine &line) {
                  return line.problem.isEmpty() ? Tone::Good : Tone::Warning;
              },
          .isSentence = true}},
    };
    return columns;
}

void NewSubUsersModel::setLines(std::vector<NewSubUserLine> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int NewSubUsersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int NewSubUsersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTable().size());
}

QVariant NewSubUsersModel::data(const QModelIndex &index, int role) const
{
    const RealTexts shown(areAmountsShown(*this));
    if (!index.isValid()) {
        return {};
    }
    return cellData(columnTable()[static_cast<size_t>(index.column())],
                    m_lines.at(static_cast<size_t>(index.row())), role);
}

QVariant NewSubUsersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= columnCount()) {
        return {};
    }
    return tr(columnTable()[static_cast<size_t>(section)].info.title);
}

} // namespace relaybook
