// SPDX-License-Identifier: GPL-3.0-or-later
// Tests calls through a proxy, with real ones and with one that misbehaves: every changing call
// arrives at the service exactly once, and an error says that it is the proxy's.

#include "tests/api/changedenvironment.h"
#include "tests/api/proxyfixture.h"
#include "tests/support/roundtrips.h"
#include "tests/support/scriptedproxy.h"

#include <QNetworkReply>
#include <QThread>

#include <atomic>
#include <optional>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(relaybook::testing::ScriptedProxy::Manner)

namespace {

using ProxyKind = NetworkSettings::Proxy;
using Manner = ScriptedProxy::Manner;

const QString proxyUser = QStringLiteral("reseller");
const QByteArray proxyPassword("proxy-password-1");

Probe purchase()
{
    Probe probe = spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    probe.body = R"({"amount_gb":95,"proxy_type":"mobile"})";
    return probe;
}

/// Sends a call, and tells whether one came through this proxy by now.
bool soonThrough(ProxyFixture &f, const ScriptedProxy &proxy)
{
    const auto read = f.send(reads());
    [&read] { QTRY_COMPARE(read->calls, 1); }();
    if (read->error || proxy.asked() == 0) {
        QTest::qWait(50); // each call counts against the limit, which never ends by this clock
    }
    return !read->error && proxy.asked() > 0;
}

RealProxy::Kind programFor(ProxyKind kind)
{
    return kind == ProxyKind::Http ? RealProxy::Kind::Http : RealProxy::Kind::Socks5;
}

} // namespace

class TestProxies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void realProxies_data();
    void realProxies();
    void wrongPassword_data();
    void wrongPassword();
    void aProxyThatIsNotThere_data();
    void aProxyThatIsNotThere();
    void theServiceIsNotThere_data();
    void theServiceIsNotThere();
    void oneArrival_data();
    void oneArrival();
    void onlyOnceThoughThePasswordIsAskedFor_data();
    void onlyOnceThoughThePasswordIsAskedFor();
    void aSilentProxy();
    void thisComputerIsReachedDirectly();
    void certificatesAreCheckedThroughProxies();
    void anotherProxyForTheNextCall();
    void badProxySettings_data();
    void badProxySettings();
    void theSystemsProxy();
    void theProxyOfTheEnvironment_data();
    void theProxyOfTheEnvironment();
    void aWrongProxyInTheEnvironment();
    void theSystemIsAskedElsewhere();
    void theSystemIsAskedAgain();
};

void TestProxies::realProxies_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::addColumn<bool>("signsIn");
    QTest::newRow("HTTP") << ProxyKind::Http << false;
    QTest::newRow("HTTP with password") << ProxyKind::Http << true;
    QTest::newRow("SOCKS5") << ProxyKind::Socks5 << false;
    QTest::newRow("SOCKS5 with password") << ProxyKind::Socks5 << true;
}

void TestProxies::realProxies()
{
    QFETCH(ProxyKind, kind);
    QFETCH(bool, signsIn);
    NEED_PROXY(programFor(kind));
    RealProxy proxy;
    const QString user = signsIn ? proxyUser : QString();
    const QByteArray password = signsIn ? proxyPassword : QByteArray();
    QVERIFY(proxy.start(programFor(kind), user, QString::fromUtf8(password)));
    ProxyFixture f;
    f.server.thenAnswer({200, "[1]", {}});
    f.connect(f.through(kind, proxy.port(), user, password));
    for (int i = 0; i < 3; ++i) {
        const auto read = f.send(reads());
        const auto change = f.send(changes(Verb::Patch));
        const auto bought = f.send(purchase());
        const auto deletion = f.send(changes(Verb::Delete));
        for (const auto &outcome : {read, change, bought, deletion}) {
            QTRY_COMPARE(outcome->calls, 1);
            QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
        }
    }
    QCOMPARE(f.changesThatArrived(), 9);
    QCOMPARE(f.server.arrivals(), 12);
    for (const Received &request : f.server.requests()) {
        QCOMPARE(request.header("Proxy-Authorization"), QByteArray()); // the proxy's alone
        QCOMPARE(request.header("Authorization"), QByteArray("Bearer 1|personal"));
    }
    proxy.stop();
    const auto gone = f.send(purchase());
    QTRY_COMPARE(gone->calls, 1);
    QCOMPARE(gone->error->proxy, ProxyProblem::Refused);
    QVERIFY(!gone->error->mayHaveHappened);
    QCOMPARE(f.changesThatArrived(), 9); // so it did go through the proxy
}

