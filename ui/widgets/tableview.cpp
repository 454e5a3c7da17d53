// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableview.h"

#include "models/cellroles.h"
#include "ui/theme/theme.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/menukey.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tabledelegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <utility>

namespace relaybook {

TableView::TableView(const Theme &theme, QWidget *parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_header(new TableHeader(theme, this))
    , m_highlight(new Highlight(viewport()))
    , m_cellPadding(theme.cellPadding())
{
    setHorizontalHeader(m_header);
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new TableDelegate(theme, *this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setCornerWidget(new QWidget(this));      // otherwise the style draws a box there
    m_header->setResizeContentsPrecision(0); // only rows in view
    connect(m_header, &TableHeader::columnShown, this, &TableView::scrollToColumn);
    connect(&theme, &Theme::changed, this, &TableView::follow);
    follow();
}

void TableView::follow()
{
    // A table is on a surface and is not an input field: its background is that of the surface.
    QPalette own = m_theme.palette(Ground::Surface);
    own.setColor(QPalette::Base, m_theme.colour(Role::Surface));
    setPalette(own);
    QHeaderView &rows = *verticalHeader();
    if (rows.defaultSectionSize() != m_theme.rowHeight()) { // it visits every row
        // A larger minimum would resize every row by itself, so it follows the height.
        rows.setMinimumSectionSize(std::min(rows.minimumSectionSize(), m_theme.rowHeight()));
        rows.setDefaultSectionSize(m_theme.rowHeight());
        setLeastRows(m_leastRows);
    }
    rows.setMinimumSectionSize(m_theme.rowHeight());
    if (m_cellPadding != m_theme.cellPadding()) { // the columns are measured again
        m_cellPadding = m_theme.cellPadding();
        QEvent change(QEvent::StyleChange);
        QCoreApplication::sendEvent(this, &change);
    }
    viewport()->update();
}

void TableView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    // The header would check for each column whether all of it is selected, row by row: 130 ms for
    // a million rows. It does not show this, so it gets a selection model of its own that stays
    // empty.
    if (model) {
        m_header->setSelectionModel(new QItemSelectionModel(model, m_header));
    }
    setHoveredRow(-1);
    // A drag in the header or a long text must not let the last column take the other columns'
    // space.
    m_header->setCascadingSectionResizes(false);
}

ColumnFit &TableView::fitColumns(std::vector<ColumnWidth> columns)
{
    m_fit = std::make_unique<ColumnFit>(*this, std::move(columns));
    return *m_fit;
}

void TableView::setLeastRows(int rows)
{
    m_leastRows = rows;
    if (rows > 0) {
        setMinimumHeight((rows + 1) * m_theme.rowHeight()); // and the header
    }
}

bool TableView::hasLineAfter(int row) const
{
    return m_lineAfterLastRow || row + 1 < model()->rowCount();
}

void TableView::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    executeDelayedItemsLayout(); // otherwise the scroll bar would keep the range of the earlier
                                 // rows
    QTableView::scrollTo(index, hint);
}

void TableView::scrollToColumn(int column)
{
    updateGeometries(); // otherwise the scroll bar would keep the range of the earlier columns
    QScrollBar *bar = horizontalScrollBar();
    const int start = m_header->sectionPosition(column);
    const int end = start + m_header->sectionSize(column);
    if (end > bar->value() + viewport()->width()) {
        bar->setValue(end - viewport()->width());
    }
    if (start < bar->value()) {
        bar->setValue(start);
    }
}

void TableView::setDimmed(bool dimmed)
{
    if (m_dimmed == dimmed) {
        return;
    }
    m_dimmed = dimmed;
    viewport()->update();
}

void TableView::highlightRows(const QList<qint64> &keys)
{
    m_highlighted = QSet<qint64>(keys.begin(), keys.end());
    m_highlight->flash();
}

std::optional<QColor> TableView::highlightOf(const QModelIndex &index) const
{
    const bool isHighlighted =
        m_highlight->strength() > 0 && m_highlighted.contains(index.data(KeyRole).toLongLong());
    return isHighlighted ? std::optional(m_highlight->over(m_theme.colour(Role::Surface),
                                                           m_theme.colour(Role::AccentTint)))
                         : std::nullopt;
}

void TableView::setOverlay(QWidget *overlay)
{
    delete m_overlay;
    m_overlay = overlay;
    overlay->hide();
    adoptOverlay();
}

void TableView::adoptOverlay()
{
    if (!m_overlay || !parentWidget()) {
        return;
    }
    const bool hidden = m_overlay->isHidden();
    m_overlay->setParent(parentWidget()); // above the table
    m_overlay->setHidden(hidden);
    placeOverlay();
}

void TableView::setOverlayVisible(bool visible)
{
    if (!m_overlay) {
        return;
    }
    placeOverlay();
    m_overlay->setVisible(visible);
}

void TableView::placeOverlay()
{
    if (m_overlay) {
        m_overlay->setGeometry(viewport()->geometry().translated(pos()));
    }
}

QList<int> TableView::shownColumns() const
{
    QList<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (m_header->isColumnShown(column)) {
            columns.append(column);
        }
    }
    return columns;
}

