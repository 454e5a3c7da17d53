// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/initials.h"

#include "models/text/showntext.h"
#include "ui/theme/colours.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QTextBoundaryFinder>

namespace relaybook {

namespace {

constexpr qreal initialsRadius = 8;
constexpr int badgeIconSide = 16;

QString firstCharacter(const QString &word)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, word);
    const auto end = finder.toNextBoundary();
    return word.left(end).toUpper();
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
    paint::box(painter, rect, initialsRadius, accountColour(account.key), {});
    painter.setPen(Qt::white);
    painter.setFont(theme.font(TextStyle::CaptionBold));
    painter.drawText(rect, Qt::AlignCenter, initialsOf(account.name));
}

} // namespace relaybook
