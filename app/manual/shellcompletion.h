// SPDX-License-Identifier: GPL-3.0-or-later
// Completions of commands, options and their values for three shells.

#pragma once

#include "app/manual/programoptions.h"

namespace relaybook {

[[nodiscard]] QString bashCompletion(const DescribedProgram &program);
[[nodiscard]] QString zshCompletion(const DescribedProgram &program);
[[nodiscard]] QString fishCompletion(const DescribedProgram &program);

} // namespace relaybook
