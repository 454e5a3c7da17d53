// SPDX-License-Identifier: GPL-3.0-or-later
// Table header: titles are aligned like their columns, sections can be moved, and its context menu
// shows and hides columns.
#pragma once

#include <QHeaderView>
#include <QSet>

class QMenu;

namespace relaybook {

class Theme;

class TableHeader final : public QHeaderView
{
    Q_OBJECT
public:
    TableHeader(const Theme &theme, QWidget *parent);

    /// Adds one checkable entry per column; the last visible one cannot be hidden. Space shows or
    /// hides a column and leaves the menu open.
    void fillColumnMenu(QMenu &menu);

    /// Shows or hides the column as if the user had done so.
    void setColumnShown(int column, bool shown);
    /// Hides a column while there is no room for it, or shows it again. It still counts as shown.
    void setColumnFolded(int column, bool folded);
    /// Whether the user has the column shown, also if there is no room for it.
    [[nodiscard]] bool isColumnShown(int column) const;
    /// The width of the title with the arrow of the sorted column, also if the column is hidden.
    [[nodiscard]] int titleWidth(int column) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// The user chose "Reset columns".
    void resetWanted();
    /// The user showed or hid this column; columnsChosen() follows.
    void columnChosen(int column, bool shown);
    /// The user showed or hid a column.
    void columnsChosen();
    /// The user showed this column; columnsChosen() comes first.
    void columnShown(int column);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    void follow();
    void updateColumnMenu(QMenu &menu);

    const Theme &m_theme;
    QSet<int> m_folded; ///< hidden for lack of room
};

} // namespace relaybook
