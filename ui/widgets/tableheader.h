// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a table: aligned as its column, movable, and with the columns to choose from in its
// context menu.
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

    // One checkable entry a column; the last visible one can't be hidden.
    void fillColumnMenu(QMenu &menu);

Q_SIGNALS:
    // "Reset columns" was chosen.
    void resetWanted();
    // The user showed or hid a column.
    void columnsChosen();

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    void follow();

    const Theme &m_theme;
};

} // namespace relaybook
