// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers, dates and times by the locale of QLocale(), which the user chooses in the
// settings. In American and British English a month has its name ("Oct 18, 2026",
// "18 Oct 2026"), because the program's texts are in English. In any other locale a date has the
// locale's own numbers and order, with all digits of the year ("18.10.2026"), because the names of
// its months would not fit into an English text.

#pragma once

#include <QDate>
#include <QLocale>
#include <QString>
#include <QTime>

namespace relaybook::format {

/// The locale of all numbers and dates that are shown: showableLocale().
[[nodiscard]] QLocale shownLocale();
[[nodiscard]] bool canShow(const QLocale &locale); ///< showableLocale() keeps it

/// Plain decimal text, such as "-1234.5", with the separators of the locale: "-1,234.5",
/// "-1.234,5".
[[nodiscard]] QString number(const QString &plain);

/// "1,234.50 · Oct 18, 2026": how numbers and dates are shown in this locale.
[[nodiscard]] QString sample(const QLocale &locale);

/// "Oct 18, 2026", "18.10.2026".
[[nodiscard]] QString date(QDate day);
/// "Oct 18", "18.10.": where the year is clear.
[[nodiscard]] QString shortDate(QDate day);
/// "Oct 2026", "10.2026".
[[nodiscard]] QString month(QDate day);
/// "18:00", "6:00 pm".
[[nodiscard]] QString time(QTime time);
/// "18:00:03", "6:00:03 pm".
[[nodiscard]] QString exactTime(QTime time);

} // namespace relaybook::format
