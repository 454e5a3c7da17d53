// SPDX-License-Identifier: GPL-3.0-or-later
// Migrates database files to the current version by a list of steps, counted in user_version, and
// tables whose columns say which version brought them.

#pragma once

#include "models/sqlite/connection.h"

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

/// A column as a file has it.
struct ColumnSchema
{
    std::string name;
    std::string declaration; ///< type and constraints: "TEXT NOT NULL"
    int since = 1;           ///< the version of the file that has it first
};

/// A table as a file has it. What a released version has never changes: later versions may add
/// columns.
struct TableSchema
{
    std::string name;
    std::vector<ColumnSchema> columns;
    std::string primaryKey; ///< of several columns: "(pool, position)"
    std::string options;    ///< "WITHOUT ROWID"
};

/// The steps with what the tables need in front of each: CREATE TABLE in the version of a table's
/// first column, ALTER TABLE ADD COLUMN in later ones. A column whose version has no step yet makes
/// one. No row is written for it, whatever the size of the table.
[[nodiscard]] std::vector<MigrationStep> withTables(std::vector<MigrationStep> steps,
                                                    const std::vector<TableSchema> &tables);

/// The file's version, 0 for an empty file. A file that is newer than the last step is refused with
/// NewerVersion; a database of another program is Damaged, for us.
[[nodiscard]] StoreResult<int> fileVersion(Connection &connection, const FileFormat &format);

/// Brings the file to the version of the last step, each step in its own transaction; gives the
/// version it had before. A file that fileVersion() refuses is not changed.
[[nodiscard]] StoreResult<int> migrate(Connection &connection, const FileFormat &format);

/// The ledger, the lists and the snapshots: what can be fetched again.
[[nodiscard]] const FileFormat &cacheFormat();
/// The same with other tables than cacheTables().
[[nodiscard]] FileFormat cacheFormat(const std::vector<TableSchema> &tables);
/// Drafts and earlier notes: what cannot.
[[nodiscard]] const FileFormat &keepFormat();

} // namespace relaybook
