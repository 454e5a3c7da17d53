// SPDX-License-Identifier: GPL-3.0-or-later
// Loads modules: parts of the program that are in separate libraries and are loaded on first use.

#pragma once

#include <QFunctionPointer>
#include <QString>

namespace relaybook {

/// Finds a symbol in a module. The module is searched in the package's folder, in the application
/// bundle and next to the program. Returns null if it is missing or incompatible; `reason` is then
/// the system's error text. A loaded module is never unloaded.
[[nodiscard]] QFunctionPointer findInModule(const QString &module, const char *symbol,
                                            QString &reason);

} // namespace relaybook
