// SPDX-License-Identifier: GPL-3.0-or-later
// The hint beside a field in which a name is typed to confirm something.
#pragma once

#include <QString>

namespace relaybook {

/// "Type “client_90”." If the name has invisible characters, the hint says so and shows them, and
/// asks for the name without them. isNameTyped() compares.
[[nodiscard]] QString nameToTypeText(const QString &name);

} // namespace relaybook
