// SPDX-License-Identifier: GPL-3.0-or-later
// Tests reading JSON.

#include "api/json/jsonreader.h"

#include <QTest>

using namespace relaybook;

namespace {

/// "path: problem" of the first problem, or an empty text.
QString problemOf(JsonReader &reader)
{
    const auto problem = reader.takeProblem();
    return problem ? QString(problem->path % u": " % problem->what) : QString();
}

} // namespace

class TestJson : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void figures_data();
    void figures();
    void whatIsNoDocument_data();
    void whatIsNoDocument();
    void problemsNameThePath();
    void onlyTheFirstProblemCounts();
    void textsAreTolerant();
    void wrappers_data();
    void wrappers();
    void paging_data();
    void paging();
    void rawKeepsEveryMember();
    void numbersTooLargeForTheParser();
    void oddBytesCostOneValue_data();
    void oddBytesCostOneValue();
    void goodRowsKeepTheirBytes_data();
    void goodRowsKeepTheirBytes();
    void aMissingCommaCostsNoRow();
    void idsOfBrokenRows_data();
    void idsOfBrokenRows();
    void failuresInTheBody_data();
    void failuresInTheBody();
    void brokenRowsCostOneRow_data();
    void brokenRowsCostOneRow();
    void repairsAreLinear_data();
    void repairsAreLinear();
    void aBodyWithRoomAtItsBeginning();
    void twoReadersAtOnce();
    void aLargeDocument();
};

void TestJson::figures_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("figure"); // null if it is not a number
    const auto row = [](const char *json, const char *figure) {
        QTest::newRow(json) << QByteArray(json) << QString::fromLatin1(figure);
    };
    row("12", "12");
    row("-7", "-7");
    row("12.5", "12.5");
    row("12.50", "12.50");
    row("0.1234567890123456789", "0.1234567890123456789");
    row("0.1", "0.1");
    row("12.300000000000001", "12.300000000000001");
    row("1e-7", "1e-7");
    row("9223372036854775807", "9223372036854775807");
    row("18446744073709551615", "18446744073709551615");
    row("\"12.50\"", "12.50");
    row("\" 12.50 \"", "12.50");
    row("\"abc\"", "abc");
    row("\"1,057.15\"", "1057.15"); // a thousands separator, as the point tells
    row("\"-1,234,567.5\"", "-1234567.5");
    row("\"1,057\"", "1,057"); // may be 1.057 too
    row("\"1,05.15\"", "1,05.15");
    row("\"1057,15.2\"", "1057,15.2");
    row("true", nullptr);
    row("null", nullptr);
    row("{}", nullptr);
    row("[1]", nullptr);
}

void TestJson::figures()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, figure);
    JsonReader reader("{\"x\":" + json + "}");
    const auto read = reader.root().member("x").asFigure();
    QCOMPARE(read.has_value(), !figure.isNull());
    QCOMPARE(read.value_or(QString()), figure);
    QVERIFY(!reader.hasProblem());
}

void TestJson::whatIsNoDocument_data()
{
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const char *body) {
        QTest::newRow(name) << QByteArray(body);
    };
    row("empty", "");
    row("white space", " \r\n\t ");
    row("HTML", "<html><body>502 Bad Gateway</body></html>");
    row("a cut-off receipt", "{\"data\":{\"cost\":247.00 }");
    row("a cut-off text", "{\"data\":{\"cost\":\"247.0");
    row("a cut-off number", "{\"data\":{\"cost\":247.");
    row("something after the end", "{\"data\":{}} 1");
    row("two documents", "{} {}");
    row("a comma too many", "{\"a\":1,}");
    row("single quotes", "{'a':1}");
    // Cut off where the beginning could pass for a list whose last row is broken.
    row("a cut-off list", R"({"data":[{"id":1},{"id":2,"t":["a"]})");
    row("a cut-off inner list", R"({"data":[{"id":1},{"id":2,"t":{"u":["a"]})");
    row("a cut-off row", R"({"data":[{"id":1,"t":NaN},{"id":2,"n)");
    row("a cut-off end", R"({"data":[{"id":1},{"id":2],"meta":{"l":[1],"to)");
}

