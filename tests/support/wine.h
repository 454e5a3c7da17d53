// SPDX-License-Identifier: GPL-3.0-or-later
// Tells whether a test runs under wine, which lacks some things that Windows has.

#pragma once

#include <QTest>

namespace relaybook::testing {

[[nodiscard]] bool isUnderWine();

} // namespace relaybook::testing

/// Skips a test with a server that speaks TLS where there can be none.
#define NEED_TLS_SERVER()                                                                          \
    do {                                                                                           \
        if (relaybook::testing::isUnderWine()) {                                                   \
            QSKIP("wine finds no certificate for a server (its CertFindChainInStore is a stub)");  \
        }                                                                                          \
    } while (false)

/// Skips a test that reads a file with Python, where Python is not a program of the same system.
#define NEED_PYTHON()                                                                              \
    do {                                                                                           \
        if (relaybook::testing::isUnderWine()) {                                                   \
            QSKIP("Python is a program of the computer, and wine passes on nothing of it");        \
        }                                                                                          \
    } while (false)
