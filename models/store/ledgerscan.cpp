// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerscan.h"

#include "models/store/cachetables.h"
#include "models/store/ledgersearch.h"
#include "models/store/ledgertext.h"

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <sqlite3.h>

namespace relaybook {
namespace {

/// Up to this many rows of a set are looked up one by one. For more, all rows are scanned.
constexpr qint64 fewRows = 1500;

std::string jsonOf(const KeySet &keys)
{
    std::string json = "[";
    for (const qint64 key : keys.keys()) {
        json += (json.size() > 1 ? "," : "") + std::to_string(key);
    }
    return json + "]";
}

/// Adds matching rows that are not in the search index yet.
void appendPending(Connection &connection, const std::vector<std::string> &phrases, Keys &keys)
{
    std::string sql =
        "SELECT t.id FROM pending_rows p CROSS JOIN transactions t ON t.id = p.id WHERE 1";
    for (size_t i = 0; i < phrases.size(); ++i) {
        sql += " AND ledger_finds(?, t.type, t.description, t.id, t.product_id, t.raw)";
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

/// `sql` calls the aggregate gather(keys, rowid) with `keys` as its first parameter. This takes
/// half the time of a step per row, and SQLite itself checks for interruption.
void appendGathered(Connection &connection, const std::string &sql,
                    const std::vector<RowParameter> &parameters, Keys &keys)
{
    sqlite3 *database = connection.database().getHandle();
    sqlite3_stmt *prepared = nullptr;
    int code =
        sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared,
                                                                               &sqlite3_finalize);
    if (code == SQLITE_OK) {
        int index = 1;
        sqlite3_bind_pointer(prepared, index, &keys, "Keys", nullptr);
        for (const RowParameter &parameter : parameters) {
            ++index;
            if (const auto *number = std::get_if<qint64>(&parameter)) {
                sqlite3_bind_int64(prepared, index, *number);
            } else {
                const QByteArray text = std::get<QString>(parameter).toUtf8();
                sqlite3_bind_text(prepared, index, text.constData(), static_cast<int>(text.size()),
                                  SQLITE_TRANSIENT); // NOLINT: the database's own constant
            }
        }
        code = sqlite3_step(prepared);
    }
    if (code != SQLITE_ROW) {
        throw SQLite::Exception(database, code);
    }
}

void appendIndexed(Connection &connection, const std::vector<std::string> &phrases, Keys &keys)
{
    appendGathered(connection,
                   "SELECT gather(?, rowid) FROM ledger_words WHERE ledger_words MATCH ?",
                   {QString::fromStdString(ledgerMatch(phrases))}, keys);
}

/// The error if the C++ object is missing: without it, a search would silently find nothing.
constexpr auto noReceiver = "no object receives the rows";

void gather(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    auto *keys = static_cast<Keys *>(sqlite3_value_pointer(values[0], "Keys"));
    if (keys == nullptr) {
        sqlite3_result_error(context, noReceiver, -1);
        return;
    }
    try {
        keys->push_back(sqlite3_value_int64(values[1]));
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

ChainRow visitedRow(sqlite3_value **values)
{
    ChainRow row{sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1]), 0,
                 sqlite3_value_int64(values[2]), sqlite3_value_int64(values[3])};
    const auto isNull = [](qint64 number, sqlite3_value *value) {
        return number == 0 && sqlite3_value_type(value) == SQLITE_NULL; // NULL is read as 0
    };
    if (isNull(row.before, values[2]) || isNull(row.after, values[3])) {
        row.before = 0;
        row.after = 0;
        row.isTooLarge = true;
    }
    return row;
}

std::string_view viewOf(sqlite3_value *value)
{
    const auto *bytes = static_cast<const char *>(sqlite3_value_blob(value));
    return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value)))
                 : std::string_view();
}

void reportRow(const LedgerScan::EachRow &each, sqlite3_value **values)
{
    each(visitedRow(values));
}

void reportRow(const LedgerScan::EachTypedRow &each, sqlite3_value **values)
{
    each(visitedRow(values), viewOf(values[4]), viewOf(values[5]));
}

constexpr auto eachRowName = "EachRow";
constexpr auto eachTypedRowName = "EachTypedRow";

template <class Visitor>
void eachRow(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    constexpr bool isTyped = std::is_same_v<Visitor, LedgerScan::EachTypedRow>;
    const auto *each = static_cast<Visitor *>(
        sqlite3_value_pointer(values[0], isTyped ? eachTypedRowName : eachRowName));
    if (each == nullptr) {
        sqlite3_result_error(context, noReceiver, -1);
        return;
    }
    try { // no exception may pass through SQLite, which is C
        reportRow(*each, values + 1);
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    } catch (const std::exception &error) {
        sqlite3_result_error(context, error.what(), -1);
    }
}

/// Testing a large set in C++ saves one SQL function call per row.
template <class Visitor>
Visitor onlyAmong(std::optional<KeySet> &only, Visitor each)
{
    if (!only || only->size() <= fewRows) {
        return each;
    }
    return [among = *std::exchange(only, std::nullopt),
            report = std::move(each)](const ChainRow &row, auto... more) {
        if (among.contains(row.id)) {
            report(row, more...);
        }
    };
}

void noResult(sqlite3_context * /*context*/) {}

