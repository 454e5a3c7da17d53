// SPDX-License-Identifier: GPL-3.0-or-later
// Results of proxy tests as they are stored in keep.sqlite, without any secret, and what they say
// about a new one: whether it is slower than those of the week before.

#pragma once

#include "api/proxytest/proxytestresult.h"
#include "api/types/ids.h"
#include "api/types/instant.h"
#include "models/text/credentialformat.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace relaybook {

class KeepFile;

/// What is tested: a proxy, or what a sub-user connects with.
using TestedProxy = std::variant<ProxyId, SubUserId>;
/// Identifies it in keep.sqlite.
[[nodiscard]] QString keyOf(const TestedProxy &tested);
/// What keyOf() was called with; nothing for another text.
[[nodiscard]] std::optional<TestedProxy> testedFromKey(const QString &key);

struct ProxyTestRecord
{
    Instant at{}; ///< when it ended
    ProxyProtocol protocol = ProxyProtocol::Http;
    /// A stored one has no status, no TLS errors and no text of the system.
    ProxyTestResult result;
};

/// The last 100 tests, newest first.
[[nodiscard]] std::vector<ProxyTestRecord> proxyTestsOf(const TestedProxy &tested, KeepFile &kept);
/// Stores them in one commit.
void keepProxyTests(const std::vector<std::pair<TestedProxy, ProxyTestRecord>> &tests,
                    KeepFile &kept);
void keepProxyTest(const TestedProxy &tested, const ProxyTestRecord &test, KeepFile &kept);

/// The median of the total times of the tests of the week before `test` that worked with the same
/// protocol. Nothing if there are fewer than three.
[[nodiscard]] std::optional<std::chrono::microseconds>
usualTimeBefore(const ProxyTestRecord &test, const std::vector<ProxyTestRecord> &tests);
/// Whether it took at least one and a half times as long as usual.
[[nodiscard]] bool isSlowerThan(std::chrono::microseconds usual, const ProxyTestRecord &test);

} // namespace relaybook
