// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that credentials are masked by their form and by what is known about them, not only by the
// name of their member; ordinary values stay unchanged.

#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/json/jsonflatten.h"
#include "api/json/jsonmask.h"
#include "api/json/jsonreader.h"
#include "api/json/samebutmasked.h"

#include <QRandomGenerator>
#include <QTest>

using namespace relaybook;

namespace {

QByteArray document(const QByteArray &name, const QByteArray &value)
{
    return QByteArray(R"({")") + name + R"(":")" + value + R"("})";
}

QByteArray valueOf(const QByteArray &masked)
{
    const JsonFields fields = flattenJson(masked);
    return fields.empty() ? QByteArray("(none)") : fields.front().text.toUtf8();
}

/// Generates random names, hosts and passwords.
class Made
{
public:
    explicit Made(quint32 seed)
        : m_random(seed)
    {
    }
    QByteArray from(const char *alphabet, int least, int most)
    {
        const QByteArray all(alphabet);
        QByteArray made;
        const int length = m_random.bounded(least, most + 1);
        for (int i = 0; i < length; ++i) {
            made += all.at(m_random.bounded(int(all.size())));
        }
        return made;
    }
    QByteArray word() { return from("abcdefghijklmnopqrstuvwxyz", 3, 9); }
    QByteArray password()
    {
        return from("abcdefghkmnpqrstuvwxyzABCDEFGHKLM23456789-_!$%*+~", 9, 24);
    }
    QByteArray host()
    {
        if (m_random.bounded(2) == 0) {
            return word() + "." + word() + ".example";
        }
        QByteArray ip;
        for (int i = 0; i < 4; ++i) {
            ip += (i == 0 ? "" : ".") + QByteArray::number(m_random.bounded(1, 255));
        }
        return ip;
    }
    QByteArray port() { return QByteArray::number(m_random.bounded(80, 65'536)); }
    template <size_t N>
    QByteArray one(const char *const (&of)[N])
    {
        return of[m_random.bounded(int(N))];
    }

private:
    QRandomGenerator m_random;
};

} // namespace

class TestSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapes_data();
    void shapes();
    void partsOnLinesOfTheirOwn();
    void names_data();
    void names();
    void generatedShapes();
    void generatedNames();
    void ordinaryValues_data();
    void ordinaryValues();
    void generatedOrdinaryValues();
    void whatWasMetIsKnown();
    void aKnownSecretOfSeveralWords();
    void aLaterRowsSecretInAnEarlierRow();
    void ordinaryWordsAreNotLearned();
    void typesAndIdsMayEqualASecret();
    void descriptionsAreMasked();
    void knownSecretsOfManyAnswers();
    void awkwardTexts_data();
    void awkwardTexts();
    void manySignsBeforeOneColon();
    void aPartThatNearlyFitsEverywhere();
    void sameButMasked_data();
    void sameButMasked();
};

void TestSecrets::shapes_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("masked");
    const auto row = [](const char *value, const char *masked) {
        QTest::newRow(value) << QByteArray(value) << QByteArray(masked);
    };
    row("bob:hunter2@gw.example", "bob:•••@gw.example");
    row("bob:hunter2@gw.example:8080", "bob:•••@gw.example:8080");
    row("bob:hun@ter2@10.0.0.1:8080", "bob:•••@10.0.0.1:8080");
    row("gw.example:8080:bob:hunter2", "gw.example:8080:bob:•••");
    row("10.0.0.1:8080:bob:hunter2", "10.0.0.1:8080:bob:•••");
    row("10.0.0.1:8080:bob:hun:ter2", "10.0.0.1:8080:bob:•••");
    row("gateway:8080:bob:hunter2", "gateway:8080:bob:•••");
    row("[2001:db8::1]:8080:bob:hunter2", "[2001:db8::1]:8080:bob:•••");
    row("gw.example:8080@bob:hunter2", "gw.example:8080@bob:•••");
    row("Bought 10.0.0.1:8080:bob:hunter2 for 3 days", "Bought 10.0.0.1:8080:bob:••• for 3 days");
    row("a.example:80:u:p1 b.example:81:v:p2", "a.example:80:u:••• b.example:81:v:•••");
    row("socks5://bob:hunter2@10.0.0.1:1080", "socks5://bob:•••@10.0.0.1:1080");
    row("https://x.example/list?user=bob&token=a1b2c3&page=2",
        "https://x.example/list?user=bob&token=•••&page=2");
    row("use password=hunter2 there", "use password=••• there");
    row("Authorization: Bearer a1b2c3d4e5", "Authorization: Bearer •••");
    row("bearer 1|abcdef", "bearer •••");
    row("Basic Ym9iOmh1bnRlcjI=", "Basic •••");
    row("10.0.0.1|8080|bob|hunter2", "10.0.0.1|8080|bob|•••");
    row("gw.example,8080,bob,hunter", "gw.example,8080,bob,•••");
    row("gw.example, 8080, bob, hunter", "gw.example, 8080, bob, •••");
    row("gw.example | 8080 | bob | hunter", "gw.example | 8080 | bob | •••");
    row("to gw.example;8080;bob;hunter; soon", "to gw.example;8080;bob;•••; soon");
    row("10.0.0.1 8080 bob hunter2", "10.0.0.1 8080 bob •••");
    row("10.0.0.1:8080|bob|hunter2", "10.0.0.1:8080|bob|•••");
    row("bob|hunter2|gw.example|8080", "bob|•••|gw.example|8080");
    row("bob, hunter2, gw.example, 8080", "bob, •••, gw.example, 8080");
    row("bob hunter2 10.0.0.1 8080", "bob ••• 10.0.0.1 8080");
    row("bob:hunter2:gw.example:8080", "bob:•••:gw.example:8080");
    row("access_key=a1b2", "access_key=•••");
    row("Access-Key: a1b2c3", "Access-Key: •••");
    row("pin=1234&x=1", "pin=•••&x=1");
    row("password: hunter2 soon", "password: ••• soon");
    row("has 'password': 'hunter'", "has 'password': '•••'");
    row("password = hunter2", "password = •••");
    row("password : hunter2", "password : •••");
    row("authorization=Bearer 0123abcd456789ef", "authorization=•••");
    row("-H 'Proxy-Authorization: Basic dXNlcjpodW50ZXIy'", "-H 'Proxy-Authorization: Basic •••'");
    row("pw=hunter2", "pw=•••");
    row("PW: hunter2", "PW: •••");
    row("Pass: hunTerTwo", "Pass: •••");
    row("password: hun$ter", "password: •••");
    row("The passphrase is hunter2, keep it", "The passphrase is •••, keep it");
    row("gateway:8080:bob:hunter", "gateway:8080:bob:•••");
    row("gw.example\u00a08080\u00a0bob\u00a0hunter2", "gw.example\u00a08080\u00a0bob\u00a0•••");
    row("gw.example：8080：bob：hunter", "gw.example：8080：bob：•••");
    row("bob：hunter2＠gw.example soon", "bob：•••＠gw.example soon");
    row("password＝hunter2\u3000soon", "password＝•••\u3000soon");
    row("12|abcdefghijklmnopqrstuvwx", "•••");
    row("is 12|abcdefghijklmnopqrstuvwx now", "is ••• now");
    row("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def-ghi", "•••");
}

void TestSecrets::shapes()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, masked);
    for (const char *name : {"x", "note", "description", "label"}) {
        const QByteArray once = maskSecrets(document(name, value));
        QCOMPARE(once, document(name, masked));
        QCOMPARE(maskSecrets(once), once);
        QCOMPARE(valueOf(document(name, value)), masked);
    }
}

