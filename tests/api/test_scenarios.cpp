// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every endpoint with scenario files: the request it makes, an answer, and what is read from
// the answer, printed as lines. scenarios/<operationId>.json contains a list of
//   {"name", "with": {parameters}, "request": "VERB path?query", "sends": body,
//    "answer": {"status", "headers", "body"}, "value": [lines]}
// A body that is a string is sent as that text; any other is sent exactly as it is written in the
// file.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "api/json/jsonscanner.h"
#include "clientfixture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <map>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

using Run = std::function<std::shared_ptr<Outcome>(ClientFixture &)>;
using MakeRun = std::function<Run(const QJsonObject &)>;

template <class Endpoint>
Run run(const Endpoint &endpoint)
{
    return [endpoint](ClientFixture &f) { return f.send(endpoint); };
}

QString text(const QJsonObject &with, const char *key)
{
    return with.value(QLatin1String(key)).toString();
}

qint64 number(const QJsonObject &with, const char *key)
{
    return with.value(QLatin1String(key)).toInteger();
}

std::optional<QString> maybeText(const QJsonObject &with, const char *key)
{
    const QJsonValue value = with.value(QLatin1String(key));
    return value.isString() ? std::optional(value.toString()) : std::nullopt;
}

std::optional<qint64> maybeNumber(const QJsonObject &with, const char *key)
{
    const QJsonValue value = with.value(QLatin1String(key));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<TrafficAmount> maybeTraffic(const QJsonObject &with, const char *key)
{
    return TrafficAmount::parseGb(text(with, key));
}

TrafficAmount traffic(const QJsonObject &with, const char *key)
{
    return maybeTraffic(with, key).value_or(TrafficAmount());
}

ProxyId proxyId(const QJsonObject &with)
{
    return ProxyId(text(with, "id"));
}

SubUserId subUserId(const QJsonObject &with)
{
    return SubUserId(number(with, "id"));
}

ProxyEdit proxyEdit(const QJsonObject &with)
{
    ProxyEdit edit;
    edit.name = maybeText(with, "name");
    edit.country = maybeText(with, "country");
    edit.region = maybeText(with, "region");
    edit.city = maybeText(with, "city");
    edit.behavior = maybeText(with, "behavior");
    edit.rotateType = maybeText(with, "rotateType");
    edit.rotateIntervalMinutes = maybeNumber(with, "rotateInterval");
    edit.trafficLimit = maybeTraffic(with, "trafficLimit");
    edit.lifetimeMinutes = maybeNumber(with, "lifetime");
    return edit;
}

using Object = const QJsonObject &;

std::map<QString, MakeRun> accountCalls()
{
    return {
        {QStringLiteral("issueToken"),
         [](Object w) {
             return run(
                 IssueToken{text(w, "email"), Secret(text(w, "password")), text(w, "tokenName")});
         }},
        {QStringLiteral("issueResellerToken"),
         [](Object w) { return run(IssueResellerToken{Secret(text(w, "key"))}); }},
        {QStringLiteral("revokeToken"),
         [](Object w) { return run(RevokeToken{TokenId(number(w, "id"))}); }},
        {QStringLiteral("getAccount"), [](Object) { return run(GetAccount{}); }},
        {QStringLiteral("getBalance"), [](Object) { return run(GetBalance{}); }},
        {QStringLiteral("listTransactions"),
         [](Object w) {
             return run(ListTransactions{number(w, "page"), number(w, "perPage")});
         }},
        {QStringLiteral("listCategories"), [](Object) { return run(ListCategories{}); }},
        {QStringLiteral("getPlan"), [](Object w) { return run(GetPlan{text(w, "type")}); }},
        {QStringLiteral("getAccountTraffic"),
         [](Object w) { return run(GetAccountTraffic{text(w, "period")}); }},
        {QStringLiteral("getResellerBalance"), [](Object) { return run(GetResellerBalance{}); }},
        {QStringLiteral("topUpTraffic"),
         [](Object w) {
             return run(TopUpTraffic{traffic(w, "amount"), text(w, "type")});
         }},
        {QStringLiteral("getAnalytics"), [](Object) { return run(GetAnalytics{}); }},
    };
}

std::map<QString, MakeRun> proxyCalls()
{
    return {
        {QStringLiteral("listProxies"),
         [](Object w) { return run(ListProxies{maybeNumber(w, "page")}); }},
        {QStringLiteral("getProxy"), [](Object w) { return run(GetProxy{proxyId(w)}); }},
        {QStringLiteral("updateProxy"),
         [](Object w) {
             return run(UpdateProxy{proxyId(w), proxyEdit(w)});
         }},
        {QStringLiteral("createProxy"),
         [](Object w) {
             return run(CreateProxy{
                 {text(w, "type"), text(w, "country"), text(w, "behavior"), proxyEdit(w)}});
         }},
        {QStringLiteral("deleteProxy"), [](Object w) { return run(DeleteProxy{proxyId(w)}); }},
        {QStringLiteral("listProxyTraffic"), [](Object) { return run(ListProxyTraffic{}); }},
        {QStringLiteral("listCountries"),
         [](Object w) { return run(ListCountries{text(w, "type")}); }},
        {QStringLiteral("listRegions"),
         [](Object w) {
             return run(ListRegions{text(w, "country"), text(w, "type")});
         }},
        {QStringLiteral("listCities"),
         [](Object w) {
             return run(ListCities{text(w, "country"), text(w, "type")});
         }},
    };
}

std::map<QString, MakeRun> subUserCalls()
{
    return {
        {QStringLiteral("listSubUsers"),
         [](Object w) { return run(ListSubUsers{maybeNumber(w, "page")}); }},
        {QStringLiteral("getSubUser"), [](Object w) { return run(GetSubUser{subUserId(w)}); }},
        {QStringLiteral("createSubUser"),
         [](Object w) {
             return run(CreateSubUser{{text(w, "username"), traffic(w, "amount"),
                                       text(w, "service"), maybeText(w, "note")}});
         }},
        {QStringLiteral("deleteSubUser"),
         [](Object w) { return run(DeleteSubUser{subUserId(w)}); }},
        {QStringLiteral("updateSubUserNote"),
         [](Object w) {
             return run(UpdateSubUserNote{subUserId(w), text(w, "note")});
         }},
        {QStringLiteral("addSubUserTraffic"),
         [](Object w) {
             return run(AddSubUserTraffic{subUserId(w), traffic(w, "amount")});
         }},
        {QStringLiteral("dropSubUserTraffic"),
         [](Object w) {
             return run(DropSubUserTraffic{subUserId(w), maybeTraffic(w, "amount")});
         }},
        {QStringLiteral("getSubUserTraffic"),
         [](Object w) { return run(GetSubUserTraffic{subUserId(w)}); }},
        {QStringLiteral("listSubUserAllocations"),
         [](Object w) {
             return run(
                 ListSubUserAllocations{subUserId(w), number(w, "page"), number(w, "perPage")});
         }},
        {QStringLiteral("listBlocked"), [](Object w) { return run(ListBlocked{subUserId(w)}); }},
        {QStringLiteral("addBlocked"),
         [](Object w) {
             return run(AddBlocked{subUserId(w), text(w, "pattern"), text(w, "comment")});
         }},
        {QStringLiteral("addBlockedBulk"),
         [](Object w) {
             return run(AddBlockedBulk{subUserId(w), text(w, "patterns").split(u' ')});
         }},
        {QStringLiteral("removeBlocked"),
         [](Object w) {
             return run(RemoveBlocked{subUserId(w), AccessRuleId(number(w, "rule"))});
         }},
        {QStringLiteral("listAllowed"), [](Object w) { return run(ListAllowed{subUserId(w)}); }},
        {QStringLiteral("addAllowed"),
         [](Object w) {
             return run(AddAllowed{subUserId(w), text(w, "address"), text(w, "comment"),
                                   w.value(QLatin1String("older")).toBool()});
         }},
        {QStringLiteral("removeAllowed"),
         [](Object w) {
             return run(RemoveAllowed{subUserId(w), AccessRuleId(number(w, "rule"))});
         }},
    };
}

std::map<QString, MakeRun> allCalls()
{
    std::map<QString, MakeRun> calls = accountCalls();
    calls.merge(proxyCalls());
    calls.merge(subUserCalls());
    return calls;
}

QDir scenarioFolder()
{
    return QDir(QFINDTESTDATA("scenarios"));
}

/// The JSON text of a member in the file, or its content if it is a string.
QByteArray written(std::string_view object, std::string_view key)
{
    const auto text = findMember(object, key);
    if (!text) {
        return {};
    }
    return text->starts_with('"') ? unescapedJson(text->substr(1, text->size() - 2))
                                  : QByteArray(text->data(), static_cast<qsizetype>(text->size()));
}

Answer answerOf(std::string_view scenario)
{
    const auto object = findMember(scenario, "answer").value_or("{}");
    const QJsonObject parsed =
        QJsonDocument::fromJson(QByteArray(object.data(), static_cast<qsizetype>(object.size())))
            .object();
    Answer answer;
    answer.status = parsed.value(QLatin1String("status")).toInt(200);
    answer.body = written(object, "body");
    const QJsonObject headers = parsed.value(QLatin1String("headers")).toObject();
    for (auto header = headers.begin(); header != headers.end(); ++header) {
        answer.headers.append({header.key().toLatin1(), header.value().toString().toLatin1()});
    }
    return answer;
}

} // namespace