void TestJson::whatIsNoDocument()
{
    QFETCH(QByteArray, body);
    JsonReader reader(body);
    QVERIFY(reader.hasProblem());
    QCOMPARE(reader.isEmpty(), body.trimmed().isEmpty());
    const auto result = reader.finish(1);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::NotUnderstood);
    QCOMPARE(result.error().jsonPath, QString());
    QVERIFY(!result.error().message.isEmpty());
}

void TestJson::problemsNameThePath()
{
    const QByteArray body = R"({"data":[{"amount":1},{"amount":"x","in":{"n":1.5}}],"o":{}})";
    JsonReader reader(body);
    reader.list().forEachItem([](const JsonValue &item) { (void)item.requiredMoney("amount"); });
    QCOMPARE(problemOf(reader), QStringLiteral("data[1].amount: is not an amount of money"));
    reader.list().forEachItem([](const JsonValue &item) {
        if (item.member("in").exists()) {
            (void)item.member("in").requiredInteger("n");
        }
    });
    QCOMPARE(problemOf(reader), QStringLiteral("data[1].in.n: is not a whole number"));
    const JsonValue o = reader.root().member("o");
    (void)o.requiredText("name");
    QCOMPARE(problemOf(reader), QStringLiteral("o.name: is missing"));
    (void)o.requiredInstant("at");
    QCOMPARE(problemOf(reader), QStringLiteral("o.at: is missing"));
    (void)o.requiredGigabytes("gb");
    QCOMPARE(problemOf(reader), QStringLiteral("o.gb: is missing"));
    (void)o.member("deep").member("deeper").requiredMoney("cost");
    QCOMPARE(problemOf(reader), QStringLiteral("o.deep.deeper.cost: is missing"));
    QVERIFY(!reader.hasProblem());
}

void TestJson::onlyTheFirstProblemCounts()
{
    JsonReader reader(R"({"a":"x","b":[]})");
    (void)reader.root().requiredMoney("a");
    (void)reader.root().requiredMoney("b");
    const auto result = reader.finish(QString());
    QVERIFY(!result);
    QCOMPARE(result.error().jsonPath, QStringLiteral("a"));
}

void TestJson::textsAreTolerant()
{
    JsonReader reader(R"({"n":7,"f":1.5,"b":true,"z":null,"o":{"code":"US", "token":"t"},
                          "p":8080.0,"no":"0","when":12,"port":"x","gb":"unlimited"})");
    const JsonValue root = reader.root();
    QCOMPARE(root.text("n"), QStringLiteral("7"));
    QCOMPARE(root.text("f"), QStringLiteral("1.5"));
    QCOMPARE(root.text("b"), QStringLiteral("true"));
    QCOMPARE(root.text("z"), QString());
    QCOMPARE(root.member("z").asExactText(), std::nullopt);
    QCOMPARE(root.text("missing"), QString());
    QCOMPARE(root.text("o"), QString::fromUtf8("{\"code\":\"US\",\"token\":\"•••\"}"));
    QCOMPARE(root.integer("p"), std::optional<qint64>(8080));
    QCOMPARE(root.boolean("b"), std::optional(true));
    QCOMPARE(root.boolean("no"), std::optional(false));
    QCOMPARE(root.boolean("n"), std::nullopt);
    QCOMPARE(root.instant("when"), std::nullopt);
    QCOMPARE(root.integer("port"), std::nullopt);
    QCOMPARE(root.gigabytes("gb"), std::nullopt);
    QCOMPARE(root.money("z"), std::nullopt);
    QVERIFY(!reader.hasProblem());
    QCOMPARE(root.gigabytes("o"), std::nullopt);
    QCOMPARE(problemOf(reader), QStringLiteral("o: is not an amount of traffic"));
}

