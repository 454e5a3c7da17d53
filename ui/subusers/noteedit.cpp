// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/noteedit.h"

#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextBlockUserData>

namespace relaybook {

namespace {

/// What ended the line of a block.
class LineEnd : public QTextBlockUserData
{
public:
    explicit LineEnd(const QString &end)
        : text(end)
    {
    }
    const QString text;
};

/// What begins a block in a QTextDocument, in the order of the text.
QStringList lineEnds(const QString &text)
{
    QStringList ends;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar at = text.at(i);
        if (at == u'\r' && i + 1 < text.size() && text.at(i + 1) == u'\n') {
            ends.append(QStringLiteral("\r\n"));
            ++i;
        } else if (at == u'\r' || at == u'\n' || at == QChar::ParagraphSeparator) {
            ends.append(at);
        }
    }
    return ends;
}

} // namespace

void NoteEdit::setNote(const QString &note)
{
    {
        const QSignalBlocker quiet(this); // note() is right only afterwards
        setPlainText(note);
    }
    took(note);
}

void NoteEdit::replaceNote(const QString &note)
{
    {
        const QSignalBlocker quiet(this);
        QTextCursor cursor(document());
        cursor.select(QTextCursor::Document);
        cursor.insertText(note);
        setTextCursor(cursor);
    }
    took(note);
}

void NoteEdit::took(const QString &note)
{
    m_set.insert(document()->toRawText(), note);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        block.setUserData(nullptr);
    }
    const QStringList ends = lineEnds(note);
    const bool isAsExpected = ends.size() + 1 == document()->blockCount();
    QTextBlock block = document()->begin();
    for (const QString &end : isAsExpected ? ends : QStringList()) {
        block.setUserData(new LineEnd(end)); // the block owns it
        block = block.next();
    }
    Q_EMIT textChanged();
}

QString NoteEdit::note() const
{
    // Also after undo, which forgets the line ends.
    if (const auto set = m_set.constFind(document()->toRawText()); set != m_set.constEnd()) {
        return *set;
    }
    QString text;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        text += block.text();
        if (block.next().isValid()) {
            const auto *end = static_cast<const LineEnd *>(block.userData());
            text += end != nullptr ? end->text : QStringLiteral("\n");
        }
    }
    return text;
}

} // namespace relaybook
