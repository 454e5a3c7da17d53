// SPDX-License-Identifier: GPL-3.0-or-later
// The address and the sign-in credentials of a running sandbox.
#pragma once

#include <string>

namespace sandbox {

/// Where the gateway listens (see gateway.h).
struct GatewayAddress
{
    std::string host;
    int portHttp = 0;
    int portSocks = 0;
};

/// The address of a sandbox and the credentials that it accepts.
struct Access
{
    std::string url;
    std::string email;
    std::string password;
    std::string personalToken;
    std::string resellerKey;
    /// Only with a gateway: the page that can be reached through it, which answers the exit's
    /// address and country as JSON.
    std::string testPage;
    GatewayAddress gateway;
};

} // namespace sandbox