void TestSecrets::partsOnLinesOfTheirOwn()
{
    for (const QByteArray line : {"\n", "\r\n", "\u2028", " \n"}) {
        for (const QByteArray &colon : {line, QByteArray(":")}) {
            const QByteArray before =
                "Yours:" + line + "gw.example" + colon + "8080" + line + "bob";
            const QByteArray text = before + line + "hunter2" + line + "soon";
            const QByteArray masked = before + line + secretMask() + line + "soon";
            QCOMPARE(SecretMasker().maskText(text.toStdString()), masked);
        }
    }
}

void TestSecrets::names_data()
{
    QTest::addColumn<bool>("secret");
    for (const char *name :
         {"pass",      "pwd",          "Pass",       "PWD",          "proxy_pass",
          "proxyPass", "userpass",     "user_pwd",   "pass1",        "proxy_auth",
          "proxyAuth", "basic_auth",   "auth",       "smtp-pass",    "passcode",
          "pin",       "PIN",          "access_key", "x-access-key", "AccessKey",
          "X-Api-Key", "Reseller Key", "pin_code",   "pw",           "user_pw"}) {
        QTest::newRow(name) << true;
    }
    for (const char *name : {"bypass", "passport", "passed", "compass", "passenger", "author",
                             "authored_by", "compassion", "pinned", "spin", "keyboard", "access"}) {
        QTest::newRow(name) << false;
    }
}

