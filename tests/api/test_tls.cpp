// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that certificates are always checked.

#include "tests/api/clientfixture.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace relaybook;
using namespace relaybook::testing;

class TestTls : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void goodCertificate();
    void neverHttp2();
    void badCertificates_data();
    void badCertificates();
    void noTlsAtAll();
    void tooOldVersions();
    void plainServerBehindHttps();
};

void TestTls::goodCertificate()
{
    ClientFixture f(std::chrono::seconds(15), TestCertificate::make());
    f.server.thenAnswer({200, "[1]", {}});
    const auto read = f.send(reads());
    const auto change = f.send(changes());
    QTRY_COMPARE(read->calls, 1);
    QTRY_COMPARE(change->calls, 1);
    QVERIFY2(!read->error, qPrintable(read->lines.join(u'\n')));
    QVERIFY(!change->error);
    QCOMPARE(f.server.arrivals(), 2);
}

/// A service that prefers HTTP/2 is still used with HTTP/1.1.
void TestTls::neverHttp2()
{
    ClientFixture f(std::chrono::seconds(15), TestCertificate::make());
    f.server.offer({"h2", "http/1.1"});
    f.server.thenAnswer({200, "[1]", {}});
    const auto read = f.send(reads());
    const auto change = f.send(changes());
    QTRY_COMPARE(read->calls, 1);
    QTRY_COMPARE(change->calls, 1);
    QCOMPARE(f.server.arrivals(), 2);
    QCOMPARE(f.server.agreed().size(), 2);
    QVERIFY(!f.server.agreed().contains("h2"));

    // Qt by itself accepts it.
    QNetworkRequest request(QUrl(f.server.url() + QStringLiteral("/v1/things")));
    request.setSslConfiguration(*f.tls);
    QNetworkAccessManager manager;
    const std::unique_ptr<QNetworkReply> reply(manager.get(request));
    QTRY_VERIFY(f.server.agreed().contains("h2"));
}

void TestTls::badCertificates_data()
{
    QTest::addColumn<TestCertificate::Kind>("kind");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<TlsFailure::Problem>("problem");
    QTest::newRow("unknown issuer")
        << TestCertificate::Kind::Good << false << TlsFailure::UnknownAuthority;
    QTest::newRow("expired") << TestCertificate::Kind::Expired << true << TlsFailure::Expired;
    QTest::newRow("another host") << TestCertificate::Kind::OtherHost << true
                                  << TlsFailure::OtherHost;
}

void TestTls::badCertificates()
{
    QFETCH(TestCertificate::Kind, kind);
    QFETCH(bool, trusted);
    QFETCH(TlsFailure::Problem, problem);
    ClientFixture f(std::chrono::seconds(15), TestCertificate::make(kind));
    if (!trusted) {
        f.tls = TestCertificate::make().trustingClient();
        f.remake();
    }
    f.server.thenAnswer({});
    const auto read = f.send(reads());
    const auto change = f.send(changes());
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    const auto deletion = f.send(changes(Verb::Delete));
    for (const auto &outcome : {read, change, bought, deletion}) {
        QTRY_COMPARE(outcome->calls, 1);
        QCOMPARE(describe(outcome->error->kind), QStringLiteral("Tls"));
        QVERIFY(!outcome->error->message.isEmpty());
        QVERIFY(!outcome->error->mayHaveHappened);
        QCOMPARE(outcome->error->tls.problem, problem);
        QVERIFY(!outcome->error->tls.issuer.isEmpty());
        QCOMPARE(outcome->error->tls.validUntil < SystemClock().now(),
                 problem == TlsFailure::Expired);
    }
    QCOMPARE(f.server.arrivals(), 0); // so no token was sent either
    QCOMPARE(f.server.connections(), 4);
}

/// With the system's certificates, a certificate made by a test is not trusted.
void TestTls::noTlsAtAll()
{
    ClientFixture f(std::chrono::seconds(15), TestCertificate::make());
    f.tls.reset();
    f.remake();
    f.server.thenAnswer({});
    const auto read = f.send(reads());
    QTRY_COMPARE(read->calls, 1);
    QCOMPARE(describe(read->error->kind), QStringLiteral("Tls"));
    QCOMPARE(f.server.arrivals(), 0);
}

/// A service that only knows older versions of TLS refuses the first message with this alert.
void TestTls::tooOldVersions()
{
    QTcpServer service;
    connect(&service, &QTcpServer::newConnection, &service, [&service] {
        QTcpSocket *socket = service.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            constexpr char protocolVersion[] = "\x15\x03\x01\x00\x02\x02\x46";
            socket->readAll();
            socket->write(protocolVersion, sizeof(protocolVersion) - 1);
            socket->disconnectFromHost();
        });
    });
    QVERIFY(service.listen(QHostAddress::LocalHost));
    ClientFixture f;
    const auto address =
        ServiceAddress::parse(QStringLiteral("https://127.0.0.1:%1").arg(service.serverPort()));
    f.client.reset();
    f.client = std::make_unique<ApiClient>(ApiClient::Config{*address}, f.auth, f.pacer, f.clock);
    const auto read = f.send(reads());
    QTRY_COMPARE(read->calls, 1);
    QCOMPARE(describe(read->error->kind), QStringLiteral("Tls"));
    QCOMPARE(read->error->tls.problem, TlsFailure::TooOld);
}

void TestTls::plainServerBehindHttps()
{
    ClientFixture f;
    f.client.reset();
    const auto address = ServiceAddress::parse(
        f.server.url().replace(QLatin1String("http:"), QLatin1String("https:")));
    QVERIFY(address);
    f.client = std::make_unique<ApiClient>(ApiClient::Config{*address}, f.auth, f.pacer, f.clock);
    f.server.then([](const Received &, const Exchange &exchange) { exchange.close(); });
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    // A server without TLS does not report that: it waits for the end of a request line.
    QTRY_COMPARE(f.server.connections(), 1);
    QCOMPARE(f.server.arrivals(), 0);
    QCOMPARE(bought->calls, 0);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestTls)
#include "test_tls.moc"
