// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the command line of relaybook-sandbox.
#pragma once

#include "sandbox/server.h"

#include <string>
#include <vector>

namespace sandbox {

/// The parsed command line.
struct CommandLine
{
    Options options;
    bool help = false;
    bool version = false;
    std::string wrong; ///< an error message if the arguments are not valid
};

CommandLine readCommandLine(const std::vector<std::string> &words);

/// The help text with every option and every fault.
std::string helpText();

} // namespace sandbox
