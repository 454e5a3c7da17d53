// SPDX-License-Identifier: GPL-3.0-or-later
// Tests ProxyTest with scripted peers: every way in which a test can end, at every stage, over
// plain connections and over TLS.

#include "tests/api/proxytestfixture.h"
#include "tests/support/resetsocket.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/scriptedserver.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using End = ProxyTestOutcome;
using Stage = ProxyTestStage;
using Protocol = ProxyTest::Protocol;
using Manner = ScriptedProxy::Manner;

constexpr auto shortTime = 100ms;
const QUrl plainPage(QStringLiteral("http://page.example/exit?x=1"));
const QByteArray pageBody(R"({"ip":"203.0.113.7","country":"de"})");
const QByteArray opened("HTTP/1.1 200 Connection established\r\n\r\n");
const QByteArray answered =
    "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(pageBody.size()) + "\r\n\r\n" +
    pageBody;

enum class Then { Waits, Closes, Resets };

/// Sends the next answer whenever as many bytes as it is to wait for have arrived, or the end of an
/// HTTP head; after the last one it waits or ends the connection.
class ScriptedPeer : public QTcpServer
{
public:
    struct Step
    {
        int awaited = 0; ///< bytes; 0: the end of a head
        QByteArray answer;
    };

    explicit ScriptedPeer(QList<Step> steps, Then then = Then::Waits)
        : m_steps(std::move(steps))
        , m_then(then)
    {
        if (!listen(QHostAddress::LocalHost)) {
            qFatal("the scripted peer cannot listen");
        }
        connect(this, &QTcpServer::newConnection, this, [this] {
            m_socket = nextPendingConnection();
            connect(m_socket, &QTcpSocket::readyRead, this, &ScriptedPeer::read);
            goOn();
        });
    }
    [[nodiscard]] const QByteArray &received() const { return m_received; }

private:
    void read()
    {
        const QByteArray bytes = m_socket->readAll();
        m_received += bytes;
        m_unanswered += bytes;
        goOn();
    }
    void goOn()
    {
        while (!m_steps.isEmpty() && hasArrived(m_steps.first().awaited)) {
            m_unanswered.clear();
            m_socket->write(m_steps.takeFirst().answer);
        }
        if (!m_steps.isEmpty() || m_then == Then::Waits) {
            return;
        }
        if (m_then == Then::Closes) {
            m_socket->disconnectFromHost();
        } else {
            m_socket->flush();
            resetSocket(*m_socket);
        }
    }
    [[nodiscard]] bool hasArrived(int count) const
    {
        return count == 0 ? m_unanswered.endsWith("\r\n\r\n") : m_unanswered.size() >= count;
    }

    QList<Step> m_steps;
    Then m_then;
    QPointer<QTcpSocket> m_socket;
    QByteArray m_received;
    QByteArray m_unanswered;
};

ProxyTest::Config testOf(const QTcpServer &proxy, const QUrl &page = plainPage,
                         Protocol protocol = Protocol::HttpConnect)
{
    return testing::testOf(protocol, proxy.serverPort(), page);
}

/// The answers of a SOCKS5 proxy up to the tunnel, each with the size of what it answers.
QList<ScriptedPeer::Step> socksSteps()
{
    const int signInSize = 3 + static_cast<int>(testedUser.size() + testedPassword.size());
    const int requestSize = 7 + static_cast<int>(plainPage.host().size());
    return {{4, QByteArray("\5\2")},
            {signInSize, QByteArray("\1\0", 2)},
            {requestSize, QByteArray("\5\0\0\1\0\0\0\0\0\0", 10)}};
}

/// A server that accepts no connection: its queue is full.
class BlackHole
{
public:
    BlackHole()
    {
        m_server.setListenBacklogSize(1);
        if (!m_server.listen(QHostAddress::LocalHost)) {
            qFatal("the server cannot listen");
        }
        m_server.pauseAccepting();
        constexpr int more = 8; // than any system lets wait
        for (int i = 0; i < more; ++i) {
            m_waiting.push_back(std::make_unique<QTcpSocket>());
            m_waiting.back()->connectToHost(QHostAddress(QHostAddress::LocalHost),
                                            m_server.serverPort());
        }
    }
    [[nodiscard]] const QTcpServer &server() const { return m_server; }

private:
    QTcpServer m_server;
    std::vector<std::unique_ptr<QTcpSocket>> m_waiting;
};

