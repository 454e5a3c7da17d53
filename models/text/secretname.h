// SPDX-License-Identifier: GPL-3.0-or-later
// Tells whether a typed name looks like a credential, for rooms that do not know api/json.

#pragma once

#include <QString>

namespace relaybook {

/// Whether the text has a part that is masked wherever the service sends it, such as
/// host:port:user:password (SecretFinder). As a new name it is refused: the name is stored with the
/// order, and could not be found again in a list, where it is masked.
[[nodiscard]] bool isNameLikeSecret(const QString &typed);

} // namespace relaybook
