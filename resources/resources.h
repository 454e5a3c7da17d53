// SPDX-License-Identifier: GPL-3.0-or-later
// Access to the files that are compiled into the program: icons under
// :/relaybook/drawings, and translations under :/relaybook/i18n.
#pragma once

#include <QLocale>

class QCoreApplication;

namespace relaybook {

/// Width and height of each compiled-in drawing, :/relaybook/drawings/NAME.pic, in its own units.
inline constexpr int drawingSide = 24;

/// Makes the compiled-in files readable. Needed because a static library registers nothing by
/// itself; calling it again does nothing.
void initResources();

/// Installs the translation for the system's language, or English if there is none. English has a
/// file too: it holds the plural forms of every "%n" text. The application owns the translators.
/// Returns the locale of the installed language: American English, or the system's own.
QLocale installTranslations(QCoreApplication &app);

} // namespace relaybook
