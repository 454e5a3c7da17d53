// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to an SQLite file with its prepared statements and transactions. guarded() converts
// the database's exceptions to results. A connection is used by one thread at a time.

#pragma once

#include "models/sqlite/storeerror.h"

#include <QByteArray>
#include <QString>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace relaybook {

[[nodiscard]] StoreError toStoreError(const SQLite::Exception &exception);

/// Runs `work` and returns its value. A database exception is returned as an error.
template <class Work>
[[nodiscard]] auto guarded(Work &&work) -> StoreResult<std::invoke_result_t<Work>>
{
    try {
        return std::forward<Work>(work)();
    } catch (const SQLite::Exception &exception) {
        return tl::unexpected(toStoreError(exception));
    }
}

/// A connection to an SQLite file.
class Connection
{
public:
    enum class Purpose {
        CacheWriter, ///< WAL, synchronous NORMAL
        KeepWriter,  ///< WAL, synchronous FULL, fullfsync: on disk when the commit returns
        Reader,      ///< query_only
        Snapshot,    ///< opened for reading only: beside a writer of another process
    };

    static constexpr int usualBusyMs = 5000;
    /// Registers the SQL functions that the file's statements use. May throw.
    using Functions = void (*)(SQLite::Database &database);

    /// Opens the file; a writer creates it if it is missing. Waits at most `busyMs` for a lock of
    /// another process. `functions` is null if the statements use none but SQLite's own.
    [[nodiscard]] static StoreResult<std::unique_ptr<Connection>>
    open(const QString &path, Purpose purpose, Functions functions = nullptr,
         int busyMs = usualBusyMs);

    explicit Connection(SQLite::Database database);
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    ~Connection() = default;

    [[nodiscard]] SQLite::Database &database() { return m_database; }
    /// A prepared statement, without bindings and ready to run. It is prepared once and then
    /// cached. Throws.
    [[nodiscard]] SQLite::Statement &statement(std::string_view sql);
    /// Runs a statement and returns a single whole number. Throws if it returns no row.
    [[nodiscard]] qint64 number(const std::string &sql);

    /// From now on, statements end with Interrupted when the value of `wanted` is no longer `mine`.
    /// Null switches this off. `wanted` must outlive the connection or the next call of this
    /// function.
    void interruptUnless(const std::atomic<quint64> *wanted, quint64 mine);
    [[nodiscard]] bool isInterrupted() const;
    /// Frees the page cache; the next query reads from the file again.
    void releaseMemory();

private:
    static int progress(void *self);

    SQLite::Database m_database;
    std::map<std::string, SQLite::Statement, std::less<>> m_statements;
    const std::atomic<quint64> *m_wanted = nullptr;
    quint64 m_mine = 0;
};

/// One execution of a prepared statement. The destructor resets the statement, so that a reader
/// never blocks a checkpoint of the write-ahead log. All functions throw.
class Query
{
public:
    Query(Connection &connection, std::string_view sql)
        : m_statement(connection.statement(sql))
    {
    }
    Query(const Query &) = delete;
    Query &operator=(const Query &) = delete;
    ~Query() { m_statement.tryReset(); }

    Query &bind(int index, qint64 value);
    Query &bind(int index, const QString &value);
    Query &bind(int index, const char *value);
    /// Binds without a copy: the bytes must live until the statement was run.
    Query &bindBytes(int index, const QByteArray &value);
    Query &bindUtf8(int index, const std::string &value);
    template <class T>
    Query &bind(int index, const std::optional<T> &value)
    {
        if (value) {
            return bind(index, *value);
        }
        m_statement.bind(index);
        return *this;
    }
    Query &bindNull(int index);

    /// Steps to the next row; false if there is none.
    bool next() { return m_statement.executeStep(); }
    /// Runs a statement that returns no rows and resets it. Returns the number of rows it changed.
    int run();

    [[nodiscard]] bool isNull(int column) const { return m_statement.isColumnNull(column); }
    [[nodiscard]] qint64 number(int column) const;
    [[nodiscard]] std::optional<qint64> optionalNumber(int column) const;
    [[nodiscard]] QString text(int column) const;
    [[nodiscard]] QByteArray bytes(int column) const;
    [[nodiscard]] std::string utf8(int column) const;
    [[nodiscard]] bool flag(int column) const { return number(column) != 0; }

private:
    SQLite::Statement &m_statement;
};

/// A write transaction. The destructor rolls it back if commit() was not called. Throws.
class WriteTransaction
{
public:
    explicit WriteTransaction(Connection &connection);
    WriteTransaction(const WriteTransaction &) = delete;
    WriteTransaction &operator=(const WriteTransaction &) = delete;
    ~WriteTransaction();
    void commit();

private:
    Connection &m_connection;
    bool m_open = true;
};

} // namespace relaybook
