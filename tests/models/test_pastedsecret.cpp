// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that pasted tokens and keys are cleaned of everything that is certainly not a part of them,
// and that everything else is named, with its place.
#include "models/accounts/pastedsecret.h"

#include <QTest>

namespace relaybook {
namespace {

const QString pastedToken = QStringLiteral("12|aBc+/=_-.~xyz0123456789");
const QString key = QStringLiteral("9f2c1d7e-0000-4000-8000-0123456789ab");

QString textOf(PastedKind kind)
{
    return kind == PastedKind::PersonalToken ? pastedToken : key;
}

QString cleaned(const QString &text, PastedKind kind)
{
    const auto secret = cleanedSecret(Secret(text), kind);
    return secret ? QString::fromUtf8(secret->reveal()) : QStringLiteral("? ") + secret.error();
}

} // namespace

class TestPastedSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesAreRemoved_data();
    void framesAreRemoved();
    void oddCharactersAreNamed_data();
    void oddCharactersAreNamed();
    void aHeaderOfTheOtherKind();
    void theFormOfTheOtherKind();
    void nothingIsNothing();
};

/// Every header in every frame.
void TestPastedSecret::framesAreRemoved_data()
{
    QTest::addColumn<PastedKind>("kind");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const std::pair<PastedKind, QStringList> headers[] = {
        {PastedKind::PersonalToken,
         {QString(), QStringLiteral("Bearer "), QStringLiteral("bearer\t"),
          QStringLiteral("Authorization: Bearer "), QStringLiteral("authorization:bearer "),
          QStringLiteral("Authorization: ")}},
        {PastedKind::ResellerKey,
         {QString(), QStringLiteral("X-Reseller-Key: "), QStringLiteral("x-reseller-key:")}}};
    const std::pair<QString, QString> frames[] = {
        {QString(), QString()},
        {QStringLiteral(" \t"), QStringLiteral(" \r\n")},
        {QStringLiteral("\""), QStringLiteral("\"")},
        {QStringLiteral("'"), QStringLiteral("'\n")},
        {QStringLiteral(" \""), QStringLiteral("\",")},
        {QStringLiteral("`"), QStringLiteral("`")},
        {QStringLiteral("“"), QStringLiteral("”")},
        {QStringLiteral("„"), QStringLiteral("“")},
        {QStringLiteral("« "), QStringLiteral(" »")},
        {QStringLiteral("\uFEFF"), QStringLiteral("\u200B")},
        {QStringLiteral("\u00A0\u2060"), QStringLiteral("\u200E\u3000")},
        {QStringLiteral("\u2028"), QStringLiteral("\u2029\u0000")},
    };
    for (const auto &[kind, starts] : headers) {
        for (const QString &header : starts) {
            for (const auto &[before, after] : frames) {
                QTest::addRow("%s…%s", qPrintable(QString(before + header)), qPrintable(after))
                    << kind << before + header << after;
                if (!header.isEmpty()) { // the value alone is quoted
                    QTest::addRow("%s…%s", qPrintable(QString(header + before)), qPrintable(after))
                        << kind << header + before << after;
                }
            }
        }
    }
}

void TestPastedSecret::framesAreRemoved()
{
    QFETCH(PastedKind, kind);
    QFETCH(QString, before);
    QFETCH(QString, after);
    const QString text = textOf(kind);
    QCOMPARE(cleaned(before + text + after, kind), text);
    QString split = text;
    split.insert(7, QStringLiteral("\u200B\u00AD\uFEFF")); // invisible
    QCOMPARE(cleaned(before + split + after, kind), text);
}

void TestPastedSecret::oddCharactersAreNamed_data()
{
    QTest::addColumn<QString>("odd");
    QTest::addColumn<QString>("name");
    QTest::newRow("space") << QStringLiteral(" ") << QStringLiteral("a space");
    QTest::newRow("no-break space") << QStringLiteral("\u00A0") << QStringLiteral("a space");
    QTest::newRow("tab") << QStringLiteral("\t") << QStringLiteral("a tab");
    QTest::newRow("line") << QStringLiteral("\r\n") << QStringLiteral("a line break");
    QTest::newRow("letter") << QStringLiteral("é") << QStringLiteral("the character “é” (U+00E9)");
    QTest::newRow("dash") << QStringLiteral("–") << QStringLiteral("the character “–” (U+2013)");
    QTest::newRow("percent") << QStringLiteral("％")
                             << QStringLiteral("the character “％” (U+FF05)");
    QTest::newRow("control") << QStringLiteral("\u0007") << QStringLiteral("the character U+0007");
    QTest::newRow("emoji") << QStringLiteral("😀") << QStringLiteral("the character U+D83D");
}

void TestPastedSecret::oddCharactersAreNamed()
{
    QFETCH(QString, odd);
    QFETCH(QString, name);
    for (const auto kind : {PastedKind::PersonalToken, PastedKind::ResellerKey}) {
        QString text = textOf(kind);
        text.insert(6, odd);
        const QString sentence =
            kind == PastedKind::PersonalToken
                ? QStringLiteral("? The token has %1 at place 7. Copy it again.")
                : QStringLiteral("? The Reseller Key has %1 at place 7. Copy it again.");
        QCOMPARE(cleaned(text, kind), sentence.arg(name));
        QCOMPARE(cleaned(u" \"" + text + u'"', kind), sentence.arg(name));
    }
}

void TestPastedSecret::aHeaderOfTheOtherKind()
{
    QVERIFY(cleaned(QStringLiteral("X-Reseller-Key: ") + key, PastedKind::PersonalToken)
                .startsWith(QStringLiteral("? This is a Reseller Key")));
    QVERIFY(cleaned(QStringLiteral("Authorization: Bearer ") + pastedToken, PastedKind::ResellerKey)
                .startsWith(QStringLiteral("? This is a token")));
    // Not a header, but the start of a token.
    QCOMPARE(cleaned(QStringLiteral("BearerOfNews"), PastedKind::PersonalToken),
             QStringLiteral("BearerOfNews"));
}

void TestPastedSecret::theFormOfTheOtherKind()
{
    QVERIFY(!swappedHint(Secret(key), PastedKind::PersonalToken).isEmpty());
    QVERIFY(!swappedHint(Secret(pastedToken), PastedKind::ResellerKey).isEmpty());
    QVERIFY(swappedHint(Secret(pastedToken), PastedKind::PersonalToken).isEmpty());
    QVERIFY(swappedHint(Secret(key), PastedKind::ResellerKey).isEmpty());
    QVERIFY(swappedHint(Secret(QByteArray("|x")), PastedKind::ResellerKey).isEmpty());
    QVERIFY(swappedHint(Secret(), PastedKind::ResellerKey).isEmpty());
}

void TestPastedSecret::nothingIsNothing()
{
    QCOMPARE(cleaned({}, PastedKind::PersonalToken), QString());
    QVERIFY(cleaned(QStringLiteral("Bearer "), PastedKind::PersonalToken).startsWith(u'?'));
    QVERIFY(cleaned(QStringLiteral(" \u200B"), PastedKind::ResellerKey).startsWith(u'?'));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestPastedSecret)
#include "test_pastedsecret.moc"
