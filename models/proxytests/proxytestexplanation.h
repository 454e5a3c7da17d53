// SPDX-License-Identifier: GPL-3.0-or-later
// Says in a sentence what happened in a test of a proxy, and, from what is stored about the proxy
// or sub-user, the likely reason and what to do.

#pragma once

#include "api/proxytest/proxytestresult.h"
#include "api/types/subuser.h"
#include "api/types/trafficamount.h"
#include "models/text/credentialformat.h"

#include <QString>
#include <QUrl>

#include <optional>
#include <vector>

namespace relaybook {

/// What is known about a tested proxy or sub-user.
struct ProxyTestFacts
{
    ProxyProtocol protocol = ProxyProtocol::Http;
    bool isSubUser = false;
    QString name; ///< of the proxy or the sub-user
    QString host; ///< that the test connected to
    int port = 0;
    QString pageHost;
    /// The sub-user's traffic, or the proxy's limit without what it has used.
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> limit; ///< of a proxy
    QString pool;                       ///< the traffic type that it uses
    std::optional<TrafficAmount> poolLeft;
    QString country; ///< the promised one; empty if any
    /// The access rules of a sub-user, if they were loaded.
    std::optional<std::vector<AccessRule>> allowlist;
    std::optional<std::vector<AccessRule>> blocklist;
};

struct ProxyTestExplanation
{
    QString happened; ///< a sentence
    QString advice;   ///< the likely reason and what to do; may be empty
    friend bool operator==(const ProxyTestExplanation &, const ProxyTestExplanation &) = default;
};

[[nodiscard]] ProxyTestExplanation explain(const ProxyTestResult &result,
                                           const ProxyTestFacts &facts);

/// A page that has an IPv6 address only.
[[nodiscard]] QUrl ipv6TestPage();
/// Whether the exit may have an IPv6 address only, and ipv6TestPage() would tell: the proxy did not
/// reach the page, which may have none.
[[nodiscard]] bool mayHaveIpv6ExitOnly(const ProxyTestResult &result, const ProxyTestFacts &facts);

/// "No traffic left: client_003 has 0 GB. …"; empty if there is some, or if it is not known.
[[nodiscard]] QString withoutTraffic(const ProxyTestFacts &facts);

/// Whether the exit is in another country than the promised one. Nothing if one of them is not
/// known, or if a name cannot be compared with a code.
[[nodiscard]] std::optional<bool> isOtherCountry(const QString &promised, const QString &found);

} // namespace relaybook
