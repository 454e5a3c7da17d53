// SPDX-License-Identifier: GPL-3.0-or-later
// Defines an SQL table as a list of fields, one line of code each: the column, how its value is
// bound and how it is read. CREATE TABLE, ALTER TABLE, SELECT, INSERT and UPDATE are generated from
// the list, so that no parameter and no column is counted by hand.

#pragma once

#include "models/sqlite/migration.h"
#include "models/sqlite/rowvalues.h"

#include <string>
#include <utility>
#include <vector>

namespace relaybook {

/// One column. If a function is null, the column is not bound, read or copied.
template <class Row>
struct StoredField
{
    ColumnSchema column;
    void (*bind)(RowBinder &binder, const Row &row) = nullptr;
    void (*read)(RowReader &reader, Row &row) = nullptr;
    void (*copy)(Row &to, const Row &from) = nullptr; ///< set if `read` is
};

template <class T>
struct ClassOfMember;
template <class Class, class Value>
struct ClassOfMember<Value Class::*>
{
    using Type = Class;
};

template <auto Member, auto... Path, class Row>
[[nodiscard]] auto &memberAt(Row &row)
{
    return ((row.*Member).*....*Path);
}

/// A member of the value, or a member of a member:
/// field<&SubUser::access, &SubUserAccess::host>(…).
template <auto Member, auto... Path>
[[nodiscard]] auto field(const char *name, const char *declaration)
{
    using Row = typename ClassOfMember<decltype(Member)>::Type;
    StoredField<Row> made{{name, declaration}};
    made.bind = [](RowBinder &binder, const Row &row) {
        binder.put(memberAt<Member, Path...>(row));
    };
    made.read = [](RowReader &reader, Row &row) { reader.take(memberAt<Member, Path...>(row)); };
    made.copy = [](Row &to, const Row &from) {
        memberAt<Member, Path...>(to) = memberAt<Member, Path...>(from);
    };
    return made;
}

/// A column that is only written: computed from the value, for sorting or searching. `make` has no
/// captures.
template <class Row, class Make>
[[nodiscard]] StoredField<Row> computed(const char *name, const char *declaration, Make /*make*/)
{
    static_assert(std::is_empty_v<Make>);
    StoredField<Row> made{{name, declaration}};
    made.bind = [](RowBinder &binder, const Row &row) { binder.put(Make{}(row)); };
    return made;
}

/// A column that is only written: the time of writing.
template <class Row>
[[nodiscard]] StoredField<Row> timeWritten(const char *name, const char *declaration)
{
    StoredField<Row> made{{name, declaration}};
    made.bind = [](RowBinder &binder, const Row & /*row*/) { binder.putNow(); };
    return made;
}

/// A column that is not part of the value: other statements write and read it.
template <class Row>
[[nodiscard]] StoredField<Row> columnOnly(const char *name, const char *declaration)
{
    return {{name, declaration}};
}

/// A field of a later version of the file. Older files get its column by ALTER TABLE, and their
/// rows have its DEFAULT (required for NOT NULL) until they are loaded again. A computed field must
/// be filled by the step of its version.
template <class Row>
[[nodiscard]] StoredField<Row> addedIn(int version, StoredField<Row> made)
{
    made.column.since = version;
    return made;
}

/// "a, b, c".
[[nodiscard]] std::string joinedNames(const std::vector<std::string> &names);
[[nodiscard]] std::string insertSql(const std::string &verb, const std::string &table,
                                    const std::vector<std::string> &names);
/// Sets every column but `key`. The parameters are those of insertSql().
[[nodiscard]] std::string updateSql(const std::string &table, const std::string &key,
                                    const std::vector<std::string> &names);

template <class Row>
class StoredTable
{
public:
    StoredTable(std::string name, std::vector<StoredField<Row>> fields)
        : m_name(std::move(name))
        , m_fields(std::move(fields))
    {
        std::vector<std::string> read;
        for (const StoredField<Row> &field : m_fields) {
            if (field.bind) {
                m_bound.push_back(field.column.name);
            }
            if (field.read) {
                read.push_back(field.column.name);
            }
        }
        m_columns = joinedNames(read);
    }

    /// For CREATE TABLE and ALTER TABLE.
    [[nodiscard]] TableSchema schema() const
    {
        TableSchema schema;
        schema.name = m_name;
        for (const StoredField<Row> &field : m_fields) {
            schema.columns.push_back(field.column);
        }
        return schema;
    }

    // Texts of statements. Build them once, not for each row.

    /// The columns that read() expects, as a list for SELECT.
    [[nodiscard]] const std::string &columns() const { return m_columns; }
    /// "SELECT … FROM table " and `rest`.
    [[nodiscard]] std::string select(const std::string &rest) const
    {
        return "SELECT " + m_columns + " FROM " + m_name + " " + rest;
    }
    /// INSERT, or another `verb` such as INSERT OR IGNORE. bind() sets its parameters.
    [[nodiscard]] std::string insert(const std::string &verb = "INSERT") const
    {
        return insertSql(verb, m_name, m_bound);
    }
    /// Updates the row with the same value of the column `key`. bind() sets its parameters.
    [[nodiscard]] std::string update(const std::string &key) const
    {
        return updateSql(m_name, key, m_bound);
    }

    /// `row` and `binder` must live until the statement has run.
    void bind(RowBinder &binder, Query &query, const Row &row) const
    {
        binder.begin(query, m_bound.size());
        for (const StoredField<Row> &field : m_fields) {
            if (field.bind) {
                field.bind(binder, row);
            }
        }
    }
    /// Reads columns() from where `reader` is.
    [[nodiscard]] Row read(RowReader &reader) const
    {
        Row row;
        for (const StoredField<Row> &field : m_fields) {
            if (field.read) {
                field.read(reader, row);
            }
        }
        return row;
    }
    /// For a SELECT that begins with columns().
    [[nodiscard]] Row read(const Query &query) const
    {
        RowReader reader(query);
        return read(reader);
    }

    /// Copies the fields that are newer than the table itself. In rows stored before that version,
    /// they only have their defaults.
    void copyAdded(Row &to, const Row &from) const
    {
        for (const StoredField<Row> &field : m_fields) {
            if (field.copy && field.column.since > m_fields.front().column.since) {
                field.copy(to, from);
            }
        }
    }

private:
    std::string m_name;
    std::vector<StoredField<Row>> m_fields;
    std::vector<std::string> m_bound; ///< names of the columns that bind() sets
    std::string m_columns;
};

} // namespace relaybook
