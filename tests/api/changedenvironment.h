// SPDX-License-Identifier: GPL-3.0-or-later
// Removes the variables that name proxies from the environment of a test, and restores them at the
// end.

#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook::testing {

class ChangedEnvironment
{
public:
    /// `variables` are set, all others that name proxies are removed. A test may change all of them
    /// while this object exists.
    explicit ChangedEnvironment(
        std::initializer_list<std::pair<const char *, QByteArray>> variables = {})
    {
        for (const char *name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY",
                                 "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
            m_before.emplace_back(name, qEnvironmentVariableIsSet(name)
                                            ? std::optional(qgetenv(name))
                                            : std::nullopt);
            qunsetenv(name);
        }
        for (const auto &[name, value] : variables) {
            qputenv(name, value);
        }
    }
    ChangedEnvironment(const ChangedEnvironment &) = delete;
    ChangedEnvironment &operator=(const ChangedEnvironment &) = delete;
    ~ChangedEnvironment()
    {
        for (const auto &[name, value] : m_before) {
            if (value) {
                qputenv(name, *value);
            } else {
                qunsetenv(name);
            }
        }
    }

private:
    std::vector<std::pair<const char *, std::optional<QByteArray>>> m_before;
};

} // namespace relaybook::testing
