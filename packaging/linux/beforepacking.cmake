# SPDX-License-Identifier: GPL-3.0-or-later
# CPack runs this on the installed files. The installation rules are Debian's: an RPM has the licence
# and zsh's completions in other places, and no file that only Debian's tools read.
if(NOT CPACK_GENERATOR STREQUAL "RPM")
    return()
endif()
set(SHARE ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(REMOVE_RECURSE ${SHARE}/lintian ${SHARE}/doc/relaybook/changelog.Debian.gz
    ${SHARE}/doc/relaybook/copyright)
file(COPY ${CPACK_RELAYBOOK_FOLDER}/../../LICENSE DESTINATION ${SHARE}/licenses/relaybook)
file(COPY ${CPACK_RELAYBOOK_FOLDER}/../../resources/icons/LICENSE
    DESTINATION ${SHARE}/licenses/relaybook/icons)
if(EXISTS ${SHARE}/zsh/vendor-completions)
    file(RENAME ${SHARE}/zsh/vendor-completions ${SHARE}/zsh/site-functions)
endif()
