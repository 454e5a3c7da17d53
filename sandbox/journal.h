// SPDX-License-Identifier: GPL-3.0-or-later
// The state on disk: a header with the recipe of the account and one line for every request that
// changed something, forced to disk before the request is answered.
#pragma once

#include "sandbox/account.h"
#include "sandbox/file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sandbox {

class Journal
{
public:
    struct Loaded
    {
        Recipe recipe;
        std::vector<Change> changes;
        std::string notice; ///< a sentence when something had to be set right
    };

    /// Takes the folder, reads what is there or begins anew with `wanted`. A line that was cut off
    /// by a crash is dropped: its request was never answered. Damage elsewhere keeps what stands
    /// before it; the whole file is kept beside under another name.
    Trouble open(const std::filesystem::path &folder, const Recipe &wanted, Loaded &loaded);
    bool isOpen() const { return m_file.isOpen(); }

    Trouble append(const std::vector<Change> &changes);
    /// Throws away every change and begins anew.
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
