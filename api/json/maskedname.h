// SPDX-License-Identifier: GPL-3.0-or-later
// Masks the name of a sub-user where it is stored.

#pragma once

#include "api/types/subuser.h"

namespace relaybook {

/// The user name with its secrets masked: what looks like one (SecretFinder), and the sub-user's
/// own password. In memory names are exact, because orders are recognized by them.
[[nodiscard]] QString maskedName(const SubUser &row);
/// The same for the user name of its proxy.
[[nodiscard]] QString maskedLogin(const SubUser &row);

} // namespace relaybook
