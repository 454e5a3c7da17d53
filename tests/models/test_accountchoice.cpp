// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which account a name stands for: every text that names one, names that several have, and
// names that none has.
#include "models/accounts/accountchoice.h"

#include <QTest>

namespace relaybook {

class TestAccountChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheAccount_data();
    void findsTheAccount();
    void anOwnNameComesFirst();
    void equalNamesAreToldApart();
    void listsWhatSeveralMean();
    void listsAllIfNoneIsMeant();
    void saysThatNoneIsStored();
    void listIsSafeForATerminal();
    void namesForPeople();
    void shortKeysDiffer();
};

namespace {

std::vector<StoredAccount> someAccounts()
{
    StoredAccount north;
    north.key = QStringLiteral("abcd000011112222");
    north.service = QStringLiteral("https://panel.example.com");
    north.name = QStringLiteral("Maria Reseller");
    north.email = QStringLiteral("Maria@example.com");
    north.givenName = QStringLiteral("North");
    StoredAccount south = north;
    south.key = QStringLiteral("abcd0000ffff3333");
    south.service = QStringLiteral("https://panel.example.com:8443");
    south.email = QStringLiteral("south@example.com");
    south.givenName = QStringLiteral("Süd");
    StoredAccount local;
    local.key = QStringLiteral("12345678deadbeef");
    local.service = QStringLiteral("http://127.0.0.1:8080");
    StoredAccount sandbox;
    sandbox.key = QStringLiteral("5a5a5a5a5a5a5a5a");
    sandbox.service = QStringLiteral("sandbox");
    sandbox.name = QStringLiteral("Sample Reseller");
    StoredAccount hex;
    hex.key = QStringLiteral("77777777aaaaaaaa");
    hex.service = QStringLiteral("https://hex.example.net");
    hex.givenName = QStringLiteral("1234");
    return {north, south, local, sandbox, hex};
}

} // namespace

void TestAccountChoice::findsTheAccount_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("index"); // -1: unknown, -2: several
    const auto add = [](const char *name, int index) {
        QTest::newRow(name) << QString::fromUtf8(name) << index;
    };
    add("North", 0);
    add("north", 0);
    add(" NORTH ", 0);
    add("Nort", -1);
    add("maria@EXAMPLE.com", 0);
    add("Maria Reseller", -2);
    add("SÜD", 1);
    add("Su\u0308d", 1);
    add("south@example.com", 1);
    add("panel.example.com", -2);
    add("panel.example.com:8443", 1);
    add("https://panel.example.com", 0);
    add("https://panel.example.com:8443", 1);
    add("127.0.0.1", 2);
    add("127.0.0.1:8080", 2);
    add("127.0.0.1:80", -1);
    add("sandbox", 3);
    add("Sandbox", 3);
    add("Sample Reseller", 3);
    add("Maria  Reseller", -2);
    add("abcd000011112222", 0);
    add("ABCD00001", 0);
    add("abcd0000", -2);
    add("abcd0000f", 1);
    add("abc", -1);
    add("5a5", -1);
    add("5a5a", 3);
    add("1234", 4); // a name comes before the beginning of a key
    add("12345", 2);
    add("abcd0000111122223", -1);
    add("", -1);
    add("   ", -1);
}

void TestAccountChoice::findsTheAccount()
{
    QFETCH(QString, name);
    QFETCH(int, index);
    const auto stored = someAccounts();
    const auto found = chooseAccount(name, stored);
    QCOMPARE(found.has_value(), index >= 0);
    if (found) {
        QCOMPARE(found->key, stored[std::size_t(index)].key);
        return;
    }
    QCOMPARE(found.error().startsWith(QStringLiteral("Several accounts match")), index == -2);
    QCOMPARE(found.error().startsWith(QStringLiteral("No account matches")), index == -1);
}

void TestAccountChoice::anOwnNameComesFirst()
{
    auto stored = someAccounts();
    const auto chosen = [&stored](const QString &name) {
        const auto found = chooseAccount(name, stored);
        return found ? found->key : QString();
    };
    stored[4].givenName = QStringLiteral("panel.example.com"); // the host of two others
    QCOMPARE(chosen(QStringLiteral("Panel.example.com")), stored[4].key);
    stored[4].givenName = QStringLiteral("maria reseller"); // their name at the service
    QCOMPARE(chosen(QStringLiteral("Maria Reseller")), stored[4].key);
    stored[4].givenName = QStringLiteral("north"); // the own name of another one
    QCOMPARE(chosen(QStringLiteral("North")), QString());
    QVERIFY(chooseAccount(QStringLiteral("North"), stored)
                .error()
                .startsWith(QStringLiteral("Several accounts match “North”.")));
    QCOMPARE(chosen(QStringLiteral("north (hex.example.net)")), stored[4].key);
}

