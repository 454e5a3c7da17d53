// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/journal.h"

#include "sandbox/changetext.h"

#include <iterator>
#include <system_error>

#include <sqlite3.h>

namespace sandbox {

namespace {

struct Finalize
{
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepare(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = nullptr;
    sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
    return Statement(statement);
}

bool isDamage(int code)
{
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

} // namespace

void Journal::Close::operator()(sqlite3 *database) const
{
    sqlite3_close(database);
}

std::string Journal::failed(std::string_view what) const
{
    const std::string reason = sqlite3_errmsg(m_database.get());
    return std::string(what) + " " + m_path.string() + ": " + reason + ".";
}

Trouble Journal::run(const char *sql)
{
    if (sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) {
        return std::nullopt;
    }
    return failed("Cannot write to");
}

Trouble Journal::open(const std::filesystem::path &folder, const Recipe &wanted, Loaded &loaded)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return "Cannot create the folder " + folder.string() + ": " + error.message() + ".";
    }
    m_path = folder / "state.sqlite";
    loaded.recipe = wanted;
    Trouble trouble = openFile();
    std::vector<std::string> rows;
    const Found found = trouble ? Found::Nothing : read(rows, loaded);
    if (found == Found::Damaged) {
        trouble = setAside(loaded.notice);
        trouble = trouble ? trouble : openFile();
    }
    if (!trouble && found != Found::Whole) {
        if (rows.empty()) {
            rows.push_back(recipeToText(wanted));
        }
        trouble = write(rows);
    }
    if (trouble) {
        m_database.reset();
    }
    return trouble;
}

/// Locks the file, and keeps the lock.
Trouble Journal::openFile()
{
    sqlite3 *database = nullptr;
    const std::u8string path = m_path.u8string();
    const int opened = sqlite3_open_v2(reinterpret_cast<const char *>(path.c_str()), &database,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    if (opened != SQLITE_OK) {
        return failed("Cannot open");
    }
    const int locked = sqlite3_exec(database,
                                    "PRAGMA locking_mode = EXCLUSIVE;"
                                    "PRAGMA journal_mode = WAL;"
                                    "PRAGMA synchronous = FULL;"
                                    "PRAGMA fullfsync = ON;"
                                    "BEGIN EXCLUSIVE; COMMIT",
                                    nullptr, nullptr, nullptr);
    if (locked == SQLITE_BUSY) {
        return "Another sandbox is using the folder " + m_path.parent_path().string() + ".";
    }
    if (locked != SQLITE_OK && !isDamage(locked)) { // damage is found while reading
        return failed("Cannot open");
    }
    return std::nullopt;
}

/// Reads until the first damage.
Journal::Found Journal::read(std::vector<std::string> &rows, Loaded &loaded)
{
    const Statement exists =
        prepare(m_database.get(), "SELECT count(*) FROM sqlite_schema WHERE name = 'changes'");
    if (!exists || sqlite3_step(exists.get()) != SQLITE_ROW) {
        return Found::Damaged;
    }
    if (sqlite3_column_int(exists.get(), 0) == 0) {
        return Found::Nothing;
    }
    const Statement query = prepare(m_database.get(), "SELECT text FROM changes ORDER BY number");
    int step = query ? sqlite3_step(query.get()) : SQLITE_CORRUPT;
    for (; step == SQLITE_ROW; step = sqlite3_step(query.get())) {
        const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(query.get(), 0));
        std::string row = text == nullptr ? std::string() : text;
        if (rows.empty()) {
            const auto recipe = recipeFromText(row);
            if (!recipe) {
                return Found::Damaged;
            }
            loaded.recipe = *recipe;
        } else {
            auto changes = changesFromText(row);
            if (!changes) {
                return Found::Damaged;
            }
            std::move(changes->begin(), changes->end(), std::back_inserter(loaded.changes));
        }
        rows.push_back(std::move(row));
    }
    return step == SQLITE_DONE && !rows.empty() ? Found::Whole : Found::Damaged;
}

Trouble Journal::setAside(std::string &notice)
{
    m_database.reset();
    std::filesystem::path kept;
    for (int number = 1; kept.empty() || std::filesystem::exists(kept); ++number) {
        kept = m_path;
        kept += ".damaged-" + std::to_string(number);
    }
    std::error_code error;
    std::filesystem::rename(m_path, kept, error);
    if (error) {
        return "The sandbox's state was damaged and cannot be moved: " + error.message() + ".";
    }
    // A log that was left over would be applied to the new file.
    std::filesystem::path log = m_path;
    std::filesystem::path keptLog = kept;
    std::filesystem::rename(log += "-wal", keptLog += "-wal", error);
    notice =
        "The sandbox's state was damaged. The damaged file was moved to " + kept.string() + ".";
    return std::nullopt;
}

/// Replaces all rows.
Trouble Journal::write(const std::vector<std::string> &rows)
{
    Trouble trouble = run("BEGIN; DROP TABLE IF EXISTS changes;"
                          "CREATE TABLE changes (number INTEGER PRIMARY KEY, text TEXT NOT NULL)");
    for (std::size_t i = 0; !trouble && i < rows.size(); ++i) {
        trouble = insert(rows[i]);
    }
    trouble = trouble ? trouble : run("COMMIT");
    if (trouble) {
        sqlite3_exec(m_database.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
    return trouble;
}

Trouble Journal::insert(std::string_view row)
{
    const Statement statement = prepare(m_database.get(), "INSERT INTO changes (text) VALUES (?)");
    if (statement &&
        sqlite3_bind_text64(statement.get(), 1, row.data(), row.size(), SQLITE_STATIC,
                            SQLITE_UTF8) == SQLITE_OK &&
        sqlite3_step(statement.get()) == SQLITE_DONE) {
        return std::nullopt;
    }
    return failed("Cannot write to");
}

Trouble Journal::append(const std::vector<Change> &changes)
{
    return insert(changesToText(changes));
}

Trouble Journal::restart(const Recipe &recipe)
{
    return write({recipeToText(recipe)});
}

} // namespace sandbox
