// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the store written as a list of its fields, one row of code for each: the SQL column,
// how its value is bound and how it is read back. CREATE TABLE, ALTER TABLE, SELECT, INSERT and
// UPDATE are made of that list, so that no parameter and no column is counted by hand.

#pragma once

#include "models/sqlite/migration.h"
#include "models/sqlite/rowvalues.h"

#include <string>
#include <utility>
#include <vector>

namespace relaybook {

/// One column. A null function: the column has no part in that.
template <class Row>
struct StoredField
{
    ColumnSchema column;
    void (*bind)(RowBinder &binder, const Row &row) = nullptr;
    void (*read)(RowReader &reader, Row &row) = nullptr;
    void (*copy)(Row &to, const Row &from) = nullptr; ///< where it is read, too
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

/// A member of the value; `Path` goes on where it is a member of a member:
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

/// Written only: what is made of the value to sort or to search by. `make` captures nothing.
template <class Row, class Make>
[[nodiscard]] StoredField<Row> computed(const char *name, const char *declaration, Make /*make*/)
{
    static_assert(std::is_empty_v<Make>);
    StoredField<Row> made{{name, declaration}};
    made.bind = [](RowBinder &binder, const Row &row) { binder.put(Make{}(row)); };
    return made;
}

/// Written only: when the row is written.
template <class Row>
[[nodiscard]] StoredField<Row> timeWritten(const char *name, const char *declaration)
{
    StoredField<Row> made{{name, declaration}};
    made.bind = [](RowBinder &binder, const Row & /*row*/) { binder.putNow(); };
    return made;
}

/// A column that is no part of the value: other statements write and read it.
template <class Row>
[[nodiscard]] StoredField<Row> columnOnly(const char *name, const char *declaration)
{
    return {{name, declaration}};
}

/// A field that came with a later version of the file: older files get its column by ALTER TABLE,
/// and their rows have its DEFAULT (which a NOT NULL column needs) until they are loaded again. A
/// computed field is not loaded: the step of its version has to fill it.
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

    /// As files have it.
    [[nodiscard]] TableSchema schema() const
    {
        TableSchema schema;
        schema.name = m_name;
        for (const StoredField<Row> &field : m_fields) {
            schema.columns.push_back(field.column);
        }
        return schema;
    }

    // Statements: made once and kept by those who run them, not for each row.

    /// What read() takes, for the list behind SELECT.
    [[nodiscard]] const std::string &columns() const { return m_columns; }
    /// "SELECT … FROM table " and `rest`.
    [[nodiscard]] std::string select(const std::string &rest) const
    {
        return "SELECT " + m_columns + " FROM " + m_name + " " + rest;
    }
    /// INSERT, or what `verb` says. Its parameters are given by bind().
    [[nodiscard]] std::string insert(const std::string &verb = "INSERT") const
    {
        return insertSql(verb, m_name, m_bound);
    }
    /// Writes the row that has the same `key`. Its parameters are given by bind().
    [[nodiscard]] std::string update(const std::string &key) const
    {
        return updateSql(m_name, key, m_bound);
    }

    /// `row` and `binder` must live until the statement was run.
    void bind(RowBinder &binder, Query &query, const Row &row) const
    {
        binder.begin(query, m_bound.size());
        for (const StoredField<Row> &field : m_fields) {
            if (field.bind) {
                field.bind(binder, row);
            }
        }
    }
    /// Takes columns().
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
    /// The same where columns() are all that was selected.
    [[nodiscard]] Row read(const Query &query) const
    {
        RowReader reader(query);
        return read(reader);
    }

    /// Copies the fields that a later version brought than the table itself. A stored row that was
    /// written before them has their defaults, whatever the service says.
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
    std::vector<std::string> m_bound; ///< names of what bind() gives
    std::string m_columns;
};

} // namespace relaybook
