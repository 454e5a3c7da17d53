// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a visible widget of the window by its name.

#pragma once

#include <QLatin1String>
#include <QWidget>

namespace relaybook {

/// The topmost widget with that name: a dialog may use the names of one below it.
template <class T>
[[nodiscard]] T *findVisible(const QWidget &window, const char *name)
{
    T *found = nullptr;
    for (T *each : window.findChildren<T *>(QLatin1String(name))) {
        found = each->isVisible() ? each : found;
    }
    return found;
}

} // namespace relaybook
