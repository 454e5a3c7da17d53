# SPDX-License-Identifier: GPL-3.0-or-later
# Builds QCustomPlot, whose archive has a project for qmake only.
cmake_minimum_required(VERSION 3.23)
project(qcustomplot VERSION 2.1.0 LANGUAGES CXX)
set(CMAKE_AUTOMOC ON)
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
add_library(qcustomplot SHARED qcustomplot.cpp qcustomplot.h)
set_target_properties(qcustomplot PROPERTIES VERSION 2.1.0 SOVERSION 2.1)
target_link_libraries(qcustomplot PUBLIC Qt6::Widgets Qt6::PrintSupport)
install(TARGETS qcustomplot)
install(FILES qcustomplot.h TYPE INCLUDE)
