// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plaintext.h"

#include "models/text/format.h"

#include <QAction>
#include <QTextDocument>
#include <QTreeWidgetItem>
#include <QWidget>

#include <algorithm>

namespace relaybook {
namespace {

constexpr qsizetype wrapColumn = 100; // of a tool tip
constexpr qsizetype longestChoice = 60;

/// Breaks at the last space that fits, and inside a word that is longer than a line.
QString wrapped(const QString &text)
{
    QStringList lines;
    const QStringList paragraphs = text.split(u'\n');
    for (const QString &paragraph : paragraphs) {
        qsizetype at = 0;
        while (paragraph.size() - at > wrapColumn) {
            const qsizetype space = paragraph.lastIndexOf(u' ', at + wrapColumn);
            qsizetype end = space > at ? space : at + wrapColumn;
            if (space <= at && paragraph.at(end - 1).isHighSurrogate()) {
                --end;
            }
            lines.append(paragraph.mid(at, end - at));
            at = space > at ? end + 1 : end;
        }
        lines.append(paragraph.mid(at));
    }
    return lines.join(u'\n');
}

} // namespace

QString cutText(const QString &text, qsizetype longest)
{
    if (text.size() <= longest) {
        return text;
    }
    const bool betweenSurrogates = text.at(longest - 1).isHighSurrogate();
    return text.left(longest - (betweenSurrogates ? 1 : 0)) + u'…';
}

QString plainToolTip(const QString &text)
{
    QString shown = wrapped(cutText(text, longestLine));
    if (!Qt::mightBeRichText(shown)) {
        return shown;
    }
    return QStringLiteral("<p style='white-space:pre'>") +
           shown.toHtmlEscaped().replace(u'\n', QStringLiteral("<br/>")) + QStringLiteral("</p>");
}

void setPlainToolTip(QWidget *widget, const QString &text)
{
    widget->setToolTip(plainToolTip(text));
}

void setPlainToolTip(QTreeWidgetItem *item, int column, const QString &text)
{
    item->setToolTip(column, plainToolTip(text));
}

QString plainLine(const QString &text)
{
    return format::shortened(text, longestChoice);
}

QString plainActionText(const QString &text)
{
    return plainLine(text).replace(u'&', QStringLiteral("&&"));
}

void setPlainText(QAction *action, const QString &text)
{
    action->setText(plainActionText(text));
    action->setToolTip(plainToolTip(text));
}

} // namespace relaybook
