// SPDX-License-Identifier: GPL-3.0-or-later
// Tests ProxyTest through the sandbox's gateway, with the credentials that the service reports for
// its proxies and sub-users: what works, what it costs, every refusal and every fault.

#include "api/json/jsonreader.h"
#include "api/types/proxyaddress.h"
#include "sandbox/server.h"
#include "tests/api/proxytestfixture.h"

#include <QSet>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using End = ProxyTestOutcome;
using Stage = ProxyTestStage;
using Protocol = ProxyTest::Protocol;

} // namespace

class TestProxyTestGateway : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void worksForAProxy_data() { protocols(); }
    void worksForAProxy();
    void rotates();
    void worksForASubUser_data() { protocols(); }
    void worksForASubUser();
    void refused_data() { protocols(); }
    void refused();
    void faults_data();
    void faults();

private:
    static void protocols();
    /// A test with the credentials of the proxy at this place.
    ProxyTest::Config testOfProxy(Protocol protocol, const QByteArray &behavior);
    ProxyTest::Config testOfSubUser(Protocol protocol, std::int64_t id);
    std::int64_t subUser(bool hasAllowlist) const;

    std::unique_ptr<sandbox::Server> m_server;
    QByteArray m_proxy; ///< the proxy of the last test, as JSON
};

void TestProxyTestGateway::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    sandbox::Options options;
    options.proxies = 40;
    options.subUsers = 40;
    options.transactions = 10;
    options.gateway = true;
    m_server = std::make_unique<sandbox::Server>(options);
    QVERIFY(!m_server->start());
}

void TestProxyTestGateway::protocols()
{
    QTest::addColumn<Protocol>("protocol");
    QTest::newRow("http") << Protocol::HttpConnect;
    QTest::newRow("socks5") << Protocol::Socks5;
}

ProxyTest::Config TestProxyTestGateway::testOfProxy(Protocol protocol, const QByteArray &behavior)
{
    const bool isHttp = protocol == Protocol::HttpConnect;
    for (const std::string &id : m_server->proxyIds()) {
        m_proxy = QByteArray::fromStdString(*m_server->proxy(id));
        JsonReader reader(m_proxy);
        const JsonValue row = reader.root();
        const bool rotatesSometimes = row.text("rotate_type") == QLatin1String("interval");
        const auto limit = row.gigabytes("traffic_limit_gb");
        const bool hasTraffic = !limit || *row.gigabytes("traffic_gb") < *limit;
        if (row.text("behavior").toUtf8() != behavior || rotatesSometimes || !hasTraffic) {
            continue;
        }
        const auto address = splitProxyAddress(row.secret(isHttp ? "proxy_http" : "proxy_socks5"));
        ProxyTest::Config config;
        config.protocol = protocol;
        config.host = address->host;
        config.port = *address->port;
        config.user = address->user;
        config.password = address->password;
        config.page = QUrl(QString::fromStdString(m_server->access().testPage));
        return config;
    }
    qFatal("no such proxy");
}

ProxyTest::Config TestProxyTestGateway::testOfSubUser(Protocol protocol, std::int64_t id)
{
    JsonReader reader(QByteArray::fromStdString(*m_server->subUser(id)));
    const JsonValue own = reader.root().member("proxy");
    const bool isHttp = protocol == Protocol::HttpConnect;
    ProxyTest::Config config;
    config.protocol = protocol;
    config.host = own.text("host");
    config.port = static_cast<int>(*own.integer(isHttp ? "port_http" : "port_socks5"));
    config.user = own.exactText("proxy_username");
    config.password = own.secret("proxy_password");
    config.page = QUrl(QString::fromStdString(m_server->access().testPage));
    return config;
}

/// One with traffic and without a blocklist.
std::int64_t TestProxyTestGateway::subUser(bool hasAllowlist) const
{
    for (const std::int64_t id : m_server->subUserIds()) {
        const std::string lists = *m_server->subUserLists(id);
        const std::string row = *m_server->subUser(id);
        const bool isEmpty = row.find("\"traffic_balance_bytes\":0,") != std::string::npos;
        const bool isListed = lists.find("\"whitelist\":[]") == std::string::npos;
        if (!isEmpty && isListed == hasAllowlist &&
            lists.find("\"blocklist\":[]") != std::string::npos) {
            return id;
        }
    }
    qFatal("no such sub-user");
}

void TestProxyTestGateway::worksForAProxy()
{
    QFETCH(Protocol, protocol);
    const ProxyTest::Config config = testOfProxy(protocol, "keep");
    const ProxyTestResult first = runTest(config);
    QCOMPARE(summary(first), summary(End::Works, Stage::Answer));
    JsonReader reader(m_proxy);
    QCOMPARE(first.country, reader.root().text("country"));
    QCOMPARE(runTest(config).exitAddress, first.exitAddress);
}

