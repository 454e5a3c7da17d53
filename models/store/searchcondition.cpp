// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/searchcondition.h"

#include "models/store/textfold.h"

#include <SQLiteCpp/Database.h>

#include <sqlite3.h>

namespace relaybook {
namespace {

void foldedFunction(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
    const QByteArray folded =
        foldedText(QString::fromUtf8(text, sqlite3_value_bytes(values[0]))).toUtf8();
    sqlite3_result_text(context, folded.constData(), static_cast<int>(folded.size()),
                        SQLITE_TRANSIENT); // NOLINT: the database's own constant
}

SearchCondition conditionOfTerm(const ListTerm &term)
{
    SearchCondition made;
    for (const QString &word : term.words) {
        made.sql += made.sql.empty() ? "(instr(search, ?) > 0" : " AND instr(search, ?) > 0";
        made.values.emplace_back(word);
    }
    made.sql += made.sql.empty() ? "" : ")";
    for (const SearchCondition &other : term.conditions) {
        made.sql += (made.sql.empty() ? "(" : " OR (") + other.sql + ")";
        made.values.insert(made.values.end(), other.values.begin(), other.values.end());
    }
    return made;
}

} // namespace

void registerFoldedText(SQLite::Database &database)
{
    database.createFunction("folded", 1, true, nullptr, &foldedFunction);
}

SearchCondition timeCondition(const std::string &column,
                              const std::vector<std::pair<Instant, Instant>> &times)
{
    SearchCondition made;
    for (const auto &[from, until] : times) {
        made.sql += made.sql.empty() ? "" : " OR ";
        made.sql += "(" + column + " >= ? AND " + column + " < ?)";
        made.values.emplace_back(toMillis(from));
        made.values.emplace_back(toMillis(until));
    }
    return made;
}

SearchCondition conditionOf(const std::vector<ListTerm> &terms)
{
    SearchCondition all;
    for (const ListTerm &term : terms) {
        const SearchCondition one = conditionOfTerm(term);
        all.sql += (all.sql.empty() ? "(" : " AND (") + one.sql + ")";
        all.values.insert(all.values.end(), one.values.begin(), one.values.end());
    }
    return all;
}

} // namespace relaybook
