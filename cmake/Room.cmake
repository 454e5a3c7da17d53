# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that define the static library of a folder, its test programs, how moc is run, and what a
# program needs on Windows.

# relaybook_moc(TARGET)
# Lets AUTOMOC read the project's headers only. By default, moc reads all of Qt's and the standard
# library's headers again for every class, for macros that the project's classes don't use: Qt's own
# words (Q_OBJECT, Q_SIGNALS, Q_PROPERTY) are known to moc. Without these headers a class takes 0.03 s
# instead of 0.9, with the same result. A file with an #if is read with all of them, as its condition
# may ask for a macro of Qt's (QT_VERSION, Q_OS_WIN). Only in presets that ask for it: `dev`, the daily
# build, has Qt's usual tools and nothing else.
if(RELAYBOOK_QUICK_MOC AND CMAKE_HOST_UNIX)
    get_target_property(QT_MOC Qt6::moc LOCATION)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/moc.in ${CMAKE_BINARY_DIR}/moc @ONLY)
endif()
function(relaybook_moc target)
    if(RELAYBOOK_QUICK_MOC AND CMAKE_HOST_UNIX)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE ${CMAKE_BINARY_DIR}/moc)
    endif()
endfunction()

# relaybook_room(NAME [SMALL] SOURCES file... LINKS target...)
# Adds a static library for one folder, with the project's flags. LINKS are public, so that a target
# that links the library may use what its headers use. SMALL is for code that waits for the user or
# the service: it is optimized for size, which saves a start half a megabyte of memory.
function(relaybook_room name)
    cmake_parse_arguments(ROOM "SMALL" "" "SOURCES;LINKS" ${ARGN})
    add_library(${name} STATIC ${ROOM_SOURCES})
    if(ROOM_SMALL AND NOT MSVC)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Os>)
    endif()
    target_link_libraries(${name} PUBLIC relaybook_flags ${ROOM_LINKS})
    relaybook_moc(${name})
endfunction()

# relaybook_alone_on_windows(file...)
# Compiles sources by themselves there, because they include windows.h: its macros would rename other
# sources' functions and classes, such as ReplaceFile.
function(relaybook_alone_on_windows)
    if(WIN32)
        set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()

# relaybook_windows_program(TARGET DESCRIPTION)
# Gives a program what Windows wants to know of it: icon, version, and the manifest.
function(relaybook_windows_program target description)
    set(WINDOWS_FOLDER ${CMAKE_SOURCE_DIR}/packaging/windows)
    set(DESCRIPTION ${description})
    set(FILE_NAME $<TARGET_FILE_NAME:${target}>)
    string(REPLACE "." "," VERSION_NUMBERS ${PROJECT_VERSION})
    configure_file(${WINDOWS_FOLDER}/program.rc.in ${target}.rc.in @ONLY)
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc
        INPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc.in)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc)
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}.rc PROPERTIES
        OBJECT_DEPENDS "${WINDOWS_FOLDER}/program.manifest;${CMAKE_SOURCE_DIR}/resources/app/relaybook.ico")
endfunction()

# Sets how a test is run: offscreen, and slow tests start first. Qt's own limit for a function is
# that of the whole test: on a busy computer, one function of a slow test takes longer than Qt's five
# minutes. Without labels, those that the test has stay.
function(relaybook_run_test name timeout) # label...
    set_tests_properties(${name} PROPERTIES
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_LOGGING_RULES=;TZ=UTC;LC_ALL=C.UTF-8;QTEST_FUNCTION_TIMEOUT=${timeout}000"
        TIMEOUT ${timeout} COST ${timeout})
    if(ARGN)
        set_tests_properties(${name} PROPERTIES LABELS "${ARGN}")
    endif()
endfunction()

# Tests run without a screen. A static Qt, as vcpkg builds it for macOS, has only the platform of its
# windows unless a program asks for others; of a shared Qt, nothing is asked.
function(relaybook_can_run_offscreen target)
    if(APPLE)
        qt_import_plugins(${target} INCLUDE Qt6::QOffscreenIntegrationPlugin)
    endif()
endfunction()

function(relaybook_test_flags target)
    target_link_libraries(${target} PRIVATE relaybook_flags Qt6::Test ${ARGN})
    relaybook_can_run_offscreen(${target})
    relaybook_moc(${target})
    # QTRY_VERIFY and QTRY_COMPARE that check after every event.
    set(wait_until ${CMAKE_SOURCE_DIR}/tests/support/waituntil.h)
    if(MSVC)
        target_compile_options(${target} PRIVATE /FI${wait_until})
    else()
        target_compile_options(${target} PRIVATE -include ${wait_until})
    endif()
    # AUTOMOC's own source has no tests, and compiles in no time without that header. A
    # class with Q_OBJECT that waits with QTRY_… stands in a source, not in a header of tests.
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp
        PROPERTIES COMPILE_DEFINITIONS RELAYBOOK_NO_TESTS)
endfunction()

# relaybook_tests(ROOM [QUICK name...] [TESTS name...] [SOURCES file...] LINKS target...
#                 [LABELS label...])
# Adds one program with the tests of a folder, relaybook_tests_ROOM, and a test and a target for
# each NAME.cpp, which registers its class with RELAYBOOK_TEST. QUICK tests need no window and wait
# for nothing; they also get the label "quick". SOURCES are shared by all of them.
function(relaybook_tests room)
    cmake_parse_arguments(T "" "" "QUICK;TESTS;SOURCES;LINKS;LABELS" ${ARGN})
    set(program relaybook_tests_${room})
    list(APPEND T_TESTS ${T_QUICK})
    list(TRANSFORM T_TESTS APPEND .cpp OUTPUT_VARIABLE files)
    add_executable(${program} ${files} ${T_SOURCES})
    relaybook_test_flags(${program} relaybook_testprogram ${T_LINKS})
    foreach(name ${T_TESTS})
        add_custom_target(${name} DEPENDS ${program})
        add_test(NAME ${name} COMMAND ${program} ${name})
        relaybook_run_test(${name} 300 ${T_LABELS})
    endforeach()
    foreach(name ${T_QUICK})
        set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS};quick")
    endforeach()
endfunction()

# relaybook_slow_tests(TIMEOUT name...)
# Sets how many seconds these tests may take.
function(relaybook_slow_tests timeout)
    foreach(name ${ARGN})
        relaybook_run_test(${name} ${timeout})
    endforeach()
endfunction()

# relaybook_test(NAME LINKS target... [LABELS label...] [TIMEOUT seconds])
# Adds a separate program for a test that has its own main(), because it starts itself to be killed.
function(relaybook_test name)
    cmake_parse_arguments(T "" "TIMEOUT" "LINKS;LABELS" ${ARGN})
    if(NOT T_TIMEOUT)
        set(T_TIMEOUT 300)
    endif()
    add_executable(${name} ${name}.cpp)
    relaybook_test_flags(${name} ${T_LINKS})
    add_test(NAME ${name} COMMAND ${name})
    relaybook_run_test(${name} ${T_TIMEOUT} ${T_LABELS})
endfunction()
