// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/accountstore.h"

#include "models/store/freememory.h"
#include "models/store/privatefolder.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>

namespace relaybook {
namespace {

Q_LOGGING_CATEGORY(storeLog, "relaybook.store")

constexpr int readerPatienceMs = 100;

/// Looks at the file's ends and never at its middle, so that a large file opens as fast as a small
/// one: the schema, the newest row, the counters, and whether pages are missing at the end.
void lookForDamage(Connection &connection, const QString &path)
{
    const qint64 pages = connection.number("PRAGMA page_count");
    const qint64 pageSize = connection.number("PRAGMA page_size");
    const bool hasLog = QFileInfo(QString(path + QLatin1String("-wal"))).size() > 0;
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

} // namespace

StoreResult<QString> moveDamagedAside(const QString &path, Instant now)
{
    const QFileInfo file(path);
    const QString time = utcDateTime(now).toString(u"yyyyMMdd'T'HHmmss'Z'");
    QString target;
    for (int attempt = 0; target.isEmpty() || QFile::exists(target); ++attempt) {
        const QString suffix = attempt == 0 ? QString() : QStringLiteral("-%1").arg(attempt);
        target = QStringLiteral("%1/%2.damaged-%3%4.sqlite")
                     .arg(file.path(), file.completeBaseName(), time, suffix);
    }
    if (!QFile::rename(path, target)) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed, QStringLiteral("cannot rename %1").arg(path)});
    }
    for (const auto &part : {QLatin1String("-wal"), QLatin1String("-shm")}) {
        const QString from = path + part;
        if (QFile::exists(from) && !QFile::rename(from, QString(target + part))) {
            return tl::unexpected(
                StoreError{StoreError::Kind::Failed, QStringLiteral("cannot rename %1").arg(from)});
        }
    }
    return target;
}

StoreResult<std::unique_ptr<AccountStore>>
AccountStore::open(const QString &directory, const Clock &clock, const FileFormat &format)
{
    if (!makePrivateFolder(directory)) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed,
                       QStringLiteral("cannot create the folder %1").arg(directory)});
    }
    std::unique_ptr<AccountStore> store(
        new AccountStore(directory + QLatin1String("/cache.sqlite"), clock, format));
    if (const auto opened = store->openFiles(); !opened) {
        return tl::unexpected(opened.error());
    }
    return store;
}

AccountStore::AccountStore(QString path, const Clock &clock, const FileFormat &format)
    : m_path(std::move(path))
    , m_clock(clock)
    , m_format(format)
    , m_writer(QStringLiteral("store"))
{
    qRegisterMetaType<StoreChanges>();
    qRegisterMetaType<StoreError>();
}

AccountStore::~AccountStore()
{
    m_writer.finish();
}

StoreResult<Stored> AccountStore::openFiles()
{
    auto opened = openOnce();
    if (!opened && opened.error().kind == StoreError::Kind::Damaged) {
        qCWarning(storeLog) << "The stored data is damaged:" << opened.error().detail;
        m_reader.reset();
        m_writing.reset();
        const auto aside = moveDamagedAside(m_path, m_clock.now());
        if (!aside) {
            return tl::unexpected(aside.error());
        }
        m_movedAside = *aside;
        opened = openOnce();
    }
    return opened;
}

StoreResult<Stored> AccountStore::openOnce()
{
    auto writing = Connection::open(m_path, Connection::Purpose::CacheWriter);
    if (!writing) {
        return tl::unexpected(writing.error());
    }
    if (const auto migrated = migrate(**writing, m_format); !migrated) {
        return tl::unexpected(migrated.error());
    }
    auto reader = Connection::open(m_path, Connection::Purpose::Reader, readerPatienceMs);
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    auto looked = guarded([&] {
        lookForDamage(**reader, m_path);
        return Stored{};
    });
    if (looked) {
        m_writing = std::move(*writing);
        m_reader = std::move(*reader);
    }
    return looked;
}

void AccountStore::noteError(const StoreError &error)
{
    qCWarning(storeLog) << "The store failed:" << error.detail;
    if (error.kind != StoreError::Kind::Damaged || m_replacing) {
        return;
    }
    // Not in the middle of whoever met it.
    m_replacing = true;
    QMetaObject::invokeMethod(this, &AccountStore::replaceFile, Qt::QueuedConnection);
}

void AccountStore::tellWritten(const StoreChanges &changes, const StoreError *error)
{
    if (!error) {
        Q_EMIT changed(changes);
        return;
    }
    noteError(*error);
    if (error->kind != StoreError::Kind::Damaged) {
        Q_EMIT failed(*error);
    }
}

StoreError AccountStore::replacedMeanwhile()
{
    return {StoreError::Kind::Failed, QStringLiteral("the damaged file was replaced meanwhile")};
}

void AccountStore::replaceFile()
{
    const quint64 next = m_epoch + 1;
    Q_EMIT aboutToBeReplaced();
    m_reader.reset();
    StoreResult<Stored> outcome;
    m_movedAside.clear();
    m_writer.runAndWait([&] {
        m_writing.reset();
        m_writingEpoch = next;
        const auto aside = moveDamagedAside(m_path, m_clock.now());
        if (!aside) {
            outcome = tl::unexpected(aside.error());
            return;
        }
        m_movedAside = *aside;
        outcome = openOnce();
    });
    m_replacing = false;
    m_epoch = next;
    if (!outcome) {
        // Nothing can be stored any more; an empty store in memory keeps the program usable.
        m_writeRefusal = outcome.error();
        auto memory =
            Connection::open(QStringLiteral(":memory:"), Connection::Purpose::CacheWriter);
        if (memory && migrate(**memory, m_format)) {
            m_reader = std::move(*memory);
        }
        Q_EMIT failed(outcome.error());
    }
    Q_EMIT replaced(m_movedAside);
}

void AccountStore::tidy()
{
    m_writer.post([this] {
        if (m_writing) {
            // A reader, also of another process, is not waited for: the next time does it.
            m_writing->database().setBusyTimeout(0);
            m_writing->database().tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
            m_writing->database().setBusyTimeout(Connection::usualBusyMs);
            m_writing->releaseMemory();
            returnFreeMemory();
        }
    });
}

void AccountStore::waitForWriter()
{
    m_writer.runAndWait([] {});
}

} // namespace relaybook
