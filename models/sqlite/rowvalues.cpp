// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/rowvalues.h"

#include <QStringEncoder>

#include <sqlite3.h>

namespace relaybook {

void RowBinder::begin(Query &query, size_t parameters)
{
    m_query = &query;
    m_index = 0;
    if (m_texts.size() < parameters) {
        m_texts.resize(parameters); // not later: the statement points to the texts
    }
}

void RowBinder::put(const QString &value)
{
    std::string &bytes = m_texts.at(static_cast<size_t>(m_index));
    QStringEncoder encoder(QStringEncoder::Utf8);
    bytes.resize(static_cast<size_t>(encoder.requiredSpace(value.size())));
    const char *end = encoder.appendToBuffer(bytes.data(), value);
    bytes.resize(static_cast<size_t>(end - bytes.data()));
    m_query->bindUtf8(++m_index, bytes);
}

void RowBinder::put(const QByteArray &value)
{
    m_query->bindBytes(++m_index, value);
}

void RowBinder::putNumber(qint64 value)
{
    m_query->bind(++m_index, value);
}

void RowBinder::putNull()
{
    m_query->bindNull(++m_index);
}

bool RowReader::isNull() const
{
    return m_query ? m_query->isNull(m_column)
                   : sqlite3_column_type(m_statement, m_column) == SQLITE_NULL;
}

qint64 RowReader::number()
{
    const int column = m_column++;
    return m_query ? m_query->number(column) : sqlite3_column_int64(m_statement, column);
}

void RowReader::take(QString &value)
{
    const int column = m_column++;
    if (m_query) {
        value = m_query->text(column);
        return;
    }
    // The file is UTF-8, so a text's bytes are the text.
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    value = QString::fromUtf8(bytes, sqlite3_column_bytes(m_statement, column));
}

void RowReader::take(QByteArray &value)
{
    const int column = m_column++;
    if (m_query) {
        value = m_query->bytes(column);
        return;
    }
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    value = QByteArray(bytes, sqlite3_column_bytes(m_statement, column));
}

} // namespace relaybook
