// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/columnfit.h"

#include "models/cellroles.h"
#include "ui/theme/style.h"
#include "ui/widgets/tabledelegate.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int gridLine = 1; ///< the table adds this to the width of a cell

/// The text with the same digit for all, because all digits have the same width, and with what is
/// drawn beside it. Cells of one form are equally wide.
QString formOf(const QModelIndex &index)
{
    QString form = index.data().toString();
    std::replace_if(
        form.begin(), form.end(), [](QChar c) { return c.isDigit(); }, u'0');
    const CellKind kind = cellKind(index);
    const bool hasBar = kind == CellKind::UsageBar && index.data(BarRole).isValid();
    return form.append(QChar(u'A' + static_cast<int>(kind))).append(hasBar ? u'|' : u' ');
}

bool hasWarning(const QModelIndex &index)
{
    const Tone tone = cellTone(index);
    return cellKind(index) == CellKind::Marked && (tone == Tone::Bad || tone == Tone::Warning);
}

} // namespace

ColumnFit::ColumnFit(TableView &table, std::vector<ColumnWidth> columns)
    : m_table(table)
    , m_header(*table.header())
    , m_columns(std::move(columns))
{
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_header.isSectionHidden(column)) {
            m_hidden.insert(column);
        }
    }
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &ColumnFit::measure);
    const auto soon = [this] { m_soon.start(0); };
    const QAbstractItemModel *model = table.model();
    connect(model, &QAbstractItemModel::modelReset, this, soon);
    connect(model, &QAbstractItemModel::rowsInserted, this, soon);
    connect(model, &QAbstractItemModel::dataChanged, this, soon);
    connect(model, &QAbstractItemModel::layoutChanged, this, soon);
    connect(&m_header, &QHeaderView::sectionResized, this, &ColumnFit::onResized);
    connect(&m_header, &QHeaderView::sortIndicatorChanged, this, &ColumnFit::arrange);
    connect(&m_header, &TableHeader::columnChosen, this, &ColumnFit::setWanted);
    connect(&m_header, &TableHeader::columnsChosen, this, [this] {
        measure();
        arrange();
    });
    connect(&m_header, &TableHeader::resetWanted, this, &ColumnFit::reset);
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, &ColumnFit::measureExact);
    table.installEventFilter(this);
    table.viewport()->installEventFilter(this);
    measure();
    arrange();
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    const bool isFontChange =
        event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange;
    if (watched == &m_table && (event->type() == QEvent::Show || isFontChange)) {
        m_forms.clear(); // they may have been measured in another font
        if (isFontChange) {
            m_needed.clear(); // a smaller one needs less
        }
        m_soon.start(0);
    } else if (watched == m_table.viewport() && event->type() == QEvent::Resize) {
        arrange();
        m_soon.start(0); // more rows may be in view
    }
    return QObject::eventFilter(watched, event);
}

void ColumnFit::setUserWidth(int column, int width)
{
    const QScopedValueRollback arranging(m_arranging, true);
    m_header.resizeSection(column, width);
    m_sized.insert(column);
}

void ColumnFit::setWanted(int column, bool isWanted)
{
    if (isWanted) {
        m_wanted.insert(column);
    } else {
        m_wanted.remove(column);
    }
}

void ColumnFit::reset()
{
    m_sized.clear();
    m_wanted.clear();
    {
        const QScopedValueRollback arranging(m_arranging, true);
        for (int column = 0; column < m_header.count(); ++column) {
            m_header.moveSection(m_header.visualIndex(column), column);
            m_header.setColumnFolded(column, false);
            m_header.setSectionHidden(column, m_hidden.contains(column));
        }
    }
    measure();
    arrange();
}

/// Hiding or showing a column also resizes it, from or to 0: the user did not choose that width.
void ColumnFit::onResized(int column, int before, int now)
{
    if (!m_arranging && before > 0 && now > 0) {
        m_sized.insert(column);
        Q_EMIT userResized(column);
    }
}

// -------------------------------------------------------------------------------------- measuring

void ColumnFit::measure()
{
    m_soon.stop();
    bool isMore = false;
    for (int column = 0; column < m_header.count(); ++column) {
        isMore = (m_header.isColumnShown(column) && measureColumn(column)) || isMore;
    }
    if (isMore) {
        arrange();
    }
}

/// For each step of scrolling. Texts are measured after a few steps.
void ColumnFit::measureExact()
{
    bool isMore = false;
    for (int column = 0; column < m_header.count(); ++column) {
        isMore =
            (ruleOf(column).isExact && m_header.isColumnShown(column) && measureColumn(column)) ||
            isMore;
    }
    if (isMore) {
        arrange();
    }
    m_soon.start(0);
}

