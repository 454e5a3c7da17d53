// SPDX-License-Identifier: GPL-3.0-or-later
// Tests ProxyTest through real proxies, tinyproxy, squid and microsocks: with and without a
// password, plain and over TLS, and to pages that cannot be reached.

#include "tests/api/proxytestfixture.h"
#include "tests/support/realproxy.h"
#include "tests/support/scriptedserver.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using End = ProxyTestOutcome;
using Stage = ProxyTestStage;
using Protocol = ProxyTest::Protocol;
using Kind = RealProxy::Kind;

const QByteArray plainPassword("proxy-password-1"); // tinyproxy's settings take no other signs

} // namespace

Q_DECLARE_METATYPE(relaybook::testing::RealProxy::Kind)

class TestProxyTestReal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void withPassword_data() { kinds(); }
    void withPassword();
    void withoutPassword_data() { kinds(); }
    void withoutPassword();
    void pageOutOfReach_data() { kinds(); }
    void pageOutOfReach();
    void otherProtocol_data() { kinds(); }
    void otherProtocol();
    void stopped_data() { kinds(); }
    void stopped();

private:
    static void kinds();
    static ProxyTest::Config testThrough(const RealProxy &proxy, Kind kind, const QUrl &page);
};

void TestProxyTestReal::kinds()
{
    QTest::addColumn<Kind>("kind");
    QTest::newRow("tinyproxy") << Kind::Http;
    QTest::newRow("squid") << Kind::Squid;
    QTest::newRow("microsocks") << Kind::Socks5;
}

ProxyTest::Config TestProxyTestReal::testThrough(const RealProxy &proxy, Kind kind,
                                                 const QUrl &page)
{
    return testing::testOf(kind == Kind::Socks5 ? Protocol::Socks5 : Protocol::HttpConnect,
                           proxy.port(), page);
}

void TestProxyTestReal::withPassword()
{
    QFETCH(Kind, kind);
    NEED_PROXY(kind);
    RealProxy proxy;
    QVERIFY(proxy.start(kind, testedUser, QString::fromUtf8(plainPassword)));
    const TestCertificate certificate = TestCertificate::make();
    for (const bool isSecure : {false, true}) {
        ScriptedServer page;
        if (isSecure) {
            page.useTls(certificate);
        }
        page.start();
        page.thenAnswer({200, R"({"ip":"203.0.113.7","country":"DE"})", {}});
        ProxyTest::Config config = testThrough(proxy, kind, QUrl(page.url()));
        config.password = Secret(plainPassword);
        config.tls = certificate.trustingClient();
        const ProxyTestResult result = runTest(config);
        QCOMPARE(summary(result), summary(End::Works, Stage::Answer));
        QCOMPARE(result.exitAddress, QStringLiteral("203.0.113.7"));
        QCOMPARE(result.timeOf(Stage::Tls).has_value(), isSecure);
        QCOMPARE(page.requests().size(), std::size_t{1});

        config.password = Secret(QByteArray("wrong"));
        QCOMPARE(summary(runTest(config)), summary(End::SignInRefused, Stage::SignIn));
        config.user = QStringLiteral("nobody");
        QCOMPARE(summary(runTest(config)), summary(End::SignInRefused, Stage::SignIn));
        config.user.clear();
        config.password = {};
        QCOMPARE(summary(runTest(config)), summary(End::SignInNeeded, Stage::SignIn));
        QCOMPARE(page.requests().size(), std::size_t{1});
    }
}

void TestProxyTestReal::withoutPassword()
{
    QFETCH(Kind, kind);
    NEED_PROXY(kind);
    RealProxy proxy;
    QVERIFY(proxy.start(kind));
    ScriptedServer page;
    page.start();
    page.thenAnswer({200, "203.0.113.7", {}});
    ProxyTest::Config config = testThrough(proxy, kind, QUrl(page.url()));
    // A proxy that asks for no password accepts any.
    QCOMPARE(summary(runTest(config)), summary(End::Works, Stage::Answer));
    config.user.clear();
    config.password = {};
    QCOMPARE(summary(runTest(config)), summary(End::Works, Stage::Answer));
    // The proxy looks names up.
    config.page.setHost(QStringLiteral("localhost"));
    QCOMPARE(summary(runTest(config)), summary(End::Works, Stage::Answer));
}

void TestProxyTestReal::pageOutOfReach()
{
    QFETCH(Kind, kind);
    NEED_PROXY(kind);
    RealProxy proxy;
    QVERIFY(proxy.start(kind));
    ProxyTest::Config config = testThrough(proxy, kind, {});
    for (const char *page : {"http://127.0.0.1:1/", "https://page.invalid/"}) {
        config.page = QUrl(QString::fromLatin1(page));
        const ProxyTestResult result = runTest(config);
        QCOMPARE(summary(result), summary(End::ProxyFailure, Stage::Tunnel));
        QVERIFY(result.proxyStatus != 0);
    }
    // A page that accepts the connection and never answers.
    ScriptedServer silent;
    silent.start();
    config.page = QUrl(silent.url());
    config.limits.of(Stage::FirstByte) = 100ms;
    QCOMPARE(summary(runTest(config)), summary(End::TimedOut, Stage::FirstByte));
}

/// The port of the other protocol was entered.
void TestProxyTestReal::otherProtocol()
{
    QFETCH(Kind, kind);
    NEED_PROXY(kind);
    RealProxy proxy;
    QVERIFY(proxy.start(kind));
    ProxyTest::Config config =
        testThrough(proxy, kind, QUrl(QStringLiteral("http://127.0.0.1:1/")));
    const bool isSocks = config.protocol == Protocol::Socks5;
    config.protocol = isSocks ? Protocol::HttpConnect : Protocol::Socks5;
    for (const Stage stage : {Stage::SignIn, Stage::Tunnel}) {
        config.limits.of(stage) = 200ms; // some wait for more
    }
    const End outcome = runTest(config).outcome;
    QVERIFY(outcome == End::NotAProxy || outcome == End::ClosedEarly || outcome == End::TimedOut);
}

void TestProxyTestReal::stopped()
{
    QFETCH(Kind, kind);
    NEED_PROXY(kind);
    RealProxy proxy;
    QVERIFY(proxy.start(kind));
    ScriptedServer page;
    page.start();
    page.then([&proxy](const Received &, const Exchange &) { proxy.stop(); });
    const ProxyTest::Config config = testThrough(proxy, kind, QUrl(page.url()));
    QCOMPARE(summary(runTest(config)), summary(End::ClosedAfterTunnel, Stage::FirstByte));
    QCOMPARE(summary(runTest(config)), summary(End::Refused, Stage::Connection));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyTestReal)
#include "test_proxytestreal.moc"
