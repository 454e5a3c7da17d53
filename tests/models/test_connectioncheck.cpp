// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the connection check against the sandbox, a scripted server and a proxy: what it says of
// every kind of failure, how few calls it makes, and that its report has no secret.

#include "api/http/serviceconnection.h"
#include "models/accounts/connectioncheck.h"
#include "sandbox/server.h"
#include "tests/support/manualclock.h"
#include "tests/support/roundtrips.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/tlsrelay.h"
#include "tests/support/wine.h"

#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using StepState = ConnectionStep::State;

const Secret checkedToken(QByteArray("1|personal-secret"));
const Secret checkedKey(QByteArray("reseller-key-secret"));

/// "Mon, 23 Nov 2026 06:00:00 GMT"
QByteArray httpDateText(Instant time)
{
    return QLocale::c()
        .toString(utcDateTime(time), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"))
        .toLatin1();
}

struct CheckFixture
{
    CheckFixture() { clock.setNow(SystemClock().now()); }

    void make(const QString &service)
    {
        address = service;
        const auto parsed = ServiceAddress::parse(service);
        ApiClient::Config config{parsed ? *parsed
                                        : *ServiceAddress::parse(QStringLiteral("localhost"))};
        config.network = network;
        config.tls = tls;
        config.idleTimeout = idleTimeout;
        config.repeatPause = 1ms;
        connection = std::make_unique<ServiceConnection>(config, clock);
        connection->auth().setTokens(personal, key);
        check = std::make_unique<ConnectionCheck>(ConnectionCheck::Parts{
            address, network, *connection, clock, tls, askSystemForProxies, patience});
    }
    /// Runs the check to its end; false if it does not end.
    [[nodiscard]] bool run()
    {
        QSignalSpy finished(check.get(), &ConnectionCheck::finished);
        check->start();
        [&finished] { QTRY_COMPARE(finished.size(), 1); }();
        return !check->isRunning() && finished.size() == 1;
    }
    [[nodiscard]] const ConnectionStep &step(const char *name) const
    {
        const auto &all = check->steps();
        const auto found = std::find_if(all.begin(), all.end(), [name](const auto &each) {
            return each.name == QLatin1String(name);
        });
        if (found == all.end()) {
            qFatal("no such step");
        }
        return *found;
    }
    [[nodiscard]] bool is(const char *name, StepState state, const char *says = "") const
    {
        const ConnectionStep &found = step(name);
        const bool fits = found.state == state && found.verdict.contains(QLatin1String(says));
        if (!fits) {
            qInfo("%s: %d, %s", name, static_cast<int>(found.state), qPrintable(found.verdict));
        }
        return fits;
    }
    /// Whether every step has ended, with a sentence.
    [[nodiscard]] bool isReportedWhole() const
    {
        return std::all_of(check->steps().begin(), check->steps().end(), [](const auto &each) {
            return each.state != ConnectionStep::Waiting && each.state != ConnectionStep::Running &&
                   each.verdict.endsWith(u'.') && !each.title.isEmpty();
        });
    }
    [[nodiscard]] bool isSkippedAfter(const char *name) const
    {
        bool isAfter = false;
        for (const ConnectionStep &each : check->steps()) {
            if (isAfter && each.state != ConnectionStep::Skipped) {
                return false;
            }
            isAfter = isAfter || each.name == QLatin1String(name);
        }
        return isAfter;
    }

    ManualClock clock;
    NetworkSettings network;
    std::optional<QSslConfiguration> tls;
    std::chrono::milliseconds idleTimeout{15'000};
    std::chrono::milliseconds patience{10'000};
    Secret personal = checkedToken;
    Secret key = checkedKey;
    QString address;
    std::unique_ptr<ServiceConnection> connection;
    std::unique_ptr<ConnectionCheck> check;
};

/// A service that answers every call as a test says, by the beginning of its path.
class CheckedService
{
public:
    CheckedService()
    {
        server.then([this](const Received &request, const Exchange &exchange) {
            Answer answer = answerTo(request);
            if (date) {
                answer.headers.append({"Date", *date});
            }
            answer.headers.append(headers);
            exchange.answer(answer);
        });
    }
    /// The longest beginning of a path decides.
    std::map<QByteArray, Answer> answers{
        {"/", {200, R"({"data":[]})", {}}},
        {"/reseller/access-token", {200, R"({"data":{"access_token":"reseller-token"}})", {}}},
        {"/reseller/balance", {200, R"({"data":{"traffic_balance_gb":"1"}})", {}}},
        {"/v1/account/balance", {200, R"({"data":{"balance":"1","currency":"USD"}})", {}}},
        {"/v1/account", {200, R"({"data":{"id":1,"email":"a@example.net"}})", {}}},
        {"/v1/account/transactions", {200, R"({"data":[]})", {}}},
    };
    std::optional<QByteArray> date;
    QList<QPair<QByteArray, QByteArray>> headers;
    ScriptedServer server;

private:
    [[nodiscard]] Answer answerTo(const Received &request) const
    {
        Answer best;
        qsizetype longest = 0;
        for (const auto &[path, answer] : answers) {
            if (request.target.startsWith(path) && path.size() > longest) {
                longest = path.size();
                best = answer;
            }
        }
        return best;
    }
};

} // namespace

class TestConnectionCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void everythingIsGood();
    void overTls();
    void onlyWhatIsCertain();
    void badAddress_data();
    void badAddress();
    void noSuchName();
    void refusedPort();
    void silentHost();
    void plainServiceWithoutAScheme();
    void badCertificates_data();
    void badCertificates();
    void certificateThatExpiresSoon();
    void ownAuthority();
    void badCaFile();
    void noAnswer();
    void clockIsOff_data();
    void clockIsOff();
    void oneTokenIsRefused_data();
    void oneTokenIsRefused();
    void nothingIsAllowed();
    void noService();
    void tokensThatAreMissing();
    void tokensThatAreAwaited();
    void limitsNearlyUsedUp();
    void itSaysThatItWaits();
    void throughAProxy();
    void proxyProblems_data();
    void proxyProblems();
    void cancelAndStartAgain();
    void reportHasNoSecret();
};

void TestConnectionCheck::everythingIsGood()
{
    sandbox::Server server(sandbox::Options{});
    QVERIFY(!server.start());
    const auto access = server.access();
    CheckFixture f;
    f.personal = Secret(QByteArray::fromStdString(access.personalToken));
    f.key = Secret(QByteArray::fromStdString(access.resellerKey));
    f.make(QString::fromStdString(access.url));
    QSignalSpy changed(f.check.get(), &ConnectionCheck::changed);
    QVERIFY(f.run());
    QVERIFY(!changed.isEmpty());
    QVERIFY(f.isReportedWhole());
    QVERIFY(f.is("address", ConnectionStep::Good, "127.0.0.1"));
    QVERIFY(f.is("name", ConnectionStep::Good, "number"));
    QVERIFY(f.is("connection", ConnectionStep::Good));
    QVERIFY(f.is("tls", ConnectionStep::Skipped, "this computer"));
    QVERIFY(f.is("personal-token", ConnectionStep::Good,
                 "It gives access to: transactions, account, balance, proxies."));
    QVERIFY(f.is("reseller-key", ConnectionStep::Good,
                 "It gives access to: prices and traffic, sub-users."));
    QVERIFY(f.is("limits", ConnectionStep::Good));
    QVERIFY2(server.counters().requests <= 8,
             qPrintable(QString::number(server.counters().requests)));
}

void TestConnectionCheck::overTls()
{
    NEED_TLS_SERVER();
    CheckedService service;
    const TestCertificate certificate = TestCertificate::make();
    service.server.useTls(certificate);
    service.server.start();
    CheckFixture f;
    f.tls = certificate.trustingClient();
    f.make(service.server.url().replace(QLatin1String("127.0.0.1"), QLatin1String("localhost")));
    QVERIFY(f.run());
    QVERIFY(f.is("name", ConnectionStep::Good, "localhost was found"));
    QVERIFY(f.is("connection", ConnectionStep::Good));
    QVERIFY(f.step("tls").verdict.contains(QLatin1String("TLS 1.3")));
    QVERIFY(f.step("tls").verdict.contains(QLatin1String("Test Authority")));
    QVERIFY(f.is("personal-token", ConnectionStep::Good));
    QVERIFY(f.is("reseller-key", ConnectionStep::Good));
}

/// A service with the seven certain calls is a complete one.
void TestConnectionCheck::onlyWhatIsCertain()
{
    CheckedService service;
    service.answers["/"] = {404, "no such page", {}};
    service.answers["/v1/account"] = {405, "", {}};
    service.answers["/v1/account/balance"] = {501, "", {}};
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Good, "It gives access to: transactions."));
    QVERIFY(f.is("personal-token", ConnectionStep::Good, "not needed: account, balance, proxies."));
    QVERIFY(f.is("reseller-key", ConnectionStep::Good, "It gives access to: prices and traffic."));
    for (const ConnectionStep &step : f.check->steps()) {
        QVERIFY(step.state != ConnectionStep::Warning && step.state != ConnectionStep::Bad);
    }
}

