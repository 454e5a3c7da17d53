// SPDX-License-Identifier: GPL-3.0-or-later
// The table view of every page: whole rows, thin lines, columns that fit their content and that the
// user arranges, copying of any selection with its headers, a dimmed state while loading, and a
// placeholder while there are no rows. Put it into a flush Card, which draws its frame.
#pragma once

#include "ui/widgets/columnfit.h"
#include "ui/widgets/tableheader.h"

#include <QLineEdit>
#include <QPointer>
#include <QSet>
#include <QTableView>

#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class Highlight;
class Theme;

class TableView : public QTableView
{
    Q_OBJECT
public:
    explicit TableView(const Theme &theme, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    [[nodiscard]] TableHeader *header() const { return m_header; }

    /// Sets the widths of the columns from now on. Call it again for another model.
    ColumnFit &fitColumns(std::vector<ColumnWidth> columns);

    /// The table is never lower than its header and so many rows.
    void setLeastRows(int rows);
    /// Without a line below the last row, for a table that ends at the edge of its card.
    void setLineAfterLastRow(bool shown) { m_lineAfterLastRow = shown; }
    [[nodiscard]] bool hasLineAfter(int row) const;
    /// Also works for a row that was just inserted.
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    /// Where a letter that is typed in the table goes; with none, it does nothing.
    void setSearchField(QLineEdit *field) { m_searchField = field; }
    /// Qt would ask the model for one row after the other, which held the window for seconds.
    void keyboardSearch(const QString &letter) override;
    /// Scrolls sideways until the column is in view.
    void scrollToColumn(int column);
    /// Dims the rows while newer ones are being loaded.
    void setDimmed(bool dimmed);
    [[nodiscard]] bool isDimmed() const { return m_dimmed; }

    /// Covers the rows while visible; the parent of the table takes ownership, because a screen
    /// reader finds nothing but cells inside a table. The header stays visible.
    void setOverlay(QWidget *overlay);
    void setOverlayVisible(bool visible);

    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }

    /// Highlights the rows with these keys (KeyRole) for a moment.
    void highlightRows(const QList<qint64> &keys);
    /// The colour over the row, if it is highlighted now.
    [[nodiscard]] std::optional<QColor> highlightOf(const QModelIndex &index) const;

public Q_SLOTS:
    /// Copies the selected rows, with the headers, to the clipboard. Includes columns that are
    /// hidden only for lack of room. If nothing is selected, the clipboard is not changed.
    void copySelection();

Q_SIGNALS:
    /// Right click, the Menu key or Shift+F10 on a row, which is already selected.
    void contextMenuWanted(const QModelIndex &index, const QPoint &globalPosition);
    /// Emitted after copySelection(), for a message.
    void copied(qint64 rows);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void changeEvent(QEvent *event) override;
    void updateGeometries() override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void follow();
    void setHoveredRow(int row);
    void updateRow(int row);
    void adoptOverlay();
    void placeOverlay();
    [[nodiscard]] QList<int> shownColumns() const;

    const Theme &m_theme;
    TableHeader *m_header;
    QPointer<QWidget> m_overlay;
    QPointer<QLineEdit> m_searchField;
    Highlight *m_highlight;
    int m_cellPadding;
    int m_leastRows = 0;
    QSet<qint64> m_highlighted; // keys
    int m_hoveredRow = -1;
    bool m_dimmed = false;
    bool m_lineAfterLastRow = true;
    std::unique_ptr<ColumnFit> m_fit; // the first to end: it watches the table
};

} // namespace relaybook
