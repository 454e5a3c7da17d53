// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens that a script sets in the environment of the program (see --help).

#pragma once

#include "api/types/secret.h"

namespace relaybook {

struct ScriptTokens
{
    Secret personalToken; ///< empty if not set
    Secret resellerKey;   ///< empty if not set

    [[nodiscard]] bool isEmpty() const { return personalToken.isEmpty() && resellerKey.isEmpty(); }
};

/// Reads the tokens, and removes them from the environment: programs that are started from here do
/// not inherit them, and others of the user do not find them in /proc/PID/environ or `ps`. Call it
/// before any other thread is started.
[[nodiscard]] ScriptTokens takeScriptTokens();

} // namespace relaybook
