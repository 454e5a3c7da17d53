// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the text of a keychain entry: what is written is read back unchanged, and what Relaybook
// did not write is refused without quoting it.
#include "models/secrets/secretsjson.h"

#include <QTest>

#include <limits>

namespace relaybook {

class TestSecretsJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackUnchanged_data();
    void comesBackUnchanged();
    void isOneObjectWithAVersion();
    void aPasswordOfNoKnownProxyIsLeftOut();
    void bytesThatAreNotTextAreRefused();
    void othersAreRefused_data();
    void othersAreRefused();
    void unknownMembersAreIgnored();
};

void TestSecretsJson::comesBackUnchanged_data()
{
    const auto secret = [](const char *text) { return Secret(QByteArray(text)); };
    QTest::addColumn<AccountSecrets>("secrets");
    const auto ofProxy = [](const char *user, const char *password) {
        NetworkSettings network;
        network.proxy = NetworkSettings::Proxy::Socks5;
        network.host = QStringLiteral("::1");
        network.port = 1080;
        network.user = QString::fromUtf8(user);
        network.password = Secret(QByteArray(password));
        return ProxyPassword::of(network);
    };
    QTest::newRow("all") << AccountSecrets{secret("1|abc"), TokenId(7), secret("key-1"),
                                           ofProxy("ada", "p4ss")};
    QTest::newRow("token") << AccountSecrets{secret("1|abc"), {}, {}, {}};
    QTest::newRow("key") << AccountSecrets{{}, {}, secret("key-1"), {}};
    QTest::newRow("proxy password") << AccountSecrets{{}, {}, {}, ofProxy("", " p 4 ")};
    QTest::newRow("proxy user") << AccountSecrets{{}, {}, {}, ofProxy("Ω \"@:/\\ b", "p")};
    QTest::newRow("largest id") << AccountSecrets{
        secret("1|abc"), TokenId(std::numeric_limits<qint64>::max()), {}, {}};
    QTest::newRow("address") << AccountSecrets{
        secret("1|abc"), {}, {}, {}, QStringLiteral("https://api.example.net:8443")};
    QTest::newRow("network") << AccountSecrets{
        secret("1|abc"),
        {},
        {},
        {},
        QStringLiteral("https://api.example.net"),
        QStringLiteral("socks5://ada@10.0.0.1:1080, certificates 3fa9")};
    QTest::newRow("webhook") << AccountSecrets{
        {}, {}, {}, {}, {}, {}, secret("https://hooks.example.net/a\"b?c=d")};
    QTest::newRow("quotes") << AccountSecrets{secret("\"a\\b\"},{/"), {}, secret("\\"), {}};
    QTest::newRow("control characters")
        << AccountSecrets{secret("a\tb\nc\x01\x1f\x7f"), {}, {}, {}};
    QTest::newRow("other letters") << AccountSecrets{secret("pä55-Ω-密-🔑"), {}, {}, {}};
    QTest::newRow("number") << AccountSecrets{
        secret("12345678901234567890"), {}, secret("1.50"), {}};
    QTest::newRow("long") << AccountSecrets{Secret(QByteArray(5000, 'x')), {}, {}, {}};
}

void TestSecretsJson::comesBackUnchanged()
{
    QFETCH(AccountSecrets, secrets);
    const auto text = toEntryText(secrets);
    QVERIFY(text.has_value());
    const auto back = fromEntryText(*text);
    QVERIFY(back.has_value());
    QVERIFY(*back == secrets);
}

void TestSecretsJson::isOneObjectWithAVersion()
{
    const auto text =
        toEntryText({Secret(QByteArray("1|a")),
                     TokenId(3),
                     Secret(QByteArray("k")),
                     {QStringLiteral("http://ada@10.0.0.1:3128"), Secret(QByteArray("p"))}});
    QVERIFY(text.has_value());
    QCOMPARE(text->reveal(), QByteArray(R"({"version":1,"personal_token":"1|a","reseller_key":"k",)"
                                        R"("proxy_password":"p",)"
                                        R"("proxy_password_for":"http://ada@10.0.0.1:3128",)"
                                        R"("personal_token_id":3})"));
}

/// It may not be sent to any.
void TestSecretsJson::aPasswordOfNoKnownProxyIsLeftOut()
{
    for (const char *text : {R"({"version":1,"reseller_key":"k","proxy_password":"p"})",
                             R"({"version":1,"reseller_key":"k","proxy_password":"p",)"
                             R"("proxy_password_for":""})",
                             R"({"version":1,"reseller_key":"k","proxy_password":"p",)"
                             R"("proxy_password_for":null})"}) {
        const auto read = fromEntryText(Secret(QByteArray(text)));
        QVERIFY(read.has_value());
        QVERIFY(*read == (AccountSecrets{{}, {}, Secret(QByteArray("k")), {}}));
    }
}

void TestSecretsJson::bytesThatAreNotTextAreRefused()
{
    const auto text = toEntryText({Secret(QByteArray("a\xff\xfe")), {}, {}, {}});
    QVERIFY(!text.has_value());
    QCOMPARE(text.error().kind, KeychainError::Failed);
}

void TestSecretsJson::othersAreRefused_data()
{
    using Kind = KeychainError::Kind;
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Kind>("kind");
    const auto add = [](const char *name, const char *text, Kind kind) {
        QTest::newRow(name) << QByteArray(text) << kind;
    };
    add("nothing", "", KeychainError::Unreadable);
    add("a password", "zebra-42", KeychainError::Unreadable);
    add("a text", R"("zebra-42")", KeychainError::Unreadable);
    add("an array", R"(["zebra-42"])", KeychainError::Unreadable);
    add("cut off", R"({"version":1,"personal_token":"zebra-42)", KeychainError::Unreadable);
    add("no version", R"({"personal_token":"zebra-42"})", KeychainError::Unreadable);
    add("version 0", R"({"version":0,"personal_token":"zebra-42"})", KeychainError::Unreadable);
    add("half a version", R"({"version":1.5,"personal_token":"zebra-42"})",
        KeychainError::Unreadable);
    add("word as version", R"({"version":"zebra-42"})", KeychainError::Unreadable);
    add("number as token", R"({"version":1,"personal_token":42})", KeychainError::Unreadable);
    add("object as key", R"({"version":1,"reseller_key":{"a":"zebra-42"}})",
        KeychainError::Unreadable);
    add("number as proxy", R"({"version":1,"proxy_password":"zebra-42","proxy_password_for":3128})",
        KeychainError::Unreadable);
    add("text as id", R"({"version":1,"personal_token":"a","personal_token_id":"zebra-42"})",
        KeychainError::Unreadable);
    add("bytes", "\x00\xff\xfezebra-42", KeychainError::Unreadable);
    add("newer", R"({"version":2,"tokens":["zebra-42"]})", KeychainError::Newer);
    add("much newer", R"({"version":2000000000,"personal_token":{}})", KeychainError::Newer);
}

void TestSecretsJson::othersAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(KeychainError::Kind, kind);
    const auto read = fromEntryText(Secret(text));
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().kind, kind);
    QVERIFY(!read.error().detail.contains(QStringLiteral("zebra")));
}

void TestSecretsJson::unknownMembersAreIgnored()
{
    const auto read = fromEntryText(
        Secret(QByteArray(R"({"note":"x","version":1,"reseller_key":"k","personal_token":null})")));
    QVERIFY(read.has_value());
    QVERIFY(*read == (AccountSecrets{{}, {}, Secret(QByteArray("k")), {}}));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSecretsJson)
#include "test_secretsjson.moc"
