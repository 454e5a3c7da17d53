// SPDX-License-Identifier: GPL-3.0-or-later
// Migrates database files to the current version by a list of steps, counted in user_version.

#pragma once

#include "models/store/connection.h"

#include <string>
#include <vector>

namespace relaybook {

/// One step: what leads from version n to version n + 1. Steps that were released never change.
using MigrationStep = std::string;

struct FileFormat
{
    int applicationId = 0; ///< tells our files from other programs' databases
    std::vector<MigrationStep> steps;
};

/// Brings the file to the version of the last step, each step in its own transaction; gives the
/// version it had before. A newer file is refused with NewerVersion and not touched; a database of
/// another program is Damaged, for us.
[[nodiscard]] StoreResult<int> migrate(Connection &connection, const FileFormat &format);

/// The ledger, the lists and the snapshots: what can be fetched again.
[[nodiscard]] const FileFormat &cacheFormat();
/// Drafts and earlier notes: what cannot.
[[nodiscard]] const FileFormat &keepFormat();

} // namespace relaybook