void TestAccountChoice::equalNamesAreToldApart()
{
    const QString name = QStringLiteral("North Relay");
    const QString mail = QStringLiteral("a@example.com");
    const QString one = QStringLiteral("https://one.example");
    const QString two = QStringLiteral("https://two.example:8443");
    const auto names = [](const std::vector<NamedAccount> &accounts) {
        return distinctNames(accounts);
    };
    QCOMPARE(names({{name, one, mail, QStringLiteral("1")}}), QStringList{name});
    QCOMPARE(
        names({{name, one, mail, QStringLiteral("1")},
               {QStringLiteral("north  relay"), two, mail, QStringLiteral("2")},
               {QStringLiteral("South"), two, mail, QStringLiteral("3")}}),
        (QStringList{QStringLiteral("North Relay (one.example)"),
                     QStringLiteral("north  relay (two.example:8443)"), QStringLiteral("South")}));
    // The host does not help: the e-mail address, and the key without one.
    QCOMPARE(names({{name, one, mail, QStringLiteral("abcdefgh1")},
                    {name, one, QStringLiteral("b@example.com"), QStringLiteral("abcdefgh2")},
                    {name, one, {}, QStringLiteral("abcdefgh3")},
                    {name, two, {}, QStringLiteral("abcdefgh4")}}),
             (QStringList{QStringLiteral("North Relay (one.example, a@example.com)"),
                          QStringLiteral("North Relay (one.example, b@example.com)"),
                          QStringLiteral("North Relay (one.example)"),
                          QStringLiteral("North Relay (two.example:8443)")}));
    QCOMPARE(names({{name, one, mail, QStringLiteral("abcdefgh1")},
                    {name, one, mail, QStringLiteral("abcdefgh2")}}),
             (QStringList{QStringLiteral("North Relay (one.example, a@example.com, abcdefgh1)"),
                          QStringLiteral("North Relay (one.example, a@example.com, abcdefgh2)")}));
    // The sandbox has no host: the other one gets its own.
    QCOMPARE(names({{QStringLiteral("Sandbox"), {}, {}, QStringLiteral("1")},
                    {QStringLiteral("Sandbox"), one, {}, QStringLiteral("2")}}),
             (QStringList{QStringLiteral("Sandbox"), QStringLiteral("Sandbox (one.example)")}));
}

void TestAccountChoice::listsWhatSeveralMean()
{
    const auto found = chooseAccount(QStringLiteral("panel.example.com"), someAccounts());
    QCOMPARE(found.error(),
             QStringLiteral("Several accounts match “panel.example.com”. Use the key of one of "
                            "them:\n"
                            "  abcd00001  North, Maria@example.com, https://panel.example.com\n"
                            "  abcd0000f  Süd, south@example.com, https://panel.example.com:8443"));
}

void TestAccountChoice::listsAllIfNoneIsMeant()
{
    const QString error = chooseAccount(QStringLiteral("West"), someAccounts()).error();
    QVERIFY2(error.startsWith(QStringLiteral("No account matches “West”.")), qPrintable(error));
    QCOMPARE(error.count(u'\n'), 5);
    QVERIFY2(error.contains(QStringLiteral("\n  5a5a5a5a  Sample Reseller, Sandbox")),
             qPrintable(error));
    QVERIFY2(error.contains(QStringLiteral("\n  12345678  127.0.0.1, http://127.0.0.1:8080")),
             qPrintable(error));
}

void TestAccountChoice::saysThatNoneIsStored()
{
    QCOMPARE(chooseAccount(QStringLiteral("West"), {}).error(),
             QStringLiteral("No account matches “West”: no account is stored on this computer "
                            "yet."));
}

void TestAccountChoice::listIsSafeForATerminal()
{
    auto stored = someAccounts();
    stored[0].givenName = QStringLiteral("a\x1b[31m\nb");
    const QString error = chooseAccount(QStringLiteral("x\x1b]0;y"), {stored[0]}).error();
    QVERIFY2(!error.contains(QChar(0x1b)), qPrintable(error));
    QVERIFY2(error.contains(QStringLiteral("a⟨U+001B⟩[31m b")), qPrintable(error));
}

void TestAccountChoice::namesForPeople()
{
    const auto stored = someAccounts();
    QCOMPARE(displayName(stored[0]), QStringLiteral("North"));
    QCOMPARE(displayName(stored[2]), QStringLiteral("127.0.0.1"));
    QCOMPARE(displayName(stored[3]), QStringLiteral("Sample Reseller"));
    QCOMPARE(displayAddress(stored[3]), QStringLiteral("Sandbox"));
    QCOMPARE(displayAddress(stored[1]), QStringLiteral("https://panel.example.com:8443"));
}

void TestAccountChoice::shortKeysDiffer()
{
    const auto stored = someAccounts();
    QStringList keys;
    for (const StoredAccount &each : stored) {
        const QString key = shortKey(each, stored);
        QVERIFY(key.size() >= 8);
        keys.append(key);
        const auto found = chooseAccount(key, stored);
        QVERIFY(found.has_value());
        QCOMPARE(found->key, each.key);
    }
    QCOMPARE(keys.removeDuplicates(), 0);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountChoice)
#include "test_accountchoice.moc"