void TestProxies::wrongPassword_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::addColumn<QString>("user");
    for (const QString &user : {QString(), proxyUser}) {
        const char *which = user.isEmpty() ? "none" : "another";
        QTest::addRow("HTTP, %s", which) << ProxyKind::Http << user;
        QTest::addRow("SOCKS5, %s", which) << ProxyKind::Socks5 << user;
    }
}

void TestProxies::wrongPassword()
{
    QFETCH(ProxyKind, kind);
    QFETCH(QString, user);
    NEED_PROXY(programFor(kind));
    RealProxy proxy;
    QVERIFY(proxy.start(programFor(kind), proxyUser, QString::fromUtf8(proxyPassword)));
    ProxyFixture f;
    f.server.thenAnswer({});
    f.connect(f.through(kind, proxy.port(), user, user.isEmpty() ? QByteArray() : "wrong-secret"));
    const auto read = f.send(reads());
    const auto bought = f.send(purchase());
    for (const auto &outcome : {read, bought}) {
        QTRY_COMPARE(outcome->calls, 1);
        const QString lines = outcome->lines.join(u'\n');
        QVERIFY2(outcome->error->kind == ErrorKind::Offline, qPrintable(lines));
        QVERIFY2(outcome->error->proxy == ProxyProblem::SignIn, qPrintable(lines));
        QVERIFY(!outcome->error->mayHaveHappened);
        QVERIFY(!lines.contains(QLatin1String("wrong-secret")));
        QVERIFY(!outcome->error->curl.contains(QLatin1String("wrong-secret")));
    }
    QCOMPARE(f.server.connections(), 0);
}

void TestProxies::aProxyThatIsNotThere_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::addColumn<QString>("host");
    QTest::addColumn<ProxyProblem>("problem");
    const QString here = QStringLiteral("127.0.0.1");
    const QString nowhere = QStringLiteral("no-such-proxy.invalid");
    QTest::newRow("HTTP, refused") << ProxyKind::Http << here << ProxyProblem::Refused;
    QTest::newRow("SOCKS5, refused") << ProxyKind::Socks5 << here << ProxyProblem::Refused;
    QTest::newRow("HTTP, no such name") << ProxyKind::Http << nowhere << ProxyProblem::NotFound;
    QTest::newRow("SOCKS5, no such name") << ProxyKind::Socks5 << nowhere << ProxyProblem::NotFound;
}

void TestProxies::aProxyThatIsNotThere()
{
    QFETCH(ProxyKind, kind);
    QFETCH(QString, host);
    QFETCH(ProxyProblem, problem);
    ProxyFixture f;
    f.server.thenAnswer({});
    QTcpServer closed;
    QVERIFY(closed.listen(QHostAddress::LocalHost));
    const quint16 port = closed.serverPort();
    closed.close();
    NetworkSettings settings = f.through(kind, port, proxyUser, proxyPassword);
    settings.host = host;
    f.connect(settings);
    const auto read = f.send(reads());
    const auto bought = f.send(purchase());
    for (const auto &outcome : {read, bought}) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY2(outcome->error->proxy == problem, qPrintable(outcome->lines.join(u'\n')));
        QCOMPARE(outcome->error->kind, ErrorKind::Offline);
        QVERIFY(!outcome->error->mayHaveHappened);
    }
    QCOMPARE(f.server.connections(), 0); // never around the proxy
}

void TestProxies::theServiceIsNotThere_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::newRow("HTTP") << ProxyKind::Http;
    QTest::newRow("SOCKS5") << ProxyKind::Socks5;
}

void TestProxies::theServiceIsNotThere()
{
    QFETCH(ProxyKind, kind);
    NEED_PROXY(programFor(kind));
    RealProxy proxy;
    QVERIFY(proxy.start(programFor(kind)));
    ProxyFixture f;
    f.server.close();
    f.connect(f.through(kind, proxy.port()), QStringLiteral("https://0.0.0.0:9"));
    const auto read = f.send(reads());
    const auto bought = f.send(purchase());
    for (const auto &outcome : {read, bought}) {
        QTRY_COMPARE(outcome->calls, 1);
        const QString lines = outcome->lines.join(u'\n');
        QVERIFY2(outcome->error->proxy == ProxyProblem::Unreachable, qPrintable(lines));
        QVERIFY(!outcome->error->mayHaveHappened);
    }
}

