// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that texts of other people cannot look like another text, and that genuine names of any
// script stay as they are.

#include "models/text/showntext.h"

#include <QTest>

namespace relaybook {

using namespace Qt::StringLiterals;

class TestShownText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void invisible_data();
    void invisible();
    void genuineNamesStay_data();
    void genuineNamesStay();
    void marksOnALetterAreLimited();
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
    row("override", u"client_\u202e90"_s, u"client_⟨U+202E⟩90"_s, u"client_90"_s);
    row("marks", u"a\u200eb\u200fc\u061cd"_s, u"a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩d"_s, u"abcd"_s);
    row("embeddings", u"\u202aa\u202bb\u202dc\u202c"_s, u"⟨U+202A⟩a⟨U+202B⟩b⟨U+202D⟩c⟨U+202C⟩"_s,
        u"abc"_s);
    row("isolates", u"\u2066a\u2067b\u2068c\u2069"_s, u"⟨U+2066⟩a⟨U+2067⟩b⟨U+2068⟩c⟨U+2069⟩"_s,
        u"abc"_s);
    row("zero width", u"a\u200bb\u2060c\ufeffd\u00ade"_s,
        u"a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e"_s, u"abcde"_s);
    row("joiners in Latin", u"a\u200cb\u200dc"_s, u"a⟨U+200C⟩b⟨U+200D⟩c"_s, u"abc"_s);
    row("control characters", u"a\u001b[2J\u0000\u007f\u0085"_s,
        u"a⟨U+001B⟩[2J⟨U+0000⟩⟨U+007F⟩⟨U+0085⟩"_s, u"a[2J"_s);
    row("lines", u"a\nb\tc\r\nd\re\u2028f"_s, u"a\nb\tc\r\nd⟨U+000D⟩e⟨U+2028⟩f"_s,
        u"a\nb\tc\r\ndef"_s);
    row("blank letters", u"a\u3164b\u115f"_s, u"a⟨U+3164⟩b⟨U+115F⟩"_s, u"ab"_s);
    row("beyond 16 bits", u"a\U000e0041b"_s, u"a⟨U+E0041⟩b"_s, u"ab"_s);
    row("half a pair", QStringLiteral("a") + QChar(0xd83d), u"a⟨U+D83D⟩"_s, u"a"_s);
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
    QTest::newRow("Latin") << u"Zoë Müller-Núñez"_s;
    QTest::newRow("Arabic") << u"شركة النور ٢٠٢٦"_s;
    QTest::newRow("Hebrew") << u"דנה כהן (Dana)"_s;
    QTest::newRow("Persian with a non-joiner") << u"نامه\u200cها"_s;
    QTest::newRow("Hindi with a joiner") << u"क्\u200dष"_s;
    QTest::newRow("a sign over a number") << u"\u0600\u0661"_s;
    QTest::newRow("Japanese") << u"株式会社リレー"_s;
    QTest::newRow("emoji of three") << u"👨\u200d👩\u200d👧"_s;
    QTest::newRow("emoji with a style") << u"❤\ufe0f\u200d🔥"_s;
}

void TestShownText::genuineNamesStay()
{
    QFETCH(QString, name);
    QCOMPARE(shownText(name), name);
    QCOMPARE(typeableText(name), name);
    QCOMPARE(shownSentence(name), name);
}

/// Laying out 20,000 of them took seconds, each time.
void TestShownText::marksOnALetterAreLimited()
{
    const QString few = u"a"_s % QString(10, QChar(0x301)) % u"b"_s;
    QCOMPARE(shownText(few), few);
    const QString many = u"a"_s % QString(20'000, QChar(0x301)) % u"b"_s;
    QCOMPARE(shownText(many), u"a"_s % QString(10, QChar(0x301)) % u"⟨U+0301⟩b"_s);
    QCOMPARE(typeableText(many), few);
    const QString spread = QString(u"a"_s % QString(3, QChar(0x301))).repeated(100);
    QCOMPARE(shownText(spread), spread);
}

void TestShownText::onlyRightToLeftIsIsolated()
{
    QCOMPARE(isolated(u"client_90"_s), u"client_90"_s);
    QCOMPARE(isolated(u"דנה"_s), u"\u2068דנה\u2069"_s);
    QCOMPARE(isolated(u"شركة"_s), u"\u2068شركة\u2069"_s);
    QCOMPARE(isolated(u"٢٠٢٦"_s), u"\u2068٢٠٢٦\u2069"_s);
    // A name cannot end its own isolate.
    QCOMPARE(isolated(u"ד\u2069x"_s), u"\u2068ד⟨U+2069⟩x\u2069"_s);
}

void TestShownText::isolatesOfSentencesStay()
{
    const QString sentence =
        u"Delete %1 and %2?"_s.arg(isolated(u"דנה"_s), isolated(u"א\u202eב"_s));
    QCOMPARE(sentence, u"Delete \u2068דנה\u2069 and \u2068א⟨U+202E⟩ב\u2069?"_s);
    QCOMPARE(shownSentence(sentence), sentence);
    QCOMPARE(shownSentence(u"a\u2069b\u2068c\u202ed"_s), u"a⟨U+2069⟩b⟨U+2068⟩c⟨U+202E⟩d"_s);
}

void TestShownText::typedNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isTyped");
    QTest::newRow("same") << u"client_90"_s << u"client_90"_s << true;
    QTest::newRow("upper case") << u" CLIENT_90"_s << u"client_90"_s << true;
    QTest::newRow("other") << u"client_09"_s << u"client_90"_s << false;
    QTest::newRow("nothing") << QString() << u"client_90"_s << false;
    QTest::newRow("exact") << u"cl\u202eient_90"_s << u"cl\u202eient_90"_s << true;
    QTest::newRow("as shown") << u"cl⟨U+202E⟩ient_90"_s << u"cl\u202eient_90"_s << true;
    QTest::newRow("without marks") << u"client_90"_s << u"cl\u202eient_90"_s << true;
    QTest::newRow("as drawn without codes") << u"cl09_tnei"_s << u"cl\u202eient_90"_s << false;
    QTest::newRow("copied from a sentence") << u"\u2068דנה\u2069"_s << u"דנה"_s << true;
    QTest::newRow("nothing but marks") << u"⟨U+202E⟩"_s << u"\u202e"_s << true;
    QTest::newRow("nothing for marks") << QString() << u"\u202e"_s << false;
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
