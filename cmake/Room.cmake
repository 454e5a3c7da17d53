# SPDX-License-Identifier: GPL-3.0-or-later

# relaybook_room(NAME SOURCES file... LINKS target...)
# A static library of one folder, with the flags of the house. LINKS are public: who links a room may
# use what its headers speak of.
function(relaybook_room name)
    cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
    add_library(${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(${name} PUBLIC relaybook_flags ${ROOM_LINKS})
endfunction()

# relaybook_test(NAME [SOURCES file...] LINKS target... [LABELS label...])
# One executable per unit, run offscreen. Without SOURCES it is NAME.cpp.
function(relaybook_test name)
    cmake_parse_arguments(T "" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
    if(NOT T_SOURCES)
        set(T_SOURCES ${name}.cpp)
    endif()
    if(NOT T_TIMEOUT)
        set(T_TIMEOUT 300)
    endif()
    add_executable(${name} ${T_SOURCES})
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
    if(RELAYBOOK_SANITIZE)
        # What is tested is optimized; a test itself is long, runs once and compiles faster so.
        target_compile_options(${name} PRIVATE -O0)
    endif()
    target_link_libraries(${name} PRIVATE relaybook_flags Qt6::Test ${T_LINKS})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_LOGGING_RULES=;TZ=UTC;LC_ALL=C.UTF-8"
        TIMEOUT ${T_TIMEOUT} LABELS "${T_LABELS}"
        COST ${T_TIMEOUT}) # what may take long begins first
endfunction()
