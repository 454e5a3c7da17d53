// SPDX-License-Identifier: GPL-3.0-or-later
// QTRY_VERIFY, QTRY_VERIFY2 and QTRY_COMPARE that wait for 30 seconds instead of Qt's 5: on a
// machine that is busy with something else, under the sanitizers, a purchase with all its readings
// needs more. A test that passes is not slower. Qt's macros repeat their expression six times, and
// there are two thousand of them: these do it twice, so the tests compile faster. Included before
// every source of a test (cmake/Room.cmake).

#pragma once

#ifndef RELAYBOOK_NO_TESTS // a source that is compiled with a test but has none itself

#include <QTest>

#ifdef __clang_analyzer__
#include "tests/support/plainchecks.h"
#else

namespace relaybook::testing {

/// Returns once `condition(context)` is true, the test has ended, or `limit` milliseconds have
/// passed. Handles events in the meantime.
inline void waitUntil(bool (*condition)(void *context), void *context, int limit)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const auto hasEnded = [] { return QTest::currentTestResolved(); }; // failed or skipped
#else
    const auto hasEnded = [] { return QTest::currentTestFailed(); };
#endif
    const auto isOver = [&] { return (QTest::runningTest() && hasEnded()) || condition(context); };
    constexpr int pause = 50;
    if (!isOver()) {
        QTest::qWait(0);
    }
    for (int waited = 0; waited < limit && !isOver(); waited += pause) {
        QTest::qWait(pause);
    }
}

template <class Condition>
void waitUntil(Condition condition, int limit)
{
    waitUntil([](void *context) { return (*static_cast<Condition *>(context))(); }, &condition,
              limit);
}

} // namespace relaybook::testing

#define RELAYBOOK_WAIT(expression, limit)                                                          \
    relaybook::testing::waitUntil([&] { return static_cast<bool>(expression); }, limit)

#undef QTRY_VERIFY_WITH_TIMEOUT
#define QTRY_VERIFY_WITH_TIMEOUT(expression, limit)                                                \
    do {                                                                                           \
        RELAYBOOK_WAIT(expression, limit);                                                         \
        QVERIFY(expression);                                                                       \
    } while (false)
#undef QTRY_VERIFY2_WITH_TIMEOUT
#define QTRY_VERIFY2_WITH_TIMEOUT(expression, message, limit)                                      \
    do {                                                                                           \
        RELAYBOOK_WAIT(expression, limit);                                                         \
        QVERIFY2(expression, message);                                                             \
    } while (false)
#undef QTRY_COMPARE_WITH_TIMEOUT
#define QTRY_COMPARE_WITH_TIMEOUT(actual, expected, limit)                                         \
    do {                                                                                           \
        RELAYBOOK_WAIT((actual) == (expected), limit);                                             \
        QCOMPARE(actual, expected);                                                                \
    } while (false)
#endif

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 30'000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 30'000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30'000)

#endif
