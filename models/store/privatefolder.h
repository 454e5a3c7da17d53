// SPDX-License-Identifier: GPL-3.0-or-later
// Creates folders that only the user can read.

#pragma once

#include <QString>

namespace relaybook {

/// Creates the folder, and those above it that are missing, with no access for others. A folder
/// that exists stays as it is. False where there is no folder in the end.
[[nodiscard]] bool makePrivateFolder(const QString &path);

} // namespace relaybook
