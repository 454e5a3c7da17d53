// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the editor of a note gives back each character that was not changed.
#include "ui/subusers/noteedit.h"

#include <QTest>
#include <QTextCursor>

using namespace relaybook;

class TestNoteEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void untouchedTextIsExact_data();
    void untouchedTextIsExact();
    void typingKeepsTheOtherCharacters();
    void undoGivesTheExactTextBack();
    void replacingIsReportedOnce();
};

void TestNoteEdit::untouchedTextIsExact_data()
{
    QTest::addColumn<QString>("note");
    QTest::newRow("nothing") << QString();
    QTest::newRow("a no-break space") << QStringLiteral("10\u00a0GB");
    QTest::newRow("line ends of three systems") << QStringLiteral("a\r\nb\rc\nd");
    QTest::newRow("only line ends") << QStringLiteral("\n\r\r\n\n");
    QTest::newRow("line and paragraph separators") << QStringLiteral("a\u2028b\u2029c");
    QTest::newRow("tabs and blanks") << QStringLiteral(" \ta  b ");
    QTest::newRow("a zero-width joiner and direction marks")
        << QStringLiteral("\u200fשלום\u200d \u202etxet\u202c");
    QTest::newRow("half a surrogate") << QString(QChar(0xd83d)) + u'x';
    QTest::newRow("beginning and end of a frame") << QStringLiteral("a\ufdd0b\ufdd1c");
}

void TestNoteEdit::untouchedTextIsExact()
{
    QFETCH(QString, note);
    NoteEdit edit;
    edit.setNote(note);
    QCOMPARE(edit.note(), note);
    edit.replaceNote(QStringLiteral("another"));
    QCOMPARE(edit.note(), QStringLiteral("another"));
    edit.replaceNote(note);
    QCOMPARE(edit.note(), note);
}

void TestNoteEdit::typingKeepsTheOtherCharacters()
{
    NoteEdit edit;
    edit.setNote(QStringLiteral("10\u00a0GB\r\nsecond\u2028line\rlast"));
    edit.moveCursor(QTextCursor::End);
    edit.insertPlainText(QStringLiteral("!\nmore"));
    QCOMPARE(edit.note(), QStringLiteral("10\u00a0GB\r\nsecond\u2028line\rlast!\nmore"));
    edit.moveCursor(QTextCursor::Start);
    edit.insertPlainText(QStringLiteral("x"));
    QCOMPARE(edit.note(), QStringLiteral("x10\u00a0GB\r\nsecond\u2028line\rlast!\nmore"));
}

void TestNoteEdit::undoGivesTheExactTextBack()
{
    const QString note = QStringLiteral("a\r\nb\u00a0c\rd");
    NoteEdit edit;
    edit.setNote(note);
    edit.selectAll();
    edit.insertPlainText(QStringLiteral("gone"));
    QCOMPARE(edit.note(), QStringLiteral("gone"));
    edit.undo();
    QCOMPARE(edit.note(), note);
    edit.replaceNote(QStringLiteral("x\ny\nz"));
    edit.undo();
    QCOMPARE(edit.note(), note);
    edit.replaceNote(QStringLiteral("x"));
    edit.moveCursor(QTextCursor::End);
    edit.insertPlainText(QStringLiteral("\ny"));
    QCOMPARE(edit.note(), QStringLiteral("x\ny"));
}

void TestNoteEdit::replacingIsReportedOnce()
{
    NoteEdit edit;
    edit.setNote(QStringLiteral("before"));
    QStringList seen;
    connect(&edit, &QPlainTextEdit::textChanged, this, [&] { seen.append(edit.note()); });
    edit.replaceNote(QStringLiteral("one\r\ntwo"));
    QCOMPARE(seen, QStringList{QStringLiteral("one\r\ntwo")});
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestNoteEdit)
#include "test_noteedit.moc"
