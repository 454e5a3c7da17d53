// SPDX-License-Identifier: GPL-3.0-or-later
// Says why a button or a command that changes or buys something is disabled in an account that is
// set to view only.
#pragma once

#include <QString>

namespace relaybook {

[[nodiscard]] QString viewOnlyReason();

} // namespace relaybook
