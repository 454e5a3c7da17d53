// SPDX-License-Identifier: GPL-3.0-or-later
// Modules: parts of the program that most starts do not need, loaded when they are asked for.

#pragma once

#include <QFunctionPointer>
#include <QString>

namespace relaybook {

/// The symbol of a module that lies where packages put it, in a bundle, or beside the program. Null
/// where it is missing or does not fit: `reason` says why, in the system's words. Once loaded, a
/// module stays.
[[nodiscard]] QFunctionPointer findInModule(const QString &module, const char *symbol,
                                            QString &reason);

} // namespace relaybook
