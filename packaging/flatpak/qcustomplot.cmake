# SPDX-License-Identifier: GPL-3.0-or-later
# Builds QCustomPlot, whose archive has a project for qmake only.
cmake_minimum_required(VERSION 3.23)
project(qcustomplot VERSION 2.1.0 LANGUAGES CXX)
set(CMAKE_AUTOMOC ON)

# 2.1.0 shows moc a class of the name of the namespace QCP, which is an error from Qt 6.2 on. Qt has a
# word for what that was for.
file(READ qcustomplot.h header)
string(REPLACE "#ifndef Q_MOC_RUN\nnamespace QCP {" "namespace QCP {\nQ_NAMESPACE\n#if 1" header "${header}")
file(WRITE ${CMAKE_CURRENT_SOURCE_DIR}/qcustomplot.h "${header}")

find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
add_library(qcustomplot SHARED qcustomplot.cpp qcustomplot.h)
set_target_properties(qcustomplot PROPERTIES VERSION 2.1.0 SOVERSION 2.1)
target_link_libraries(qcustomplot PUBLIC Qt6::Widgets Qt6::PrintSupport)
install(TARGETS qcustomplot)
install(FILES qcustomplot.h TYPE INCLUDE)
