// SPDX-License-Identifier: GPL-3.0-or-later
// Table header: titles are aligned like their columns, sections can be moved, and its context menu
// shows and hides columns.
#pragma once

#include <QHeaderView>

class QMenu;

namespace relaybook {

class Theme;

class TableHeader final : public QHeaderView
{
    Q_OBJECT
public:
    TableHeader(const Theme &theme, QWidget *parent);

    /// Adds one checkable entry per column; the last visible one cannot be hidden.
    void fillColumnMenu(QMenu &menu);

    /// As if the user had chosen it.
    void setColumnShown(int column, bool shown);

Q_SIGNALS:
    /// The user chose "Reset columns".
    void resetWanted();
    /// The user showed or hid a column.
    void columnsChosen();
    /// The user showed this column; columnsChosen() comes first.
    void columnShown(int column);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    void follow();

    const Theme &m_theme;
};

} // namespace relaybook
