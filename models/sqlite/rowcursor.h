// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over the rows of an SQL statement without copying their values, for exports that read a
// million rows once.

#pragma once

#include "models/sqlite/connection.h"

#include <string_view>
#include <variant>
#include <vector>

struct sqlite3_stmt;

namespace relaybook {

using RowParameter = std::variant<qint64, QString>;

/// A forward cursor over a statement. All functions throw the database's exceptions. The connection
/// must outlive it.
class RowCursor
{
public:
    RowCursor(Connection &connection, const std::string &sql,
              const std::vector<RowParameter> &parameters = {});
    RowCursor(const RowCursor &) = delete;
    RowCursor &operator=(const RowCursor &) = delete;
    ~RowCursor();

    /// Steps to the next row; false if there is none.
    [[nodiscard]] bool next();
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] bool isText(int column) const;
    [[nodiscard]] qint64 number(int column) const;
    /// UTF-8; valid until the next call of next().
    [[nodiscard]] std::string_view text(int column) const;

private:
    void bind(int index, const RowParameter &parameter);
    [[noreturn]] void fail() const;

    Connection &m_connection;
    sqlite3_stmt *m_statement = nullptr;
};

/// A read transaction: everything read during its lifetime is from one consistent state of the
/// file. Throws.
class ReadTransaction
{
public:
    explicit ReadTransaction(Connection &connection);
    ReadTransaction(const ReadTransaction &) = delete;
    ReadTransaction &operator=(const ReadTransaction &) = delete;
    ~ReadTransaction();

private:
    Connection &m_connection;
};

} // namespace relaybook