class TestScenarios : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void everyOperationHasScenarios();
    void scenario_data();
    void scenario();
};

/// The list of operations is taken from the interface document, not from the code.
void TestScenarios::everyOperationHasScenarios()
{
    QFile document(QFINDTESTDATA("../../docs/openapi.yaml"));
    QVERIFY2(document.open(QIODevice::ReadOnly), "docs/openapi.yaml");
    QStringList operations;
    const QString marker = QStringLiteral("operationId: ");
    for (const QString &line : QString::fromUtf8(document.readAll()).split(u'\n')) {
        const qsizetype at = line.indexOf(marker);
        if (at >= 0) {
            operations += line.mid(at + marker.size()).trimmed();
        }
    }
    operations.sort();
    QVERIFY(operations.size() >= 37);
    QStringList known;
    for (const auto &[name, make] : allCalls()) {
        known += name;
    }
    QCOMPARE(known, operations);
    QStringList files = scenarioFolder().entryList({QStringLiteral("*.json")}, QDir::Files);
    files.replaceInStrings(QStringLiteral(".json"), QString());
    files.sort();
    QCOMPARE(files, operations);
}

void TestScenarios::scenario_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QByteArray>("source");
    for (const QFileInfo &info : scenarioFolder().entryInfoList({QStringLiteral("*.json")})) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY2(QJsonDocument::fromJson(content).isArray(), qPrintable(info.fileName()));
        JsonScanner scanner(content.constData());
        QVERIFY(scanner.take('['));
        int count = 0;
        do {
            const auto text = scanner.value().value_or(std::string_view());
            const QByteArray source(text.data(), static_cast<qsizetype>(text.size()));
            QTest::addRow("%s: %s", qPrintable(info.completeBaseName()),
                          written(text, "name").constData())
                << info.completeBaseName() << source;
            ++count;
        } while (scanner.take(','));
        QVERIFY2(count >= 2, qPrintable(info.fileName()));
    }
}

