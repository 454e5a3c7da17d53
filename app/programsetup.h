// SPDX-License-Identifier: GPL-3.0-or-later
// The first steps of main(), for relaybook and relaybook-pictures.

#pragma once

#include <QStringList>

class QCoreApplication;

namespace relaybook {

/// Forbids crash dumps, sets the program's name and version, and prepares OpenSSL for the program's
/// end. To be called at the start of main().
void setUpProgram();

/// The arguments without the program's own name.
[[nodiscard]] QStringList argumentsOf(int argc, char **argv);

/// Installs the program's translation if there is one for the user's language, and Qt's for its own
/// buttons.
void installTranslators(QCoreApplication &application);

} // namespace relaybook
