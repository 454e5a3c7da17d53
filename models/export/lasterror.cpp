// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/lasterror.h"

#include <cerrno>

#ifdef _WIN32
#include <windows.h>
#endif

namespace relaybook {

#ifdef _WIN32
namespace {
constexpr DWORD diskQuotaExceeded = 1295; // ERROR_DISK_QUOTA_EXCEEDED, which mingw-w64 10 lacks
} // namespace
#endif

int lastFileError()
{
#ifdef _WIN32
    switch (GetLastError()) {
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case diskQuotaExceeded:
        return ENOSPC;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
        return EACCES;
    default:
        return EIO;
    }
#else
    return errno;
#endif
}

} // namespace relaybook
