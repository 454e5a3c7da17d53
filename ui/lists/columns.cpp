// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/columns.h"

#include "models/tables/columnsmodel.h"
#include "ui/base/settings.h"
#include "ui/theme/style.h"
#include "ui/widgets/tableview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int largestWidth = 4000;

// The members of the JSON in the settings.
constexpr QLatin1String memberName("name");
constexpr QLatin1String memberWidth("width");
constexpr QLatin1String memberShown("shown");
constexpr QLatin1String memberWanted("wanted");
constexpr QLatin1String memberColumns("columns");
constexpr QLatin1String memberSort("sort");
constexpr QLatin1String memberDescending("descending");

bool isExact(const ColumnInfo &info)
{
    switch (info.kind) {
    case CellKind::Number:
    case CellKind::Money:
    case CellKind::Badge:
    case CellKind::UsageBar:
    case CellKind::Time:
        return true;
    case CellKind::Text:
    case CellKind::QuietText:
    case CellKind::Marked:
    case CellKind::Heading:
        break;
    }
    return info.neverCut;
}

} // namespace

std::vector<ColumnWidth> columnWidths(const std::vector<ColumnInfo> &columns)
{
    std::vector<ColumnWidth> widths;
    widths.reserve(columns.size());
    for (const ColumnInfo &info : columns) {
        widths.push_back({info.width, isExact(info), info.stretches, info.givesWay});
    }
    return widths;
}

Columns::Columns(TableView &table, ColumnsModel &model, Settings &settings, QString name,
                 QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_header(*table.header())
    , m_model(model)
    , m_settings(settings)
    , m_name(std::move(name))
    , m_fit(fitTable())
{
    constexpr int saveDelay = 300; // milliseconds
    m_saving.setSingleShot(true);
    m_saving.setInterval(saveDelay);
    m_header.setFirstSectionMovable(true);
    apply(m_settings.bytes(Setting::TableState, m_name));
    connect(&m_saving, &QTimer::timeout, this, &Columns::saveNow);
    connect(&m_fit, &ColumnFit::userResized, this, &Columns::saveSoon);
    connect(&m_header, &QHeaderView::sectionMoved, this, &Columns::saveSoon);
    connect(&m_header, &TableHeader::columnsChosen, this, &Columns::saveSoon);
    connect(&m_header, &TableHeader::resetWanted, this, &Columns::saveSoon);
    connect(&m_header, &QHeaderView::sortIndicatorChanged, this, &Columns::saveSoon);
    connect(&m_model, &ColumnsModel::settled, &m_fit, &ColumnFit::measure);
}

ColumnFit &Columns::fitTable()
{
    for (int column = 0; column < m_header.count(); ++column) {
        m_header.setSectionHidden(column, m_model.columnInfo(column).hidden);
    }
    return m_table.fitColumns(columnWidths(m_model.columnInfos()));
}

QMenu *Columns::makeMenu(QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("columnsMenu"));
    menu->setAccessibleName(tr("Columns"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_header.fillColumnMenu(*menu);
    });
    return menu;
}

void Columns::sortBy(const QString &name, Qt::SortOrder order)
{
    if (const int column = columnNamed(name); column >= 0) {
        m_header.setColumnShown(column, true);
        m_header.setSortIndicator(column, order);
        // Scrolls after the rows are sorted, because a table that gets new rows scrolls to its
        // first column.
        const auto show = [this, column] { m_table.scrollToColumn(column); };
        show();
        if (!m_model.isSettled()) {
            connect(&m_model, &ColumnsModel::settled, this, show, Qt::SingleShotConnection);
        }
    }
}

void Columns::saveNow()
{
    m_saving.stop();
    if (std::exchange(m_changed, false)) {
        m_settings.setValue(Setting::TableState, state(), m_name);
    }
}

QByteArray Columns::state() const
{
    QJsonArray columns;
    for (int place = 0; place < m_header.count(); ++place) {
        const int column = m_header.logicalIndex(place);
        const bool shown = m_header.isColumnShown(column);
        QJsonObject reported{{memberName, QLatin1String(m_model.columnInfo(column).name)},
                             {memberShown, shown}};
        if (m_fit.hasUserWidth(column) && shown) {
            reported.insert(memberWidth, m_header.sectionSize(column));
        }
        if (m_fit.isWanted(column)) {
            reported.insert(memberWanted, true);
        }
        columns.append(reported);
    }
    QJsonObject whole{{memberColumns, columns}};
    const int sort = m_header.sortIndicatorSection();
    if (sort >= 0 && sort < m_header.count()) {
        whole.insert(memberSort, QLatin1String(m_model.columnInfo(sort).name));
        whole.insert(memberDescending, m_header.sortIndicatorOrder() == Qt::DescendingOrder);
    }
    return QJsonDocument(whole).toJson(QJsonDocument::Compact);
}

void Columns::apply(const QByteArray &state)
{
    const QJsonDocument stored = QJsonDocument::fromJson(state);
    const QJsonArray columns = stored[memberColumns].toArray();
    int place = 0;
    for (const auto &value : columns) {
        const QJsonObject reported = value.toObject();
        const int column = columnNamed(reported.value(memberName).toString());
        if (column < 0) {
            continue;
        }
        m_header.moveSection(m_header.visualIndex(column), place++);
        m_header.setColumnFolded(column, false);
        const int width = reported.value(memberWidth).toInt();
        if (width >= m_header.minimumSectionSize() && width <= largestWidth) {
            m_header.setSectionHidden(column, false);
            m_fit.setUserWidth(column, width);
        }
        const bool shown = reported.value(memberShown).toBool(!m_model.columnInfo(column).hidden);
        m_header.setSectionHidden(column, !shown);
        if (shown && reported.value(memberWanted).toBool()) {
            m_fit.setWanted(column, true);
        }
    }
    // At least one column stays: a table without columns would look empty.
    if (m_header.hiddenSectionCount() == m_header.count()) {
        m_fit.reset();
    }
    const int sort = columnNamed(stored[memberSort].toString());
    if (sort >= 0 && !m_header.isSectionHidden(sort) &&
        m_model.columnInfo(sort).sort.expression != nullptr) {
        m_table.sortByColumn(sort, stored[memberDescending].toBool() ? Qt::DescendingOrder
                                                                     : Qt::AscendingOrder);
    }
    m_fit.arrange();
}

void Columns::saveSoon()
{
    m_changed = true;
    m_saving.start();
}

int Columns::columnNamed(const QString &name) const
{
    for (int column = 0; column < m_header.count(); ++column) {
        if (name == QLatin1String(m_model.columnInfo(column).name)) {
            return column;
        }
    }
    return -1;
}

} // namespace relaybook