void TestJson::wrappers_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *body, qint64 count, const char *problem = "") {
        QTest::newRow(body) << QByteArray(body) << count << QString::fromLatin1(problem);
    };
    row(R"({"data":[1,2]})", 2);
    row(R"([1,2,3])", 3);
    row(R"({"data":{"data":[1],"total":1}})", 1);
    row(R"({"data":null})", 0);
    row(R"({"data":[]})", 0);
    row(R"({"items":[1]})", 0, "data: is missing");
    row(R"({"data":{"a":1}})", 0, "data: is not a list");
    row(R"({"data":{}})", 0);
    row("{}", 0, "data: is missing");
    row(R"({"data":{"1":{"id":5},"3":{"id":6}},"total":2})", 2);
    row(R"({"data":{"data":{"0":{}}}})", 1);
    row(R"({"data":{"1":{"id":5},"a":{"id":6}}})", 0, "data: is not a list");
    row(R"({"data":{"404":"not found"}})", 0, "data: is not a list");
    row(R"({"data":"x"})", 0, "data: is not a list");
    row(R"({"error":{"code":5002,"message":"x"}})", 0, "error: x");
    row("7", 0, "data: is missing");
}

void TestJson::wrappers()
{
    QFETCH(QByteArray, body);
    QFETCH(qint64, count);
    QFETCH(QString, problem);
    JsonReader reader(body);
    QCOMPARE(reader.list().count(), count);
    QCOMPARE(problemOf(reader), problem);
}

void TestJson::paging_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("meta");
    const auto row = [](const char *body, const char *meta) {
        QTest::newRow(body) << QByteArray(body) << QString::fromLatin1(meta);
    };
    row(R"({"data":[1],"meta":{"current_page":2,"last_page":5,"per_page":20,"total":99}})",
        "2/5 20 99");
    row(R"({"data":[1],"meta":{"current_page":"2","last_page":"5","per_page":"20","total":"99"}})",
        "2/5 20 99");
    row(R"({"data":{"data":[1],"current_page":1,"last_page":3,"per_page":15,"total":40}})",
        "1/3 15 40");
    row(R"({"data":{"data":[1],"meta":{"current_page":1,"per_page":15,"total":40}}})", "1/3 15 40");
    row(R"({"data":[1,2],"total":2})", "1/1 2 2");
    row(R"({"data":[1,2],"total":"2"})", "1/1 2 2");
    row(R"({"data":[1,2]})", "");
    row(R"([1])", "");
    row(R"({"data":[1],"meta":null})", "");
    row(R"({"data":[],"meta":{"current_page":1,"last_page":0,"per_page":20,"total":0}})",
        "1/0 20 0");
}

void TestJson::paging()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, meta);
    JsonReader reader(body);
    const auto read = reader.pageMeta();
    QCOMPARE(read ? QStringLiteral("%1/%2 %3 %4")
                        .arg(read->currentPage)
                        .arg(read->lastPage)
                        .arg(read->perPage)
                        .arg(read->total)
                  : QString(),
             meta);
}

void TestJson::rawKeepsEveryMember()
{
    JsonReader reader(R"({ "data" : [ {"id": 1, "nobody_knows": [1.50, {"x" : 12.300000000000001}],
        "password" : "p"}, { "id":2 } ] , "o" : { "k" : { "v" : 1.0 } } })");
    QByteArrayList rows;
    reader.list().forEachItem([&rows](const JsonValue &item) { rows += item.raw(); });
    QCOMPARE(rows.value(0), QByteArray("{\"id\":1,\"nobody_knows\":[1.50,{\"x\":"
                                       "12.300000000000001}],\"password\":\"•••\"}"));
    QCOMPARE(rows.value(1), QByteArray("{\"id\":2}"));
    QCOMPARE(reader.root().member("o").member("k").raw(), QByteArray("{\"v\":1.0}"));
    QCOMPARE(reader.root().member("o").member("k").member("v").raw(), QByteArray("1.0"));
    QCOMPARE(reader.root().member("none").raw(), QByteArray());
}

