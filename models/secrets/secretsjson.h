// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the secrets of an account as the JSON text of their keychain entry, and reads it.

#pragma once

#include "models/secrets/keychain.h"

namespace relaybook {

/// The text of an entry. Fails if a secret contains bytes that are not UTF-8, because reading it
/// back would change them.
[[nodiscard]] tl::expected<Secret, KeychainError> toEntryText(const AccountSecrets &secrets);

/// Reads the text of an entry. The error never contains any of it.
[[nodiscard]] tl::expected<AccountSecrets, KeychainError> fromEntryText(const Secret &text);

} // namespace relaybook
