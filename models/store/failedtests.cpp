// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/failedtests.h"

#include "models/sqlite/connection.h"
#include "models/store/keepfile.h"

#include <map>
#include <utility>

namespace relaybook {

std::vector<FailedTests> failedTests(Connection &connection, qint64 worked, Instant since)
{
    Query query(connection, "SELECT tested, at_ms, outcome FROM last_tests"
                            " WHERE outcome <> ? AND at_ms >= ? ORDER BY at_ms DESC, tested");
    query.bind(1, worked).bind(2, toMillis(since));
    std::map<std::pair<bool, qint64>, FailedTests> found;
    while (query.next()) {
        const QString tested = query.text(0);
        const bool isProxy = tested.startsWith(testedProxyPrefix);
        const auto prefix = isProxy ? testedProxyPrefix : testedSubUserPrefix;
        Query row(connection, isProxy ? "SELECT 1 FROM proxies WHERE id = ?"
                                      : "SELECT 1 FROM sub_users WHERE id = ?");
        if (!row.bind(1, tested.mid(prefix.size())).next()) {
            continue;
        }
        FailedTests &group = found[{isProxy, query.number(2)}];
        group.ofProxies = isProxy;
        group.outcome = query.number(2);
        ++group.count;
        if (group.newest.size() < FailedTests::mostNamed) {
            group.newest.push_back({tested, fromMillis(query.number(1))});
        }
    }
    std::vector<FailedTests> groups;
    groups.reserve(found.size());
    for (auto &[reason, group] : found) {
        groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace relaybook