void keyIn(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const auto *set = static_cast<const KeySet *>(sqlite3_value_pointer(values[0], "KeySet"));
    sqlite3_result_int(context, set && set->contains(sqlite3_value_int64(values[1])) ? 1 : 0);
}

} // namespace

void registerKeySet(SQLite::Database &database)
{
    database.createFunction("key_in", 2, true, nullptr, &keyIn);
    database.createFunction("gather", 2, false, nullptr, nullptr, &gather, &noResult);
    database.createFunction("each_row", 5, false, nullptr, nullptr, &eachRow<LedgerScan::EachRow>,
                            &noResult);
    database.createFunction("each_typed_row", 7, false, nullptr, nullptr,
                            &eachRow<LedgerScan::EachTypedRow>, &noResult);
}

KeySet rowsWithPhrases(Connection &connection, const std::vector<std::string> &phrases)
{
    Keys keys;
    // In this order, a row that is indexed in between is found twice, not missed.
    appendPending(connection, phrases, keys);
    appendIndexed(connection, phrases, keys);
    return KeySet(std::move(keys));
}

Keys rowsThatMeet(Connection &connection, const SearchCondition &condition)
{
    Keys keys;
    appendGathered(connection, "SELECT gather(?, id) FROM transactions WHERE " + condition.sql,
                   condition.values, keys);
    return keys;
}

std::optional<KeySet> LedgerScan::setOf(Connection &connection, const LedgerFilter &filter)
{
    LedgerSearch search(connection, filter.text);
    return search.matchesAll() ? std::nullopt : std::optional(search.rows());
}

LedgerScan::LedgerScan(Connection &connection, const LedgerFilter &filter,
                       const std::string &columns, const std::string &order)
    : LedgerScan(connection, filter, setOf(connection, filter), columns, order)
{
}

LedgerScan::LedgerScan(Connection &connection, const LedgerFilter &filter,
                       std::optional<KeySet> only, const std::string &columns,
                       const std::string &order)
    : LedgerScan(connection, filter, std::move(only), columns, order, {})
{
}

void LedgerScan::visit(Connection &connection, const LedgerFilter &filter,
                       std::optional<KeySet> only, EachRow each)
{
    each = onlyAmong(only, std::move(each));
    LedgerScan scan(connection, filter, std::move(only),
                    "each_row(?, id, created_ms, balance_before, balance_after)", {},
                    {&each, eachRowName});
    while (scan.next()) {
    }
}

void LedgerScan::visitTyped(Connection &connection, const LedgerFilter &filter,
                            std::optional<KeySet> only, EachTypedRow each)
{
    each = onlyAmong(only, std::move(each));
    LedgerScan scan(
        connection, filter, std::move(only),
        "each_typed_row(?, id, created_ms, balance_before, balance_after, type, product_id)", {},
        {&each, eachTypedRowName});
    while (scan.next()) {
    }
}

LedgerScan::LedgerScan(Connection &connection, const LedgerFilter &filter,
                       std::optional<KeySet> only, const std::string &columns,
                       const std::string &order, std::pair<void *, const char *> visitor)
    : m_connection(connection)
    , m_only(std::move(only))
{
    const LedgerClause clause(filter);
    std::string where = clause.where();
    std::string source = "transactions";
    std::string json;
    if (m_only && m_only->size() <= fewRows) {
        json = jsonOf(*m_only);
        source =
            "(SELECT value AS wanted FROM json_each(?)) CROSS JOIN transactions ON id = wanted";
    } else if (m_only || !where.empty() || columns != "id") {
        // It covers all columns that are compared, in the most common order.
        source = "transactions INDEXED BY transactions_figures";
        if (m_only) {
            where = " WHERE key_in(?, id)" + (where.empty() ? where : " AND" + where.substr(6));
        }
    }
    prepare("SELECT " + columns + " FROM " + source + where +
            (order.empty() ? order : " ORDER BY " + order));
    int index = 1;
    if (visitor.first != nullptr) {
        sqlite3_bind_pointer(m_statement, index++, visitor.first, visitor.second, nullptr);
    }
    if (!json.empty()) {
        bindText(index++, json);
    } else if (m_only) {
        sqlite3_bind_pointer(m_statement, index++, &*m_only, "KeySet", nullptr);
    }
    for (const LedgerClause::Value &value : clause.values()) {
        if (value.number) {
            sqlite3_bind_int64(m_statement, index++, *value.number);
        } else {
            bindText(index++, value.text.toStdString());
        }
    }
}

void LedgerScan::bindText(int index, const std::string &text)
{
    sqlite3_bind_text(m_statement, index, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT); // NOLINT: the database's own constant
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
    // SQLite checks for interruption only within a step, so fast steps need a check of their own.
    constexpr quint64 stride = 4096;
    if (++m_steps % stride == 0 && m_connection.isInterrupted()) {
        throw SQLite::Exception("interrupted", SQLITE_INTERRUPT);
    }
    const int code = sqlite3_step(m_statement);
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

bool LedgerScan::isText(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_TEXT;
}

std::string_view LedgerScan::text(int column) const
{
    const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string_view(bytes,
                                    static_cast<size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string_view();
}

Transaction LedgerScan::transaction() const
{
    RowReader reader(m_statement);
    return transactionTable().read(reader);
}

} // namespace relaybook
