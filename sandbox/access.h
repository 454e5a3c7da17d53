// SPDX-License-Identifier: GPL-3.0-or-later
// Where a sandbox listens, and what opens it.
#pragma once

#include <string>

namespace sandbox {

struct Access
{
    std::string url;
    std::string email;
    std::string password;
    std::string personalToken;
    std::string resellerKey;
};

} // namespace sandbox
