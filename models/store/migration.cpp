// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/migration.h"

namespace relaybook {

StoreResult<int> migrate(Connection &connection, const FileFormat &format)
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
    return guarded([&] {
        for (int version = *versionFound; version < known; ++version) {
            WriteTransaction transaction(connection);
            connection.database().exec(format.steps.at(static_cast<size_t>(version)));
            connection.database().exec("PRAGMA application_id = " +
                                       std::to_string(format.applicationId));
            connection.database().exec("PRAGMA user_version = " + std::to_string(version + 1));
            transaction.commit();
        }
        return *versionFound;
    });
}

} // namespace relaybook
