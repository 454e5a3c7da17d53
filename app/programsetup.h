// SPDX-License-Identifier: GPL-3.0-or-later
// The first steps of main(), for relaybook and relaybook-pictures.

#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace relaybook {

/// Forbids crash dumps, sets the program's name and version, prepares OpenSSL for the program's
/// end, and uses UTC if the computer's time zone is unknown. To be called at the start of main().
void setUpProgram();

/// If the time zone of this computer is unknown, because TZ names none or the files of zones are
/// missing: a sentence that says so and that UTC is used. Otherwise empty.
[[nodiscard]] QString unknownTimeZoneText();

/// The arguments without the program's own name.
[[nodiscard]] QStringList argumentsOf(int argc, char **argv);

/// Makes the whole program speak one language: that of its translation for the system's language,
/// or English if there is none. Its texts, Qt's own, the direction of the layout, and QLocale(), by
/// which numbers and dates are formatted, follow it. The window then applies Setting::Formats.
void setUpLanguage(QCoreApplication &application);

} // namespace relaybook