void TestScenarios::scenario()
{
    QFETCH(QString, operation);
    QFETCH(QByteArray, source);
    const QJsonObject expected = QJsonDocument::fromJson(source).object();
    const Answer answer = answerOf(source.constData());
    ClientFixture f;
    const auto answers = [&answer](const Received &, const Exchange &exchange) {
        exchange.answer(answer);
    };
    const bool exchanges = operation == QLatin1String("issueResellerToken");
    f.server.then(exchanges ? ScriptedServer::Script(answers) : serviceThat(answers));
    const auto calls = allCalls();
    const auto outcome = calls.at(operation)(expected.value(QLatin1String("with")).toObject())(f);
    QTRY_COMPARE(outcome->calls, 1);

    const Received &request = f.server.requests().back();
    QCOMPARE(QString::fromLatin1(request.line()),
             expected.value(QLatin1String("request")).toString());
    QCOMPARE(request.body, written(source.constData(), "sends"));
    QStringList lines;
    for (const QJsonValue &line : expected.value(QLatin1String("value")).toArray()) {
        lines += line.toString();
    }
    if (outcome->lines != lines) {
        const QJsonDocument actual(QJsonArray::fromStringList(outcome->lines));
        qInfo("ACTUAL %s", actual.toJson(QJsonDocument::Compact).constData());
    }
    QCOMPARE(outcome->lines, lines);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestScenarios)
#include "test_scenarios.moc"