void TestSecrets::names()
{
    QFETCH(bool, secret);
    const QByteArray json = document(QTest::currentDataTag(), "u:p");
    QCOMPARE(maskSecrets(json), secret ? document(QTest::currentDataTag(), "•••") : json);
}

void TestSecrets::generatedShapes()
{
    Made made(15);
    for (int i = 0; i < 2000; ++i) {
        const QByteArray password = made.password();
        const QByteArray host = made.host();
        const QByteArray port = made.port();
        const QByteArray user = made.word();
        const QByteArrayList forms{user + ":" + password + "@" + host + ":" + port,
                                   user + ":" + password + "@" + host,
                                   host + ":" + port + ":" + user + ":" + password,
                                   host + ":" + port + "@" + user + ":" + password,
                                   "http://" + user + ":" + password + "@" + host + ":" + port,
                                   "Bearer x1" + password,
                                   "see " + host + ":" + port + ":" + user + ":" + password +
                                       " and write back",
                                   "https://" + host + "/?api_key=" + password + "&n=1"};
        const QByteArray form = forms.at(i % forms.size());
        const QByteArray masked = maskSecrets(document(made.word(), form));
        QVERIFY2(!masked.contains(password), masked.constData());
        QVERIFY2(masked.contains(secretMask()), masked.constData());
        for (const JsonField &field : flattenJson(document(made.word(), form))) {
            QVERIFY2(!field.text.toUtf8().contains(password), form.constData());
        }
    }
}

void TestSecrets::generatedNames()
{
    Made made(16);
    static const char *const secretWords[] = {"pass",       "pwd",   "password", "proxy_pass",
                                              "proxy_auth", "token", "secret"};
    for (int i = 0; i < 500; ++i) {
        const QByteArray password = made.password();
        QByteArray name = made.word() + "_" + made.one(secretWords);
        if (i % 3 == 0) {
            name = name.toUpper();
        }
        const QByteArray inner = document(name, password);
        const QByteArray masked = maskSecrets(QByteArray(R"({"a":[{"b":)") + inner +
                                              R"(,"copy":")" + password + R"("},1]})");
        QVERIFY2(!masked.contains(password), masked.constData());
    }
}

