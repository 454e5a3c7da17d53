// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over the rows of a statement without a copy of what is in them: for exports, where a
// million rows are read once each, in one direction.

#pragma once

#include "models/store/connection.h"

#include <string_view>
#include <variant>
#include <vector>

struct sqlite3_stmt;

namespace relaybook {

using RowParameter = std::variant<qint64, QString>;

/// All of it throws what the database throws. Outlived by the connection.
class RowCursor
{
public:
    RowCursor(Connection &connection, const std::string &sql,
              const std::vector<RowParameter> &parameters = {});
    RowCursor(const RowCursor &) = delete;
    RowCursor &operator=(const RowCursor &) = delete;
    ~RowCursor();

    /// True where a row stands ready.
    [[nodiscard]] bool next();
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] qint64 number(int column) const;
    /// UTF-8; until the next row is asked for.
    [[nodiscard]] std::string_view text(int column) const;

private:
    void bind(int index, const RowParameter &parameter);
    [[noreturn]] void fail() const;

    Connection &m_connection;
    sqlite3_stmt *m_statement = nullptr;
};

/// What is read while it lives is of one moment, whatever is written meanwhile. Throws.
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
