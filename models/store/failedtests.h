// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the proxies and sub-users whose last test failed, by the reason.

#pragma once

#include "api/types/instant.h"

#include <QString>

#include <vector>

namespace relaybook {

class Connection;

/// Last tests that failed for one reason.
struct FailedTests
{
    /// One of them.
    struct One
    {
        QString tested; ///< see keyOf(TestedProxy)
        Instant at{};
        friend bool operator==(const One &, const One &) = default;
    };
    bool ofProxies = false; ///< else of sub-users
    qint64 outcome = 0;     ///< the number of a ProxyTestOutcome
    qint64 count = 0;
    std::vector<One> newest; ///< newest first, at most mostNamed
    static constexpr std::size_t mostNamed = 3;
    friend bool operator==(const FailedTests &, const FailedTests &) = default;
};

/// Of rows that the account has, tested at `since` or later. For a worker thread: reads each last
/// test. `worked` is the number of the outcome of a test that did not fail. Throws.
[[nodiscard]] std::vector<FailedTests> failedTests(Connection &connection, qint64 worked,
                                                   Instant since);

} // namespace relaybook
