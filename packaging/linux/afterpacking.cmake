# SPDX-License-Identifier: GPL-3.0-or-later
# CPack runs this on a finished package. The members of CPack's Debian archives have the permissions that
# the umask left to its own files; dpkg-deb gives them the same ones everywhere, and packs better.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
set(FOLDER ${CPACK_TOPLEVEL_DIRECTORY}/again)
foreach(PACKAGE ${CPACK_PACKAGE_FILES})
    file(REMOVE_RECURSE ${FOLDER})
    execute_process(COMMAND dpkg-deb --raw-extract ${PACKAGE} ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD ${FOLDER} ${FOLDER}/DEBIAN PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
        GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build ${FOLDER} ${PACKAGE}
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${FOLDER})
endforeach()