void TestConnectionCheck::badAddress_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("empty") << QString();
    QTest::newRow("plain http") << QStringLiteral("http://panel.example.com");
    QTest::newRow("with a password") << QStringLiteral("https://me:word@panel.example.com");
}

void TestConnectionCheck::badAddress()
{
    QFETCH(QString, address);
    CheckFixture f;
    f.make(address);
    QVERIFY(f.run());
    QVERIFY(f.is("address", ConnectionStep::Bad));
    QVERIFY(f.isSkippedAfter("address"));
    QVERIFY(f.isReportedWhole());
    QVERIFY(!f.check->report().contains(QLatin1String("word@")));
}

void TestConnectionCheck::noSuchName()
{
    CheckFixture f;
    f.make(QStringLiteral("https://no-such-service.invalid"));
    QVERIFY(f.run());
    QVERIFY(f.is("name", ConnectionStep::Bad, "no-such-service.invalid"));
    QVERIFY(f.isSkippedAfter("name"));
    QVERIFY(f.isReportedWhole());
}

void TestConnectionCheck::refusedPort()
{
    QTcpServer closed;
    QVERIFY(closed.listen(QHostAddress::LocalHost));
    const QString address = QStringLiteral("https://127.0.0.1:%1").arg(closed.serverPort());
    closed.close();
    CheckFixture f;
    f.make(address);
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Bad, "refused"));
    QVERIFY(f.isSkippedAfter("connection"));
    QVERIFY(f.isReportedWhole());
}

