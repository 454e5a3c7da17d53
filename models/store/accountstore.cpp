// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/accountstore.h"

#include "models/sqlite/damagedfile.h"
#include "models/sqlite/freememory.h"
#include "models/store/cacheconnection.h"

#include <QFileInfo>
#include <QLoggingCategory>

namespace relaybook {
namespace {

Q_LOGGING_CATEGORY(storeLog, "relaybook.store")

/// How long the destructor waits: enough to store the queued pages of a sync.
constexpr std::chrono::milliseconds longestEnd(500);

} // namespace

StoreResult<std::unique_ptr<AccountStore>>
AccountStore::open(const QString &directory, const Clock &clock, const FileFormat &format)
{
    auto file = openCacheFile(directory, clock.now(), format);
    if (!file) {
        return tl::unexpected(file.error());
    }
    return std::make_unique<AccountStore>(std::move(*file), clock, format);
}

AccountStore::AccountStore(CacheFile file, const Clock &clock, const FileFormat &format)
    : m_path(std::move(file.path))
    , m_clock(clock)
    , m_format(format)
    , m_movedAside(std::move(file.movedAside))
    , m_reader(std::move(file.reader))
    , m_writer(QStringLiteral("store"))
{
    m_writing = std::move(file.writing);
    qRegisterMetaType<StoreChanges>();
    qRegisterMetaType<StoreError>();
}

AccountStore::~AccountStore()
{
    if (!m_writer.waitFor(longestEnd)) {
        m_ending = 1;
    }
    m_writer.finish();
}

void AccountStore::noteError(const StoreError &error)
{
    qCWarning(storeLog) << "The store failed:" << error.detail;
    if (error.kind == StoreError::Kind::Damaged) {
        replaceSoon(true);
    }
}

void AccountStore::startAgain()
{
    replaceSoon(false);
}

// Later, because the caller may still be using the connection.
void AccountStore::replaceSoon(bool isDamaged)
{
    if (m_replacing) {
        return;
    }
    m_replacing = true;
    m_wasDamaged = isDamaged;
    QMetaObject::invokeMethod(this, &AccountStore::replaceFile, Qt::QueuedConnection);
}

void AccountStore::reportWritten(const StoreChanges &changes, const StoreError *error)
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

StoreResult<CacheFile> AccountStore::openReplacement()
{
    const auto open = [this] {
        return openCacheFile(QFileInfo(m_path).path(), m_clock.now(), m_format);
    };
    const auto aside =
        moveAside(m_path, m_clock.now(),
                  m_wasDamaged ? QStringLiteral("damaged") : QStringLiteral("earlier"));
    if (aside) {
        auto file = open();
        if (file || m_wasDamaged) {
            m_movedAside = *aside;
            return file;
        }
        moveBack(*aside, m_path);
    } else if (m_wasDamaged) {
        return tl::unexpected(aside.error());
    }
    return open(); // the file as it was
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
        auto file = openReplacement();
        if (!file) {
            outcome = tl::unexpected(file.error());
            return;
        }
        m_reader = std::move(file->reader);
        m_writing = std::move(file->writing);
    });
    m_replacing = false;
    m_epoch = next;
    if (!outcome) {
        // Nothing can be stored; with an empty store in memory the program stays usable.
        m_writeRefusal = outcome.error();
        auto memory = openCache(QStringLiteral(":memory:"), Connection::Purpose::CacheWriter);
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
            // Does not wait for readers, which may be other processes: the next call tries again.
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