// ---------------------------------------------------------------------- a proxy that misbehaves

void TestProxies::oneArrival_data()
{
    QTest::addColumn<Manner>("manner");
    QTest::addColumn<int>("arrivals");
    QTest::addColumn<bool>("unknown");
    QTest::newRow("passes") << Manner::Passes << 1 << false;
    QTest::newRow("drops at connect") << Manner::DropsAtConnect << 0 << false;
    QTest::newRow("drops after connect") << Manner::DropsAfterConnect << 0 << false;
    QTest::newRow("drops after the request") << Manner::Passes << 1 << true;
    QTest::newRow("forbids") << Manner::Forbids << 0 << false;
    QTest::newRow("cannot connect") << Manner::CannotConnect << 0 << false;
    QTest::newRow("no proxy at all") << Manner::SpeaksSomethingElse << 0 << false;
}

void TestProxies::oneArrival()
{
    QFETCH(Manner, manner);
    QFETCH(int, arrivals);
    QFETCH(bool, unknown);
    for (const Probe &probe : {purchase(), changes(Verb::Put), changes(Verb::Delete)}) {
        ScriptedProxy proxy(manner);
        ProxyFixture f;
        if (manner == Manner::DropsAtConnect) {
            f.idleTimeout = 2s; // Qt does not notice it by itself
        }
        if (unknown) {
            f.server.then([&proxy](const Received &, const Exchange &) { proxy.drop(); });
        } else {
            f.server.thenAnswer({});
        }
        f.connect(f.through(ProxyKind::Http, proxy.serverPort()));
        const auto outcome = f.send(probe);
        QTRY_COMPARE(outcome->calls, 1);
        const QString lines = outcome->lines.join(u'\n');
        QVERIFY2(outcome->error.has_value() == (unknown || arrivals == 0), qPrintable(lines));
        if (outcome->error) {
            QVERIFY2(outcome->error->mayHaveHappened == unknown, qPrintable(lines));
            const bool isOfProxy = outcome->error->proxy != ProxyProblem::None;
            QVERIFY2(isOfProxy != unknown, qPrintable(lines));
        }
        if (unknown) {
            QTRY_COMPARE(f.changesThatArrived(), 1);
        }
        // Nothing arrives later either: the next call that the server sees is another one.
        const QString direct = f.server.url();
        f.server.thenAnswer({});
        NetworkSettings none;
        none.caFile = f.authorities;
        f.idleTimeout = 15s;
        f.connect(none, direct);
        const auto later = f.send(reads());
        QTRY_COMPARE(later->calls, 1);
        QVERIFY2(!later->error, qPrintable(later->lines.join(u'\n')));
        QCOMPARE(f.changesThatArrived(), arrivals);
    }
}

void TestProxies::onlyOnceThoughThePasswordIsAskedFor_data()
{
    QTest::addColumn<Manner>("manner");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("same connection") << Manner::AsksAndStays << true;
    QTest::newRow("new connection") << Manner::AsksAndCloses << true;
    QTest::newRow("never content") << Manner::AlwaysAsks << false;
}

void TestProxies::onlyOnceThoughThePasswordIsAskedFor()
{
    QFETCH(Manner, manner);
    QFETCH(bool, accepted);
    ScriptedProxy proxy(manner);
    ProxyFixture f;
    f.server.thenAnswer({});
    f.connect(f.through(ProxyKind::Http, proxy.serverPort(), proxyUser, proxyPassword));
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    const QString lines = bought->lines.join(u'\n');
    QVERIFY2(bought->error.has_value() != accepted, qPrintable(lines));
    if (bought->error) {
        QVERIFY2(bought->error->proxy == ProxyProblem::SignIn, qPrintable(lines));
        QVERIFY(!bought->error->mayHaveHappened);
    }
    QVERIFY2(proxy.asked() <= 3, qPrintable(QString::number(proxy.asked()))); // it may lock out
    const QByteArray basic = "Proxy-Authorization: Basic " +
                             QByteArray(proxyUser.toUtf8() + ':' + proxyPassword).toBase64();
    QCOMPARE(proxy.credentials(), QByteArrayList{basic});
    QCOMPARE(f.changesThatArrived(), accepted ? 1 : 0);
    if (accepted) {
        QCOMPARE(f.server.requests().front().body, purchase().body);
    }
}

