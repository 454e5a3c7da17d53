// SPDX-License-Identifier: GPL-3.0-or-later
// QVERIFY, QCOMPARE and their QTRY_ forms as clang's analyzer sees them: a check that fails ends
// the function. Qt's macros call functions that the analyzer can't look into, so it followed both
// ways after each check whatever was checked, and spent most of its time in texts for the log. With
// these it knows what a passed check says (a pointer is not null), reaches the same code with a
// third of the steps, and is limited accordingly (tests/quality/tidy.py). Compilers never see them.

#pragma once

#include <QTest>

#undef QVERIFY
#define QVERIFY(statement)                                                                         \
    do {                                                                                           \
        if (!(statement))                                                                          \
            return;                                                                                \
    } while (false)
#undef QVERIFY2
#define QVERIFY2(statement, description)                                                           \
    do {                                                                                           \
        if (!(statement)) {                                                                        \
            static_cast<void>(description);                                                        \
            return;                                                                                \
        }                                                                                          \
    } while (false)
#undef QCOMPARE
#define QCOMPARE(actual, expected) QVERIFY((actual) == (expected))
#undef QTRY_VERIFY_WITH_TIMEOUT
#define QTRY_VERIFY_WITH_TIMEOUT(expression, timeout) QVERIFY(expression)
#undef QTRY_VERIFY2_WITH_TIMEOUT
#define QTRY_VERIFY2_WITH_TIMEOUT(expression, message, timeout) QVERIFY2(expression, message)
#undef QTRY_COMPARE_WITH_TIMEOUT
#define QTRY_COMPARE_WITH_TIMEOUT(actual, expected, timeout) QCOMPARE(actual, expected)
