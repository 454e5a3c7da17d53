// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/migration.h"

#include <algorithm>

namespace relaybook {
namespace {

std::string createTableSql(const TableSchema &table, int version)
{
    std::string columns;
    for (const ColumnSchema &column : table.columns) {
        if (column.since == version) {
            columns += (columns.empty() ? "\n    " : ",\n    ") + column.name + " ";
            columns += column.declaration;
        }
    }
    if (!table.primaryKey.empty()) {
        columns += ",\n    PRIMARY KEY " + table.primaryKey;
    }
    return "CREATE TABLE " + table.name + "(" + columns + "\n)" +
           (table.options.empty() ? "" : " " + table.options) + ";\n";
}

/// Creates the table, or adds its columns of `version`.
std::string tableSql(const TableSchema &table, int version)
{
    const int first = table.columns.front().since;
    if (version == first) {
        return createTableSql(table, version);
    }
    std::string sql;
    for (const ColumnSchema &column : table.columns) {
        if (column.since == version) {
            sql += "ALTER TABLE " + table.name + " ADD COLUMN " + column.name + " ";
            sql += column.declaration + ";\n";
        }
    }
    return sql;
}

} // namespace

std::vector<MigrationStep> withTables(std::vector<MigrationStep> steps,
                                      const std::vector<TableSchema> &tables)
{
    for (const TableSchema &table : tables) {
        for (const ColumnSchema &column : table.columns) {
            steps.resize(std::max(steps.size(), static_cast<size_t>(column.since)));
        }
    }
    for (size_t i = 0; i < steps.size(); ++i) {
        std::string sql;
        for (const TableSchema &table : tables) {
            sql += tableSql(table, static_cast<int>(i) + 1);
        }
        steps.at(i).insert(0, sql);
    }
    return steps;
}

StoreResult<int> fileVersion(Connection &connection, const FileFormat &format)
{
    auto versionFound = guarded([&]() -> int {
        const qint64 owner = connection.number("PRAGMA application_id");
        const qint64 tables = connection.number("SELECT count(*) FROM sqlite_schema");
        if (owner != format.applicationId && (owner != 0 || tables != 0)) {
            constexpr int notOurs = 26; // SQLITE_NOTADB
            throw SQLite::Exception("the file belongs to another program", notOurs);
        }
        return static_cast<int>(connection.number("PRAGMA user_version"));
    });
    if (!versionFound) {
        return versionFound;
    }
    const int known = static_cast<int>(format.steps.size());
    if (*versionFound > known) {
        return tl::unexpected(StoreError{
            StoreError::Kind::NewerVersion,
            QStringLiteral("version %1, supported up to %2").arg(*versionFound).arg(known)});
    }
    return versionFound;
}

StoreResult<int> migrate(Connection &connection, const FileFormat &format)
{
    auto versionFound = fileVersion(connection, format);
    if (!versionFound) {
        return versionFound;
    }
    const int known = static_cast<int>(format.steps.size());
    auto migrated = guarded([&] {
        for (int version = *versionFound; version < known; ++version) {
            WriteTransaction transaction(connection);
            if (connection.number("PRAGMA user_version") != version) {
                // Another process has done this step meanwhile.
                continue;
            }
            connection.database().exec(format.steps.at(static_cast<size_t>(version)));
            connection.database().exec("PRAGMA application_id = " +
                                       std::to_string(format.applicationId));
            connection.database().exec("PRAGMA user_version = " + std::to_string(version + 1));
            transaction.commit();
        }
        return *versionFound;
    });
    if (migrated && *migrated < known) {
        if (auto now = fileVersion(connection, format); !now) {
            return now; // a newer version of the program migrated it meanwhile
        }
    }
    return migrated;
}

} // namespace relaybook