void TestSecrets::ordinaryValues_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value : {"12:30:00",
                              "12:30",
                              "2026-11-20T14:02:11+00:00",
                              "2026-11-20T14:30:11.123456Z",
                              "2026-11-20 14:30:11",
                              "Fri, 20 Nov 2026 12:00:45 GMT",
                              "2001:db8::1",
                              "2001:db8:1:2:3:4:5:6",
                              "fe80:1:2:3:4:5:6:7",
                              "::1",
                              "[2001:db8::1]:8080",
                              "aa:bb:cc:dd:ee:ff",
                              "a1:22:c3:d4:e5:f6",
                              "10:1 ratio",
                              "ratio 10:1",
                              "gw.example:8080",
                              "10.0.0.1:8080",
                              "bob@mail.example",
                              "mailto:bob@mail.example",
                              "Hello: bob@mail.example",
                              "https://x.example/a:b?page=2&per_page=20",
                              "0b9f5c1e-77aa-4d2e-9c01-abcdef012345",
                              "a|b",
                              "3|10",
                              "Basic residential plan",
                              "bearer certificates",
                              "bypass=yes",
                              "a=b",
                              "Residential traffic top-up, 5 GB at 2.50 (order 12)",
                              "type: mobile, 5 GB",
                              "E=mc2",
                              "Jan 12 11:22:33",
                              "user:bob",
                              "C:\\\\Users\\\\bob",
                              "key: value",
                              "Token: expired",
                              "password: changed by bob",
                              "The password is expired",
                              "Payment authorization: PayPal",
                              "gate.proxies.pw: Server12 restarted",
                              "Order:8080:item:twelve",
                              "This token is valid until 2026-05-01",
                              "Order:8080:item:12",
                              "gw.example is\\n443 of\\nthose",
                              "gw.example, 100 GB, mobile, Germany",
                              "gw.example 100 GB mobile",
                              "eu.gw.example 8080 is slow today",
                              "Sold 5, 10, 20 and 50 GB",
                              "a, b, c, d",
                              "10.0.0.1 80 443 8080",
                              "12:30:gw.example:8080",
                              "Plan v2.0 10 GB 12.50USD",
                              "Top-up res.eu 10 GB 12.50€",
                              "Session from 1.2.3.4 443 at 10:30:00",
                              "Session from 1.2.3.4 443 on 2026-05-01",
                              "See https://t.me/@support for help",
                              "Contact:joe@mail.example",
                              "12:30@office",
                              "Traffic pass: 10GB",
                              "Day pass: 24h-US",
                              "Password: 2026-05-01",
                              "Refund:12:order:4711",
                              "US:80:static:monthly",
                              "Ratio:10:20:30",
                              "1:2:3:4"}) {
        QTest::newRow(value) << QByteArray(value);
    }
}

void TestSecrets::ordinaryValues()
{
    QFETCH(QByteArray, value);
    const QByteArray json = document("x", value);
    QCOMPARE(maskSecrets(json), json);
}

void TestSecrets::generatedOrdinaryValues()
{
    Made made(17);
    for (int i = 0; i < 2000; ++i) {
        const auto two = [&]() -> QByteArray {
            return made.from("012345", 1, 1) + made.from("0123456789", 1, 1);
        };
        const auto group = [&] { return made.from("0123456789abcdef", 4, 4); };
        const QByteArray time = two() + ":" + two() + ":" + two();
        QByteArray ip = group();
        for (int part = 1; part < 8; ++part) {
            ip += ":" + group();
        }
        const QByteArrayList forms{time,
                                   "2026-11-" + two() + "T" + time + "+0" +
                                       made.from("0123", 1, 1) + ":00",
                                   ip,
                                   made.host() + ":" + made.port(),
                                   "https://" + made.host() + ":" + made.port() + "/" + made.word(),
                                   made.word() + "@" + made.host(),
                                   made.word() + " " + two() + ":" + two() + " " + made.word()};
        const QByteArray json = document("x", forms.at(i % forms.size()));
        QCOMPARE(maskSecrets(json), json);
    }
}

void TestSecrets::whatWasMetIsKnown()
{
    KnownSecrets session;
    {
        const DecodingScope scope(session);
        const JsonReader tokens(R"({"data":[]})"); // a reader of an earlier answer
    }
    session.add(QByteArray("6f1c2b8e-0000-4c1d-8a52-1f0e9d8c7b6a"));
    auto first = std::make_optional<SecretMasker>(&session);
    QCOMPARE(first->mask(R"({"ref":"6f1c2b8e-0000-4c1d-8a52-1f0e9d8c7b6a","id":"6f1c2b8e"})"),
             QByteArray(R"({"ref":"•••","id":"6f1c2b8e"})"));
    const QByteArray met = "{\"copy\":\"swordfish7\","
                           "\"proxy_http\":\"http://u:swordfish7@h.example:80\"}";
    QCOMPARE(first->mask(std::string_view(met.constData(), std::size_t(met.size()))),
             QByteArray(met).replace("swordfish7", secretMask()));
    first.reset(); // a masker reports what it found at its end
    SecretMasker later(&session);
    QCOMPARE(later.mask(R"({"why":"sold with swordfish7, twice"})"),
             QByteArray(R"({"why":"sold with •••, twice"})"));
    QCOMPARE(SecretMasker().mask(R"({"why":"swordfish7"})"), QByteArray(R"({"why":"swordfish7"})"));
}

