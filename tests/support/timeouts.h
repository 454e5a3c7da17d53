// SPDX-License-Identifier: GPL-3.0-or-later
// How long a client waits in tests: what never ends at the service must end soon for them.

#pragma once

#include "api/http/apiclient.h"

namespace relaybook::testing {

/// Sets the idle timeout. A change has no longer either if it is shorter than that of the program.
inline void setIdleTimeout(ApiClient::Config &config, std::chrono::milliseconds timeout)
{
    const ApiClient::Config usual{.service = config.service};
    config.idleTimeout = timeout;
    if (timeout < usual.idleTimeout) {
        config.answerLimits.change = timeout;
    }
}

} // namespace relaybook::testing
