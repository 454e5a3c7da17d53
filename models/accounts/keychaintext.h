// SPDX-License-Identifier: GPL-3.0-or-later
// Describes errors of the keychain to the user: what happened, what it means, what to do.

#pragma once

#include "models/accounts/openaccounts.h"
#include "models/accounts/signin.h"
#include "models/secrets/keychain.h"

namespace relaybook {

/// A networkIdentity() in words: "the proxy socks5://ada@10.0.0.1:1080, and a certificate file".
[[nodiscard]] QString networkText(const QString &identity);
/// The state of an account whose secrets could not be read.
[[nodiscard]] AccountAccess accessFor(KeychainError::Kind kind);
/// The message if the sign-in of an account could not be read.
[[nodiscard]] QString keychainReadText(const KeychainError &error);
/// The message if a sign-in could not be stored: it is kept for this session only.
[[nodiscard]] QString keychainWriteText(const KeychainError &error);
/// The message if the entry of an account that was signed out could not be removed.
[[nodiscard]] QString keychainRemoveText(const KeychainError &error, const QString &entry);

/// The largest entry that the keychain of this system stores; nothing if it has no limit. Windows'
/// Credential Manager holds 2,560 bytes.
[[nodiscard]] std::optional<qsizetype> mostEntryBytes();
/// Whether the secrets that were typed fit into an entry of `most` bytes.
[[nodiscard]] bool fitsKeychain(const SignInInput &input,
                                std::optional<qsizetype> most = mostEntryBytes());

} // namespace relaybook
