// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers shared by the handlers for sub-users.
#pragma once

#include "sandbox/call.h"

namespace sandbox {

/// The sub-user whose id is the first path argument, or nullptr.
const SubUser *subUserOf(const Call &call);
Answer noSubUser();

} // namespace sandbox