void TestProxyTestGateway::rotates()
{
    const ProxyTest::Config config = testOfProxy(Protocol::HttpConnect, "rotate");
    QSet<QString> addresses;
    constexpr int requests = 4;
    for (int i = 0; i < requests; ++i) {
        addresses.insert(runTest(config).exitAddress);
    }
    QCOMPARE(addresses.size(), requests);
}

void TestProxyTestGateway::worksForASubUser()
{
    QFETCH(Protocol, protocol);
    const std::int64_t id = subUser(false);
    const auto used = [&] {
        JsonReader reader(QByteArray::fromStdString(*m_server->subUser(id)));
        return *reader.root().integer("traffic_used_bytes");
    };
    const qint64 before = used();
    const ProxyTestResult result = runTest(testOfSubUser(protocol, id));
    QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
    QCOMPARE(result.country.size(), 2);
    // The service counts what goes through the tunnel.
    QVERIFY(used() > before);
    QVERIFY(used() - before < result.bytesSent + result.bytesReceived);
}

void TestProxyTestGateway::refused()
{
    QFETCH(Protocol, protocol);
    ProxyTest::Config config = testOfProxy(protocol, "keep");
    config.page.setPort(1);
    QCOMPARE(summary(runTest(config)), summary(End::Forbidden, Stage::Tunnel));
    config = testOfSubUser(protocol, subUser(true));
    QCOMPARE(summary(runTest(config)), summary(End::Forbidden, Stage::Tunnel));
    config.password = Secret(QByteArray("wrong"));
    QCOMPARE(summary(runTest(config)), summary(End::SignInRefused, Stage::SignIn));
    config.user.clear();
    config.password = {};
    QCOMPARE(summary(runTest(config)), summary(End::SignInNeeded, Stage::SignIn));
    // The wrong one of the two ports.
    config = testOfProxy(protocol, "keep");
    config.protocol = protocol == Protocol::Socks5 ? Protocol::HttpConnect : Protocol::Socks5;
    const End outcome = protocol == Protocol::Socks5 ? End::ClosedEarly : End::TimedOut;
    config.limits.of(Stage::SignIn) = 200ms;
    QCOMPARE(runTest(config).outcome, outcome);
}

void TestProxyTestGateway::faults_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<Protocol>("protocol");
    QTest::addColumn<End>("outcome");
    QTest::addColumn<Stage>("stage");
    const auto row = [](const char *fault, Protocol protocol, End outcome, Stage stage) {
        QTest::addRow("%s, %s", fault, protocol == Protocol::Socks5 ? "socks5" : "http")
            << QByteArray(fault) << protocol << outcome << stage;
    };
    const auto both = [&](const char *fault, End outcome, Stage stage) {
        row(fault, Protocol::HttpConnect, outcome, stage);
        row(fault, Protocol::Socks5, outcome, stage);
    };
    both("gateway-407", End::SignInRefused, Stage::SignIn);
    row("gateway-402", Protocol::HttpConnect, End::PaymentRequired, Stage::Tunnel);
    row("gateway-402", Protocol::Socks5, End::Forbidden, Stage::Tunnel);
    both("gateway-close", End::ClosedAfterTunnel, Stage::FirstByte);
    row("gateway-silent", Protocol::HttpConnect, End::TimedOut, Stage::Tunnel);
    row("gateway-silent", Protocol::Socks5, End::TimedOut, Stage::SignIn);
    row("gateway-garbage", Protocol::HttpConnect, End::NotAProxy, Stage::Tunnel);
    row("gateway-garbage", Protocol::Socks5, End::NotAProxy, Stage::SignIn);
    both("gateway-slow=20", End::Works, Stage::Answer);
    both("gateway-country=ZZ", End::Works, Stage::Answer);
}

void TestProxyTestGateway::faults()
{
    QFETCH(QByteArray, fault);
    QFETCH(Protocol, protocol);
    QFETCH(End, outcome);
    QFETCH(Stage, stage);
    QVERIFY(!m_server->faults().set(fault.toStdString()));
    ProxyTest::Config config = testOfProxy(protocol, "keep");
    if (outcome == End::TimedOut) {
        config.limits.of(stage) = 100ms;
    }
    const ProxyTestResult result = runTest(config);
    QCOMPARE(summary(result), summary(outcome, stage));
    if (fault.startsWith("gateway-slow")) {
        QVERIFY(*result.timeOf(Stage::Tunnel) >= 20ms);
        QVERIFY(*result.timeOf(Stage::FirstByte) >= 20ms);
    }
    QCOMPARE(result.country == QLatin1String("ZZ"), fault.startsWith("gateway-country"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyTestGateway)
#include "test_proxytestgateway.moc"
