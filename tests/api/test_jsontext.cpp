// SPDX-License-Identifier: GPL-3.0-or-later
// Tests JSON as text: masking, splitting, escaping, searching and writing it.

#include "api/json/jsonflatten.h"
#include "api/json/jsonmask.h"
#include "api/json/jsonreader.h"
#include "api/json/jsonscanner.h"
#include "api/json/jsonwriter.h"

#include <QRegularExpression>
#include <QTest>

using namespace relaybook;

class TestJsonText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void masks_data();
    void masks();
    void maskLetsNothingMalformedThrough_data();
    void maskLetsNothingMalformedThrough();
    void flattens();
    void flattensNothingMalformed();
    void escapes_data();
    void escapes();
    void findsMembers();
    void writes();
    void writesNothing();
};

void TestJsonText::masks_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("masked");
    const auto row = [](const char *json, const char *masked) {
        QTest::newRow(json) << QByteArray(json) << QByteArray(masked);
    };
    row(R"({"a": 1 , "b" : [ true , null ]})", R"({"a":1,"b":[true,null]})");
    row(R"({"password":"p"})", R"({"password":"•••"})");
    row(R"({"Proxy_Password":"p"})", R"({"Proxy_Password":"•••"})");
    row(R"({"access_token":"1|x"})", R"({"access_token":"•••"})");
    row(R"({"client_secret":12345})", R"({"client_secret":"•••"})");
    row(R"({"api_key":null,"has_password":true})", R"({"api_key":null,"has_password":true})");
    row(R"({"password":""})", R"({"password":""})");
    row(R"({"tokens":[{"id":"x","n":1}]})", R"({"tokens":[{"id":"•••","n":"•••"}]})");
    row(R"({"p\u0061ssword":"p"})", R"({"p\u0061ssword":"•••"})");
    row(R"({"proxy_http":"http://u:p@h:1"})", R"({"proxy_http":"http://u:•••@h:1"})");
    row(R"({"proxy_http":"http:\/\/u:p@h:1"})", R"({"proxy_http":"http://u:•••@h:1"})");
    row(R"({"proxy_socks5":"socks5://u:p@ss@h:1"})", R"({"proxy_socks5":"socks5://u:•••@h:1"})");
    row(R"({"x":"see ftp://u:p@h and http://v:q@i"})",
        R"({"x":"see ftp://u:•••@h and http://v:•••@i"})");
    row(R"({"x":"http://token@h"})", R"({"x":"http://•••@h"})");
    row(R"({"x":"http://h/a:b"})", R"({"x":"http://h/a:b"})");
    row(R"({"x":"2026-11-20T14:02:11+00:00"})", R"({"x":"2026-11-20T14:02:11+00:00"})");
    row(R"({"proxy_config":["h:1:u:p"]})", R"({"proxy_config":["h:1:u:•••"]})");
    row(R"({"proxy_config":[{"list":["u"],"password":"p"}]})",
        R"({"proxy_config":[{"list":["u"],"password":"•••"}]})");
    row(R"({"proxy":"u:p@h:1"})", R"({"proxy":"u:•••@h:1"})");
    row(R"({"proxy_id":"a-b","proxy_type":"mobile"})",
        R"({"proxy_id":"a-b","proxy_type":"mobile"})");
    row(R"({"email":"a@b.example","when":"12:30"})", R"({"email":"a@b.example","when":"12:30"})");
    row(R"({"x":"a \"quoted\" http://u:p@h"})", R"({"x":"a \"quoted\" http://u:•••@h"})");
    row(R"("http://u:p@h")", R"("http://u:•••@h")");
    row("[]", "[]");
    row("{ }", "{}");
}

void TestJsonText::masks()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, masked);
    QCOMPARE(maskSecrets(json), masked);
    QCOMPARE(maskSecrets(masked), masked);
}

void TestJsonText::maskLetsNothingMalformedThrough_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char *json : {"", "{", "[1,]", "{\"a\"}", "{\"a\":}", "\"open", "{\"a\":1,}",
                             "[1 2]", "{} x", "}", "{a:1}", "\"\\"}) {
        QTest::newRow(*json == '\0' ? "empty" : json) << QByteArray(json);
    }
    QTest::newRow("too deep") << QByteArray(3000, '[') + QByteArray(3000, ']');
}

void TestJsonText::maskLetsNothingMalformedThrough()
{
    QFETCH(QByteArray, json);
    QCOMPARE(maskSecrets(json), QByteArray());
}

void TestJsonText::flattens()
{
    const JsonFields fields = flattenJson(
        R"({"id":7,"name":"caf\u00e9","product":{"name":"A","tags":[],"extra":{}},
            "days":[{"gb":1.50},null],"password":"p"})");
    QStringList lines;
    for (const JsonField &field : fields) {
        lines += field.path % u" = " % (field.isNull ? QStringLiteral("(null)") : field.text);
    }
    QCOMPARE(lines, QStringList(
                        {QStringLiteral("id = 7"), QString::fromUtf8("name = café"),
                         QStringLiteral("product.name = A"), QStringLiteral("product.tags = []"),
                         QStringLiteral("product.extra = {}"), QStringLiteral("days[0].gb = 1.50"),
                         QStringLiteral("days[1] = (null)"), QString::fromUtf8("password = •••")}));
}

