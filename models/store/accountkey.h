// SPDX-License-Identifier: GPL-3.0-or-later
// Under which name an account's files stand: two accounts never share a folder, and the name tells
// nobody who they are.

#pragma once

#include <QString>

namespace relaybook {

/// `service` is the origin, `account` the account's id or e-mail address; neither is a secret.
[[nodiscard]] QString accountKey(const QString &service, const QString &account);

/// Where all accounts have their folders, and where one has its own.
[[nodiscard]] QString accountsFolder(const QString &dataDir);
[[nodiscard]] QString accountFolder(const QString &dataDir, const QString &service,
                                    const QString &account);

} // namespace relaybook
