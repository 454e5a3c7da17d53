// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls about sub-users share.
#pragma once

#include "sandbox/call.h"

namespace sandbox {

/// The sub-user whose id stands first in the path, or nullptr.
const SubUser *subUserOf(const Call &call);
Answer noSubUser();

} // namespace sandbox