/// It accepts the connection and says nothing more.
void TestConnectionCheck::silentHost()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    CheckFixture f;
    f.patience = 2s;
    f.make(QStringLiteral("https://127.0.0.1:%1").arg(silent.serverPort()));
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Good));
    QVERIFY(f.is("tls", ConnectionStep::Bad, "no answer"));
    QVERIFY(f.isSkippedAfter("tls"));
}

/// An address without a scheme is taken as https.
void TestConnectionCheck::plainServiceWithoutAScheme()
{
    sandbox::Server server(sandbox::Options{});
    QVERIFY(!server.start());
    CheckFixture f;
    f.make(QString::fromStdString(server.access().url).remove(QLatin1String("http://")));
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Good));
    QVERIFY(f.is("tls", ConnectionStep::Bad, "put http:// in front"));
    QVERIFY(f.isReportedWhole());
    QVERIFY(f.isSkippedAfter("tls"));
}

void TestConnectionCheck::badCertificates_data()
{
    QTest::addColumn<TestCertificate::Kind>("kind");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QByteArray>("says");
    using Kind = TestCertificate::Kind;
    QTest::newRow("unknown authority") << Kind::Good << false << QByteArray("not trusted");
    QTest::newRow("expired") << Kind::Expired << true << QByteArray("expired on");
    QTest::newRow("another host") << Kind::OtherHost << true << QByteArray("another host");
}

void TestConnectionCheck::badCertificates()
{
    NEED_TLS_SERVER();
    QFETCH(TestCertificate::Kind, kind);
    QFETCH(bool, trusted);
    QFETCH(QByteArray, says);
    CheckedService service;
    const TestCertificate certificate = TestCertificate::make(kind);
    service.server.useTls(certificate);
    service.server.start();
    CheckFixture f;
    f.tls = (trusted ? certificate : TestCertificate::make()).trustingClient();
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Good));
    QVERIFY(f.is("tls", ConnectionStep::Bad, says.constData()));
    QVERIFY(f.isSkippedAfter("tls"));
    QVERIFY(f.isReportedWhole());
    QCOMPARE(service.server.arrivals(), 0);
}

void TestConnectionCheck::certificateThatExpiresSoon()
{
    NEED_TLS_SERVER();
    CheckedService service; // the test's certificates are valid for ten days
    const TestCertificate certificate = TestCertificate::make();
    service.server.useTls(certificate);
    service.server.start();
    CheckFixture f;
    f.tls = certificate.trustingClient();
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("tls", ConnectionStep::Warning, "expires soon"));
    CheckFixture earlier;
    earlier.clock.setNow(f.clock.now() - std::chrono::hours(5 * 24));
    earlier.tls = f.tls;
    earlier.make(service.server.url());
    QVERIFY(earlier.run());
    QVERIFY(earlier.is("tls", ConnectionStep::Good, "valid until"));
}