quint16 deadPort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

} // namespace

Q_DECLARE_METATYPE(Then)

class TestProxyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void worksByHttp();
    void worksBySocks5();
    void worksOverTls();
    void unusable_data();
    void unusable();
    void connection();
    void nameWithSeveralAddresses();
    void unknownHost();
    void blackHole();
    void ends_data();
    void ends();
    void timesOut_data();
    void timesOut();
    void totalLimit();
    void certificates_data();
    void certificates();
    void tlsProblems_data();
    void tlsProblems();
    void endlessAnswers_data();
    void endlessAnswers();
    void cancelled_data();
    void cancelled();
    void deletedByItsReceiver();
};

void TestProxyTest::worksByHttp()
{
    ScriptedPeer proxy({{0, opened}, {0, answered}});
    const ProxyTestResult result = runTest(testOf(proxy));
    QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
    QCOMPARE(result.exitAddress, QStringLiteral("203.0.113.7"));
    QCOMPARE(result.country, QStringLiteral("DE"));
    QCOMPARE(result.proxyStatus, 200);
    QCOMPARE(result.pageStatus, 200);
    QCOMPARE(result.bytesSent, proxy.received().size());
    QCOMPARE(result.bytesReceived, opened.size() + answered.size());
    for (const Stage stage : {Stage::Connection, Stage::Tunnel, Stage::FirstByte, Stage::Answer}) {
        QVERIFY(result.timeOf(stage));
    }
    for (const Stage stage : {Stage::Name, Stage::SignIn, Stage::Tls}) {
        QVERIFY(!result.timeOf(stage));
    }
    QVERIFY(proxy.received().startsWith("CONNECT page.example:80 HTTP/1.1\r\n"));
    QVERIFY(proxy.received().contains("\r\n\r\nGET /exit?x=1 HTTP/1.1\r\nHost: page.example\r\n"));
}

void TestProxyTest::worksBySocks5()
{
    QList<ScriptedPeer::Step> steps = socksSteps();
    steps.append({0, answered});
    ScriptedPeer proxy(steps);
    const ProxyTestResult result = runTest(testOf(proxy, plainPage, Protocol::Socks5));
    QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
    QCOMPARE(result.exitAddress, QStringLiteral("203.0.113.7"));
    QCOMPARE(result.bytesSent, proxy.received().size());
    QVERIFY(result.timeOf(Stage::SignIn) && result.timeOf(Stage::Tunnel));
}

void TestProxyTest::worksOverTls()
{
    ScriptedServer page;
    const TestCertificate certificate = TestCertificate::make();
    page.useTls(certificate);
    page.start();
    page.thenAnswer({200, pageBody, {}});
    ScriptedProxy proxy(Manner::Passes);
    ProxyTest::Config config = testOf(proxy, QUrl(page.url() + QStringLiteral("/exit")));
    config.tls = certificate.trustingClient();
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
    QVERIFY(result.timeOf(Stage::Tls));
    QCOMPARE(page.requests().size(), std::size_t{1});
    QCOMPARE(page.requests().front().line(), QByteArray("GET /exit"));
    QVERIFY(page.requests().front().header("Proxy-Authorization").isEmpty());
}

