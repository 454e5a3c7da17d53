// SPDX-License-Identifier: GPL-3.0-or-later
// Creates folders that only the user can read.

#pragma once

#include <QString>

namespace relaybook {

/// Creates the folder and its missing parent folders, without access for other users. An existing
/// folder is not changed. Returns false if the folder does not exist afterwards. (On Windows, Qt
/// gives a new folder an access list for the user alone.)
[[nodiscard]] bool makePrivateFolder(const QString &path);

} // namespace relaybook
