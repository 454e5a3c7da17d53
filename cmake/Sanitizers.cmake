# SPDX-License-Identifier: GPL-3.0-or-later
# AddressSanitizer and UndefinedBehaviorSanitizer (RELAYBOOK_SANITIZE), and what makes the tests fast
# and reliable with them. Included after all targets exist. Figures: Clang 14, Debian 12, 2026-11-27.

if(NOT RELAYBOOK_SANITIZE OR MSVC)
    return()
endif()

target_compile_options(relaybook_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
target_link_options(relaybook_flags INTERFACE -fsanitize=address,undefined)

# Rooms in which tests spend much of their time are optimized here too: with that, test_ledgersync
# takes 11 s of processor time instead of 25, test_purchases 5 instead of 8.
foreach(room
        relaybook_endpoints
        relaybook_json
        relaybook_sandbox
        relaybook_sqlite
        relaybook_store
        relaybook_types)
    target_compile_options(${room} PRIVATE -O2
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>) # see Flags.cmake
endforeach()

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)

    # UBSan keeps a description with addresses of each of its checks. A program that may lie anywhere
    # in memory fills them in at every start: 59 ms of processor time instead of 44 with Clang, 0.4 s
    # and 90 MB more with GCC. Modules must be able to lie anywhere.
    target_link_options(relaybook_flags INTERFACE $<${is_program}:-no-pie>)

    # No time, but a leak report less in one of two hundred runs: see the file.
    if(BUILD_TESTING)
        add_library(relaybook_keptatexit OBJECT tests/support/keptatexit.cpp)
        target_link_libraries(relaybook_keptatexit PRIVATE relaybook_flags)
        set_target_properties(relaybook_keptatexit PROPERTIES AUTOMOC OFF)
        target_link_libraries(relaybook_flags INTERFACE
            $<${is_program}:$<TARGET_OBJECTS:relaybook_keptatexit>>)
    endif()
endif()