void TestProxyTest::unusable_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("page");
    QTest::addColumn<Protocol>("protocol");
    QTest::addColumn<End>("outcome");
    const QString host = QStringLiteral("127.0.0.1");
    const QString page = plainPage.toString();
    const auto row = [](const char *name, const QString &at, int port, const QString &user,
                        const QString &url, Protocol protocol, End outcome) {
        QTest::newRow(name) << at << port << user << url << protocol << outcome;
    };
    const auto settings = End::SettingsUnusable;
    row("no host", {}, 1, {}, page, Protocol::HttpConnect, settings);
    row("no port", host, 0, {}, page, Protocol::HttpConnect, settings);
    row("large port", host, 65'536, {}, page, Protocol::Socks5, settings);
    row("no page", host, 1, {}, {}, Protocol::HttpConnect, settings);
    row("ftp", host, 1, {}, QStringLiteral("ftp://page.example/"), Protocol::HttpConnect, settings);
    row("page without a host", host, 1, {}, QStringLiteral("http:///x"), Protocol::Socks5,
        settings);
    const auto credentials = End::CredentialsUnusable;
    row("long user", host, 1, QString(256, u'u'), page, Protocol::Socks5, credentials);
    row("colon", host, 1, QStringLiteral("a:b"), page, Protocol::HttpConnect, credentials);
}

void TestProxyTest::unusable()
{
    QFETCH(QString, host);
    QFETCH(int, port);
    QFETCH(QString, user);
    QFETCH(QString, page);
    QFETCH(Protocol, protocol);
    QFETCH(End, outcome);
    ProxyTest::Config config = testing::testOf(protocol, port, QUrl(page));
    config.host = host;
    config.user = user;
    const ProxyTestResult result = runTest(config);
    QCOMPARE(result.outcome, outcome);
    QCOMPARE(result.bytesSent, 0);
    QVERIFY(!result.timeOf(Stage::Name));
}

void TestProxyTest::connection()
{
    const ProxyTestResult result =
        runTest(testing::testOf(Protocol::HttpConnect, deadPort(), plainPage));
    QCOMPARE(summary(result), summary(End::Refused, Stage::Connection));
    QVERIFY(!result.systemText.isEmpty());
}

/// The name has an IPv6 address too on most computers, where nothing listens.
void TestProxyTest::nameWithSeveralAddresses()
{
    ScriptedPeer proxy({{0, opened}, {0, answered}});
    ProxyTest::Config config = testOf(proxy);
    config.host = QStringLiteral("localhost");
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
    QVERIFY(result.timeOf(Stage::Name));
    config.port = deadPort();
    QCOMPARE(summary(runTest(config)), summary(End::Refused, Stage::Connection));
}

void TestProxyTest::unknownHost()
{
    ProxyTest::Config config = testing::testOf(Protocol::Socks5, 1, plainPage);
    config.host = QStringLiteral("proxy.invalid");
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::UnknownHost, Stage::Name));
    QVERIFY(!result.systemText.isEmpty());
}

void TestProxyTest::blackHole()
{
#ifdef Q_OS_WIN
    QSKIP("There, a full queue refuses connections.");
#endif
    const BlackHole hole;
    ProxyTest::Config config = testOf(hole.server());
    config.limits.of(Stage::Connection) = shortTime;
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::TimedOut, Stage::Connection));
    QVERIFY(result.timeOf(Stage::Connection));
}

