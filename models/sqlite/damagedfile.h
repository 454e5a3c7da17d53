// SPDX-License-Identifier: GPL-3.0-or-later
// Renames a damaged or outdated SQLite file, so that a new one can take its place and nothing is
// lost.

#pragma once

#include "api/types/clock.h"
#include "models/sqlite/storeerror.h"

#include <QString>

namespace relaybook {

/// Renames `path` and its companion files to "<name>.<mark>-<UTC time>.sqlite". Returns the new
/// path.
[[nodiscard]] StoreResult<QString> moveAside(const QString &path, Instant now, const QString &mark);
/// Undoes moveAside(): the file `aside` takes the place of `path`, which is removed.
void moveBack(const QString &aside, const QString &path);
/// moveAside() with the mark "damaged".
[[nodiscard]] StoreResult<QString> moveDamagedAside(const QString &path, Instant now);

} // namespace relaybook