void TestProxies::aSilentProxy()
{
    ScriptedProxy proxy(Manner::IsSilent);
    ProxyFixture f;
    f.idleTimeout = 300ms;
    f.connect(f.through(ProxyKind::Http, proxy.serverPort()));
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(bought->error->kind, ErrorKind::Timeout);
    QCOMPARE(bought->error->proxy, ProxyProblem::TimedOut);
    QVERIFY(!bought->error->mayHaveHappened);
}

void TestProxies::thisComputerIsReachedDirectly()
{
    ScriptedProxy proxy(Manner::Passes);
    ProxyFixture f;
    f.server.thenAnswer({});
    for (const auto kind : {ProxyKind::Http, ProxyKind::Socks5, ProxyKind::System}) {
        f.systemProxies = [&proxy](const QUrl &) {
            return QList{QNetworkProxy(QNetworkProxy::HttpProxy, QStringLiteral("127.0.0.1"),
                                       proxy.serverPort())};
        };
        f.connect(f.through(kind, proxy.serverPort()), f.server.url());
        const auto bought = f.send(purchase());
        QTRY_COMPARE(bought->calls, 1);
        QVERIFY2(!bought->error, qPrintable(bought->lines.join(u'\n')));
    }
    QCOMPARE(f.changesThatArrived(), 3);
    QCOMPARE(proxy.asked(), 0);
}

void TestProxies::certificatesAreCheckedThroughProxies()
{
    ScriptedProxy proxy(Manner::Passes);
    ProxyFixture f;
    f.server.thenAnswer({});
    NetworkSettings settings = f.through(ProxyKind::Http, proxy.serverPort());
    settings.caFile.clear();
    f.connect(settings);
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(bought->error->kind, ErrorKind::Tls);
    QCOMPARE(bought->error->proxy, ProxyProblem::None);
    QVERIFY(!bought->error->mayHaveHappened);
    QCOMPARE(proxy.asked(), 1);
    QCOMPARE(f.server.arrivals(), 0);
}

// ------------------------------------------------------------------------------ while it is used

void TestProxies::anotherProxyForTheNextCall()
{
    ScriptedProxy first(Manner::Passes);
    ScriptedProxy second(Manner::Passes);
    ProxyFixture f;
    std::optional<Exchange> held;
    f.server.thenAnswer({200, "1", {}});
    f.server.then([&held](const Received &, const Exchange &exchange) { held = exchange; });
    f.server.thenAnswer({200, "3", {}});
    f.connect(f.through(ProxyKind::Http, first.serverPort()));
    const auto before = f.send(reads());
    QTRY_COMPARE(before->calls, 1);
    const auto onItsWay = f.send(purchase());
    QTRY_VERIFY(held.has_value());
    QCOMPARE(first.asked(), 2);
    f.client->setNetwork(f.through(ProxyKind::Http, second.serverPort()));
    const auto after = f.send(reads());
    QTRY_COMPARE(after->calls, 1);
    QVERIFY2(!after->error, qPrintable(after->lines.join(u'\n')));
    QCOMPARE(second.asked(), 1); // not on the connection that was kept open
    QCOMPARE(first.asked(), 2);
    held->answer({200, "2", {}});
    QTRY_COMPARE(onItsWay->calls, 1);
    QVERIFY2(!onItsWay->error, qPrintable(onItsWay->lines.join(u'\n')));
    QCOMPARE(onItsWay->body, QByteArray("2"));
    QCOMPARE(f.changesThatArrived(), 1);
}

void TestProxies::badProxySettings_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::newRow("no host") << QString() << 3128;
    QTest::newRow("a URL") << QStringLiteral("http://proxy.example") << 3128;
    QTest::newRow("with a port") << QStringLiteral("proxy.example:3128") << 3128;
    QTest::newRow("no port") << QStringLiteral("proxy.example") << 0;
    QTest::newRow("port too large") << QStringLiteral("proxy.example") << 65'536;
}

void TestProxies::badProxySettings()
{
    QFETCH(QString, host);
    QFETCH(int, port);
    ProxyFixture f;
    NetworkSettings settings = f.through(ProxyKind::Http, 1);
    settings.caFile.clear();
    settings.host = host;
    settings.port = port;
    f.connect(settings);
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(bought->error->kind, ErrorKind::BadSettings);
    QVERIFY(bought->error->message.endsWith(u'.'));
    QVERIFY(!bought->error->mayHaveHappened);
    QCOMPARE(f.server.connections(), 0);
}

