# SPDX-License-Identifier: GPL-3.0-or-later
# The commit that the program was built from, for `relaybook --version`.
#
# Included, it defines relaybook_add_commit(TARGET), which gives a target a source that is written at
# each build: after a commit, one short source is compiled. Run as a script with SOURCE and OUT, it
# writes that source, and leaves it alone if it would stay the same.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    function(relaybook_add_commit target)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/commit.cpp)
        add_custom_target(${target}_commit
            COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUT=${source}
                -P ${CMAKE_SOURCE_DIR}/cmake/Commit.cmake
            BYPRODUCTS ${source}
            VERBATIM)
        target_sources(${target} PRIVATE ${source})
        set_source_files_properties(${source} PROPERTIES
            SKIP_UNITY_BUILD_INCLUSION ON SKIP_AUTOGEN ON)
        add_dependencies(${target} ${target}_commit)
    endfunction()
    return()
endif()

cmake_policy(VERSION 3.23)
# In an archive that Git made, the commit is in this file.
file(STRINGS ${SOURCE}/cmake/commit.txt COMMIT LIMIT_COUNT 1)
if(NOT COMMIT MATCHES "^[0-9a-f]+$")
    set(COMMIT "")
endif()
# A clone of its own: a folder that merely lies in another project's clone has not its commit.
if(NOT COMMIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git rev-parse HEAD WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND git status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE CHANGES OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(COMMIT)
    string(SUBSTRING ${COMMIT} 0 12 COMMIT)
    if(CHANGES)
        string(APPEND COMMIT "+changes")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT
"// Written by cmake/Commit.cmake.
namespace relaybook {
extern const char *const builtCommit;
const char *const builtCommit = \"@COMMIT@\";
} // namespace relaybook
")