/// A password may have the signs that end a word.
void TestSecrets::aKnownSecretOfSeveralWords()
{
    KnownSecrets session;
    for (const QByteArray secret : {"sword:fish/7", "@sword,9", "7|swordfish?"}) {
        session.add(secret);
        for (const QByteArray text : {"is %.", "%", "(%)", "a,%", "sold: '%' twice"}) {
            const std::string with = QByteArray(text).replace('%', secret).toStdString();
            QCOMPARE(SecretMasker(&session).maskText(with),
                     QByteArray(text).replace('%', secretMask()));
            QVERIFY(SecretMasker(&session).holdsKnown(with));
        }
    }
    session.add(QByteArray("Xk29dPq7"));
    for (const QByteArray text : {"**%**", "\u5bc6\u7801\uff1a%", "client_003_%", "\u201c%\u201d",
                                  "%\u2026", "use\u00a0%"}) {
        const std::string with = QByteArray(text).replace('%', "Xk29dPq7").toStdString();
        QCOMPARE(SecretMasker(&session).maskText(with),
                 QByteArray(text).replace('%', secretMask()));
    }
    session.add(QByteArray("client1")); // of the same size as one with signs
    session.add(QByteArray("c!ent77"));
    QVERIFY(!SecretMasker(&session).holdsKnown("Sold to client10"));
    for (const char *other : {"sword:fish/8", "sword: fish/7", "@sword", "swordfish"}) {
        QVERIFY(!SecretMasker(&session).holdsKnown(other));
    }
}

void TestSecrets::aLaterRowsSecretInAnEarlierRow()
{
    const QByteArray list =
        R"({"data":[{"id":"a","name":"one","label":"swordfish7"},
                    {"id":"b","name":"two","password":"swordfish7"}],"total":2})";
    KnownSecrets session;
    const DecodingScope scope(session);
    const auto page = ListProxies::decode(list);
    QVERIFY(page.has_value());
    QCOMPARE(page->items.size(), size_t{2});
    for (const Proxy &proxy : page->items) {
        QVERIFY2(!proxy.raw.contains("swordfish7"), proxy.raw.constData());
    }
}

void TestSecrets::ordinaryWordsAreNotLearned()
{
    SecretMasker masker;
    // Short words and small numbers under such names are not secrets that could be recognized
    // elsewhere.
    QCOMPARE(masker.mask(R"({"token":"on","pass":"12345","a":"on","b":"12345"})"),
             QByteArray(R"({"token":"•••","pass":"•••","a":"on","b":"12345"})"));
    // Types and times are in members with such names too.
    for (const std::string word : {"residential", "residential_premium", "2026-05-01 10:00:00"}) {
        const std::string json = R"({"token_type":")" + word + R"(","type":")" + word + R"("})";
        const std::string masked = masker.mask(json).toStdString();
        QVERIFY2(masked.ends_with(R"("type":")" + word + R"("})"), masked.c_str());
    }
    QCOMPARE(masker.mask(R"({"password":"hunter2x","a":"is hunter2x.","b":"[hunter2x]"})"),
             QByteArray(R"({"password":"•••","a":"is •••.","b":"[•••]"})"));
    // The content of a secret member is masked only there.
    QCOMPARE(masker.mask(R"({"tokens":[{"created":"2026-11-20"}],"day":"2026-11-20"})"),
             QByteArray(R"({"tokens":[{"created":"•••"}],"day":"2026-11-20"})"));
}

/// By these, receipts, pools and proxies are recognized: a password that is equal changes nothing.
void TestSecrets::typesAndIdsMayEqualASecret()
{
    const auto balance = GetResellerBalance::decode(
        R"({"data":{"traffic_balance_gb":1,"token_name":"mobile-4g","mobile-4g_price_per_gb":2}})");
    QVERIFY(balance);
    QCOMPARE(balance->pools.size(), std::size_t(1));
    QCOMPARE(balance->pools.front().type, QStringLiteral("mobile-4g"));
    const auto list = ListProxies::decode(
        R"({"data":[{"id":"px-81f3","type":"static_ipv6","password":"static_ipv6",
            "proxy_http":"http://px-81f3@gw.example:8000","pass":"px-81f3"},
            {"id":"gw.example:80:bob:hunter2"}]})");
    QVERIFY(list);
    QCOMPARE(list->items.size(), std::size_t(1));
    QCOMPARE(list->items.front().id.value(), QStringLiteral("px-81f3"));
    QCOMPARE(list->items.front().type, QStringLiteral("static_ipv6"));
    QCOMPARE(list->unreadable.size(), std::size_t(1));
    QVERIFY(!list->unreadable.front().raw.contains("hunter2"));
}