void TableView::copySelection()
{
    if (!selectionModel() || !selectionModel()->hasSelection()) {
        return;
    }
    const QList<RowRange> ranges = selectedRanges(selectionModel()->selection());
    QGuiApplication::clipboard()->setMimeData(
        copyRows(*model(), ranges, shownColumns()).release()); // the clipboard takes ownership
    Q_EMIT copied(countRows(ranges));
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    if (openMenuByKey(*this, *event)) {
        return;
    }
    QTableView::keyPressEvent(event);
}

/// What is in the field already narrows the rows in view: the letter begins another word.
void TableView::keyboardSearch(const QString &letter)
{
    if (m_searchField == nullptr || !m_searchField->isEnabled() || letter.trimmed().isEmpty()) {
        return;
    }
    const QString before = m_searchField->text().trimmed();
    m_searchField->setFocus(Qt::ShortcutFocusReason);
    m_searchField->selectAll();
    m_searchField->insert(before.isEmpty() ? letter : QString(before % u' ' % letter));
}

QModelIndex TableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    // In a table of rows, Home and End go to the first and the last row.
    if ((action == MoveHome || action == MoveEnd) && model() && model()->rowCount() > 0) {
        const int column =
            currentIndex().isValid() ? currentIndex().column() : m_header->logicalIndex(0);
        return model()->index(action == MoveHome ? 0 : model()->rowCount() - 1, column);
    }
    return QTableView::moveCursor(action, modifiers);
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKeyboard = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKeyboard ? currentIndex() : indexAt(event->pos());
    if (!index.isValid()) {
        return;
    }
    const QPoint at = byKeyboard
                          ? viewport()->mapToGlobal(visualRect(index).bottomLeft() + QPoint(16, 0))
                          : event->globalPos();
    Q_EMIT contextMenuWanted(index, at);
}

void TableView::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    setHoveredRow(rowAt(qRound(event->position().y())));
}

bool TableView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        setHoveredRow(-1);
    }
    return QTableView::viewportEvent(event);
}

void TableView::setHoveredRow(int row)
{
    if (row == m_hoveredRow) {
        return;
    }
    updateRow(m_hoveredRow);
    m_hoveredRow = row;
    updateRow(row);
}

/// Repaints the whole row, because the line that shows the keyboard focus is as long as the row; Qt
/// only repaints two cells.
void TableView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    updateRow(previous.row());
    updateRow(current.row());
}

void TableView::updateRow(int row)
{
    if (row >= 0) {
        viewport()->update(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
    }
}

void TableView::resizeEvent(QResizeEvent *event)
{
    // Keeps the current row visible if the table gets lower, because the pane that opens below it
    // is about this row.
    const QRect place = visualRect(currentIndex());
    const bool wasInView =
        place.isValid() && place.top() >= 0 && place.bottom() < event->oldSize().height();
    QTableView::resizeEvent(event);
    placeOverlay();
    if (wasInView && place.bottom() >= viewport()->height()) {
        const int across = horizontalScrollBar()->value();
        scrollTo(currentIndex());
        horizontalScrollBar()->setValue(across);
    }
}

void TableView::moveEvent(QMoveEvent *event)
{
    QTableView::moveEvent(event);
    placeOverlay();
}

void TableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::ParentChange) {
        adoptOverlay();
    }
}

void TableView::updateGeometries()
{
    QTableView::updateGeometries();
    placeOverlay();
}

} // namespace relaybook
