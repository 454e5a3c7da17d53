// SPDX-License-Identifier: GPL-3.0-or-later
// Where the programs with one data folder find each other, and whether it is really this user's
// program that they found.

#pragma once

#include <QStringList>

class QLocalSocket;

namespace relaybook {

/// The names for QLocalServer and QLocalSocket, the best first. On Unix they are paths in folders
/// that belong to this user and to which nobody else can write, so that no other user can listen
/// there first; empty if there is no such folder. On Windows it is the name of a pipe.
[[nodiscard]] QStringList instanceSockets(const QString &dataDir);

/// Whether the process at the other end runs for the same user. On Windows always true: there the
/// pipe's access list excludes other users from a pipe of this user.
[[nodiscard]] bool isOfThisUser(const QLocalSocket &socket);

} // namespace relaybook
