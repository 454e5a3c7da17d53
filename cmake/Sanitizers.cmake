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

# Saves no time, but one leak report in two hundred runs of a program: see the file.
if(BUILD_TESTING AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_library(relaybook_keptatexit OBJECT tests/support/keptatexit.cpp)
    target_link_libraries(relaybook_keptatexit PRIVATE relaybook_flags)
    set_target_properties(relaybook_keptatexit PROPERTIES AUTOMOC OFF)
    target_link_libraries(relaybook_flags INTERFACE
        $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:relaybook_keptatexit>>)
endif()

# Not used: a fixed address for programs (-no-pie), so that UBSan needs not fill in the addresses of its
# checks at every start. With Clang it saves 15 ms of 59, and 5 % of test_orderkill, which starts
# the most processes. With GCC it would be 0.4 s a start.
