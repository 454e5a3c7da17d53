# SPDX-License-Identifier: GPL-3.0-or-later
# CMake's description of the compiler that makes Windows programs on Debian: mingw-w64, with POSIX
# threads, which std::thread and std::mutex need. RELAYBOOK_WINDOWS_PREFIX, an environment variable
# that `build` sets, is the folder of the libraries that were built with it.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Sections that nothing uses are left out.
# GCC does not align the stack for AVX on Windows, but uses instructions that need it aligned (GCC bug
# 54412): the assembler replaces them by those that do not.
set(flags "-ffunction-sections -fdata-sections -Wa,-muse-unaligned-vector-move")
set(CMAKE_C_FLAGS_INIT ${flags})
set(CMAKE_CXX_FLAGS_INIT ${flags})
foreach(kind EXE SHARED MODULE)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT "-Wl,--gc-sections")
endforeach()

# Libraries and headers are never this system's own; programs always are.
set(CMAKE_FIND_ROOT_PATH $ENV{RELAYBOOK_WINDOWS_PREFIX} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_PREFIX_PATH $ENV{RELAYBOOK_WINDOWS_PREFIX})
set(ENV{PKG_CONFIG_LIBDIR} $ENV{RELAYBOOK_WINDOWS_PREFIX}/lib/pkgconfig)
