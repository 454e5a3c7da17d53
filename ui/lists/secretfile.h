// SPDX-License-Identifier: GPL-3.0-or-later
// Saves secrets in a file that only the user can read: asks for the file, says what it means, and
// writes it.
#pragma once

#include "api/types/secret.h"

#include <QString>

#include <functional>
#include <optional>

class QObject;
class QWidget;

namespace relaybook {

class Theme;

struct SecretFileWanted
{
    QString title;  ///< of the file dialog
    QString filter; ///< "Text (*.txt)"
    QString suffix; ///< "txt"
    QString name;   ///< the proposed file name
};

/// Opens a file dialog over `parent`, then a question. Calls `save` with the path after the user
/// agreed, unless `guard` was destroyed.
void askForSecretFile(const Theme &theme, const SecretFileWanted &wanted, QWidget *parent,
                      QObject *guard, std::function<void(const QString &path)> save);

/// Replaces the file as a whole, or leaves it as it was. Nobody else can read it, also if others
/// could read the one before; on Windows the access list of the folder decides. Returns a whole
/// sentence if it fails. For any thread.
[[nodiscard]] std::optional<QString> writeForUserOnly(const QString &path, const Secret &content);

} // namespace relaybook