void TestJsonText::flattensNothingMalformed()
{
    QVERIFY(flattenJson("{\"a\":").empty());
    QVERIFY(flattenJson("").empty());
}

void TestJsonText::escapes_data()
{
    QTest::addColumn<QByteArray>("inner");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *inner, const char *text) {
        QTest::newRow(inner) << QByteArray(inner) << QByteArray(text);
    };
    row("plain", "plain");
    row(R"(a\"b\\c\/d)", "a\"b\\c/d");
    row(R"(\n\t\r\b\f)", "\n\t\r\b\f");
    row(R"(caf\u00e9)", "caf\xC3\xA9");
    row(R"(\ud83d\ude00)", "\xF0\x9F\x98\x80");
    row(R"(\ud83d)", "\xEF\xBF\xBD");
    row(R"(\ud83dx)", "\xEF\xBF\xBDx");
    row(R"(\ude00)", "\xEF\xBF\xBD");
}

void TestJsonText::escapes()
{
    QFETCH(QByteArray, inner);
    QFETCH(QByteArray, text);
    QCOMPARE(unescapedJson(inner.constData()), text);
    const QByteArray again = escapedJson(text.constData());
    QCOMPARE(unescapedJson(again.constData()), text);
}

void TestJsonText::findsMembers()
{
    const std::string_view object = R"({"a":{"b":1},"b":[2],"c\u0064":"x","b":3})";
    QCOMPARE(findMember(object, "b").value_or(""), std::string_view("[2]"));
    QCOMPARE(findMember(object, "a").value_or(""), std::string_view(R"({"b":1})"));
    QCOMPARE(findMember(object, "cd").value_or(""), std::string_view(R"("x")"));
    QVERIFY(!findMember(object, "z"));
    QVERIFY(!findMember("[1]", "a"));
    QVERIFY(!findMember("{\"a\":", "a"));
    const std::pair<const char *, std::string_view> with[] = {
        {R"({"m":{"a":[1,{"b":"}"}]},"x":1})", R"({"a":[1,{"b":"}"}]})"},
        {R"({"id":1,"d":"\"m\":{\"no\":1}","m":"a\\\",b"})", R"("a\\\",b")"},
        {R"({"inner":{"m":1},"m":2.50})", "2.50"},
        {R"({"m":null})", "null"},
    };
    for (const auto &[json, expected] : with) {
        QVERIFY2(findMember(json, "m") == expected, json);
    }
    for (const char *without :
         {"", "{}", "[]", "{", "null", R"({"a":1})", R"({"m)", R"({"a":"unended)", R"(["m"])"}) {
        QVERIFY2(!findMember(without, "m"), without);
    }
}

void TestJsonText::writes()
{
    const QByteArray body = JsonWriter()
                                .text("name", QString::fromUtf8("Ä \"x\"\n"))
                                .textOrNull("city", QString())
                                .textOrNull("region", QStringLiteral("Texas"))
                                .integer("minutes", 30)
                                .gigabytes("amount_gb", *TrafficAmount::parseGb(u"95.010"))
                                .texts("entries", {QStringLiteral("a"), QStringLiteral("b")})
                                .finish();
    QCOMPARE(body, QByteArray("{\"name\":\"Ä \\\"x\\\"\\n\",\"city\":null,\"region\":\"Texas\","
                              "\"minutes\":30,\"amount_gb\":95.01,\"entries\":[\"a\",\"b\"]}"));
    JsonReader reader(body);
    QVERIFY(!reader.hasProblem());
    QCOMPARE(reader.root().text("name"), QString::fromUtf8("Ä \"x\"\n"));
}

void TestJsonText::writesNothing()
{
    QCOMPARE(JsonWriter().finish(), QByteArray("{}"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestJsonText)
#include "test_jsontext.moc"