void TestProxyTest::ends_data()
{
    QTest::addColumn<Protocol>("protocol");
    QTest::addColumn<QByteArrayList>("answers");
    QTest::addColumn<Then>("then");
    QTest::addColumn<End>("outcome");
    QTest::addColumn<Stage>("stage");
    const auto http = [](const QByteArray &name, const QByteArrayList &answers, Then then,
                         End outcome, Stage stage) {
        QTest::addRow("http: %s", name.constData())
            << Protocol::HttpConnect << answers << then << outcome << stage;
    };
    const QByteArray ok("HTTP/1.1 200 OK\r\n");
    for (const Then then : {Then::Closes, Then::Resets}) {
        const QByteArray how = then == Then::Closes ? "closed" : "reset";
        http("nothing, " + how, {""}, then, End::ClosedEarly, Stage::Tunnel);
        http("half of a head, " + how, {ok}, then, End::ClosedEarly, Stage::Tunnel);
        http("after the tunnel, " + how, {opened, ""}, then, End::ClosedAfterTunnel,
             Stage::FirstByte);
    }
    const auto closes = Then::Closes;
    http("half of an answer", {opened, answered.chopped(1)}, closes, End::ClosedAfterTunnel,
         Stage::Answer);
    http("half of the page's head", {opened, ok}, closes, End::ClosedAfterTunnel, Stage::Answer);
    http("until the end", {opened, ok + "\r\n" + pageBody}, closes, End::Works, Stage::Answer);
    http("407", {"HTTP/1.1 407 x\r\n\r\n"}, closes, End::SignInRefused, Stage::SignIn);
    http("403", {"HTTP/1.1 403 x\r\n\r\n"}, closes, End::Forbidden, Stage::Tunnel);
    http("402", {"HTTP/1.1 402 x\r\n\r\n"}, Then::Waits, End::PaymentRequired, Stage::Tunnel);
    http("502", {"HTTP/1.1 502 x\r\n\r\n"}, closes, End::ProxyFailure, Stage::Tunnel);
    http("garbage", {"SSH-2.0-x\r\n"}, Then::Waits, End::NotAProxy, Stage::Tunnel);
    http("speaks in the tunnel", {opened + "220 mail"}, Then::Waits, End::NotAProxy, Stage::Tunnel);
    const QByteArray chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
    http("tunnel with odd headers", {chunked, answered}, Then::Waits, End::Works, Stage::Answer);
    http("a page instead of a tunnel", {chunked + "3\r\n<p>"}, Then::Waits, End::NotAProxy,
         Stage::Tunnel);
    http("a page, late", {chunked, "3\r\n<p>"}, Then::Waits, End::NotAProxy, Stage::Answer);
    http("a page, closed", {chunked, ""}, closes, End::NotAProxy, Stage::FirstByte);
    http("page is no HTTP", {opened, "220 mail"}, Then::Waits, End::PageUnreadable, Stage::Answer);
    http("page answers 503", {opened, "HTTP/1.1 503 x\r\n\r\n"}, Then::Waits, End::PageRefused,
         Stage::Answer);
    http("page without an address", {opened, ok + "Content-Length: 2\r\n\r\n{}"}, Then::Waits,
         End::NoAddress, Stage::Answer);
    http("page too large", {opened, ok + "Content-Length: 99999999\r\n\r\n"}, Then::Waits,
         End::PageTooLarge, Stage::Answer);

    const auto socks = [](const char *name, const QByteArrayList &answers, Then then, End outcome,
                          Stage stage) {
        QTest::addRow("socks: %s", name) << Protocol::Socks5 << answers << then << outcome << stage;
    };
    const QByteArray method("\5\2");
    const QByteArray signedIn("\1\0", 2);
    socks("nothing", {""}, closes, End::ClosedEarly, Stage::SignIn);
    socks("closed at the sign-in", {method, ""}, closes, End::ClosedEarly, Stage::SignIn);
    socks("closed at the tunnel", {method, signedIn, ""}, closes, End::ClosedEarly, Stage::Tunnel);
    socks("wrong password", {method, "\1\1"}, closes, End::SignInRefused, Stage::SignIn);
    socks("not allowed", {method, signedIn, "\5\2"}, closes, End::Forbidden, Stage::Tunnel);
    socks("unreachable", {method, signedIn, "\5\4"}, closes, End::ProxyFailure, Stage::Tunnel);
    socks("HTTP", {"HTTP/1.1 400 x\r\n\r\n"}, closes, End::NotAProxy, Stage::SignIn);
}

void TestProxyTest::ends()
{
    QFETCH(Protocol, protocol);
    QFETCH(QByteArrayList, answers);
    QFETCH(Then, then);
    QFETCH(End, outcome);
    QFETCH(Stage, stage);
    QList<ScriptedPeer::Step> steps =
        protocol == Protocol::Socks5 ? socksSteps() : QList<ScriptedPeer::Step>(2);
    steps.resize(answers.size());
    for (qsizetype i = 0; i < answers.size(); ++i) {
        steps[i].answer = answers.at(i);
    }
    ScriptedPeer proxy(steps, then);
    const ProxyTestResult result = runTest(testOf(proxy, plainPage, protocol));
    QCOMPARE(summary(result), summary(outcome, stage));
    QVERIFY(result.timeOf(stage));
    QCOMPARE(result.exitAddress.isEmpty(), outcome != End::Works);
}

