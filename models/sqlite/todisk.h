// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files to the disk, so that they survive a power cut.

#pragma once

#include <QString>

namespace relaybook {

/// fsync() of an open file. Returns false if it failed; errno says why. Flush the program's own
/// buffers before.
[[nodiscard]] bool fileToDisk(int handle);

/// The same for the names in a folder, after a file in it was renamed. Some systems cannot do it
/// for a folder; the file itself is on the disk nevertheless.
void folderToDisk(const QString &folder);

} // namespace relaybook
