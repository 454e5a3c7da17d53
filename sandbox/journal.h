// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the sandbox's state on disk as a journal: a header with the recipe of the account, and one
// line for each request that changed something. A line is synced to disk before the response is
// sent.
#pragma once

#include "sandbox/account.h"
#include "sandbox/file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sandbox {

/// The journal file in a state folder.
class Journal
{
public:
    struct Loaded
    {
        Recipe recipe;
        std::vector<Change> changes;
        std::string notice; ///< a message if something had to be repaired
    };

    /// Locks the folder and reads its journal, or starts a new one with `wanted`. A last line that
    /// was truncated by a crash is dropped: its request was never answered. If the file is damaged
    /// elsewhere, the lines before the damage are used, and a copy of the whole file is kept under
    /// another name.
    Trouble open(const std::filesystem::path &folder, const Recipe &wanted, Loaded &loaded);
    bool isOpen() const { return m_file.isOpen(); }

    Trouble append(const std::vector<Change> &changes);
    /// Discards all changes and starts a new journal.
    Trouble restart(const Recipe &recipe);

private:
    Trouble begin(const Recipe &recipe);
    Trouble read(const Recipe &wanted, Loaded &loaded);
    std::string setAside() const;

    std::filesystem::path m_path;
    FolderLock m_lock;
    AppendFile m_file;
};

} // namespace sandbox