void TestConnectionCheck::ownAuthority()
{
    NEED_TLS_SERVER();
    CheckedService service;
    const TestCertificate authority = TestCertificate::make();
    service.server.useTls(authority.issue());
    service.server.start();
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("own.pem")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(authority.certificate.toPem());
    file.close();
    CheckFixture f;
    f.network.caFile = file.fileName();
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.step("tls").verdict.contains(QLatin1String("your own certificate file")));
    QVERIFY(f.is("personal-token", ConnectionStep::Good));
}

void TestConnectionCheck::badCaFile()
{
    CheckedService service;
    service.server.start();
    CheckFixture f;
    f.network.caFile = QStringLiteral("/no/such/file.pem");
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Bad, "does not exist"));
    QVERIFY(f.isSkippedAfter("connection"));
    QVERIFY(f.isReportedWhole());
    QCOMPARE(service.server.connections(), 0);
}

void TestConnectionCheck::noAnswer()
{
    ScriptedServer server;
    server.then([](const Received &, const Exchange &exchange) { exchange.close(); });
    server.start();
    CheckFixture f;
    f.make(server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("clock", ConnectionStep::Bad, "did not answer"));
    QVERIFY(f.isSkippedAfter("clock"));
    QVERIFY(f.isReportedWhole());
}

void TestConnectionCheck::clockIsOff_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<int>("state");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char *name, int seconds, StepState state, const char *says) {
        QTest::newRow(name) << seconds << static_cast<int>(state) << QByteArray(says);
    };
    add("right", 0, ConnectionStep::Good, "agrees");
    add("half a minute", 30, ConnectionStep::Good, "agrees");
    add("an hour ahead", 3600, ConnectionStep::Warning, "about 60 min ahead");
    add("an hour behind", -3600, ConnectionStep::Warning, "about 60 min behind");
}

void TestConnectionCheck::clockIsOff()
{
    QFETCH(int, seconds);
    QFETCH(int, state);
    QFETCH(QByteArray, says);
    CheckedService service;
    service.server.start();
    CheckFixture f;
    service.date = httpDateText(f.clock.now() - std::chrono::seconds(seconds));
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("clock", static_cast<StepState>(state), says.constData()));
    QVERIFY(f.is("personal-token", ConnectionStep::Good)); // it goes on
    service.date.reset();
    QVERIFY(f.run());
    QVERIFY(f.is("clock", ConnectionStep::Good, "sends no date"));
}

void TestConnectionCheck::oneTokenIsRefused_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("isPersonal");
    QTest::newRow("personal token") << QByteArray("/v1/account/transactions") << true;
    QTest::newRow("Reseller Key") << QByteArray("/reseller/access-token") << false;
    QTest::newRow("reseller token") << QByteArray("/reseller/balance") << false;
}

void TestConnectionCheck::oneTokenIsRefused()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, isPersonal);
    CheckedService service;
    service.answers[path] = {401, R"({"error":{"code":1004,"message":"unknown token"}})", {}};
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is(isPersonal ? "personal-token" : "reseller-key", ConnectionStep::Bad,
                 "does not accept"));
    QVERIFY(f.is(isPersonal ? "reseller-key" : "personal-token", ConnectionStep::Good));
    QVERIFY(f.isReportedWhole());
    QVERIFY(!f.check->report().contains(QLatin1String("unknown token")));
}

void TestConnectionCheck::nothingIsAllowed()
{
    CheckedService service;
    for (auto &[path, answer] : service.answers) {
        if (path != "/reseller/access-token") {
            answer = {403, R"({"error":{"code":1005,"message":"no"}})", {}};
        }
    }
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Bad, "allows nothing"));
    QVERIFY(f.is("reseller-key", ConnectionStep::Bad, "allows nothing"));
}

/// A web server that has nothing to do with the service.
void TestConnectionCheck::noService()
{
    CheckedService service;
    service.answers = {{"/", {404, "<html>not here</html>", {}}}};
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Bad, "Check that it is the address"));
    QVERIFY(f.is("reseller-key", ConnectionStep::Bad));
}

