// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plaintext.h"

#include "api/types/cuttext.h"
#include "models/text/format.h"
#include "models/text/showntext.h"

#include <QAction>
#include <QTextDocument>
#include <QTreeWidgetItem>
#include <QWidget>

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
            const bool atSpace = space > at;
            lines.append(atSpace ? paragraph.mid(at, space - at)
                                 : textStart(paragraph.mid(at, wrapColumn + 1), wrapColumn));
            at += lines.last().size() + (atSpace ? 1 : 0);
        }
        lines.append(paragraph.mid(at));
    }
    return lines.join(u'\n');
}

} // namespace

QString plainToolTip(const QString &text)
{
    QString shown = wrapped(shownSentence(cutText(text, longestLine)));
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

QString withoutKey(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

QString plainLine(const QString &text)
{
    return isolated(format::shortened(text, longestChoice));
}

QString plainActionText(const QString &text)
{
    return withoutKey(plainLine(text));
}

void setPlainText(QAction *action, const QString &text)
{
    action->setText(plainActionText(text));
    action->setToolTip(plainToolTip(text));
}

} // namespace relaybook
