// SPDX-License-Identifier: GPL-3.0-or-later
// Makes sure that a damaged settings file never stops a start: what can be read of it is used, and
// the damaged file is kept under another name.
#pragma once

#include <QString>

namespace relaybook {

struct SettingsFile
{
    enum class State {
        Good,       ///< or there is none yet
        Repaired,   ///< damaged lines were left out
        Replaced,   ///< nothing of it could be read
        Unusable,   ///< damaged, and it could not be repaired
        Unreadable, ///< it may be in use, or this user may not read it; it is left as it is
    };
    State state = State::Good;
    QString path;  ///< the file to read and write from now on
    QString aside; ///< the file that is not used; empty if the state is Good
    int damagedLines = 0;
};

/// Checks the INI file at `path`, which need not exist, before QSettings reads it. If it is
/// damaged, or not a file, it is renamed to "<name>.damaged-<UTC time>.ini", and a new file gets
/// its good lines.
[[nodiscard]] SettingsFile usableSettingsFile(const QString &path);

} // namespace relaybook