void TestConnectionCheck::tokensThatAreMissing()
{
    CheckedService service;
    service.server.start();
    CheckFixture f;
    f.personal = Secret();
    f.key = Secret();
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Skipped, "There is none"));
    QVERIFY(f.is("reseller-key", ConnectionStep::Skipped, "There is none"));
    QVERIFY(f.isReportedWhole());
    f.connection->auth().expect(true, false);
    f.connection->auth().giveUp();
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Warning, "keychain"));
    QVERIFY(f.is("reseller-key", ConnectionStep::Skipped));
}

void TestConnectionCheck::tokensThatAreAwaited()
{
    CheckedService service;
    service.server.start();
    CheckFixture f;
    f.personal = Secret();
    f.make(service.server.url());
    f.connection->auth().clear();
    f.connection->auth().expect(true, true);
    QSignalSpy finished(f.check.get(), &ConnectionCheck::finished);
    f.check->start();
    QTRY_VERIFY(f.step("personal-token").verdict.contains(QLatin1String("keychain")));
    QVERIFY(f.is("personal-token", ConnectionStep::Running));
    f.connection->auth().setTokens(checkedToken, checkedKey);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(f.is("personal-token", ConnectionStep::Good));
    QVERIFY(f.is("reseller-key", ConnectionStep::Good));
}

void TestConnectionCheck::limitsNearlyUsedUp()
{
    CheckedService service;
    service.headers = {{"X-RateLimit-Limit", "60"}, {"X-RateLimit-Remaining", "40"}};
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("limits", ConnectionStep::Good, "personal token: 40 of 60."));
    QVERIFY(f.is("limits", ConnectionStep::Good, "Reseller Key: 40 of 60."));
    service.headers.last().second = "5";
    f.clock.advance(1h); // the earlier calls do not count any more
    QVERIFY(f.run());
    QVERIFY(f.is("limits", ConnectionStep::Warning, "nearly used up"));
    service.headers.clear();
    f.make(service.server.url());
    QVERIFY(f.run());
    QVERIFY(f.is("limits", ConnectionStep::Good, "does not say"));
}

void TestConnectionCheck::itSaysThatItWaits()
{
    CheckedService service;
    service.answers["/v1/account/transactions"] = {429, "{}", {{"Retry-After", "600"}}};
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QSignalSpy finished(f.check.get(), &ConnectionCheck::finished);
    f.check->start();
    QTRY_VERIFY(f.step("personal-token").verdict.contains(QLatin1String("Waiting until")));
    QVERIFY(f.is("personal-token", ConnectionStep::Running));
    service.answers["/v1/account/transactions"] = {200, R"({"data":[]})", {}};
    f.clock.advance(601s);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(f.is("personal-token", ConnectionStep::Good));
}

void TestConnectionCheck::throughAProxy()
{
    NEED_TLS_SERVER();
    ScriptedProxy proxy(ScriptedProxy::Manner::Passes);
    CheckedService service;
    const TestCertificate certificate = TestCertificate::make();
    service.server.useTls(certificate);
    service.server.start();
    CheckFixture f;
    f.tls = certificate.trustingClient();
    f.network.proxy = NetworkSettings::Proxy::Http;
    f.network.host = QStringLiteral("127.0.0.1");
    f.network.port = proxy.serverPort();
    f.make(QStringLiteral("https://0.0.0.0:%1").arg(service.server.serverPort()));
    QVERIFY(f.run());
    const QByteArray name = "The proxy 127.0.0.1:" + QByteArray::number(proxy.serverPort());
    QVERIFY(f.is("name", ConnectionStep::Good, QByteArray(name + " looks up").constData()));
    QVERIFY(f.is("connection", ConnectionStep::Good, QByteArray(name + " connects").constData()));
    QVERIFY(f.step("tls").verdict.contains(QLatin1String("TLS 1.3")));
    QVERIFY(f.is("personal-token", ConnectionStep::Good));
    QVERIFY(proxy.asked() > 0);
}

void TestConnectionCheck::proxyProblems_data()
{
    QTest::addColumn<int>("manner");
    QTest::addColumn<QByteArray>("says");
    using Manner = ScriptedProxy::Manner;
    const auto add = [](const char *name, Manner manner, const char *says) {
        QTest::newRow(name) << static_cast<int>(manner) << QByteArray(says);
    };
    add("wrong password", Manner::AlwaysAsks, "user name and password");
    add("silent", Manner::IsSilent, "did not answer in time");
    add("forbids", Manner::Forbids, "cannot reach the service");
    add("cannot connect", Manner::CannotConnect, "cannot reach the service");
    add("drops", Manner::DropsAtConnect, "closed the connection");
    add("something else", Manner::SpeaksSomethingElse, "closed the connection");
}

