// SPDX-License-Identifier: GPL-3.0-or-later
// Opens context menus with Shift+F10. Qt does so with the Menu key only, which many keyboards lack;
// for Shift+F10 it relies on the system, and X11 and Wayland do nothing.

#pragma once

class QAbstractItemView;
class QKeyEvent;

namespace relaybook {

/// Opens the view's context menu at its current row if the key is Shift+F10. Returns whether it is.
bool openMenuByKey(QAbstractItemView &view, const QKeyEvent &key);

} // namespace relaybook