void TestProxyTest::timesOut_data()
{
    QTest::addColumn<Protocol>("protocol");
    QTest::addColumn<int>("answers");
    QTest::addColumn<Stage>("stage");
    QTest::newRow("tunnel by http") << Protocol::HttpConnect << 0 << Stage::Tunnel;
    QTest::newRow("first byte by http") << Protocol::HttpConnect << 1 << Stage::FirstByte;
    QTest::newRow("answer by http") << Protocol::HttpConnect << 2 << Stage::Answer;
    QTest::newRow("sign-in by socks") << Protocol::Socks5 << 0 << Stage::SignIn;
    QTest::newRow("sign-in by socks, with the method") << Protocol::Socks5 << 1 << Stage::SignIn;
    QTest::newRow("tunnel by socks") << Protocol::Socks5 << 2 << Stage::Tunnel;
    QTest::newRow("first byte by socks") << Protocol::Socks5 << 3 << Stage::FirstByte;
}

void TestProxyTest::timesOut()
{
    QFETCH(Protocol, protocol);
    QFETCH(int, answers);
    QFETCH(Stage, stage);
    QList<ScriptedPeer::Step> steps = socksSteps();
    if (protocol == Protocol::HttpConnect) {
        steps = {{0, opened}, {0, "HTTP/1.1 200 OK\r\n"}};
    }
    steps.resize(answers);
    const ScriptedPeer proxy(steps);
    ProxyTest::Config config = testOf(proxy, plainPage, protocol);
    config.limits.of(stage) = shortTime;
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::TimedOut, stage));
    QVERIFY(result.timeOf(stage));
}

/// A peer that answers a byte now and then does not hold up the test.
void TestProxyTest::totalLimit()
{
    ScriptedPeer proxy({{0, opened}, {0, "HTTP/1.1 200 OK\r\n\r\n"}});
    ProxyTest::Config config = testOf(proxy);
    config.limits.total = shortTime;
    const ProxyTestResult result = runTest(config);
    QCOMPARE(result.outcome, End::TimedOut);
    QVERIFY(result.total > 0ms);
}

void TestProxyTest::certificates_data()
{
    QTest::addColumn<TestCertificate::Kind>("kind");
    QTest::addColumn<bool>("isTrusted");
    QTest::addColumn<int>("error");
    QTest::newRow("expired") << TestCertificate::Kind::Expired << true
                             << int(QSslError::CertificateExpired);
    QTest::newRow("other host") << TestCertificate::Kind::OtherHost << true
                                << int(QSslError::HostNameMismatch);
    QTest::newRow("self-signed") << TestCertificate::Kind::Good << false
                                 << int(QSslError::SelfSignedCertificate);
}

void TestProxyTest::certificates()
{
    QFETCH(TestCertificate::Kind, kind);
    QFETCH(bool, isTrusted);
    QFETCH(int, error);
    ScriptedServer page;
    const TestCertificate certificate = TestCertificate::make(kind);
    page.useTls(certificate);
    page.start();
    ScriptedProxy proxy(Manner::Passes);
    ProxyTest::Config config = testOf(proxy, QUrl(page.url()));
    config.tls = (isTrusted ? certificate : TestCertificate::make()).trustingClient();
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(End::CertificateRejected, Stage::Tls));
    QVERIFY(result.tlsErrors.contains(QSslError::SslError(error)));
    QVERIFY(page.requests().empty());
}

