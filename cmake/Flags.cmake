# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler and linker flags: one INTERFACE target has all of them, every target links it, and none
# adds flags of its own.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTORCC ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# The folder of the modules that are loaded at run time: its path relative to the program is the
# same in the build folder and after installation.
if(WIN32)
    set(RELAYBOOK_MODULES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
else()
    set(RELAYBOOK_MODULES ${CMAKE_BINARY_DIR}/lib/relaybook/modules)
endif()

# ccache uses paths relative to the clone, so that a clone in another folder can use the same cache.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=time_macros ${CCACHE_PROGRAM})
endif()

add_library(relaybook_flags INTERFACE)
target_include_directories(relaybook_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(relaybook_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_FOREACH QT_NO_KEYWORDS QT_USE_QSTRINGBUILDER
    QT_NO_JAVA_STYLE_ITERATORS QT_DISABLE_DEPRECATED_BEFORE=0x060400
    RELAYBOOK_VERSION="${PROJECT_VERSION}")
if(WIN32) # windows.h, which libraries include, would define min and max
    target_compile_definitions(relaybook_flags INTERFACE NOMINMAX)
endif()
if(MSVC)
    target_compile_options(relaybook_flags INTERFACE /W4 /permissive- /utf-8 /Zc:__cplusplus)
    if(RELAYBOOK_WERROR)
        target_compile_options(relaybook_flags INTERFACE /WX)
    endif()
else()
    target_compile_options(relaybook_flags INTERFACE
        -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
        -Wcast-align -Wunused -Wformat=2 -Wimplicit-fallthrough
        # No path of the clone in __FILE__ and in debug information
        -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
    if(RELAYBOOK_WERROR)
        target_compile_options(relaybook_flags INTERFACE -Werror)
    endif()
    # When optimizing, GCC 12 reports values inside std::optional and tl::expected that are only read
    # after a check. Not every report was analysed; the sanitizers run the same code.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(relaybook_flags INTERFACE
            $<$<NOT:$<CONFIG:Debug>>:-Wno-maybe-uninitialized>)
    endif()
    # What overrides a function without saying so is found by clang-tidy, except where it is meant.
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(relaybook_flags INTERFACE -Wno-inconsistent-missing-override)
    endif()
    # GCC takes a unit of several sources for a header, and warns about their unnamed namespaces.
    # Clang warns where a local name is that of another source of the unit.
    if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(relaybook_flags INTERFACE -Wno-subobject-linkage)
    elseif(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(relaybook_flags INTERFACE -Wno-shadow)
    endif()
    # Test programs are large, and mold links them in a tenth of the time. Builds for users use the
    # system's linker.
    include(CheckLinkerFlag)
    check_linker_flag(CXX -fuse-ld=mold RELAYBOOK_HAS_MOLD)
    if(BUILD_TESTING AND RELAYBOOK_HAS_MOLD)
        target_link_options(relaybook_flags INTERFACE -fuse-ld=mold)
    endif()
endif()
