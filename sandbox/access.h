// SPDX-License-Identifier: GPL-3.0-or-later
// The address and the sign-in credentials of a running sandbox.
#pragma once

#include <string>

namespace sandbox {

/// The address of a sandbox and the credentials that it accepts.
struct Access
{
    std::string url;
    std::string email;
    std::string password;
    std::string personalToken;
    std::string resellerKey;
};

} // namespace sandbox
