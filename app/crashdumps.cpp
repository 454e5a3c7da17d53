// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/crashdumps.h"

#include <QtGlobal>

#ifdef Q_OS_WIN
#include <windows.h>
#else
#include <sys/resource.h>

#include <algorithm>
#endif

namespace relaybook {

#ifdef Q_OS_WIN

namespace {

// As in werapi.h, which does not compile in mingw-w64 10, and lacks the flag there.
extern "C" __declspec(dllimport) HRESULT WINAPI WerSetFlags(DWORD flags);
constexpr DWORD reportWithoutHeap = 1; // WER_FAULT_REPORTING_FLAG_NOHEAP

} // namespace

void forbidCrashDumps()
{
    // Without the report's window, Windows Error Reporting is not called, which writes the dumps.
    SetErrorMode(GetErrorMode() | SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    // For a report that the system makes in spite of it, such as that of a program that hangs.
    WerSetFlags(reportWithoutHeap);
}

#else

// PR_SET_DUMPABLE would also protect /proc/PID/mem from other programs of the user, but gives all
// of /proc/PID to root. Then the desktop's portals refuse every call, because they read
// /proc/PID/root, and KeePassXC, which reads /proc/PID/exe, cannot say who asks for an entry.
void forbidCrashDumps()
{
    // Linux ignores a limit of 0 if it passes the core to a program, such as Ubuntu's apport. With
    // a limit of 1 byte it does not start that program, and for a file it is too little as well.
    constexpr rlim_t least = 1;
    rlimit limit{};
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        // Not the hard limit, which programs that are started from here inherit.
        limit.rlim_cur = std::min(least, limit.rlim_max);
        setrlimit(RLIMIT_CORE, &limit);
    }
}

#endif

} // namespace relaybook
