// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every endpoint with scenario files: the request it makes, an answer, and what is read from
// the answer, printed as lines. scenarios/<operationId>.json contains a list of
//   {"name", "with": {parameters}, "request": "VERB path?query", "sends": body,
//    "answer": {"status", "headers", "body"}, "value": [lines]}
// A body that is a string is sent as that text; any other is sent exactly as it is written in the
// file.

#include "api/json/jsonscanner.h"
#include "tests/api/everycall.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace relaybook;
using namespace relaybook::testing;
using namespace relaybook::testing::everycall;

namespace {

QDir scenarioFolder()
{
    return QDir(relaybook::testing::projectFile(QStringLiteral("tests/api/scenarios")));
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
    void failuresWithStatus200_data();
    void failuresWithStatus200();
};

/// The list of operations is taken from the interface document, not from the code.
void TestScenarios::everyOperationHasScenarios()
{
    QFile document(relaybook::testing::projectFile(QStringLiteral("docs/openapi.yaml")));
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

void TestScenarios::failuresWithStatus200_data()
{
    QTest::addColumn<QString>("operation");
    for (const auto &[name, make] : allCalls()) {
        QTest::newRow(qPrintable(name)) << name;
    }
}

/// No list is taken for an empty one, and no change for one that was made.
void TestScenarios::failuresWithStatus200()
{
    QFETCH(QString, operation);
    QFile file(scenarioFolder().filePath(operation + QStringLiteral(".json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject first = QJsonDocument::fromJson(file.readAll()).array().at(0).toObject();
    ClientFixture f;
    const auto answers = [](const Received &, const Exchange &exchange) {
        Answer answer;
        answer.status = 200;
        answer.body = R"({"success":false,"message":"Being moved","data":null})";
        exchange.answer(answer);
    };
    const bool exchanges = operation == QLatin1String("issueResellerToken");
    f.server.then(exchanges ? ScriptedServer::Script(answers) : serviceThat(answers));
    const auto calls = allCalls();
    const auto outcome = calls.at(operation)(first.value(QLatin1String("with")).toObject())(f);
    QTRY_COMPARE(outcome->calls, 1);
    const QString lines = outcome->lines.join(u'\n');
    QVERIFY2(outcome->lines.contains(QStringLiteral("error: NotUnderstood")), qPrintable(lines));
    QVERIFY2(outcome->lines.contains(QStringLiteral("message: Being moved")), qPrintable(lines));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestScenarios)
#include "test_scenarios.moc"
