// SPDX-License-Identifier: GPL-3.0-or-later
// Removes the secrets of all accounts from the keychain.

#pragma once

#include <QString>

namespace relaybook {

class Keychain;

/// Removes the keychain's entry of every account that has data in `dataDir`, and waits until it is
/// done. For an uninstaller that deletes the data: afterwards nobody would know which entries were
/// Relaybook's. Revokes nothing at a service and changes no file. Returns what could not be removed
/// and why, in sentences; empty if all is removed.
[[nodiscard]] QString removeSecrets(const QString &dataDir, Keychain &keychain);

} // namespace relaybook