// ------------------------------------------------------------------------------ the system's own

void TestProxies::theSystemsProxy()
{
    ScriptedProxy proxy(Manner::AsksAndCloses);
    ProxyFixture f;
    f.server.thenAnswer({});
    QUrl asked;
    f.systemProxies = [&](const QUrl &address) {
        asked = address;
        const QNetworkProxy first(QNetworkProxy::HttpCachingProxy, QStringLiteral("127.0.0.1"), 1);
        const QNetworkProxy second(QNetworkProxy::HttpProxy, QStringLiteral("127.0.0.1"),
                                   proxy.serverPort(), proxyUser, QString::fromUtf8(proxyPassword));
        return QList{first, second};
    };
    f.connect(f.through(ProxyKind::System, 0));
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    QVERIFY2(!bought->error, qPrintable(bought->lines.join(u'\n')));
    QCOMPARE(asked.host(), QStringLiteral("0.0.0.0"));
    QCOMPARE(f.changesThatArrived(), 1);
    QVERIFY(proxy.asked() > 0);
    // Only proxies that cannot be used: never around them.
    f.systemProxies = [](const QUrl &) {
        return QList{
            QNetworkProxy(QNetworkProxy::HttpCachingProxy, QStringLiteral("127.0.0.1"), 1)};
    };
    f.connect(f.through(ProxyKind::System, 0));
    const auto refused = f.send(purchase());
    QTRY_COMPARE(refused->calls, 1);
    QCOMPARE(refused->error->kind, ErrorKind::BadSettings);
    QCOMPARE(f.changesThatArrived(), 1);
}

void TestProxies::theProxyOfTheEnvironment_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<bool>("signsIn");
    QTest::newRow("without password") << ProxyKind::Http << QByteArray("https_proxy") << false;
    QTest::newRow("with password") << ProxyKind::Http << QByteArray("https_proxy") << true;
    QTest::newRow("in capitals") << ProxyKind::Http << QByteArray("HTTPS_PROXY") << true;
    QTest::newRow("http_proxy only") << ProxyKind::Http << QByteArray("http_proxy") << false;
    QTest::newRow("SOCKS5") << ProxyKind::Socks5 << QByteArray("all_proxy") << false;
    QTest::newRow("SOCKS5 with password") << ProxyKind::Socks5 << QByteArray("ALL_PROXY") << true;
}

/// What the system really says, with nothing put in its place, and a real proxy.
void TestProxies::theProxyOfTheEnvironment()
{
    QFETCH(ProxyKind, kind);
    QFETCH(QByteArray, variable);
    QFETCH(bool, signsIn);
    NEED_PROXY(programFor(kind));
    RealProxy proxy;
    const QByteArray user = signsIn ? proxyUser.toUtf8() : QByteArray();
    QVERIFY(proxy.start(programFor(kind), QString::fromUtf8(user),
                        QString::fromUtf8(signsIn ? proxyPassword : QByteArray())));
    const QByteArray signIn = signsIn ? QByteArray(user + ':' + proxyPassword + '@') : QByteArray();
    const QByteArray scheme = kind == ProxyKind::Http ? "http://" : "socks5://";
    const QByteArray url = scheme + signIn + "127.0.0.1:" + QByteArray::number(proxy.port());
    const ChangedEnvironment environment{{variable.constData(), url}};
    ProxyFixture f;
    f.server.thenAnswer({200, "[1]", {}});
    f.connect(f.through(ProxyKind::System, 0));
    const auto read = f.send(reads());
    const auto bought = f.send(purchase());
    for (const auto &outcome : {read, bought}) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
    }
    QCOMPARE(f.changesThatArrived(), 1);
    for (const Received &request : f.server.requests()) {
        QCOMPARE(request.header("Proxy-Authorization"), QByteArray());
    }
    proxy.stop();
    f.connect(f.through(ProxyKind::System, 0));
    const auto gone = f.send(purchase());
    QTRY_COMPARE(gone->calls, 1);
    QVERIFY(gone->error.has_value());
    QCOMPARE(gone->error->proxy, ProxyProblem::Refused); // so it did go through the proxy
    QVERIFY(!gone->error->mayHaveHappened);
    QCOMPARE(f.changesThatArrived(), 1);
    int arrived = 1;
    const QByteArray port = QByteArray::number(f.server.serverPort());
    for (const QByteArray &list : {QByteArray("0.0.0.0"), QByteArray("example.net,0.0.0.0:" + port),
                                   QByteArray("*"), QByteArray("0.0.0.0/8")}) {
        qputenv("no_proxy", list);
        f.connect(f.through(ProxyKind::System, 0));
        const auto direct = f.send(purchase());
        QTRY_COMPARE(direct->calls, 1);
        QVERIFY2(!direct->error, qPrintable(direct->lines.join(u'\n')));
        QCOMPARE(f.changesThatArrived(), ++arrived);
    }
}

