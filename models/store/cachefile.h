// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the file cache.sqlite of an account on any thread: migrates it to the current version, and
// replaces it by an empty one if it is damaged. AccountStore uses the opened connections.

#pragma once

#include "api/types/clock.h"
#include "models/sqlite/migration.h"

#include <QString>

#include <atomic>
#include <memory>

namespace relaybook {

/// The connections to an open cache file. May be handed from one thread to another.
struct CacheFile
{
    QString path;
    QString movedAside; ///< the new path of a damaged file; empty if there was none
    std::unique_ptr<Connection> reader;
    std::unique_ptr<Connection> writing;
};

/// Why opening a cache takes long.
enum class LongOpening {
    No,
    OldVersion, ///< the file must be migrated
    LargeLog,   ///< a killed program left a large write-ahead log, which must be read first
};

/// Whether opening the cache in `directory` takes long. Reads the file's header only. This process
/// must have no connection to the file, as closing the file would drop its locks.
[[nodiscard]] LongOpening takesLongToOpen(const QString &directory,
                                          const FileFormat &format = cacheFormat());

/// Opens the cache in `directory`, which is created if missing. A damaged file is renamed to a name
/// with the time `now`.
[[nodiscard]] StoreResult<CacheFile> openCacheFile(const QString &directory, Instant now,
                                                   const FileFormat &format = cacheFormat());
/// Like openCacheFile(), but waits up to a minute while another process migrates the file; not for
/// the GUI thread. Fails soon after the value of `wanted` is no longer `mine`. Completed migration
/// steps are kept, and the next opening continues from there.
[[nodiscard]] StoreResult<CacheFile> openCacheFilePatiently(const QString &directory, Instant now,
                                                            const std::atomic<quint64> &wanted,
                                                            quint64 mine, const FileFormat &format);

} // namespace relaybook