void TestJson::numbersTooLargeForTheParser()
{
    // simdjson refuses a whole document because of one number that does not fit into 64 bits.
    JsonReader reader(
        R"({"id":7,"big":123456789012345678901234567890,"text":"1234567890123456789012",
        "e":1e999,"neg":-99999999999999999999})");
    QVERIFY(!reader.hasProblem());
    const JsonValue root = reader.root();
    QCOMPARE(root.requiredInteger("id"), qint64(7));
    QCOMPARE(root.text("big"), QStringLiteral("123456789012345678901234567890"));
    QCOMPARE(root.text("text"), QStringLiteral("1234567890123456789012"));
    QCOMPARE(root.text("e"), QStringLiteral("1e999"));
    QCOMPARE(root.text("neg"), QStringLiteral("-99999999999999999999"));
    (void)root.requiredMoney("big");
    QCOMPARE(problemOf(reader), QStringLiteral("big: is not an amount of money"));
}

/// No strict parser takes these documents.
void TestJson::oddBytesCostOneValue_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("raw");
    const auto row = [](const char *name, const char *value, const char *raw) {
        QTest::newRow(name) << QByteArray(value) << QByteArray(raw);
    };
    row("first half of a pair", R"("cut \ud83d")", R"("cut \ufffd")");
    row("second half of a pair", R"("\ude00 x")", R"("\ufffd x")");
    row("halves the wrong way round", R"("\ude00\ud83d")", R"("\ufffd\ufffd")");
    row("half before an escape", R"("\ud83d\n")", R"("\ufffd\n")");
    row("a whole pair beside a half", R"("\ud83d\ude00\ud83d")", R"("\ud83d\ude00\ufffd")");
    row("Latin-1", "\"Z\xfcrich\"", "\"Z\xef\xbf\xbdrich\"");
    row("UTF-8 cut", "\"Z\xc3\"", "\"Z\xef\xbf\xbd\"");
    row("a surrogate as UTF-8", "\"\xed\xa0\xbd\"", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    row("a control character", "\"a\tb\x01\"", "\"a\\u0009b\\u0001\"");
    row("a wrong escape", R"("\x41 \u12")", R"("\\x41 \\u12")");
    row("NaN", "NaN", "null");
    row("-Infinity", "-Infinity", "null");
    row("inf", "inf", "null");
    row("None", "None", "null");
    row("True", "True", "true");
    row("a plus sign", "+5", "\"+5\"");
    row("leading zeros", "007", "\"007\"");
    row("no digits before the point", ".5", "\".5\"");
    row("no digits after the point", "5.", "\"5.\"");
    row("a number of 400 digits", QByteArray(400, '7').constData(),
        QByteArray('"' + QByteArray(400, '7') + '"').constData());
    row("a word", "N/A", "\"N/A\"");
}

void TestJson::oddBytesCostOneValue()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, raw);
    JsonReader reader("{\"data\":[{\"id\":1},{\"id\":2,\"x\":" + value +
                      ",\"y\":\"\xc3\xa4\"},{\"id\":3}],\"meta\":{\"total\":3}}");
    QVERIFY(!reader.hasProblem());
    QByteArrayList rows;
    reader.list().forEachItem([&rows](const JsonValue &row) { rows += row.raw(); });
    QCOMPARE(rows, (QByteArrayList{"{\"id\":1}", "{\"id\":2,\"x\":" + raw + ",\"y\":\"\xc3\xa4\"}",
                                   "{\"id\":3}"}));
    QVERIFY(reader.pageMeta());
    QCOMPARE(reader.pageMeta()->total, 3);
    QVERIFY(!reader.hasProblem());
}

void TestJson::brokenRowsCostOneRow_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<int>("place");
    const auto add = [](const char *name, const QByteArray &row) {
        for (const int place : {0, 1, 2}) {
            QTest::addRow("%s, row %d", name, place) << row << place;
        }
    };
    add("an odd quotation mark", R"({"id":9,"x":"6" pipe"})");
    add("two odd quotation marks", R"({"id":9,"x":"a "b" c","p":{"password":"hidden"}})");
    add("no value", R"({"id":9,"x":})");
    add("a comma too many", R"({"id":9,"x":[1,2,]})");
    add("single quotes", R"({"id":9,'x':1})");
    add("too deep", R"({"id":9,"x":)" + QByteArray(2000, '[') + QByteArray(2000, ']') + '}');
}

