// SPDX-License-Identifier: GPL-3.0-or-later
// The table of every page: whole rows, thin lines, columns the user arranges and finds again,
// copying of any selection with its headers, a dimmed state while it loads and a place for what
// stands there when there is nothing to show. Goes into a flush Card, which gives it its frame.
#pragma once

#include "ui/widgets/tableheader.h"

#include <QPointer>
#include <QTableView>

namespace relaybook {

class Theme;

class TableView : public QTableView
{
    Q_OBJECT
public:
    explicit TableView(const Theme &theme, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    [[nodiscard]] TableHeader *header() const { return m_header; }

    // Order, widths, visibility and sort indicator. An unusable state is refused and changes
    // nothing. The first call of either remembers the present state for "Reset columns".
    [[nodiscard]] QByteArray saveHeaderState() const;
    bool restoreHeaderState(const QByteArray &state);
    // Widths that fit the rows in view, and the present order, as what "Reset columns" goes back
    // to.
    void setDefaultColumns();
    void resetColumns();

    // What is shown while something newer is on its way.
    void setDimmed(bool dimmed);
    [[nodiscard]] bool isDimmed() const { return m_dimmed; }

    // Stands over the rows while visible; the table's parent takes it, for a screen reader finds
    // nothing but cells inside a table. The header stays.
    void setOverlay(QWidget *overlay);
    void setOverlayVisible(bool visible);

    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }

public Q_SLOTS:
    // Selected rows with the headers of the visible columns, to the clipboard. Nothing selected:
    // the clipboard keeps what it has.
    void copySelection();

Q_SIGNALS:
    // Right click or the menu key on a row, which is selected by then.
    void contextMenuWanted(const QModelIndex &index, const QPoint &globalPosition);
    // After copySelection(), for a message.
    void copied(qint64 rows);
    // The user moved, sized, hid or showed columns, or they were reset.
    void headerStateChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void changeEvent(QEvent *event) override;
    void updateGeometries() override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void follow();
    void setHoveredRow(int row);
    void updateRow(int row);
    void adoptOverlay();
    void placeOverlay();
    [[nodiscard]] QList<int> visibleColumns() const;

    const Theme &m_theme;
    TableHeader *m_header;
    QPointer<QWidget> m_overlay;
    QByteArray m_defaultColumns;
    int m_hoveredRow = -1;
    bool m_dimmed = false;
};

} // namespace relaybook
