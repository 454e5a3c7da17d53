// SPDX-License-Identifier: GPL-3.0-or-later
// The format check of a window or dialog: numbers and dates are all written as in the present
// locale, none as in another.

#pragma once

#include "models/text/localeformat.h"
#include "tests/ui/showntexts.h"

#include <QRegularExpression>

namespace relaybook::testing {

/// Which part of a text is written as in another locale than shownLocale(); empty: none.
[[nodiscard]] inline QString foreignFormat(const QString &text)
{
    static const QRegularExpression pointAmount(
        QStringLiteral("\\$[0-9]+\\.[0-9]{1,2}(?![0-9])|(?<![0-9.])[0-9]+\\.[0-9]{1,2} GB"));
    static const QRegularExpression commaAmount(
        QStringLiteral("\\$[0-9]+,[0-9]{1,2}(?![0-9,])|(?<![0-9,])[0-9]+,[0-9]{1,2} GB"));
    static const QRegularExpression monthNames(QStringLiteral(
        "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]|[0-9]+\\. (Jan|Feb|Mär|Apr|Mai|"
        "Jun|Jul|Aug|Sep|Okt|Nov|Dez)|[0-9] (janv|févr|mars|avr|juin|juil|août|sept|oct|nov|déc)"));
    static const QRegularExpression numericDate(
        QStringLiteral("(?<![0-9.])[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}"));
    static const QRegularExpression otherDigits(QStringLiteral("[\\x{0600}-\\x{06ff}]"));
    // Notes and descriptions of the sandbox are in English.
    static const QRegularExpression ofTheService(
        QStringLiteral("Paid until [A-Z][a-z]+ [0-9]+|[A-Z][a-z ]+ · [0-9.]+ GB"));
    QString own = text;
    own.remove(ofTheService);
    const QLocale shown = format::shownLocale();
    const bool isComma = shown.decimalPoint() == QLatin1String(",");
    const bool isNamed =
        shown.language() == QLocale::English &&
        (shown.territory() == QLocale::UnitedStates || shown.territory() == QLocale::UnitedKingdom);
    for (const auto &each :
         {isComma ? pointAmount : commaAmount, isNamed ? numericDate : monthNames, otherDigits}) {
        if (const auto match = each.match(own); match.hasMatch()) {
            return match.captured();
        }
    }
    return {};
}

/// What in `root` is written as in another locale.
[[nodiscard]] inline QStringList foreignFormats(QWidget *root)
{
    QStringList complaints;
    ShownTexts::forEach(root, [&complaints](const QString &text, const QString &where) {
        const QString found = foreignFormat(text);
        const bool isSample = where.contains(QLatin1String("formatsBox"));
        if (!found.isEmpty() && !isSample) {
            constexpr qsizetype enough = 160;
            complaints.append(found % u" in " % where % u": " % text.left(enough));
        }
    });
    complaints.removeDuplicates();
    return complaints;
}

} // namespace relaybook::testing
