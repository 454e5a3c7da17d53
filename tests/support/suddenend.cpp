// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suddenend.h"

#ifdef _WIN32
#include <cstdio>
#include <windows.h>
#else
#include <csignal>
#endif

namespace relaybook::testing {

void endSuddenly()
{
#ifdef _WIN32
    // An exit code of this form, an unhandled exception's, is what QProcess takes for a crash.
    TerminateProcess(GetCurrentProcess(), STATUS_CONTROL_C_EXIT);
#else
    [[maybe_unused]] const int sent = std::raise(SIGKILL);
#endif
}

int endWith(int result)
{
#ifdef _WIN32
    std::fflush(nullptr);
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(result));
#endif
    return result;
}

} // namespace relaybook::testing
