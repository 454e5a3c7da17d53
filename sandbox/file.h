// SPDX-License-Identifier: GPL-3.0-or-later
// File access for the sandbox's state: an append-only file that is synced to disk, atomic
// replacement of a file, and a lock on a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sandbox {

/// The result of a file operation: an error message, or nothing on success.
using Trouble = std::optional<std::string>;

/// A file that is only appended to.
class AppendFile
{
public:
    AppendFile() = default;
    ~AppendFile();
    AppendFile(const AppendFile &) = delete;
    AppendFile &operator=(const AppendFile &) = delete;

    Trouble open(const std::filesystem::path &path);
    /// Writes the whole text and waits until it is on disk. If that fails, a partly written text is
    /// removed.
    Trouble append(std::string_view text);
    void close();
    bool isOpen() const { return m_handle >= 0; }

private:
    int m_handle = -1;
    std::filesystem::path m_path;
};

/// Replaces `path` atomically: writes a new file next to it, syncs it to disk and renames it.
Trouble replaceFile(const std::filesystem::path &path, std::string_view text);

/// An exclusive lock on a folder, held until it is destroyed. A second lock, in this process or
/// another one, is refused.
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
