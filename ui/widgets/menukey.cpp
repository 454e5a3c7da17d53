// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/menukey.h"

#include <QAbstractItemView>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>

namespace relaybook {

bool openMenuByKey(QAbstractItemView &view, const QKeyEvent &key)
{
    if (key.key() != Qt::Key_F10 || key.modifiers() != Qt::ShiftModifier) {
        return false;
    }
    QWidget *rows = view.viewport();
    const QRect current = view.visualRect(view.currentIndex());
    const QPoint at = current.isValid() ? current.bottomLeft() : rows->rect().center();
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, at, rows->mapToGlobal(at));
    QCoreApplication::sendEvent(rows, &menu);
    return true;
}

} // namespace relaybook
