// SPDX-License-Identifier: GPL-3.0-or-later
// The direction check of a window or dialog: no text on it has an invisible character of the
// service's texts, and right-to-left names do not reorder the sentences that contain them. Fields
// that can be edited have the exact text.

#pragma once

#include "tests/ui/showntexts.h"

#include <QRegularExpression>

namespace relaybook::testing {

/// A Hebrew name with an override, an isolate without its end, and an escape character.
inline QByteArray directionText()
{
    return "\u05e0\u05d5\u05e2\u05d4\u202e90\u2066\u200b\\u001b";
}

/// Why a text on the screen could be misread; empty: it cannot.
[[nodiscard]] inline QString misreading(const QString &text)
{
    static const QRegularExpression invisible(
        QStringLiteral("[\\x{202a}-\\x{202e}\\x{2066}\\x{2067}\\x{200b}-\\x{200f}\\x{061c}\\x{2060}"
                       "\\x{feff}\\x{0001}-\\x{0008}\\x{000b}-\\x{001f}]"));
    if (invisible.match(text).hasMatch()) {
        return QStringLiteral("an invisible character");
    }
    static const QRegularExpression isolate(
        QStringLiteral("\\x{2068}[^\\x{2068}\\x{2069}]*\\x{2069}"));
    QString outside = text;
    outside.remove(isolate);
    // An ellipsis may have cut off the end of an isolate.
    if (outside.contains(QChar(0x2069)) ||
        (outside.contains(QChar(0x2068)) && !outside.contains(u'…'))) {
        return QStringLiteral("an isolate without its end");
    }
    static const QRegularExpression rightToLeft(QStringLiteral("[\\x{0590}-\\x{05ff}]"));
    static const QRegularExpression ownWords(QStringLiteral("[a-z]{3,}"));
    const QStringList lines = outside.split(u'\n');
    for (const QString &line : lines) {
        if (rightToLeft.match(line).hasMatch() && ownWords.match(line).hasMatch()) {
            return QStringLiteral("a right-to-left name that is not isolated");
        }
    }
    return {};
}

/// What in `root` could be misread.
[[nodiscard]] inline QStringList misread(QWidget *root)
{
    QStringList complaints;
    ShownTexts::forEach(root, [&complaints](const QString &text, const QString &where) {
        const QString why = misreading(text);
        if (!why.isEmpty()) {
            constexpr qsizetype enough = 100;
            complaints.append(why % u" in " % where % u": " % text.left(enough));
        }
    });
    complaints.removeDuplicates();
    return complaints;
}

} // namespace relaybook::testing
