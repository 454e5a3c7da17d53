// SPDX-License-Identifier: GPL-3.0-or-later
// Registers test classes in a program that runs one of them by name: relaybook_tests_models
// test_purchases. All test classes of a folder share one program; each registers itself at the end
// of its file.
#pragma once

#include <QTest>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

namespace relaybook::testing {

using RunTest = int (*)(int argc, char **argv);

/// Registers the class in `file` under that file's name, without folder and extension. Always
/// returns true: it is called to initialize a constant.
bool addTest(const char *file, RunTest run);

template <class Application, class Test>
int runTest(int argc, char **argv)
{
    Application application(argc, argv);
    application.setAttribute(Qt::AA_Use96Dpi, true);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace relaybook::testing

#define RELAYBOOK_JOINED(a, b) a##b
#define RELAYBOOK_JOIN(a, b) RELAYBOOK_JOINED(a, b)

/// Registers the class; it runs with an application object of the given class.
#define RELAYBOOK_TEST(Application, Test)                                                          \
    [[maybe_unused]] static const bool RELAYBOOK_JOIN(testAdded, __COUNTER__) =                    \
        relaybook::testing::addTest(__FILE__, relaybook::testing::runTest<Application, Test>);
