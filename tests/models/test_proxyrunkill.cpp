// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a program that is killed in the middle of changing or deleting many proxies: after the next
// start everything that was not sent is offered. What was sent is not sent again unless its result
// is unknown, and then the proxy is looked up first; a deletion only when the user asks again. The
// program is a process of its own: this one with other arguments.

#include "api/endpoints/proxies.h"
#include "api/http/serviceconnection.h"
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"
#include "tests/support/waituntil.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

namespace relaybook {
namespace {

using testing::ended;
using testing::waitUntil;
using State = BatchRun::State;

constexpr auto runTokenName = "RELAYBOOK_PERSONAL_TOKEN";
const QString editWord = QStringLiteral("--edit");
const QString deleteWord = QStringLiteral("--delete");
constexpr qint64 killedRows = 6;
constexpr qint64 killedRow = 2; ///< the row at which the program ends

/// The states of the row in which the program ends itself; or the test kills it.
const QStringList &killSteps()
{
    static const QStringList all{QStringLiteral("running"), QStringLiteral("in-flight"),
                                 QStringLiteral("done"), QStringLiteral("flushed")};
    return all;
}

StoredRun &runOf(AccountSession &session, bool isDeletion)
{
    return isDeletion ? static_cast<StoredRun &>(session.proxyDeletions()) : session.proxyEdits();
}

int runAndDie(bool isDeletion, const QString &url, const QString &dataDir, const QString &step)
{
    const auto service = ServiceAddress::parse(url);
    QFile file(dataDir + QStringLiteral("/rows"));
    if (!service || !file.open(QIODevice::ReadOnly)) {
        return 2;
    }
    const SystemClock clock;
    ApiClient::Config settings{.service = *service, .tls = {}};
    settings.idleTimeout = std::chrono::minutes(2);
    ServiceConnection connection(settings, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(runTokenName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = QStringLiteral("killed");
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    StoredRun &run = runOf(**session, isDeletion);
    QObject::connect(&run, &BatchRun::rowChanged, &run, [&](qint64 index) {
        const State state = run.row(index).state;
        const bool isDone =
            state == State::Done || state == State::Failed || state == State::Unknown;
        if (index != killedRow) {
            return;
        }
        if (isDone && step == QLatin1String("flushed")) {
            (*session)->flush();
        }
        if ((state == State::Running && step == QLatin1String("running")) ||
            (isDone && step != QLatin1String("in-flight"))) {
            testing::endSuddenly();
        }
    });
    std::vector<QByteArray> rows;
    for (const QByteArray &line : file.readAll().split('\n')) {
        rows.push_back(line);
    }
    run.start(std::move(rows));
    return QCoreApplication::exec();
}

} // namespace

class TestProxyRunKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsSentTwiceOrLost_data();
    void nothingIsSentTwiceOrLost();
};

void TestProxyRunKill::nothingIsSentTwiceOrLost_data()
{
    QTest::addColumn<bool>("isDeletion");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");
    for (const bool isDeletion : {false, true}) {
        for (const QString &step : killSteps()) {
            for (const char *fault : {"", "do-and-drop", "error-500=undone"}) {
                QTest::addRow("%s %s %s", isDeletion ? "delete" : "edit", qPrintable(step), fault)
                    << isDeletion << step << QByteArray(fault);
            }
        }
    }
}

void TestProxyRunKill::nothingIsSentTwiceOrLost()
{
    QFETCH(bool, isDeletion);
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    testing::SessionFixture f(testing::SandboxSettings{8, 3, 5});
    const auto ids = f.server.proxyIds();
    const auto isMade = [&](qint64 index) {
        const auto proxy = f.server.proxy(ids.at(std::size_t(index)));
        return isDeletion ? !proxy.has_value()
                          : testing::objectOf(proxy).value(QStringLiteral("name")).toString() ==
                                QStringLiteral("named %1").arg(index);
    };
    QByteArrayList rows;
    for (qint64 index = 0; index < killedRows; ++index) {
        const auto shown = GetProxy::decode(QByteArray::fromStdString(
            "{\"data\":" + f.server.proxy(ids.at(std::size_t(index))).value() + "}"));
        QVERIFY(shown.has_value());
        ProxyEdit edit;
        edit.name = QStringLiteral("named %1").arg(index);
        rows.append(isDeletion ? toJson(ProxyDeletionRow{shown->id, shown->name})
                               : toJson(proxyEditRow(*shown, edit)));
    }
    QFile file(f.folder.filePath(QStringLiteral("rows")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(rows.join('\n'));
    file.close();
    const std::string operation = isDeletion ? "deleteProxy" : "updateProxy";
    const auto sent = [&] { return f.server.counters().of(operation).arrived; };
    const QByteArray on = "after=2,on=" + QByteArray::fromStdString(operation);
    const bool isInFlight = step == QLatin1String("in-flight");
    if (isInFlight) {
        f.fault(QByteArray("latency=600000," + on).constData());
    }
    if (!fault.isEmpty()) {
        f.fault(QByteArray(fault + ",next=1," + on).constData());
    }

    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(runTokenName),
                       QString::fromStdString(f.access.personalToken));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {isDeletion ? deleteWord : editWord, QString::fromStdString(f.access.url),
                   f.folder.path(), step});
    if (isInFlight) {
        QVERIFY(waitUntil([&] { return sent() == 3; }));
        process.kill();
    }
    QVERIFY(ended(process));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    f.server.faults().clearAll();
    f.server.endLatency();
    QVERIFY(sent() <= 3);
    f.countFromHere(); // what was on its way has arrived
    qint64 made = 0;
    for (qint64 index = 0; index < killedRows; ++index) {
        made += isMade(index) ? 1 : 0;
    }

    AccountSession::Config config = f.config();
    config.account = QStringLiteral("killed");
    auto session = AccountSession::open(config, f.client.get(), f.auth, f.clock);
    QVERIFY(session.has_value());
    f.session = std::move(*session);
    StoredRun &run = runOf(*f.session, isDeletion);
    QVERIFY(run.isLeftOver());
    QCOMPARE(run.size(), killedRows);
    QVERIFY(run.count(State::Waiting) >= 3); // nothing is lost
    QVERIFY(run.count(State::Unknown) <= 1);
    run.retry();
    QTRY_VERIFY(!run.isRunning());
    if (isDeletion && run.count(State::Failed) > 0) { // it is still there
        QCOMPARE(run.count(State::Failed), 1);
        QVERIFY(!isMade(killedRow));
        run.retry();
        QTRY_VERIFY(!run.isRunning());
    }
    for (qint64 index = 0; index < killedRows; ++index) {
        QVERIFY(isMade(index));
        QVERIFY2(run.row(index).state == State::Done || run.row(index).state == State::Unchanged,
                 qPrintable(QString::number(index)));
    }
    // Only what was not made yet was sent.
    QCOMPARE(sent(), std::uint64_t(killedRows - made));
}

} // namespace relaybook

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const bool isDeletion = words.value(1) == relaybook::deleteWord;
    if (words.size() == 5 && (isDeletion || words.at(1) == relaybook::editWord)) {
        return relaybook::runAndDie(isDeletion, words.at(2), words.at(3), words.at(4));
    }
    relaybook::TestProxyRunKill test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_proxyrunkill.moc"
