// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cachesnapshot.h"

#include "models/store/cacheconnection.h"
#include <QFile>

namespace relaybook {

StoreResult<std::shared_ptr<CacheSnapshot>> CacheSnapshot::open(const QString &directory,
                                                                const FileFormat &format)
{
    const QString path = directory + QLatin1String("/cache.sqlite");
    const auto missing = [&path] {
        return tl::unexpected(StoreError{StoreError::Kind::Missing,
                                         QStringLiteral("nothing is stored in %1").arg(path)});
    };
    if (!QFile::exists(path)) {
        return missing();
    }
    auto connection = openCache(path, Connection::Purpose::Snapshot);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    auto snapshot = std::make_shared<CacheSnapshot>();
    snapshot->m_connection = std::move(*connection);
    const auto begun = guarded([&] {
        snapshot->m_transaction = std::make_unique<ReadTransaction>(*snapshot->m_connection);
        return Stored{};
    });
    if (!begun) {
        return tl::unexpected(begun.error());
    }
    // The first read: from here on, the snapshot does not change.
    const auto version = fileVersion(*snapshot->m_connection, format);
    if (!version) {
        return tl::unexpected(version.error());
    }
    const int known = static_cast<int>(format.steps.size());
    if (*version == 0) { // another process is creating it
        return missing();
    }
    if (*version < known) {
        return tl::unexpected(
            StoreError{StoreError::Kind::OlderVersion,
                       QStringLiteral("version %1, needed is %2").arg(*version).arg(known)});
    }
    return snapshot;
}

} // namespace relaybook
