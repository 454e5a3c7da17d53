# SPDX-License-Identifier: GPL-3.0-or-later
# What each library is for, and why this one: docs/dependencies.md. Nothing is fetched at configure time.

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Network Svg LinguistTools)
if(BUILD_TESTING)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    find_package(OpenSSL REQUIRED) # certificates of the tests; the program loads it when it needs it
endif()
find_package(Threads REQUIRED)
find_package(simdjson REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLiteCpp REQUIRED)

# libxlsxwriter has a pkg-config file only, in Debian and in vcpkg.
find_package(PkgConfig REQUIRED)
pkg_check_modules(XLSXWRITER REQUIRED IMPORTED_TARGET xlsxwriter)

# Where Qt finds its fonts with fontconfig, app/ wakes it early; without it the start is only slower.
if(UNIX AND NOT APPLE)
    pkg_check_modules(FONTCONFIG IMPORTED_TARGET fontconfig)
endif()

# cpp-httplib has a CMake config in vcpkg, and a pkg-config file only in Debian.
find_package(httplib CONFIG QUIET)
if(NOT TARGET httplib::httplib)
    pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
    add_library(httplib::httplib ALIAS PkgConfig::HTTPLIB)
endif()

# QCustomPlot has a CMake config in Debian, which names the build for Qt 6; elsewhere its header and
# its library are looked for. It draws to printers too and so wants that module of Qt.
find_package(Qt6 6.4 REQUIRED COMPONENTS PrintSupport)
find_package(QCustomPlotQt6 CONFIG QUIET)
add_library(relaybook_charts INTERFACE)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
    target_link_libraries(relaybook_charts INTERFACE QCustomPlotQt6::QCustomPlotQt6)
else()
    find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h REQUIRED)
    find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot REQUIRED)
    target_include_directories(relaybook_charts SYSTEM INTERFACE ${QCUSTOMPLOT_INCLUDE_DIR})
    target_link_libraries(relaybook_charts INTERFACE ${QCUSTOMPLOT_LIBRARY} Qt6::Widgets
        Qt6::PrintSupport)
endif()
