// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerscan.h"

#include "models/store/ledgertext.h"

#include <sqlite3.h>

namespace relaybook {
namespace {

/// Up to so many rows are looked up one by one; beyond, all are walked through and asked for.
constexpr qint64 fewRows = 1500;

std::string jsonOf(const KeySet &keys)
{
    std::string json = "[";
    for (const qint64 key : keys.keys()) {
        json += (json.size() > 1 ? "," : "") + std::to_string(key);
    }
    return json + "]";
}

void appendScanned(Connection &connection, const std::vector<std::string> &phrases,
                   const std::string &source, Keys &keys)
{
    std::string sql = "SELECT t.id FROM " + source;
    for (size_t i = 0; i < phrases.size(); ++i) {
        sql += i == 0 ? " WHERE " : " AND ";
        sql += "ledger_finds(?, t.type, t.description, t.id, t.product_id, t.raw)";
    }
    Query query(connection, sql);
    int index = 1;
    for (const std::string &phrase : phrases) {
        query.bindUtf8(index++, phrase);
    }
    while (query.next()) {
        keys.push_back(query.number(0));
    }
}

} // namespace

KeySet rowsWithPhrases(Connection &connection, const std::vector<std::string> &phrases)
{
    Keys keys;
    appendScanned(connection, phrases, "transactions t", keys);
    return KeySet(std::move(keys));
}

std::optional<KeySet> LedgerScan::setOf(Connection &connection, const LedgerFilter &filter)
{
    if (!hasText(filter.text)) {
        return std::nullopt;
    }
    const auto phrases = ledgerPhrases(filter.text);
    return phrases.empty() ? KeySet() : rowsWithPhrases(connection, phrases);
}

LedgerScan::LedgerScan(Connection &connection, const LedgerFilter &filter,
                       const std::string &columns, const std::string &order)
    : LedgerScan(connection, filter, setOf(connection, filter), columns, order)
{
}

LedgerScan::LedgerScan(Connection &connection, const LedgerFilter &filter,
                       std::optional<KeySet> only, const std::string &columns,
                       const std::string &order)
    : m_connection(connection)
    , m_only(std::move(only))
{
    const LedgerClause clause(filter);
    std::string sql = "SELECT " + columns + " FROM ";
    std::string json;
    if (m_only && m_only->size() <= fewRows) {
        json = jsonOf(*m_only);
        m_only.reset();
        sql += "(SELECT value AS wanted FROM json_each(?)) CROSS JOIN transactions ON id = wanted";
    } else {
        sql += "transactions";
    }
    sql += clause.where() + (order.empty() ? order : " ORDER BY " + order);
    prepare(sql);
    int index = 1;
    const auto text = [this, &index](std::string_view value) {
        sqlite3_bind_text(m_statement, index++, value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT); // NOLINT: the database's own constant
    };
    if (!json.empty()) {
        text(json);
    }
    for (const LedgerClause::Value &value : clause.values()) {
        if (value.number) {
            sqlite3_bind_int64(m_statement, index++, *value.number);
        } else {
            const QByteArray bytes = value.text.toUtf8();
            text({bytes.constData(), static_cast<size_t>(bytes.size())});
        }
    }
}

LedgerScan::~LedgerScan()
{
    sqlite3_finalize(m_statement);
}

void LedgerScan::prepare(const std::string &sql)
{
    sqlite3 *database = m_connection.database().getHandle();
    const int code = sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()),
                                        &m_statement, nullptr);
    if (code != SQLITE_OK) {
        throw SQLite::Exception(database, code);
    }
}

bool LedgerScan::next()
{
    // The database looks by itself while it searches; where it gives row after row, we do.
    constexpr quint64 stride = 4096;
    int code = SQLITE_ROW;
    do {
        if (++m_steps % stride == 0 && m_connection.isInterrupted()) {
            throw SQLite::Exception("interrupted", SQLITE_INTERRUPT);
        }
        code = sqlite3_step(m_statement);
    } while (code == SQLITE_ROW && m_only && !m_only->contains(number(0)));
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code != SQLITE_DONE) {
        throw SQLite::Exception(m_connection.database().getHandle(), code);
    }
    return false;
}

qint64 LedgerScan::number(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

bool LedgerScan::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::string_view LedgerScan::text(int column) const
{
    const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string_view(bytes,
                                    static_cast<size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string_view();
}

bool LedgerScan::isWhole(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER;
}

} // namespace relaybook
