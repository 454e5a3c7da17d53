// SPDX-License-Identifier: GPL-3.0-or-later
// The words that relaybook-sandbox takes.
#pragma once

#include "sandbox/server.h"

#include <string>
#include <vector>

namespace sandbox {

struct CommandLine
{
    Options options;
    bool help = false;
    bool version = false;
    std::string wrong; ///< a sentence, when the words were not understood
};

CommandLine readCommandLine(const std::vector<std::string> &words);

/// Every option and every fault, explained.
std::string helpText();

} // namespace sandbox
