// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/initials.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/colours.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace relaybook {

namespace {

constexpr qreal initialsRadius = 8;
constexpr int badgeIconSide = 16;

/// Without punctuation before it, such as a bracket; empty if the word has nothing else.
QString firstCharacter(const QString &word)
{
    const auto *const begin =
        std::find_if_not(word.begin(), word.end(), [](QChar each) { return each.isPunct(); });
    const QString rest = word.mid(begin - word.begin());
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, rest);
    return rest.left(std::max(finder.toNextBoundary(), qsizetype(0))).toUpper();
}

} // namespace

QString initialsOf(const QString &name)
{
    const QStringList words =
        typeableText(name).simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QString result;
    for (const QString &word : words.mid(0, 2)) {
        result += firstCharacter(word);
    }
    return result;
}

void paintInitials(QPainter &painter, const Theme &theme, const QRect &rect,
                   const AccountMark &account)
{
    if (account.isSandbox) {
        paint::box(painter, rect, initialsRadius, theme.colour(Role::WarningTint), {});
        QRect icon(0, 0, badgeIconSide, badgeIconSide);
        icon.moveCenter(rect.center());
        theme.paintIcon(painter, icon, Icon::Sandbox, Role::Warning);
        return;
    }
    paint::box(painter, rect, initialsRadius,
               accountColour(account.colour, theme.isDark(), theme.isStrong()), {});
    painter.setPen(theme.colour(Role::OnAccent));
    painter.setFont(theme.font(TextStyle::CaptionBold));
    painter.drawText(rect, Qt::AlignCenter, isPrivacyOn() ? QString() : initialsOf(account.name));
}

} // namespace relaybook
