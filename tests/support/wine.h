// SPDX-License-Identifier: GPL-3.0-or-later
// Tells whether a test runs under wine, which lacks some things that Windows has.

#pragma once

#ifdef _WIN32
#include <windows.h>
#endif

namespace relaybook::testing {

[[nodiscard]] inline bool isUnderWine()
{
#ifdef _WIN32
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    return library != nullptr && GetProcAddress(library, "wine_get_version") != nullptr;
#else
    return false;
#endif
}

} // namespace relaybook::testing
