// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates the folder name of an account's files. Two accounts never share a folder, and the name
// does not reveal whose account it is.

#pragma once

#include <QString>

namespace relaybook {

/// The folder name of an account. `service` is the origin, `account` the account's id or e-mail
/// address; neither is secret.
[[nodiscard]] QString accountKey(const QString &service, const QString &account);

/// Whether a name has the form of such a folder name: 32 hexadecimal digits, lower case.
[[nodiscard]] bool isAccountKey(QStringView name);

/// The folder that contains the folders of all accounts, and the folder of one account.
[[nodiscard]] QString accountsFolder(const QString &dataDir);
[[nodiscard]] QString accountFolder(const QString &dataDir, const QString &service,
                                    const QString &account);

} // namespace relaybook
