// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of how numbers and dates are shown (Setting::Formats). The texts stay in the language
// of the program.
#pragma once

#include <QLocale>
#include <QString>

namespace relaybook {

enum class Formats {
    Program, ///< as in the program's language
    British, ///< English with the day before the month
    System,  ///< as the system's settings say
};

/// As it is stored in the settings: "program", "british" or "system".
[[nodiscard]] QString formatsName(Formats formats);
/// The formats with that name; Program for any other name.
[[nodiscard]] Formats formatsOf(const QString &name);

/// The locale to pass to QLocale::setDefault(). `program` is that of the program's language, which
/// is also used if Relaybook cannot show the system's formats (format::canShow()).
[[nodiscard]] QLocale localeOf(Formats formats, const QLocale &program, const QLocale &system);

} // namespace relaybook
