// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/file.h"

#include <cerrno>
#include <system_error>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace sandbox {

namespace {

std::string lastError()
{
    return std::error_code(errno, std::generic_category()).message();
}

std::string failed(std::string_view what, const std::filesystem::path &path)
{
    return std::string(what) + " " + path.string() + ": " + lastError() + ".";
}

#ifdef _WIN32
int openFile(const std::filesystem::path &path, bool fresh)
{
    int handle = -1;
    const int mode = _O_WRONLY | _O_CREAT | _O_BINARY | (fresh ? _O_TRUNC : _O_APPEND);
    _wsopen_s(&handle, path.c_str(), mode, _SH_DENYNO, _S_IREAD | _S_IWRITE);
    return handle;
}
long writeSome(int handle, std::string_view text)
{
    return _write(handle, text.data(), static_cast<unsigned>(text.size()));
}
bool sync(int handle)
{
    return _commit(handle) == 0;
}
void closeFile(int handle)
{
    _close(handle);
}
void syncFolder(const std::filesystem::path &) {}
#else
int openFile(const std::filesystem::path &path, bool fresh)
{
    const int mode = O_WRONLY | O_CREAT | O_CLOEXEC | (fresh ? O_TRUNC : O_APPEND);
    return ::open(path.c_str(), mode, 0600); // NOLINT(cppcoreguidelines-pro-type-vararg)
}
long writeSome(int handle, std::string_view text)
{
    return ::write(handle, text.data(), text.size());
}
bool sync(int handle)
{
#ifdef F_FULLFSYNC
    if (::fcntl(handle, F_FULLFSYNC) == 0) {
        return true;
    }
#endif
    return ::fsync(handle) == 0;
}
void closeFile(int handle)
{
    ::close(handle);
}
/// Without this a new name may be gone after a power cut.
void syncFolder(const std::filesystem::path &folder)
{
    const int handle = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) {
        return;
    }
    ::fsync(handle);
    ::close(handle);
}
#endif

bool writeAll(int handle, std::string_view text)
{
    while (!text.empty()) {
        const long written = writeSome(handle, text);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return sync(handle);
}

} // namespace

AppendFile::~AppendFile()
{
    close();
}

Trouble AppendFile::open(const std::filesystem::path &path)
{
    close();
    m_path = path;
    m_handle = openFile(path, false);
    if (m_handle < 0) {
        return failed("Cannot open", path);
    }
    return std::nullopt;
}

Trouble AppendFile::append(std::string_view text)
{
    std::error_code error;
    const auto before = std::filesystem::file_size(m_path, error);
    if (writeAll(m_handle, text)) {
        return std::nullopt;
    }
    std::string trouble = failed("Cannot write to", m_path);
    if (!error) {
        std::filesystem::resize_file(m_path, before, error);
    }
    return trouble;
}

void AppendFile::close()
{
    if (m_handle >= 0) {
        closeFile(m_handle);
    }
    m_handle = -1;
}

Trouble replaceFile(const std::filesystem::path &path, std::string_view text)
{
    std::filesystem::path fresh = path;
    fresh += ".new";
    const int handle = openFile(fresh, true);
    if (handle < 0) {
        return failed("Cannot create", fresh);
    }
    const bool written = writeAll(handle, text);
    std::string trouble = written ? std::string() : failed("Cannot write", fresh);
    closeFile(handle);
    if (!written) {
        return trouble;
    }
    std::error_code error;
    std::filesystem::rename(fresh, path, error);
    if (error) {
        return "Cannot replace " + path.string() + ": " + error.message() + ".";
    }
    syncFolder(path.parent_path());
    return std::nullopt;
}

FolderLock::~FolderLock()
{
    release();
}

#ifdef _WIN32
Trouble FolderLock::take(const std::filesystem::path &folder)
{
    release();
    HANDLE handle = CreateFileW((folder / "lock").c_str(), GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                                FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return "Another sandbox is using the folder " + folder.string() + ".";
    }
    m_handle = handle;
    return std::nullopt;
}

void FolderLock::release()
{
    if (m_handle != nullptr) {
        CloseHandle(m_handle);
    }
    m_handle = nullptr;
}
#else
Trouble FolderLock::take(const std::filesystem::path &folder)
{
    release();
    const std::filesystem::path path = folder / "lock";
    m_handle = openFile(path, false);
    if (m_handle < 0) {
        return failed("Cannot open", path);
    }
    if (::flock(m_handle, LOCK_EX | LOCK_NB) == 0) {
        return std::nullopt;
    }
    release();
    return "Another sandbox is using the folder " + folder.string() + ".";
}

void FolderLock::release()
{
    if (m_handle >= 0) {
        ::close(m_handle);
    }
    m_handle = -1;
}
#endif

} // namespace sandbox
