// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/columns.h"

#include "models/tables/columnsmodel.h"
#include "ui/base/settings.h"
#include "ui/theme/style.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>
#include <vector>

namespace relaybook {

namespace {

constexpr int largestWidth = 4000;
/// The widest column of texts, even if there is room for more.
constexpr int widestText = 360;
constexpr int gridLine = 1; ///< the table adds this to the width of a cell

// The members of the JSON in the settings.
constexpr QLatin1String memberName("name");
constexpr QLatin1String memberWidth("width");
constexpr QLatin1String memberShown("shown");
constexpr QLatin1String memberWanted("wanted");
constexpr QLatin1String memberColumns("columns");
constexpr QLatin1String memberSort("sort");
constexpr QLatin1String memberDescending("descending");

} // namespace

Columns::Columns(TableView &table, ColumnsModel &model, Settings &settings, QString name,
                 QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_header(*table.header())
    , m_model(model)
    , m_settings(settings)
    , m_name(std::move(name))
{
    m_saving.setSingleShot(true);
    m_saving.setInterval(300);
    m_header.setStretchLastSection(false);
    m_header.setFirstSectionMovable(true);
    // The table itself would restore a state for one font; reset() uses the plan.
    disconnect(&m_header, &TableHeader::resetWanted, &m_table, nullptr);
    connect(&m_header, &TableHeader::resetWanted, this, &Columns::reset);
    apply(m_settings.bytes(Setting::TableState, m_name));
    connect(&m_saving, &QTimer::timeout, this, &Columns::saveNow);
    connect(&m_header, &QHeaderView::sectionResized, this, &Columns::onResized);
    connect(&m_header, &QHeaderView::sectionMoved, this, &Columns::onChosen);
    connect(&m_header, &TableHeader::columnChosen, this, &Columns::onColumnChosen);
    connect(&m_header, &TableHeader::columnsChosen, this, &Columns::onChosen);
    connect(&m_header, &QHeaderView::sortIndicatorChanged, this, &Columns::onChosen);
    connect(&m_model, &ColumnsModel::settled, this, &Columns::noteNeeds);
    connect(m_table.verticalScrollBar(), &QScrollBar::valueChanged, this, &Columns::noteAmounts);
    m_table.viewport()->installEventFilter(this);
    stretch();
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

void Columns::reset()
{
    m_sized.clear();
    m_wanted.clear();
    applyDefaults();
    onChosen();
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

bool Columns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        stretch();
    } else if (event->type() == QEvent::Show) {
        m_forms.clear(); // what was measured before had another font
        noteNeeds();
    }
    return QObject::eventFilter(watched, event);
}

QByteArray Columns::state() const
{
    QJsonArray columns;
    for (int place = 0; place < m_header.count(); ++place) {
        const int column = m_header.logicalIndex(place);
        const bool shown = m_header.isColumnShown(column);
        QJsonObject reported{{memberName, QLatin1String(m_model.columnInfo(column).name)},
                             {memberShown, shown}};
        if (m_sized.contains(column) && shown) {
            reported.insert(memberWidth, m_header.sectionSize(column));
        }
        if (m_wanted.contains(column)) {
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

void Columns::applyDefaults()
{
    const QScopedValueRollback arranging(m_arranging, true);
    for (int column = 0; column < m_header.count(); ++column) {
        m_header.moveSection(m_header.visualIndex(column), column);
        m_header.setColumnFolded(column, false);
        m_header.setSectionHidden(column, false);
        m_header.resizeSection(column, defaultWidth(column));
        m_header.setSectionHidden(column, m_model.columnInfo(column).hidden);
    }
}

void Columns::apply(const QByteArray &state)
{
    applyDefaults();
    const QScopedValueRollback arranging(m_arranging, true);
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
        const int width = reported.value(memberWidth).toInt();
        if (width >= m_header.minimumSectionSize() && width <= largestWidth) {
            m_header.setSectionHidden(column, false);
            m_header.resizeSection(column, width);
            m_sized.insert(column);
        }
        const bool shown = reported.value(memberShown).toBool(!m_model.columnInfo(column).hidden);
        m_header.setSectionHidden(column, !shown);
        if (shown && reported.value(memberWanted).toBool()) {
            m_wanted.insert(column);
        }
    }
    // At least one column stays: a table without columns would look empty.
    if (m_header.hiddenSectionCount() == m_header.count()) {
        m_sized.clear();
        applyDefaults();
    }
    const int sort = columnNamed(stored[memberSort].toString());
    if (sort >= 0 && !m_header.isSectionHidden(sort) &&
        m_model.columnInfo(sort).sort.expression != nullptr) {
        m_table.sortByColumn(sort, stored[memberDescending].toBool() ? Qt::DescendingOrder
                                                                     : Qt::AscendingOrder);
    }
}

void Columns::onResized(int column)
{
    // Hiding or showing a section also resizes it: that is not a width chosen by the user.
    if (m_arranging || m_header.isSectionHidden(column) || m_header.sectionSize(column) == 0) {
        return;
    }
    m_sized.insert(column);
    onChosen();
}

/// A width that only results from showing the column is not the user's choice.
void Columns::onColumnChosen(int column, bool shown)
{
    if (shown) {
        m_wanted.insert(column);
    } else {
        m_wanted.remove(column);
    }
}

void Columns::onChosen()
{
    stretch();
    m_changed = true;
    m_saving.start();
}

void Columns::stretch()
{
    if (m_arranging) {
        return;
    }
    foldForRoom();
    const int stretching = stretchingColumn();
    if (stretching < 0) {
        return;
    }
    const int name = nameColumn();
    const int last = lastColumn();
    QHash<int, int> widths;
    int room = m_table.viewport()->width();
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_header.isSectionHidden(column)) {
            continue;
        }
        if (!m_sized.contains(column)) {
            widths.insert(column, plannedWidth(column));
        }
        room -= column == stretching ? 0 : plannedWidth(column);
    }
    widths[stretching] = std::max(room, widths.value(stretching));
    if (name >= 0) {
        for (const int column : {stretching, last}) {
            if (column >= 0 && column != name) {
                giveSpare(widths, column, name);
            }
        }
    }
    const QScopedValueRollback arranging(m_arranging, true);
    for (auto it = widths.cbegin(); it != widths.cend(); ++it) {
        m_header.resizeSection(it.key(), it.value());
    }
}

/// Hides columns until the column with the texts is as wide as they need, if that is possible.
/// Shows hidden columns again if there is room.
void Columns::foldForRoom()
{
    const int text = textColumn();
    int room = m_table.viewport()->width();
    std::vector<int> folding;
    const QScopedValueRollback arranging(m_arranging, true);
    for (int column = 0; column < m_header.count(); ++column) {
        if (column == text || !m_header.isColumnShown(column)) {
            continue;
        }
        room -= plannedWidth(column);
        if (text >= 0 && mayFold(column)) {
            folding.push_back(column);
        } else {
            m_header.setColumnFolded(column, false);
        }
    }
    std::sort(folding.begin(), folding.end(), [this](int one, int other) {
        return m_model.columnInfo(one).givesWay < m_model.columnInfo(other).givesWay;
    });
    if (folding.empty()) {
        return;
    }
    const int most = metric::scaled(widestText, m_table.fontMetrics());
    const int needed =
        m_sized.contains(text) ? m_header.sectionSize(text) : std::min(neededWidth(text), most);
    for (const int column : folding) {
        const bool isFolded = room < needed;
        room += isFolded ? plannedWidth(column) : 0;
        m_header.setColumnFolded(column, isFolded);
    }
}

bool Columns::mayFold(int column) const
{
    return m_model.columnInfo(column).givesWay > 0 && !m_sized.contains(column) &&
           !m_wanted.contains(column) && column != m_header.sortIndicatorSection();
}

bool Columns::isNeverCut(int column) const
{
    const ColumnInfo &info = m_model.columnInfo(column);
    return info.kind == CellKind::Money || info.neverCut;
}

int Columns::plannedWidth(int column) const
{
    if (m_sized.contains(column)) {
        return m_header.sectionSize(column);
    }
    return std::max(defaultWidth(column), isNeverCut(column) ? m_needed.value(column) : 0);
}

// Unused width goes to names that would be cut.
void Columns::giveSpare(QHash<int, int> &widths, int from, int name) const
{
    const int spare = std::max(0, widths.value(from) - neededWidth(from));
    const int missing = std::max(0, neededWidth(name) - widths.value(name));
    widths[from] -= std::min(spare, missing);
    widths[name] += std::min(spare, missing);
}

// Measures the rows in view. The width only grows, so that columns don't move with each search.
void Columns::noteNeeds()
{
    const QHash<int, int> before = m_needed;
    for (const int column : {nameColumn(), stretchingColumn(), lastColumn()}) {
        noteNeedOf(column);
    }
    noteAmounts();
    if (m_needed != before) {
        stretch();
    }
}

void Columns::noteAmounts()
{
    bool isMore = false;
    for (int column = 0; column < m_header.count(); ++column) {
        if (isNeverCut(column) && !m_header.isSectionHidden(column) && !m_sized.contains(column)) {
            noteAmountsOf(column);
            isMore = isMore || m_needed.value(column) > m_header.sectionSize(column);
        }
    }
    if (isMore) {
        stretch();
    }
}

/// Measures each form of an amount once, because all digits have the same width. Measuring every
/// row in view would slow down scrolling.
void Columns::noteAmountsOf(int column)
{
    const QAbstractItemView &view = m_table;
    const int last = m_table.rowAt(m_table.viewport()->height() - 1);
    const int end = last < 0 ? m_model.rowCount() : last + 1;
    for (int row = std::max(0, m_table.rowAt(0)); row < end; ++row) {
        const QModelIndex index = m_model.index(row, column);
        QString form = index.data().toString();
        std::replace_if(
            form.begin(), form.end(), [](QChar c) { return c.isDigit(); }, u'0');
        if (!m_forms[column].contains(form)) {
            m_forms[column].insert(form);
            m_needed[column] =
                std::max(m_needed.value(column), view.sizeHintForIndex(index).width() + gridLine);
        }
    }
}

void Columns::noteNeedOf(int column)
{
    if (column >= 0 && m_model.rowCount() > 0) {
        const QAbstractItemView &view = m_table;
        m_needed[column] = std::max(m_needed.value(column), view.sizeHintForColumn(column));
    }
}

int Columns::nameColumn() const
{
    return !m_header.isSectionHidden(0) && !m_sized.contains(0) ? 0 : -1;
}

int Columns::lastColumn() const
{
    for (int place = m_header.count() - 1; place > 0; --place) {
        const int column = m_header.logicalIndex(place);
        if (!m_header.isSectionHidden(column)) {
            return m_sized.contains(column) ? -1 : column;
        }
    }
    return -1;
}

int Columns::neededWidth(int column) const
{
    return m_needed.contains(column)
               ? std::max(m_needed.value(column), m_header.sectionSizeHint(column))
               : defaultWidth(column);
}

int Columns::stretchingColumn() const
{
    const int column = textColumn();
    return m_sized.contains(column) ? -1 : column;
}

int Columns::textColumn() const
{
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_model.columnInfo(column).stretches && !m_header.isSectionHidden(column)) {
            return column;
        }
    }
    return -1;
}

int Columns::defaultWidth(int column) const
{
    return std::max(metric::scaled(m_model.columnInfo(column).width, m_table.fontMetrics()),
                    m_header.titleWidth(column));
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