void TestJson::brokenRowsCostOneRow()
{
    QFETCH(QByteArray, row);
    QFETCH(int, place);
    QByteArrayList list{R"({"id":1,"x":[{"id":5},{"id":6}]})", R"({"id":2,"x":NaN})"};
    list.insert(place, row);
    for (const char *end : {"]", "],\"meta\":{\"total\":3,\"links\":[1,[2]]}"}) {
        JsonReader reader("{\"data\": [" + list.join(", ") + end + '}');
        QVERIFY(!reader.hasProblem());
        QStringList ids;
        reader.list().forEachItem([&](const JsonValue &item) {
            QVERIFY(!item.raw().contains("hidden"));
            ids += item.isObject() ? item.text("id") : item.text("id") + u'?';
        });
        QStringList expected{QStringLiteral("1"), QStringLiteral("2")};
        expected.insert(place, QStringLiteral("?"));
        QCOMPARE(ids, expected);
    }
}

/// A row that is JSON itself stays as it was sent, whatever the rows beside it are like.
void TestJson::goodRowsKeepTheirBytes_data()
{
    QTest::addColumn<QByteArray>("broken");
    QTest::newRow("a value") << QByteArray(R"({"id":9,"x":NaN})");
    QTest::newRow("a row") << QByteArray(R"({"id":9,"x":"6" pipe"})");
}

void TestJson::goodRowsKeepTheirBytes()
{
    QFETCH(QByteArray, broken);
    const QByteArray good = R"({"id":1,"a":1234567890123456789,"b":-9223372036854775808,)"
                            R"("c":18446744073709551615,"d":1.50e+2,"e":"\u00e4\/ \ud83d\ude00"})";
    JsonReader reader("[" + good + "," + broken + "]");
    QVERIFY(!reader.hasProblem());
    QByteArrayList rows;
    reader.list().forEachItem([&rows](const JsonValue &row) { rows += row.raw(); });
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.front(), good);
}

void TestJson::aMissingCommaCostsNoRow()
{
    JsonReader reader(
        R"({"data":[{"id":1,"x":1}{"id":2,"x":NaN} {"id":3,"x":"6" pipe"}{"id":4}]})");
    QVERIFY(!reader.hasProblem());
    QStringList rows;
    reader.list().forEachItem([&rows](const JsonValue &row) {
        rows += row.isText() ? row.asText().left(28) : QString::fromUtf8(row.raw());
    });
    QCOMPARE(rows, (QStringList{QStringLiteral("{\"id\":1,\"x\":1}"),
                                QStringLiteral("{\"id\":2,\"x\":null}"),
                                QStringLiteral("This row is not JSON (id 3, "),
                                QStringLiteral("{\"id\":4}")}));
}

void TestJson::idsOfBrokenRows_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("read");
    QTest::newRow("a number") << QByteArray("12") << QStringLiteral("id 12, ");
    QTest::newRow("a text") << QByteArray("\"12\"") << QStringLiteral("id 12, ");
    QTest::newRow("a quote inside") << QByteArray("12\"3") << QString();
    QTest::newRow("a quote behind") << QByteArray("12\"") << QString();
    QTest::newRow("a quote before") << QByteArray("\"12") << QString();
    QTest::newRow("a fraction") << QByteArray("12.5") << QString();
}

