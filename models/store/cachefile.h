// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the file cache.sqlite of an account on any thread: migrates it to the current version, and
// replaces it by an empty one if it is damaged. AccountStore works with what is opened here.

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

/// What makes the opening of a cache take long.
enum class LongOpening {
    No,
    OldVersion, ///< the file is to be migrated
    LargeLog,   ///< a program that was killed left a large write-ahead log, which is read first
};

/// Whether opening the cache in `directory` takes long. Reads the file's header only. No connection
/// of this process to the file may be open: closing the file drops their locks.
[[nodiscard]] LongOpening takesLongToOpen(const QString &directory,
                                          const FileFormat &format = cacheFormat());

/// Opens the cache in `directory`, which is created if missing. A damaged file is renamed to a name
/// with the time `now`.
[[nodiscard]] StoreResult<CacheFile> openCacheFile(const QString &directory, Instant now,
                                                   const FileFormat &format = cacheFormat());
/// The same for a thread that may wait: for another process that is migrating the file, up to a
/// minute. Ends with an error soon after `wanted` is no longer `mine`; what was migrated until then
/// stays, and the next opening continues from there.
[[nodiscard]] StoreResult<CacheFile> openCacheFilePatiently(const QString &directory, Instant now,
                                                            const std::atomic<quint64> &wanted,
                                                            quint64 mine, const FileFormat &format);

} // namespace relaybook
