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
