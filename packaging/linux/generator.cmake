# SPDX-License-Identifier: GPL-3.0-or-later
# What differs between the packages that CPack builds. CPack reads it once for each.
if(CPACK_GENERATOR STREQUAL "RPM")
    # RPM's own macros strip the programs, into a package of debugging information that is not wanted.
    set(CPACK_RPM_SPEC_MORE_DEFINE "%define debug_package %{nil}\n%define _build_id_links none")
    set(CPACK_RPM_COMPRESSION_TYPE xz)
    if(DEFINED ENV{SOURCE_DATE_EPOCH})
        string(APPEND CPACK_RPM_SPEC_MORE_DEFINE
            "\n%define use_source_date_epoch_as_buildtime 1\n%define clamp_mtime_to_source_date_epoch 1\n%define _buildhost relaybook")
    endif()
endif()
