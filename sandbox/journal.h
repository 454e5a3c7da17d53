// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the sandbox's state on disk: an SQLite file with one table, whose first row is the recipe
// of the account, and each further row the changes of one request. A row is committed before the
// response is sent.
#pragma once

#include "sandbox/account.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace sandbox {

/// The result of a file operation: an error message, or nothing on success.
using Trouble = std::optional<std::string>;

/// The file in a state folder. No other process and no second journal can use it at the same time.
class Journal
{
public:
    struct Loaded
    {
        Recipe recipe;
        std::vector<Change> changes;
        std::string notice; ///< a message if the file was damaged
    };

    /// Reads the file in the folder, or starts a new one with `wanted`. If it is damaged, it is
    /// kept under another name, and the rows before the damage go into a new one.
    Trouble open(const std::filesystem::path &folder, const Recipe &wanted, Loaded &loaded);
    bool isOpen() const { return m_database != nullptr; }

    /// Writes the changes of one request, and waits until they are on disk.
    Trouble append(const std::vector<Change> &changes);
    /// Discards all changes and starts with another recipe.
    Trouble restart(const Recipe &recipe);

private:
    struct Close
    {
        void operator()(sqlite3 *database) const;
    };
    /// What a reading of the file found.
    enum class Found { Nothing, Whole, Damaged };

    Trouble openFile();
    Found read(std::vector<std::string> &rows, Loaded &loaded);
    Trouble setAside(std::string &notice);
    Trouble write(const std::vector<std::string> &rows);
    Trouble insert(std::string_view row);
    Trouble run(const char *sql);
    std::string failed(std::string_view what) const;

    std::filesystem::path m_path;
    std::unique_ptr<sqlite3, Close> m_database;
};

} // namespace sandbox
