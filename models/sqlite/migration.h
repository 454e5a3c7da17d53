// SPDX-License-Identifier: GPL-3.0-or-later
// Migrates database files to the current version. A format is a list of steps, counted in
// user_version, and a list of tables. Each column of a table has the version that added it.

#pragma once

#include "models/sqlite/connection.h"

#include <string>
#include <vector>

namespace relaybook {

/// SQL that converts a file from version n to n + 1. Released steps never change.
using MigrationStep = std::string;

struct FileFormat
{
    int applicationId = 0; ///< distinguishes our files from databases of other programs
    std::vector<MigrationStep> steps;
};

/// A column in the file.
struct ColumnSchema
{
    std::string name;
    std::string declaration; ///< type and constraints: "TEXT NOT NULL"
    int since = 1;           ///< the first version of the file that has it
};

/// A table in the file. Columns of released versions never change; later versions may add some.
struct TableSchema
{
    std::string name;
    std::vector<ColumnSchema> columns;
    std::string primaryKey; ///< of several columns: "(pool, position)"
    std::string options;    ///< "WITHOUT ROWID"
};

/// Adds the tables to the steps: CREATE TABLE in the version of a table's first column, ALTER TABLE
/// ADD COLUMN in later ones, which is fast because no row is written. Adds missing steps.
[[nodiscard]] std::vector<MigrationStep> withTables(std::vector<MigrationStep> steps,
                                                    const std::vector<TableSchema> &tables);

/// The file's version, 0 for an empty file. Fails with NewerVersion if the file is newer than the
/// last step, and with Damaged if it is a database of another program.
[[nodiscard]] StoreResult<int> fileVersion(Connection &connection, const FileFormat &format);

/// Migrates the file to the version of the last step, each step in its own transaction. Returns the
/// version before. If fileVersion() fails, the file is not changed.
[[nodiscard]] StoreResult<int> migrate(Connection &connection, const FileFormat &format);

/// The ledger, the lists and the snapshots: data that can be loaded again.
[[nodiscard]] const FileFormat &cacheFormat();
/// The same, with these tables instead of cacheTables().
[[nodiscard]] FileFormat cacheFormat(const std::vector<TableSchema> &tables);
/// Drafts and earlier notes: data that cannot be loaded again.
[[nodiscard]] const FileFormat &keepFormat();

} // namespace relaybook
