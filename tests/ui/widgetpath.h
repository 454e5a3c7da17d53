// SPDX-License-Identifier: GPL-3.0-or-later
// Says which widget a test complains about.

#pragma once

#include <QStringList>
#include <QWidget>

namespace relaybook::testing {

/// The names of the widget and of all those around it; the class where there is no name.
inline QString pathOf(const QWidget *widget)
{
    QStringList path;
    for (const QWidget *up = widget; up != nullptr; up = up->parentWidget()) {
        const QString name = up->objectName();
        path.prepend(name.isEmpty() ? QLatin1String(up->metaObject()->className()) : name);
    }
    return path.join(QLatin1String(" / "));
}

} // namespace relaybook::testing
