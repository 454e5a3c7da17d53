# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the libraries. docs/dependencies.md says what each is for, and why this one was chosen.
# Nothing is downloaded at configure time.

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Network LinguistTools)
if(BUILD_TESTING)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    # For the certificates of the tests; the program loads OpenSSL at run time when needed.
    find_package(OpenSSL REQUIRED)
endif()
find_package(Threads REQUIRED)
find_package(simdjson REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLiteCpp REQUIRED)

# libxlsxwriter has only a pkg-config file, in Debian and in vcpkg.
find_package(PkgConfig REQUIRED)
pkg_check_modules(XLSXWRITER REQUIRED IMPORTED_TARGET xlsxwriter)

# Packs the evidence for the service's support. It has a CMake config in vcpkg under another name, and
# a pkg-config file everywhere.
pkg_check_modules(MINIZIP REQUIRED IMPORTED_TARGET minizip)

# What QtKeychain does not report of a Linux session's keychain is asked over D-Bus.
find_package(Qt6Keychain REQUIRED)
if(UNIX AND NOT APPLE)
    find_package(Qt6 6.4 REQUIRED COMPONENTS DBus)
endif()

# For the QR code of a customer's access; it has only a pkg-config file.
pkg_check_modules(QRENCODE REQUIRED IMPORTED_TARGET libqrencode)

# If Qt finds its fonts with fontconfig, app/ initializes it early; without it, only the start is
# slower.
if(UNIX AND NOT APPLE)
    pkg_check_modules(FONTCONFIG IMPORTED_TARGET fontconfig)
endif()

# cpp-httplib has a CMake config in vcpkg, but only a pkg-config file in Debian.
find_package(httplib CONFIG QUIET)
if(NOT TARGET httplib::httplib)
    pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
    add_library(httplib::httplib ALIAS PkgConfig::HTTPLIB)
endif()

# QCustomPlot has a CMake config in Debian, which finds the build for Qt 6; on other systems, its
# header and library are searched for. It can also print, and so it needs Qt's PrintSupport module.
find_package(Qt6 6.4 REQUIRED COMPONENTS PrintSupport)
find_package(QCustomPlotQt6 CONFIG QUIET)
add_library(relaybook_charts INTERFACE)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
    target_link_libraries(relaybook_charts INTERFACE QCustomPlotQt6::QCustomPlotQt6)
else()
    find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h REQUIRED)
    find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot REQUIRED)
    # A target, because a static library must be linked before what it needs.
    add_library(qcustomplot UNKNOWN IMPORTED)
    set_target_properties(qcustomplot PROPERTIES
        IMPORTED_LOCATION ${QCUSTOMPLOT_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${QCUSTOMPLOT_INCLUDE_DIR}
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
    target_link_libraries(relaybook_charts INTERFACE qcustomplot)
endif()
