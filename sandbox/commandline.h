// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the command line of relaybook-sandbox.
#pragma once

#include "sandbox/server.h"

#include <string>
#include <string_view>
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

/// An option as the help text names it: "--port", "N", and what it does.
struct OptionText
{
    std::string_view name;
    std::string_view value; ///< empty: the option has no value
    std::string_view help;
};

/// All options in the order of the help text.
std::vector<OptionText> optionTexts();

/// The help text with every option and every fault.
std::string helpText();

} // namespace sandbox
