// SPDX-License-Identifier: GPL-3.0-or-later
// Editor for a note that gives back each character as it came: QPlainTextEdit alone turns no-break
// spaces into blanks, and all kinds of line ends into one.
#pragma once

#include <QHash>
#include <QPlainTextEdit>

namespace relaybook {

class NoteEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    using QPlainTextEdit::QPlainTextEdit;

    /// Sets the text; cannot be undone.
    void setNote(const QString &note);
    /// Replaces the text; can be undone.
    void replaceNote(const QString &note);
    /// The text that was set as long as it was not changed. Otherwise lines that were typed end
    /// with LF, and the others as they came.
    [[nodiscard]] QString note() const;

private:
    void took(const QString &note);

    QHash<QString, QString> m_set; ///< the texts that were set, by the document's form of them
};

} // namespace relaybook
