// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that texts of other people cannot look like another text, and that genuine names of any
// script stay as they are.

#include "models/text/showntext.h"

#include <QTest>

namespace relaybook {

class TestShownText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void invisible_data();
    void invisible();
    void genuineNamesStay_data();
    void genuineNamesStay();
    void onlyRightToLeftIsIsolated();
    void isolatesOfSentencesStay();
    void typedNames_data();
    void typedNames();
};

void TestShownText::invisible_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("typeable");
    const auto row = [](const char *name, const QString &text, const QString &shown,
                        const QString &typeable) {
        QTest::newRow(name) << text << shown << typeable;
    };
    row("override", u"client_\u202e90"_qs, u"client_⟨U+202E⟩90"_qs, u"client_90"_qs);
    row("marks", u"a\u200eb\u200fc\u061cd"_qs, u"a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩d"_qs, u"abcd"_qs);
    row("embeddings", u"\u202aa\u202bb\u202dc\u202c"_qs, u"⟨U+202A⟩a⟨U+202B⟩b⟨U+202D⟩c⟨U+202C⟩"_qs,
        u"abc"_qs);
    row("isolates", u"\u2066a\u2067b\u2068c\u2069"_qs, u"⟨U+2066⟩a⟨U+2067⟩b⟨U+2068⟩c⟨U+2069⟩"_qs,
        u"abc"_qs);
    row("zero width", u"a\u200bb\u2060c\ufeffd\u00ade"_qs,
        u"a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e"_qs, u"abcde"_qs);
    row("joiners in Latin", u"a\u200cb\u200dc"_qs, u"a⟨U+200C⟩b⟨U+200D⟩c"_qs, u"abc"_qs);
    row("control characters", u"a\u001b[2J\u0000\u007f\u0085"_qs,
        u"a⟨U+001B⟩[2J⟨U+0000⟩⟨U+007F⟩⟨U+0085⟩"_qs, u"a[2J"_qs);
    row("lines", u"a\nb\tc\r\nd\re\u2028f"_qs, u"a\nb\tc\r\nd⟨U+000D⟩e⟨U+2028⟩f"_qs,
        u"a\nb\tc\r\ndef"_qs);
    row("blank letters", u"a\u3164b\u115f"_qs, u"a⟨U+3164⟩b⟨U+115F⟩"_qs, u"ab"_qs);
    row("beyond 16 bits", u"a\U000e0041b"_qs, u"a⟨U+E0041⟩b"_qs, u"ab"_qs);
    row("half a pair", QStringLiteral("a") + QChar(0xd83d), u"a⟨U+D83D⟩"_qs, u"a"_qs);
}

void TestShownText::invisible()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QFETCH(QString, typeable);
    QCOMPARE(shownText(text), shown);
    QCOMPARE(shownText(shown), shown);
    QCOMPARE(typeableText(text), typeable);
    QCOMPARE(isolated(text), shown);
}

void TestShownText::genuineNamesStay_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("Latin") << u"Zoë Müller-Núñez"_qs;
    QTest::newRow("Arabic") << u"شركة النور ٢٠٢٦"_qs;
    QTest::newRow("Hebrew") << u"דנה כהן (Dana)"_qs;
    QTest::newRow("Persian with a non-joiner") << u"نامه\u200cها"_qs;
    QTest::newRow("Hindi with a joiner") << u"क्\u200dष"_qs;
    QTest::newRow("a sign over a number") << u"\u0600\u0661"_qs;
    QTest::newRow("Japanese") << u"株式会社リレー"_qs;
    QTest::newRow("emoji of three") << u"👨\u200d👩\u200d👧"_qs;
    QTest::newRow("emoji with a style") << u"❤\ufe0f\u200d🔥"_qs;
}

void TestShownText::genuineNamesStay()
{
    QFETCH(QString, name);
    QCOMPARE(shownText(name), name);
    QCOMPARE(typeableText(name), name);
    QCOMPARE(shownSentence(name), name);
}

void TestShownText::onlyRightToLeftIsIsolated()
{
    QCOMPARE(isolated(u"client_90"_qs), u"client_90"_qs);
    QCOMPARE(isolated(u"דנה"_qs), u"\u2068דנה\u2069"_qs);
    QCOMPARE(isolated(u"شركة"_qs), u"\u2068شركة\u2069"_qs);
    QCOMPARE(isolated(u"٢٠٢٦"_qs), u"\u2068٢٠٢٦\u2069"_qs);
    // A name cannot end its own isolate.
    QCOMPARE(isolated(u"ד\u2069x"_qs), u"\u2068ד⟨U+2069⟩x\u2069"_qs);
}

void TestShownText::isolatesOfSentencesStay()
{
    const QString sentence =
        u"Delete %1 and %2?"_qs.arg(isolated(u"דנה"_qs), isolated(u"א\u202eב"_qs));
    QCOMPARE(sentence, u"Delete \u2068דנה\u2069 and \u2068א⟨U+202E⟩ב\u2069?"_qs);
    QCOMPARE(shownSentence(sentence), sentence);
    QCOMPARE(shownSentence(u"a\u2069b\u2068c\u202ed"_qs), u"a⟨U+2069⟩b⟨U+2068⟩c⟨U+202E⟩d"_qs);
}

void TestShownText::typedNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isTyped");
    QTest::newRow("same") << u"client_90"_qs << u"client_90"_qs << true;
    QTest::newRow("upper case") << u" CLIENT_90"_qs << u"client_90"_qs << true;
    QTest::newRow("other") << u"client_09"_qs << u"client_90"_qs << false;
    QTest::newRow("nothing") << QString() << u"client_90"_qs << false;
    QTest::newRow("exact") << u"cl\u202eient_90"_qs << u"cl\u202eient_90"_qs << true;
    QTest::newRow("as shown") << u"cl⟨U+202E⟩ient_90"_qs << u"cl\u202eient_90"_qs << true;
    QTest::newRow("without marks") << u"client_90"_qs << u"cl\u202eient_90"_qs << true;
    QTest::newRow("as drawn without codes") << u"cl09_tnei"_qs << u"cl\u202eient_90"_qs << false;
    QTest::newRow("copied from a sentence") << u"\u2068דנה\u2069"_qs << u"דנה"_qs << true;
    QTest::newRow("nothing but marks") << u"⟨U+202E⟩"_qs << u"\u202e"_qs << true;
    QTest::newRow("nothing for marks") << QString() << u"\u202e"_qs << false;
}

void TestShownText::typedNames()
{
    QFETCH(QString, typed);
    QFETCH(QString, name);
    QFETCH(bool, isTyped);
    QCOMPARE(isNameTyped(typed, name), isTyped);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestShownText)
#include "test_showntext.moc"
