// SPDX-License-Identifier: GPL-3.0-or-later
// Makes what was written to files outlive a power cut.

#pragma once

#include <QString>

namespace relaybook {

/// Writes what the system still holds of an open file to the disk. False if that failed; errno says
/// why. What the program itself buffers must be flushed before.
[[nodiscard]] bool fileToDisk(int handle);

/// The same for the names in a folder, after a file in it was renamed. Where a system cannot do it
/// for a folder, the file itself is on the disk all the same.
void folderToDisk(const QString &folder);

} // namespace relaybook