void TestConnectionCheck::proxyProblems()
{
    QFETCH(int, manner);
    QFETCH(QByteArray, says);
    ScriptedProxy proxy(static_cast<ScriptedProxy::Manner>(manner));
    CheckFixture f;
    const bool isSilent = manner == static_cast<int>(ScriptedProxy::Manner::IsSilent);
    if (isSilent) {
        f.patience = 500ms;
    }
    f.network.proxy = NetworkSettings::Proxy::Http;
    f.network.host = QStringLiteral("127.0.0.1");
    f.network.port = proxy.serverPort();
    f.network.user = QStringLiteral("proxy-user");
    f.network.password = Secret(QByteArray("proxy-secret"));
    f.make(QStringLiteral("https://0.0.0.0:9"));
    QVERIFY(f.run());
    QVERIFY(f.is("connection", ConnectionStep::Bad, says.constData()));
    QVERIFY(f.is("connection", ConnectionStep::Bad, "The proxy 127.0.0.1:"));
    QVERIFY(f.isSkippedAfter("connection"));
    QVERIFY(f.isReportedWhole());
    QVERIFY(!f.check->report().contains(QLatin1String("proxy-secret")));
}

void TestConnectionCheck::cancelAndStartAgain()
{
    CheckedService service;
    service.server.start();
    CheckFixture f;
    f.make(service.server.url());
    QSignalSpy finished(f.check.get(), &ConnectionCheck::finished);
    f.check->start();
    QVERIFY(f.check->isRunning());
    QTRY_VERIFY(f.step("connection").state != ConnectionStep::Waiting);
    f.check->cancel();
    QVERIFY(!f.check->isRunning());
    QVERIFY(f.isReportedWhole());
    const int arrivals = service.server.arrivals();
    waitForOtherRoundTrips();
    QCOMPARE(finished.size(), 0);
    QVERIFY(service.server.arrivals() <= arrivals + 1); // what was on its way
    f.check->start();
    f.check->start(); // and from the beginning again
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(f.is("reseller-key", ConnectionStep::Good));
    // It may be destroyed while it runs.
    f.check->start();
    QTRY_VERIFY(f.step("connection").state != ConnectionStep::Waiting);
    f.check.reset();
    waitForOtherRoundTrips();
}

void TestConnectionCheck::reportHasNoSecret()
{
    NEED_TLS_SERVER();
    ScriptedProxy proxy(ScriptedProxy::Manner::AsksAndCloses);
    CheckedService service;
    const TestCertificate certificate = TestCertificate::make();
    service.server.useTls(certificate);
    service.server.start();
    // The service repeats what it got, as errors sometimes do.
    service.answers["/v1/account"] = {
        500, R"({"error":{"code":5003,"message":"1|personal-secret failed"}})", {}};
    service.answers["/reseller/sub-users"] = {
        422, R"({"error":{"code":2001,"message":"reseller-key-secret is bad"}})", {}};
    CheckFixture f;
    f.tls = certificate.trustingClient();
    f.network.proxy = NetworkSettings::Proxy::Http;
    f.network.host = QStringLiteral("127.0.0.1");
    f.network.port = proxy.serverPort();
    f.network.user = QStringLiteral("proxy-user");
    f.network.password = Secret(QByteArray("proxy-secret"));
    f.make(QStringLiteral("https://0.0.0.0:%1").arg(service.server.serverPort()));
    QVERIFY(f.run());
    QVERIFY(f.is("personal-token", ConnectionStep::Warning, "Could not be read: account."));
    const QString report = f.check->report();
    QVERIFY(report.contains(QLatin1String("Relaybook ")));
    QCOMPARE(report.count(u'\n'), static_cast<int>(f.check->steps().size()));
    for (const ConnectionStep &step : f.check->steps()) {
        QVERIFY(report.contains(step.title) && report.contains(step.verdict));
    }
    for (const char *secret : {"personal-secret", "reseller-key-secret", "reseller-token",
                               "proxy-secret", "proxy-user"}) {
        QVERIFY2(!report.contains(QLatin1String(secret)), secret);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestConnectionCheck)
#include "test_connectioncheck.moc"