void TestJson::idsOfBrokenRows()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, read);
    JsonReader reader("[{\"id\":" + id + ",\"x\":\"a \"b c\"},{\"id\":2}]");
    QVERIFY(!reader.hasProblem());
    QStringList rows;
    reader.list().forEachItem([&rows](const JsonValue &row) { rows += row.asText(); });
    QCOMPARE(rows.size(), 2);
    const QString begin = QStringLiteral("This row is not JSON (");
    QVERIFY(rows.front().startsWith(begin));
    QCOMPARE(rows.front().mid(begin.size()).section(u' ', 0, read.isEmpty() ? 0 : 1),
             read.isEmpty() ? rows.front().mid(begin.size()).section(u' ', 0, 0) : read.trimmed());
    QVERIFY(!read.isEmpty() || !rows.front().contains(QLatin1String("(id ")));
}

/// The service may say with status 200 that a call failed.
void TestJson::failuresInTheBody_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *body, const char *problem) {
        QTest::newRow(body) << QByteArray(body) << QString::fromLatin1(problem);
    };
    row(R"({"success":false,"data":null})", "success: is false");
    row(R"({"success":false})", "success: is false");
    row(R"({"success":false,"data":[]})", "success: is false");
    row(R"({"success":false,"message":"Being moved","data":null})", "success: Being moved");
    row(R"({"success":false,"error":"Being moved","data":null})", "success: Being moved");
    row(R"({"error":{"code":5001,"message":"Being moved"},"data":null})", "error: Being moved");
    row(R"({"success":false,"data":[{"id":1}]})", "");
    row(R"({"success":true,"data":null})", "");
    row(R"({"success":true,"error":null,"data":[]})", "");
    row(R"({"data":null})", "");
}

void TestJson::failuresInTheBody()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, problem);
    JsonReader reader(body);
    (void)reader.list();
    QCOMPARE(reader.hasProblem() ? problemOf(reader) : QString(), problem);
}

/// Anything but linear work would not end.
void TestJson::repairsAreLinear_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::newRow("halves of pairs") << QByteArray(R"({"id":1,"x":"\ud83d"})");
    QTest::newRow("odd quotation marks") << QByteArray(R"({"id":1,"x":"""})");
    QTest::newRow("no values") << QByteArray(R"({"id":1,"x":})");
    QTest::newRow("open brackets") << QByteArray(R"({"id":[[[[[[)");
}

void TestJson::repairsAreLinear()
{
    QFETCH(QByteArray, row);
    constexpr int rows = 200'000;
    JsonReader reader("{\"data\":[" + QByteArray(row + ',').repeated(rows) + "{\"id\":2}]}");
    if (!reader.hasProblem()) {
        QCOMPARE(reader.list().count(), qint64(rows) + 1);
    }
}

/// As HTTP leaves it after the header was removed. Under AddressSanitizer, reading past the end of
/// the memory fails.
void TestJson::aBodyWithRoomAtItsBeginning()
{
    const QByteArray json = R"({"ip":"203.0.113.7","country":"DE"})";
    QByteArray body = QByteArray(100, 'x') + json;
    body.squeeze();
    body.remove(0, 100);
    QVERIFY(body.capacity() - body.size() >= 64); // all of it at the beginning
    JsonReader reader(body);
    QCOMPARE(reader.root().member("country").asText(), QStringLiteral("DE"));
    QCOMPARE(problemOf(reader), QString());
}

void TestJson::twoReadersAtOnce()
{
    JsonReader outer(R"({"a":1})");
    {
        JsonReader inner(R"({"a":2})");
        QCOMPARE(inner.root().requiredInteger("a"), qint64(2));
    }
    QCOMPARE(outer.root().requiredInteger("a"), qint64(1));
}

void TestJson::aLargeDocument()
{
    QByteArray body = "{\"data\":[";
    constexpr int rows = 100'000;
    for (int i = 0; i < rows; ++i) {
        body += (i == 0 ? "" : ",") + ("{\"id\":" + QByteArray::number(i) + ",\"text\":\"row\"}");
    }
    body += "]}";
    JsonReader reader(body);
    qint64 sum = 0;
    reader.list().forEachItem([&sum](const JsonValue &item) { sum += item.requiredInteger("id"); });
    QCOMPARE(sum, qint64(rows) * (rows - 1) / 2);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestJson)
#include "test_json.moc"