void TestSecrets::descriptionsAreMasked()
{
    JsonReader reader(R"({"description":"Bought 10.0.0.1:8080:bob:hunter2 at 12:30:00"})");
    QCOMPARE(reader.data().text("description"),
             QString::fromUtf8("Bought 10.0.0.1:8080:bob:••• at 12:30:00"));
}

void TestSecrets::knownSecretsOfManyAnswers()
{
    // So many that a copy of all of them for each one would never end.
    constexpr int answers = 20'000;
    constexpr int each = 10;
    const auto secret = [](int i) { return "secret-" + std::to_string(i); };
    KnownSecrets session;
    for (int answer = 0; answer < answers; ++answer) {
        SecretSet found;
        for (int i = 0; i < each; ++i) {
            found.add(secret(answer * each + i));
        }
        found.add("of every answer");
        session.add(found);
    }
    QCOMPARE(session.all().size(), size_t(answers * each + 1));
    for (int i = 0; i < answers * each; i += 7) {
        QVERIFY(session.all().contains(secret(i)));
    }
    QVERIFY(session.all().contains("of every answer"));
    QVERIFY(!session.all().contains("secret-x"));
}

void TestSecrets::awkwardTexts_data()
{
    QTest::addColumn<QByteArray>("unit");
    for (const char *unit : {"@",           "a@",
                             "@@:",         "a:b@",
                             "a:1:",        "1:1:",
                             "://",         "a://",
                             "a://@",       "a=",
                             "token=",      "token=x ",
                             "1|",          "1|aaaaaaaaaaaaaaaaaaaa@",
                             "eyJ",         "eyJ.",
                             "eyJ eyJ ",    " ",
                             "]:",          "[::1]:80:",
                             "Bearer ",     "Basic eDp5 ",
                             "•••",         "••• ",
                             "\\\\",        "\\\"",
                             "\\n",         "\\u0041",
                             "\uff1a",      "\u00a0",
                             "a.b\uff1a80", "a.b\\r\\n80\\r\\n",
                             "token is ",   " is is",
                             "T:1:",        "T:8080:",
                             "é",           "h:1:u:p\\n",
                             "swordfish ",  "a.b,",
                             "a.b,80,",     "a.b,80,u,",
                             "a.b 80 u ",   "u|p|a.b|80|",
                             "a.b:80:",     ", ",
                             "pin: ",       "pin:\\\"",
                             "a.b | 80 | ", "token:",
                             "token: ",     "token=Bearer "}) {
        QTest::newRow(unit) << QByteArray(unit);
    }
}

/// Work on a text of the service must be linear: with these, anything else would not end.
void TestSecrets::awkwardTexts()
{
    QFETCH(QByteArray, unit);
    constexpr qsizetype size = qsizetype(4) * 1024 * 1024;
    const QByteArray text = unit.repeated(size / unit.size());
    const QByteArray end = R"( ","password":"swordfish7"})";
    const QByteArray member = unit.contains(':') ? "proxy" : "name";
    const QByteArray json = R"({")" + member + R"(":")" + text + end;
    const QByteArray masked = maskSecrets(json);
    const QByteArray maskedEnd = R"(","password":"•••"})"; // not in the macro: moc reads it wrongly
    QVERIFY(masked.endsWith(maskedEnd));
    QVERIFY(relaybook::sameButMasked(masked, json));
    // Changed at its end.
    QVERIFY(!relaybook::sameButMasked(masked, masked.chopped(1) + R"(,"x":"y"})"));
}

/// What follows the last @ of a word is the same for all of them.
void TestSecrets::manySignsBeforeOneColon()
{
    constexpr qsizetype size = qsizetype(5) * 1024 * 1024;
    const QByteArray json = R"({"name":")" + QByteArray(size, '@') + ':' + QByteArray(size, 'a') +
                            R"(@x","password":"swordfish7"})";
    QVERIFY(maskSecrets(json).startsWith(json.left(size + size)));
    QVERIFY(!maskSecrets(json).contains("swordfish7"));
}

