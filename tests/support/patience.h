// SPDX-License-Identifier: GPL-3.0-or-later
// Gives QTRY_VERIFY, QTRY_VERIFY2 and QTRY_COMPARE 30 seconds instead of Qt's 5: on a machine that
// is busy with something else, under the sanitizers, a purchase with all its readings needs more. A
// test that passes is not slower. Included before every source of a test (cmake/Room.cmake).

#pragma once

#include <QTest>

#ifdef __clang_analyzer__
#include "tests/support/plainchecks.h"
#endif

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 30'000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 30'000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30'000)
