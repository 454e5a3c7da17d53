// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that what a keychain answers is told in words for people.

#include "models/accounts/keychaintext.h"

#include <QTest>

namespace relaybook {

class TestKeychainText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reasonsForPeopleAreReported();
    void pathsOfAProtocolAreNot();
    void aLongTokenDoesNotFitAnEntryOfWindows();
};

void TestKeychainText::reasonsForPeopleAreReported()
{
    const KeychainError error{KeychainError::Failed, QStringLiteral("The disk is full")};
    QVERIFY(keychainReadText(error).contains(QStringLiteral("(The disk is full)")));
    QVERIFY(keychainWriteText(error).contains(QStringLiteral("(The disk is full)")));
}

void TestKeychainText::pathsOfAProtocolAreNot()
{
    for (const QString &detail :
         {QString(), QStringLiteral("No such secret collection at path: /"),
          QStringLiteral("Object does not exist at path “/org/freedesktop/secrets/prompt/p1”")}) {
        const KeychainError error{KeychainError::Failed, detail};
        for (const QString &text : {keychainReadText(error), keychainWriteText(error)}) {
            QVERIFY2(!text.contains(u'/') && !text.contains(u'('), qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("answer it")), qPrintable(text));
        }
    }
}

void TestKeychainText::aLongTokenDoesNotFitAnEntryOfWindows()
{
    constexpr qsizetype ofWindows = 2560;
    SignInInput input;
    input.address = QStringLiteral("https://panel.example.com");
    input.personalToken = Secret(QByteArray("12|abcdefghijklmnopqrstuvwxyz0123456789"));
    input.resellerKey = Secret(QByteArray("6f1c2b8e-0000-4c1d-8a52-1f0e9d8c7b6a"));
    QVERIFY(fitsKeychain(input, ofWindows));
    input.personalToken = Secret(QByteArray(ofWindows, 'x')); // as a JSON web token may be
    QVERIFY(!fitsKeychain(input, ofWindows));
    QVERIFY(fitsKeychain(input, std::nullopt));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestKeychainText)
#include "test_keychaintext.moc"