/// A part between two masks that nearly fits at each place of the other text.
void TestSecrets::aPartThatNearlyFitsEverywhere()
{
    constexpr qsizetype size = qsizetype(10) * 1024 * 1024;
    const QByteArray text = "(" + QByteArray(size, 'a') + ")";
    const QByteArray part = QByteArray(size / 2, 'a');
    const QByteArray mask = secretMask();
    QVERIFY(relaybook::sameButMasked(text, "(" + mask + part + mask + ")"));
    QVERIFY(!relaybook::sameButMasked(text, "(" + mask + part + "b" + mask + ")"));
}

void TestSecrets::sameButMasked_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<bool>("same");
    const auto row = [](const char *first, const char *second, bool same) {
        QTest::newRow(first) << QByteArray(first) << QByteArray(second) << same;
    };
    row(R"({"a":1})", R"({"a":1})", true);
    row(R"({"a":1})", R"({"a":2})", false);
    row(R"({"a":"•••","b":1})", R"({"a":"hunter2","b":1})", true);
    row(R"({"a":"u:•••@h","b":1})", R"({"a":"u:p@ss@h","b":1})", true);
    row(R"({"a":"u:•••@h","b":1})", R"({"a":"u:p@ss@i","b":1})", false);
    row(R"({"a":"•••","b":1})", R"({"a":"hunter2","b":2})", false);
    row(R"({"a":"•••","b":"•••"})", R"({"a":"x1","b":"x2"})", true);
    row(R"({"a":"•••","b":"x2"})", R"({"a":"x1","b":"•••"})", true);
    row(R"(buy h:1:u:•••)", R"(buy h:1:u:hunter2)", true);
    row(R"(buy h:1:u:•••)", R"(buy h:2:u:hunter2)", false);
    row(R"(buy h:1:u:•••, gave 5 GB)", R"(buy h:1:u:hunter2, gave 6 GB)", false);
    row(R"(••• 5 GB for •••)", R"(••• 6 GB for •••)", false);
    row(R"(••• 5 GB for •••)", R"(hunter1 5 GB for hunter2)", true);
    row(R"(••• got 5 GB)", R"(two words got 5 GB)", true);
    row(R"(••• got 5 GB)", R"(two words got 6 GB)", false);
    row(R"({"a":"•••"})", R"({"a":"x\"y \\"})", true);
    row(R"({"a":"•••","b":"c"})", R"({"a":"x","c":"c"})", false);
    row(R"({"a":"h1:1:u:•••\nh2:2:u:•••\nh3:3:u:•••"})",
        R"({"a":"h1:1:u:•••\nh9:2:u:•••\nh3:3:u:•••"})", false);
    row(R"({"a":"h1:1:u:•••\nh3:3:u:•••"})", R"({"a":"h1:1:u:p\nh3:3:u:q"})", true);
    row(R"(http://u:•••@h1/?token=•••)", R"(http://u:•••@h2/?token=•••)", false);
    row(R"(http://u:p1@other/?token=t1)", R"(http://u:•••@h/?token=•••)", false);
    row(R"(http://u:p1@h/?token=t1)", R"(http://u:•••@h/?token=•••)", true);
    row(R"(http://u:•••@h/?token=t1)", R"(http://u:p1@h/?token=•••)", true);
    row(R"(a?token=•••&qty=5&key_token=•••)", R"(a?token=•••&qty=50&key_token=•••)", false);
    row(R"(Refund u:•••@h 5 GB, now v:•••@h)", R"(Refund u:•••@h 500 GB more, now v:•••@h)", false);
    row("u:•••@h\tone\tv:•••@h", "u:•••@h\ttwo\tv:•••@h", false);
    row("u:•••5", "u:•••15", false);
    row("", "x", false);
    row("", "", true);
}

void TestSecrets::sameButMasked()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(bool, same);
    QCOMPARE(relaybook::sameButMasked(first, second), same);
    QCOMPARE(relaybook::sameButMasked(second, first), same);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSecrets)
#include "test_secrets.moc"