/// A proxy that cannot be used is an error: the calls don't go around it.
void TestProxies::aWrongProxyInTheEnvironment()
{
    const ChangedEnvironment environment{{"https_proxy", "https://ada:ostrich@127.0.0.1:1"}};
    ProxyFixture f;
    f.connect(f.through(ProxyKind::System, 0));
    const auto bought = f.send(purchase());
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(bought->error->kind, ErrorKind::BadSettings);
    QVERIFY(!bought->lines.join(u'\n').contains(QLatin1String("ostrich")));
    QCOMPARE(f.server.connections(), 0);
}

/// The system takes its time: the calls wait, can be cancelled, and the GUI thread goes on.
void TestProxies::theSystemIsAskedElsewhere()
{
    std::atomic<bool> mayAnswer{false};
    std::atomic<bool> isOver{false};
    ScriptedProxy proxy(Manner::Passes);
    ProxyFixture f;
    f.server.thenAnswer({});
    const auto gui = QThread::currentThread();
    std::atomic<bool> isElsewhere{false};
    f.systemProxies = [&, port = proxy.serverPort()](const QUrl &) {
        isElsewhere = QThread::currentThread() != gui;
        while (!mayAnswer) {
            QThread::msleep(1);
        }
        isOver = true;
        return QList{QNetworkProxy(QNetworkProxy::HttpProxy, QStringLiteral("127.0.0.1"), port)};
    };
    f.connect(f.through(ProxyKind::System, 0));
    const auto read = f.send(reads());
    const auto cancelled = f.send(changes());
    QTRY_VERIFY(isElsewhere); // the event loop runs
    QCOMPARE(read->calls, 0);
    QVERIFY(!f.client->canGoNow(purchase().toRequest()));
    cancelled->handle.cancel();
    mayAnswer = true;
    QTRY_COMPARE(read->calls, 1);
    QVERIFY2(!read->error, qPrintable(read->lines.join(u'\n')));
    QVERIFY(isElsewhere);
    QCOMPARE(cancelled->calls, 0);
    QCOMPARE(f.server.arrivals(), 1);
    // A client may go while the system is still being asked.
    mayAnswer = false;
    isOver = false;
    isElsewhere = false;
    f.connect(f.through(ProxyKind::System, 0));
    const auto orphan = f.send(reads());
    QTRY_VERIFY(isElsewhere);
    f.client.reset();
    mayAnswer = true;
    QTRY_VERIFY(isOver);
    waitForOtherRoundTrips();
    QCOMPARE(orphan->calls, 0);
}

/// The computer moved to another network.
void TestProxies::theSystemIsAskedAgain()
{
    ScriptedProxy first(Manner::Passes);
    ScriptedProxy second(Manner::Passes);
    ProxyFixture f;
    f.server.thenAnswer({});
    std::atomic<int> lookups{0};
    std::atomic<quint16> port{first.serverPort()};
    f.systemProxies = [&](const QUrl &) {
        ++lookups;
        return QList{QNetworkProxy(QNetworkProxy::HttpProxy, QStringLiteral("127.0.0.1"), port)};
    };
    f.connect(f.through(ProxyKind::System, 0));
    for (int i = 0; i < 3; ++i) {
        const auto read = f.send(reads());
        QTRY_COMPARE(read->calls, 1);
    }
    QCOMPARE(lookups, 1);
    QVERIFY(first.asked() > 0);
    port = second.serverPort();
    first.close();
    f.clock.advance(61s);
    const auto old = f.send(changes()); // goes as it is known; the answer is for the next
    QTRY_COMPARE(old->calls, 1);
    QTRY_COMPARE(lookups, 2);
    QTRY_VERIFY(soonThrough(f, second));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxies)
#include "test_proxies.moc"