/// Whether the column needs more than before, or may no longer be hidden.
bool ColumnFit::measureColumn(int column)
{
    if (m_sized.contains(column)) {
        return false;
    }
    const QAbstractItemModel &model = *m_table.model();
    const QAbstractItemView &view = m_table;
    const int first = std::max(0, m_table.rowAt(0));
    const int inView =
        m_table.viewport()->height() / m_table.verticalHeader()->defaultSectionSize() + 2;
    const int end = std::min(model.rowCount(), first + inView);
    if (first >= end) {
        return false;
    }
    const bool isExact = ruleOf(column).isExact;
    const bool hadWarning = m_warning.contains(column);
    int needed = 0;
    for (int row = first; row < end; ++row) {
        const QModelIndex index = model.index(row, column);
        if (m_table.columnSpan(row, column) > 1) {
            continue;
        }
        if (isExact) {
            // Each form once: measuring every row would slow down scrolling.
            QSet<QString> &forms = m_forms[column];
            const auto before = forms.size();
            forms.insert(formOf(index));
            if (forms.size() == before) {
                continue;
            }
        }
        if (hasWarning(index)) {
            m_warning.insert(column);
        }
        needed = std::max(needed, view.sizeHintForIndex(index).width() + gridLine);
    }
    int &known = m_needed[column];
    const bool isNew = !hadWarning && m_warning.contains(column);
    return std::exchange(known, std::max(known, std::min(needed, widestText()))) < known || isNew;
}

// --------------------------------------------------------------------------------------- the
// widths

void ColumnFit::arrange()
{
    if (m_arranging) {
        return;
    }
    const QScopedValueRollback arranging(m_arranging, true);
    foldForRoom();
    QHash<int, int> widths;
    int room = m_table.viewport()->width();
    for (const int column : shownColumns()) {
        widths.insert(column, leastWidth(column));
        room -= widths.value(column);
    }
    room = grow(widths, room, [this](int column) { return neededWidth(column); });
    room = grow(widths, room, [this](int column) { return usualWidth(column); });
    const int stretching = stretchingColumn();
    if (stretching >= 0 && room > 0 && !m_sized.contains(stretching)) {
        widths[stretching] += room;
    }
    for (auto width = widths.cbegin(); width != widths.cend(); ++width) {
        m_header.resizeSection(width.key(), width.value());
    }
}

template <class Wanted>
int ColumnFit::grow(QHash<int, int> &widths, int room, Wanted wanted) const
{
    QList<std::pair<int, int>> missing; // width and column
    for (auto width = widths.cbegin(); width != widths.cend(); ++width) {
        if (!m_sized.contains(width.key()) && wanted(width.key()) > width.value()) {
            missing.append({wanted(width.key()) - width.value(), width.key()});
        }
    }
    std::sort(missing.begin(), missing.end());
    auto left = static_cast<int>(missing.size());
    for (const auto &[width, column] : std::as_const(missing)) {
        const int part = std::clamp(room / left--, 0, width);
        widths[column] += part;
        room -= part;
    }
    return room;
}

/// Hides columns until the column with the texts is as wide as they need, if that is possible.
/// Shows hidden columns again if there is room.
void ColumnFit::foldForRoom()
{
    const int text = stretchingColumn();
    int room = m_table.viewport()->width();
    std::vector<int> folding;
    for (int column = 0; column < m_header.count(); ++column) {
        if (column == text || !m_header.isColumnShown(column)) {
            continue;
        }
        room -= leastWidth(column);
        if (text >= 0 && mayFold(column)) {
            folding.push_back(column);
        } else {
            m_header.setColumnFolded(column, false);
        }
    }
    std::sort(folding.begin(), folding.end(),
              [this](int one, int other) { return ruleOf(one).givesWay < ruleOf(other).givesWay; });
    if (folding.empty()) {
        return;
    }
    const int needed = m_sized.contains(text) ? m_header.sectionSize(text)
                                              : std::max(leastWidth(text), neededWidth(text));
    for (const int column : folding) {
        const bool isFolded = room < needed;
        room += isFolded ? leastWidth(column) : 0;
        m_header.setColumnFolded(column, isFolded);
    }
}

QList<int> ColumnFit::shownColumns() const
{
    QList<int> columns;
    const int count = std::min(m_header.count(), static_cast<int>(m_columns.size()));
    for (int column = 0; column < count; ++column) {
        if (!m_header.isSectionHidden(column)) {
            columns.append(column);
        }
    }
    return columns;
}

int ColumnFit::stretchingColumn() const
{
    const QList<int> columns = shownColumns();
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [this](int column) { return ruleOf(column).stretches; });
    return found == columns.end() ? -1 : *found;
}

bool ColumnFit::mayFold(int column) const
{
    return ruleOf(column).givesWay > 0 && !m_sized.contains(column) && !m_wanted.contains(column) &&
           !m_warning.contains(column) && column != m_header.sortIndicatorSection();
}

int ColumnFit::leastWidth(int column) const
{
    if (m_sized.contains(column)) {
        return m_header.sectionSize(column);
    }
    const int usual = usualWidth(column);
    const int needed = m_needed.value(column, usual);
    return std::max(ruleOf(column).isExact ? needed : std::min(usual, needed),
                    m_header.titleWidth(column));
}

int ColumnFit::neededWidth(int column) const
{
    return std::max(m_needed.value(column), m_header.titleWidth(column));
}

int ColumnFit::usualWidth(int column) const
{
    return std::max(metric::scaled(ruleOf(column).usual, m_table.fontMetrics()),
                    m_header.titleWidth(column));
}

/// The widest that a cell makes its column: texts of the service may be of any length.
int ColumnFit::widestText() const
{
    constexpr int widest = 360;
    return metric::scaled(widest, m_table.fontMetrics());
}

} // namespace relaybook
