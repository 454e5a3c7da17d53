// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cachefile.h"

#include "models/sqlite/damagedfile.h"
#include "models/sqlite/privatefolder.h"
#include "models/store/cacheconnection.h"
#include "models/store/cachereader.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QtEndian>

namespace relaybook {
namespace {

Q_LOGGING_CATEGORY(cacheFileLog, "relaybook.store")

constexpr int readerPatienceMs = 100;

/// Whether the caller still wants the file opened.
struct Wish
{
    const std::atomic<quint64> *wanted = nullptr; ///< null: always
    quint64 mine = 0;
    [[nodiscard]] bool isOver() const { return wanted != nullptr && wanted->load() != mine; }
};

QString cachePath(const QString &directory)
{
    return directory + QLatin1String("/cache.sqlite");
}

qint64 logSize(const QString &path)
{
    return QFileInfo(QString(path + QLatin1String("-wal"))).size();
}

/// Checks only what takes the same time for any file size: the schema, the newest row, the
/// counters, and whether pages are missing at the end.
void lookForDamage(Connection &connection, const QString &path)
{
    const qint64 pages = connection.number("PRAGMA page_count");
    const qint64 pageSize = connection.number("PRAGMA page_size");
    const bool hasLog = logSize(path) > 0;
    if (!hasLog && QFileInfo(path).size() < pages * pageSize) {
        constexpr int corrupt = 11; // SQLITE_CORRUPT
        throw SQLite::Exception("the file is shorter than its header says", corrupt);
    }
    CacheReader reader(connection);
    [[maybe_unused]] const StoredOverview overview = reader.overview();
    [[maybe_unused]] const LedgerState ledger = reader.ledgerState();
    Query newest(connection, "SELECT id FROM transactions ORDER BY created_ms DESC LIMIT 1");
    if (newest.next()) {
        [[maybe_unused]] const auto row = reader.transaction(newest.number(0));
    }
}

StoreResult<CacheFile> openOnce(const QString &path, const FileFormat &format, const Wish &wish,
                                int busyMs)
{
    CacheFile file{path, {}, {}, {}};
    auto writing = openCache(path, Connection::Purpose::CacheWriter, busyMs);
    if (!writing) {
        return tl::unexpected(writing.error());
    }
    file.writing = std::move(*writing);
    file.writing->interruptUnless(wish.wanted, wish.mine);
    if (const auto migrated = migrate(*file.writing, format); !migrated) {
        return tl::unexpected(migrated.error());
    }
    file.writing->interruptUnless(nullptr, 0);
    file.writing->database().setBusyTimeout(Connection::usualBusyMs);
    auto reader = openCache(path, Connection::Purpose::Reader, readerPatienceMs);
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    file.reader = std::move(*reader);
    const auto looked = guarded([&] {
        lookForDamage(*file.reader, path);
        return Stored{};
    });
    if (!looked) {
        return tl::unexpected(looked.error());
    }
    return file;
}

StoreResult<CacheFile> openOrReplace(const QString &path, Instant now, const FileFormat &format,
                                     const Wish &wish, int busyMs)
{
    auto opened = openOnce(path, format, wish, busyMs);
    if (opened || opened.error().kind != StoreError::Kind::Damaged) {
        return opened;
    }
    qCWarning(cacheFileLog) << "The stored data is damaged:" << opened.error().detail;
    const auto aside = moveDamagedAside(path, now);
    if (!aside) {
        return tl::unexpected(aside.error());
    }
    opened = openOnce(path, format, wish, busyMs);
    if (opened) {
        opened->movedAside = *aside;
    }
    return opened;
}

StoreResult<Stored> makeFolder(const QString &directory)
{
    if (!makePrivateFolder(directory)) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed,
                       QStringLiteral("cannot create the folder %1").arg(directory)});
    }
    return Stored{};
}

} // namespace

LongOpening takesLongToOpen(const QString &directory, const FileFormat &format)
{
    // Twice the size at which the writer makes a checkpoint.
    constexpr qint64 largeLog = 32 * 1024 * 1024;
    constexpr qint64 headerSize = 100;
    constexpr qint64 versionAt = 60;
    const QString path = cachePath(directory);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return LongOpening::No;
    }
    const QByteArray header = file.read(headerSize);
    if (header.size() < headerSize || !header.startsWith("SQLite format 3")) {
        return LongOpening::No; // empty or damaged, which is found quickly
    }
    // The version in the log may be later, but never earlier.
    const auto version = qFromBigEndian<quint32>(header.constData() + versionAt);
    if (version < format.steps.size()) {
        return LongOpening::OldVersion;
    }
    return logSize(path) > largeLog ? LongOpening::LargeLog : LongOpening::No;
}

StoreResult<CacheFile> openCacheFile(const QString &directory, Instant now,
                                     const FileFormat &format)
{
    if (const auto made = makeFolder(directory); !made) {
        return tl::unexpected(made.error());
    }
    return openOrReplace(cachePath(directory), now, format, {}, Connection::usualBusyMs);
}

StoreResult<CacheFile> openCacheFilePatiently(const QString &directory, Instant now,
                                              const std::atomic<quint64> &wanted, quint64 mine,
                                              const FileFormat &format)
{
    // Waiting for a lock cannot be interrupted, so it waits in short pieces.
    constexpr int pieceMs = 100;
    constexpr int mostPieces = 600;
    if (const auto made = makeFolder(directory); !made) {
        return tl::unexpected(made.error());
    }
    const Wish wish{&wanted, mine};
    for (int piece = 1;; ++piece) {
        auto opened = openOrReplace(cachePath(directory), now, format, wish, pieceMs);
        const bool isBusy = !opened && opened.error().kind == StoreError::Kind::Busy;
        if (isBusy && wish.isOver()) {
            return tl::unexpected(StoreError{StoreError::Kind::Interrupted, opened.error().detail});
        }
        if (!isBusy || piece == mostPieces) {
            return opened;
        }
    }
}

} // namespace relaybook
