// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the Secret Service of a Linux session what QtKeychain does not report: whether there is one,
// and whether an entry is in a locked keyring. QtKeychain says "not found" to such an entry, and
// "removed" without having removed it.

#pragma once

#include <QString>

#include <functional>

class QObject;

namespace relaybook {

enum class SecretServiceState {
    Missing,  ///< no session bus, or no Secret Service on it
    Locked,   ///< it has such an entry in a locked keyring
    Unlocked, ///< it has such an entry in an unlocked keyring
    Other,    ///< neither, or unknown; always on other systems than Linux
};

/// `handler` is called later, and not if `context` was destroyed. Blocks for a moment if the
/// program has not used the session bus before.
void askSecretService(const QString &service, const QString &entry, QObject *context,
                      std::function<void(SecretServiceState)> handler);

/// Whether the collection that new entries go to is locked; false if there is none, and on other
/// systems than Linux. KeePassXC hides the entries of a locked one from every search. Answers as
/// askSecretService() does.
void askDefaultCollection(QObject *context, std::function<void(bool isLocked)> handler);

} // namespace relaybook
