// SPDX-License-Identifier: GPL-3.0-or-later
// Waits in a test: waitUntil(), and QTRY_VERIFY, QTRY_VERIFY2 and QTRY_COMPARE, which use it.
// Qt's own macros check every 50 ms, which adds up over thousands of waits. Here the condition is
// checked after every event. The limit is 30 seconds instead of Qt's 5: under the sanitizers, on a
// busy machine, a purchase with all its looks needs more. Qt's macros also repeat their expression
// six times; these do it twice, so tests compile faster. Included before every source of a test
// (cmake/Room.cmake).

#pragma once

#ifndef RELAYBOOK_NO_TESTS // a source that is compiled with a test but has none itself

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <chrono>

#ifdef __clang_analyzer__
#include "tests/support/plainchecks.h"
#endif

namespace relaybook::testing {

/// Whether the test that runs has failed or was skipped, so that nothing is to be waited for.
[[nodiscard]] inline bool hasTestEnded()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QTest::runningTest() && QTest::currentTestResolved();
#else
    return QTest::runningTest() && QTest::currentTestFailed();
#endif
}

/// Set while time is simulated (simulation.h).
inline std::chrono::nanoseconds (*simulatedTime)() = nullptr;

/// Then a wait costs nothing, and what it waits for may take long: the limit is another.
[[nodiscard]] inline bool waitUntilSimulated(bool (*condition)(void *context), void *context)
{
    constexpr std::chrono::hours limit(3);
    const auto end = simulatedTime() + limit;
    while (!condition(context)) {
        if (hasTestEnded() || simulatedTime() >= end) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

[[nodiscard]] inline bool waitUntil(bool (*condition)(void *context), void *context,
                                    std::chrono::milliseconds limit)
{
    if (simulatedTime != nullptr) {
        return waitUntilSimulated(condition, context);
    }
    using std::chrono::nanoseconds;
    constexpr std::chrono::milliseconds wakePause(5);
    QTimer wake; // other threads change conditions too, without an event in this one
    wake.start(wakePause);
    nanoseconds waited(0);
    while (true) {
        QElapsedTimer timer;
        timer.start();
        if (condition(context)) {
            return true;
        }
        if (hasTestEnded() || waited >= limit) {
            return false;
        }
        // A condition that takes long is not checked after each event: half of the time is for what
        // it waits for.
        const nanoseconds check(timer.nsecsElapsed());
        timer.start();
        do {
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        } while (timer.nsecsElapsed() < check.count());
        // On a machine that is busy with something else, everything takes longer, also a wake: then
        // the limit is longer too.
        waited += std::min(nanoseconds(timer.nsecsElapsed()), 2 * wakePause + check);
    }
}

/// Returns whether `condition` became true before `limit` passed (on a busy machine, some times
/// that) or the test failed. Handles events in the meantime; may be called while another call
/// waits, as in a dialog's own event loop.
template <class Condition>
[[nodiscard]] bool waitUntil(Condition condition,
                             std::chrono::milliseconds limit = std::chrono::seconds(30))
{
    return waitUntil(
        [](void *context) { return static_cast<bool>((*static_cast<Condition *>(context))()); },
        &condition, limit);
}

} // namespace relaybook::testing

#ifndef __clang_analyzer__
#define RELAYBOOK_WAIT(expression, limit)                                                          \
    static_cast<void>(relaybook::testing::waitUntil([&] { return static_cast<bool>(expression); }, \
                                                    std::chrono::milliseconds(limit)))

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
