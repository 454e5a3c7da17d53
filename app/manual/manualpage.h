// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a manual page that are made from the tables, in the language of man(7).

#pragma once

#include "app/manual/programoptions.h"

namespace relaybook {

/// The options, each with its explanation.
[[nodiscard]] QString manualOptions(const std::vector<OptionInfo> &options);

/// The parts of relaybook(1), by the marks in the template that they replace: @SYNOPSIS@,
/// @OPTIONS@,
/// @COMMANDS@ and @EXIT_STATUS@.
[[nodiscard]] QString manualSynopsis();
[[nodiscard]] QString manualCommands();
[[nodiscard]] QString manualExitStatus();

} // namespace relaybook