void TestProxyTest::tlsProblems_data()
{
    QTest::addColumn<QByteArrayList>("answers");
    QTest::addColumn<Then>("then");
    QTest::addColumn<End>("outcome");
    QTest::newRow("no TLS") << QByteArrayList{opened, "HTTP/1.1 400 Bad Request\r\n\r\n"}
                            << Then::Waits << End::TlsFailed;
    QTest::newRow("closed") << QByteArrayList{opened, ""} << Then::Closes << End::ClosedAfterTunnel;
    QTest::newRow("reset") << QByteArrayList{opened, ""} << Then::Resets << End::ClosedAfterTunnel;
    QTest::newRow("closed at once")
        << QByteArrayList{opened} << Then::Closes << End::ClosedAfterTunnel;
    QTest::newRow("silent") << QByteArrayList{opened} << Then::Waits << End::TimedOut;
}

void TestProxyTest::tlsProblems()
{
    QFETCH(QByteArrayList, answers);
    QFETCH(Then, then);
    QFETCH(End, outcome);
    QList<ScriptedPeer::Step> steps{{0, answers.first()}};
    if (answers.size() > 1) {
        steps.append({1, answers.last()}); // to the first bytes of the handshake
    }
    const ScriptedPeer proxy(steps, then);
    ProxyTest::Config config = testOf(proxy, QUrl(QStringLiteral("https://page.example/")));
    if (outcome == End::TimedOut) {
        config.limits.of(Stage::Tls) = shortTime;
    }
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(outcome, Stage::Tls));
    QCOMPARE(result.systemText.isEmpty(), outcome != End::TlsFailed);
}

void TestProxyTest::endlessAnswers_data()
{
    QTest::addColumn<QByteArray>("proxyAnswer");
    QTest::addColumn<QByteArray>("pageAnswer");
    QTest::addColumn<End>("outcome");
    constexpr qsizetype much = 4 * 1024 * 1024;
    const QByteArray header("HTTP/1.1 200 OK\r\n");
    QTest::newRow("proxy") << header + QByteArray(much, 'x') << QByteArray() << End::NotAProxy;
    QTest::newRow("page's head") << opened << header + QByteArray(much, 'x') << End::PageUnreadable;
    QTest::newRow("page") << opened << header + "\r\n" + QByteArray(much, 'x') << End::PageTooLarge;
}

void TestProxyTest::endlessAnswers()
{
    QFETCH(QByteArray, proxyAnswer);
    QFETCH(QByteArray, pageAnswer);
    QFETCH(End, outcome);
    const ScriptedPeer proxy({{0, proxyAnswer}, {0, pageAnswer}});
    const ProxyTestResult result = runTest(testOf(proxy));
    QCOMPARE(result.outcome, outcome);
    constexpr qint64 most = 256 * 1024; // a few buffers
    QVERIFY(result.bytesReceived < most);
}

void TestProxyTest::cancelled_data()
{
    QTest::addColumn<int>("answers");
    QTest::newRow("before it begins") << -1;
    QTest::newRow("in the tunnel's request") << 0;
    QTest::newRow("in the page's request") << 1;
}

void TestProxyTest::cancelled()
{
    QFETCH(int, answers);
    QList<ScriptedPeer::Step> steps{{0, opened}};
    steps.resize(std::max(0, answers));
    ScriptedPeer proxy(steps);
    auto test = std::make_unique<ProxyTest>(testOf(proxy));
    bool isFinished = false;
    connect(test.get(), &ProxyTest::finished, this, [&] { isFinished = true; });
    test->start();
    if (answers >= 0) {
        QTRY_COMPARE(proxy.received().count("\r\n\r\n"), answers + 1);
    }
    test.reset();
    ScriptedPeer other({{0, opened}, {0, answered}});
    QCOMPARE(runTest(testOf(other)).outcome, End::Works);
    QVERIFY(!isFinished);
}

void TestProxyTest::deletedByItsReceiver()
{
    ScriptedPeer proxy({{0, opened}, {0, answered}});
    auto *test = new ProxyTest(testOf(proxy));
    bool isFinished = false;
    connect(test, &ProxyTest::finished, this, [&] {
        isFinished = true;
        delete test;
    });
    test->start();
    QTRY_VERIFY(isFinished);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyTest)
#include "test_proxytest.moc"
