// SPDX-License-Identifier: GPL-3.0-or-later
// Removes a lock file that a killed process or a power failure left without content. QLockFile
// never takes such a file for stale, so it would lock the folder for ever.

#pragma once

#include <QString>

namespace relaybook {

/// Removes the lock file if it is empty, was written more than a minute ago (or in the future, by a
/// clock that was wrong), and no process holds it. Returns whether it was removed. A lock that a
/// process holds is never removed: QLockFile keeps its file locked by the system too.
[[nodiscard]] bool removeAbandonedLock(const QString &path);

} // namespace relaybook
