// SPDX-License-Identifier: GPL-3.0-or-later
// Tells whether a test runs under wine, which lacks some things that Windows has.

#pragma once

#include <QTest>

namespace relaybook::testing {

[[nodiscard]] bool isUnderWine();

} // namespace relaybook::testing

/// Skips the test, with the reason, under wine only.
#define SKIP_UNDER_WINE(why)                                                                       \
    do {                                                                                           \
        if (relaybook::testing::isUnderWine()) {                                                   \
            QSKIP(why);                                                                            \
        }                                                                                          \
    } while (false)

/// For a test with a server that speaks TLS.
#define NEED_TLS_SERVER()                                                                          \
    SKIP_UNDER_WINE("wine finds no certificate for a server: its CertFindChainInStore does "       \
                    "nothing")
/// For a test that reads a file with Python, which is no program of Windows there.
#define NEED_PYTHON()                                                                              \
    SKIP_UNDER_WINE("Python is a program of the computer, and wine passes on nothing of it")
