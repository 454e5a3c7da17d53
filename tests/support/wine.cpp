// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/wine.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace relaybook::testing {

bool isUnderWine()
{
#ifdef _WIN32
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    return library != nullptr && GetProcAddress(library, "wine_get_version") != nullptr;
#else
    return false;
#endif
}

} // namespace relaybook::testing
