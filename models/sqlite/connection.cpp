// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/connection.h"

#include "api/types/systemreason.h"

#include <QFile>

#include <sqlite3.h>

namespace relaybook {
namespace {

StoreError::Kind kindOf(int code)
{
    switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return StoreError::Kind::Damaged;
    case SQLITE_FULL:
        return StoreError::Kind::Full;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return StoreError::Kind::Busy;
    case SQLITE_INTERRUPT:
        return StoreError::Kind::Interrupted;
    default:
        return StoreError::Kind::Failed;
    }
}

/// The page size takes effect only when a file is created. A checkpoint every 16 MB (2,000 pages)
/// keeps the log short, so that starting and quitting are fast.
constexpr auto cachePragmas = "PRAGMA page_size = 8192;"
                              "PRAGMA journal_mode = WAL;"
                              "PRAGMA synchronous = NORMAL;"
                              "PRAGMA wal_autocheckpoint = 2000;"
                              "PRAGMA journal_size_limit = 16777216;"
                              "PRAGMA secure_delete = OFF;"
                              // temp_store stays at its default, so that sorting a million rows
                              // uses a file, not memory. A larger cache would exceed the target
                              // for memory during a sync.
                              "PRAGMA cache_size = -3000;";
constexpr auto keepPragmas = "PRAGMA journal_mode = WAL;"
                             "PRAGMA synchronous = FULL;"
                             "PRAGMA fullfsync = ON;"
                             "PRAGMA checkpoint_fullfsync = ON;";
constexpr auto readerPragmas = "PRAGMA query_only = ON;"
                               "PRAGMA cache_size = -2000;"
                               "PRAGMA temp_store = MEMORY;";

const char *pragmasFor(Connection::Purpose purpose)
{
    switch (purpose) {
    case Connection::Purpose::CacheWriter:
        return cachePragmas;
    case Connection::Purpose::KeepWriter:
        return keepPragmas;
    case Connection::Purpose::Reader:
    case Connection::Purpose::Snapshot:
        return readerPragmas;
    }
    return readerPragmas;
}

int flagsFor(Connection::Purpose purpose)
{
    switch (purpose) {
    case Connection::Purpose::CacheWriter:
    case Connection::Purpose::KeepWriter:
        return SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX;
    case Connection::Purpose::Reader:
        // Opened for writing, so that closing the last connection checkpoints the write-ahead log.
        // query_only prevents changes.
        return SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX;
    case Connection::Purpose::Snapshot:
        break;
    }
    return SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX;
}

} // namespace

StoreError toStoreError(const SQLite::Exception &exception)
{
    constexpr int primaryCodeMask = 0xff;
    return {kindOf(exception.getErrorCode() & primaryCodeMask),
            systemReason(QString::fromUtf8(exception.what()),
                         QStringLiteral("the database gave no reason (error %1)")
                             .arg(exception.getErrorCode()))};
}

StoreResult<std::unique_ptr<Connection>> Connection::open(const QString &path, Purpose purpose,
                                                          Functions functions, int busyMs)
{
    // Less memory per connection: no statistics (which take a lock per allocation), no block for
    // the first 20 pages, a small lookaside buffer. SQLite accepts this only before the first
    // connection is opened.
    constexpr int smallSize = 512;
    constexpr int smallCount = 32;
    static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) +
                                  sqlite3_config(SQLITE_CONFIG_PAGECACHE, nullptr, 0, 0) +
                                  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, smallSize, smallCount);
    Q_UNUSED(configured)
    return guarded([&] {
        auto connection = std::make_unique<Connection>(
            SQLite::Database(path.toUtf8().toStdString(), flagsFor(purpose), busyMs));
        connection->m_database.exec(pragmasFor(purpose));
        if (functions) {
            functions(connection->m_database);
        }
        // Frees the pages with the definitions of the tables, up to half a megabyte.
        connection->releaseMemory();
        return connection;
    });
}

Connection::Connection(SQLite::Database database)
    : m_database(std::move(database))
{
}

SQLite::Statement &Connection::statement(std::string_view sql)
{
    auto found = m_statements.find(sql);
    if (found == m_statements.end()) {
        std::string text(sql);
        SQLite::Statement prepared(m_database, text);
        found = m_statements.emplace(std::move(text), std::move(prepared)).first;
    }
    found->second.reset();
    found->second.clearBindings();
    return found->second;
}

qint64 Connection::number(const std::string &sql)
{
    return m_database.execAndGet(sql).getInt64();
}

void Connection::interruptUnless(const std::atomic<quint64> *wanted, quint64 mine)
{
    m_wanted = wanted;
    m_mine = mine;
    constexpr int steps = 2000; // SQLite instructions between checks: some tens of microseconds
    sqlite3_progress_handler(m_database.getHandle(), wanted ? steps : 0,
                             wanted ? &Connection::progress : nullptr, this);
}

bool Connection::isInterrupted() const
{
    return m_wanted && m_wanted->load(std::memory_order_relaxed) != m_mine;
}

int Connection::progress(void *self)
{
    return static_cast<const Connection *>(self)->isInterrupted() ? 1 : 0;
}

void Connection::releaseMemory()
{
    sqlite3_db_release_memory(m_database.getHandle());
}

Query &Query::bind(int index, qint64 value)
{
    m_statement.bind(index, static_cast<int64_t>(value));
    return *this;
}

Query &Query::bind(int index, const QString &value)
{
    m_statement.bind(index, value.toUtf8().toStdString());
    return *this;
}

Query &Query::bind(int index, const char *value)
{
    m_statement.bind(index, value);
    return *this;
}

Query &Query::bindBytes(int index, const QByteArray &value)
{
    m_statement.bindNoCopy(index, static_cast<const void *>(value.constData()),
                           static_cast<int>(value.size()));
    return *this;
}

Query &Query::bindUtf8(int index, const std::string &value)
{
    m_statement.bindNoCopy(index, value);
    return *this;
}

Query &Query::bindNull(int index)
{
    m_statement.bind(index);
    return *this;
}

int Query::run()
{
    const int changed = m_statement.exec();
    m_statement.reset();
    return changed;
}

qint64 Query::number(int column) const
{
    return m_statement.getColumn(column).getInt64();
}

std::optional<qint64> Query::optionalNumber(int column) const
{
    if (m_statement.isColumnNull(column)) {
        return std::nullopt;
    }
    return number(column);
}

QString Query::text(int column) const
{
    const SQLite::Column value = m_statement.getColumn(column);
    const char *text = value.getText();
    return QString::fromUtf8(text, value.getBytes());
}

std::string Query::utf8(int column) const
{
    return m_statement.getColumn(column).getString();
}

QByteArray Query::bytes(int column) const
{
    const SQLite::Column value = m_statement.getColumn(column);
    const void *blob = value.getBlob();
    return {static_cast<const char *>(blob), value.getBytes()};
}

WriteTransaction::WriteTransaction(Connection &connection)
    : m_connection(connection)
{
    m_connection.database().exec("BEGIN IMMEDIATE");
}

WriteTransaction::~WriteTransaction()
{
    if (m_open) {
        // After some errors SQLite has already rolled back. Then this fails without harm.
        m_connection.database().tryExec("ROLLBACK");
    }
}

void WriteTransaction::commit()
{
    m_connection.database().exec("COMMIT");
    m_open = false;
}

} // namespace relaybook
