// SPDX-License-Identifier: GPL-3.0-or-later
// Binds C++ values to an SQL statement, and reads them from its result rows, in the order of the
// columns. Money is 10^-8 dollars, traffic 10^-9 GB, times milliseconds since 1970.

#pragma once

#include "models/sqlite/connection.h"

#include "api/types/ids.h"
#include "api/types/instant.h"

#include <concepts>
#include <vector>

struct sqlite3_stmt;

namespace relaybook {

/// Money and traffic: exact whole numbers of their smallest unit.
template <class T>
concept CountedInUnits = requires(const T value)
{
    {
        T::fromUnits(value.units())
        } -> std::same_as<T>;
};

template <class T>
concept Enumeration = std::is_enum_v<T>;

/// Binds values to the parameters of a statement, the first one first. Texts are held here until
/// the statement was run, so that a binder used for many rows allocates memory for the first ones
/// only. Throws what the database throws.
class RowBinder
{
public:
    /// `now`: for columns that store when the row was written.
    explicit RowBinder(Instant now = {})
        : m_now(now)
    {
    }

    /// The next value is the first of the `parameters` of `query`.
    void begin(Query &query, size_t parameters);

    template <std::integral T>
    void put(T value)
    {
        putNumber(static_cast<qint64>(value));
    }
    template <Enumeration T>
    void put(T value)
    {
        putNumber(static_cast<qint64>(value));
    }
    template <CountedInUnits T>
    void put(T value)
    {
        putNumber(value.units());
    }
    void put(Instant value) { putNumber(toMillis(value)); }
    void put(const QString &value);
    /// Not copied: the bytes must live until the statement was run.
    void put(const QByteArray &value);
    void put(QByteArray &&value) = delete;
    template <class Tag, class Rep>
    void put(const StrongId<Tag, Rep> &value)
    {
        put(value.value());
    }
    /// NULL if there is no value.
    template <class T>
    void put(const std::optional<T> &value)
    {
        if (value) {
            put(*value);
        } else {
            putNull();
        }
    }
    void putNow() { put(m_now); }

private:
    void putNumber(qint64 value);
    void putNull();

    Instant m_now;
    Query *m_query = nullptr;
    int m_index = 0;
    std::vector<std::string> m_texts; ///< UTF-8, one for each parameter
};

/// Reads the columns of a statement's current row, the first one first.
class RowReader
{
public:
    explicit RowReader(const Query &query)
        : m_query(&query)
    {
    }
    explicit RowReader(sqlite3_stmt *statement)
        : m_statement(statement)
    {
    }

    template <class T>
    [[nodiscard]] T take()
    {
        T value{};
        take(value);
        return value;
    }
    template <std::integral T>
    void take(T &value)
    {
        value = static_cast<T>(number());
    }
    template <Enumeration T>
    void take(T &value)
    {
        value = static_cast<T>(number());
    }
    template <CountedInUnits T>
    void take(T &value)
    {
        value = T::fromUnits(number());
    }
    void take(Instant &value) { value = fromMillis(number()); }
    void take(QString &value);
    void take(QByteArray &value);
    template <class Tag, class Rep>
    void take(StrongId<Tag, Rep> &value)
    {
        value = StrongId<Tag, Rep>(take<Rep>());
    }
    /// Nothing if the column is NULL.
    template <class T>
    void take(std::optional<T> &value)
    {
        if (isNull()) {
            value.reset();
            ++m_column;
        } else {
            take(value.emplace());
        }
    }

private:
    [[nodiscard]] bool isNull() const;
    [[nodiscard]] qint64 number();

    const Query *m_query = nullptr; ///< or m_statement
    sqlite3_stmt *m_statement = nullptr;
    int m_column = 0;
};

} // namespace relaybook
