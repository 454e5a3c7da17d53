// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is appended to and forced to disk, and a lock that one process holds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/// Error texts are whole sentences; nothing means it worked.
using Trouble = std::optional<std::string>;

class AppendFile
{
public:
    AppendFile() = default;
    ~AppendFile();
    AppendFile(const AppendFile &) = delete;
    AppendFile &operator=(const AppendFile &) = delete;

    Trouble open(const std::filesystem::path &path);
    /// Writes all of it and waits until it is on the disk. What was written in part is cut off.
    Trouble append(std::string_view text);
    void close();
    bool isOpen() const { return m_handle >= 0; }

private:
    int m_handle = -1;
    std::filesystem::path m_path;
};

/// Writes a new file beside `path`, forces it to disk and puts it in its place.
Trouble replaceFile(const std::filesystem::path &path, std::string_view text);

/// Held until destroyed; a second holder, in this process or another, is refused.
class FolderLock
{
public:
    FolderLock() = default;
    ~FolderLock();
    FolderLock(const FolderLock &) = delete;
    FolderLock &operator=(const FolderLock &) = delete;

    Trouble take(const std::filesystem::path &folder);
    void release();

private:
#ifdef _WIN32
    void *m_handle = nullptr;
#else
    int m_handle = -1;
#endif
};

} // namespace sandbox
