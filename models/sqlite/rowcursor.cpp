// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/rowcursor.h"

#include <sqlite3.h>

namespace relaybook {

RowCursor::RowCursor(Connection &connection, const std::string &sql,
                     const std::vector<RowParameter> &parameters)
    : m_connection(connection)
{
    sqlite3 *database = connection.database().getHandle();
    if (sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &m_statement,
                           nullptr) != SQLITE_OK) {
        fail();
    }
    int index = 1;
    for (const RowParameter &parameter : parameters) {
        bind(index++, parameter);
    }
}

RowCursor::~RowCursor()
{
    sqlite3_finalize(m_statement);
}

void RowCursor::fail() const
{
    sqlite3 *database = m_connection.database().getHandle();
    throw SQLite::Exception(database, sqlite3_errcode(database));
}

void RowCursor::bind(int index, const RowParameter &parameter)
{
    int result = SQLITE_OK;
    if (const auto *number = std::get_if<qint64>(&parameter)) {
        result = sqlite3_bind_int64(m_statement, index, *number);
    } else {
        const QByteArray text = std::get<QString>(parameter).toUtf8();
        result = sqlite3_bind_text(m_statement, index, text.constData(),
                                   static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
    if (result != SQLITE_OK) {
        sqlite3_finalize(m_statement);
        m_statement = nullptr;
        fail();
    }
}

bool RowCursor::next()
{
    switch (sqlite3_step(m_statement)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        fail();
    }
}

bool RowCursor::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

bool RowCursor::isText(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_TEXT;
}

qint64 RowCursor::number(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string_view RowCursor::text(int column) const
{
    const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string_view(bytes,
                                    static_cast<size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string_view();
}

ReadTransaction::ReadTransaction(Connection &connection)
    : m_connection(connection)
{
    m_connection.database().exec("BEGIN");
}

ReadTransaction::~ReadTransaction()
{
    m_connection.database().tryExec("ROLLBACK");
}

} // namespace relaybook
