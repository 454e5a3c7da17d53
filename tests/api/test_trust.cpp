// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which certificates are trusted: those of the own file beside the others, no service whose
// certificate became bad, and nothing at all with a file that cannot be used.

#include "tests/api/proxyfixture.h"
#include "tests/support/waituntil.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

NetworkSettings withAuthorities(const QString &path)
{
    NetworkSettings settings;
    settings.caFile = path;
    return settings;
}

/// A service at one port, whose certificate can be changed.
class ChangingService
{
public:
    explicit ChangingService(const TestCertificate &certificate) { start(certificate); }
    void start(const TestCertificate &certificate)
    {
        const quint16 port = m_server ? m_server->serverPort() : 0;
        m_server.reset();
        m_server = std::make_unique<ScriptedServer>();
        m_server->useTls(certificate);
        m_server->thenAnswer({200, "[1]", {}});
        if (!m_server->listen(QHostAddress::LocalHost, port)) {
            qFatal("the service cannot listen again");
        }
    }
    [[nodiscard]] ScriptedServer &server() const { return *m_server; }

private:
    std::unique_ptr<ScriptedServer> m_server;
};

enum class BecomesBad { SelfSigned, Expired, OtherHost, OtherAuthority };

TestCertificate badCertificate(BecomesBad how, const TestCertificate &authority)
{
    switch (how) {
    case BecomesBad::SelfSigned:
        return TestCertificate::make();
    case BecomesBad::Expired:
        return authority.issue(TestCertificate::Kind::Expired);
    case BecomesBad::OtherHost:
        return authority.issue(TestCertificate::Kind::OtherHost);
    case BecomesBad::OtherAuthority:
        break;
    }
    return TestCertificate::make().issue();
}

} // namespace

Q_DECLARE_METATYPE(BecomesBad)

class TestTrust : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void ownAuthority();
    void besideTheOthers();
    void severalInOneFile();
    void aBadFile_data();
    void aBadFile();
    void aFileThatBecomesGood();
    void aFileThatComesBack();
    void aFileThatWasReplaced();
    void aFileThatIsGoneLater();
    void certificateBecomesBad_data();
    void certificateBecomesBad();
};

void TestTrust::ownAuthority()
{
    ProxyFixture f;
    f.server.thenAnswer({200, "[1]", {}});
    f.connect({}, f.server.url());
    const auto unknown = f.send(reads());
    QTRY_COMPARE(unknown->calls, 1);
    QCOMPARE(unknown->error->kind, ErrorKind::Tls);
    f.connect(withAuthorities(f.authorities), f.server.url());
    for (const Probe &probe : {reads(), changes()}) {
        const auto outcome = f.send(probe);
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
    }
    QCOMPARE(f.server.arrivals(), 2);
}

/// The authorities that are trusted without the file still are.
void TestTrust::besideTheOthers()
{
    ProxyFixture f;
    const auto system = QSslConfiguration::systemCaCertificates();
    const auto route =
        routeTo({withAuthorities(f.authorities), QUrl(f.server.url()), true, {}, {}});
    QVERIFY(route);
    QCOMPARE(route->ownAuthorities, 1);
    const auto trusted = route->tls->caCertificates();
    QCOMPARE(trusted.size(), system.size() + 1);
    for (const QSslCertificate &each : system) {
        QVERIFY(trusted.contains(each));
    }
    QVERIFY(trusted.contains(f.authority.certificate));
    QVERIFY(route->tls->peerVerifyMode() == QSslSocket::AutoVerifyPeer ||
            route->tls->peerVerifyMode() == QSslSocket::VerifyPeer);
}

void TestTrust::severalInOneFile()
{
    ProxyFixture f;
    f.server.thenAnswer({});
    ProxyFixture::write(f.authorities, "# a comment\n" +
                                           TestCertificate::make().certificate.toPem() + "\n" +
                                           f.authority.certificate.toPem());
    f.connect(withAuthorities(f.authorities), f.server.url());
    const auto outcome = f.send(changes());
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
}

void TestTrust::aBadFile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    const QByteArray pem = TestCertificate::make().certificate.toPem();
    QTest::newRow("missing") << QByteArray() << QStringLiteral("does not exist");
    QTest::newRow("a folder") << QByteArray("folder") << QStringLiteral("cannot be read");
    QTest::newRow("empty") << QByteArray(" \n") << QStringLiteral("is empty");
    QTest::newRow("a web page") << QByteArray("<html>") << QStringLiteral("no certificate");
    QTest::newRow("a key") << TestCertificate::make().key.toPem()
                           << QStringLiteral("no certificate");
    QTest::newRow("DER") << TestCertificate::make().certificate.toDer()
                         << QStringLiteral("no certificate");
    QTest::newRow("cut off") << pem.left(pem.size() / 2) << QStringLiteral("is damaged");
    QTest::newRow("one of two is damaged")
        << pem + QByteArray(pem).replace("MII", "!!!") << QStringLiteral("is damaged");
}

void TestTrust::aBadFile()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    // A service that would be trusted without the file too: the file is no reason to fall back.
    ProxyFixture f;
    f.server.thenAnswer({});
    const QString path = f.folder.filePath(QStringLiteral("bad.pem"));
    if (content == "folder") {
        QVERIFY(QDir(f.folder.path()).mkdir(QStringLiteral("bad.pem")));
    } else if (!content.isEmpty()) {
        ProxyFixture::write(path, content);
    }
    f.connect(withAuthorities(path), f.server.url());
    const auto read = f.send(reads());
    const auto change = f.send(changes());
    const auto exchanged = f.send(reads(QStringLiteral("/reseller/things"), TokenKind::Reseller));
    for (const auto &outcome : {read, change, exchanged}) {
        QTRY_COMPARE(outcome->calls, 1);
        QCOMPARE(outcome->error->kind, ErrorKind::BadSettings);
        const QString &sentence = outcome->error->message;
        QVERIFY2(sentence.contains(says) && sentence.contains(QLatin1String("bad.pem")),
                 qPrintable(sentence));
        QVERIFY(!outcome->error->mayHaveHappened);
    }
    QVERIFY(!f.client->canGoNow(changes().toRequest()));
    QCOMPARE(f.server.connections(), 0);
}

void TestTrust::aFileThatBecomesGood()
{
    ProxyFixture f;
    f.server.thenAnswer({});
    const QString path = f.folder.filePath(QStringLiteral("later.pem"));
    f.connect(withAuthorities(path), f.server.url());
    const auto before = f.send(changes());
    QTRY_COMPARE(before->calls, 1);
    QCOMPARE(before->error->kind, ErrorKind::BadSettings);
    ProxyFixture::write(path, f.authority.certificate.toPem());
    f.client->setNetwork(withAuthorities(path));
    const auto after = f.send(changes());
    QTRY_COMPARE(after->calls, 1);
    QVERIFY2(!after->error, qPrintable(after->lines.join(u'\n')));
    QCOMPARE(f.server.arrivals(), 1);
}

/// It was on a drive that was not there at the start.
void TestTrust::aFileThatComesBack()
{
    ProxyFixture f;
    f.server.thenAnswer({});
    const QString path = f.folder.filePath(QStringLiteral("later.pem"));
    f.connect(withAuthorities(path), f.server.url());
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto before = f.send(reads());
        QTRY_COMPARE(before->calls, 1);
        QCOMPARE(before->error->kind, ErrorKind::BadSettings);
    }
    ProxyFixture::write(path, f.authority.certificate.toPem());
    for (const Probe &probe : {reads(), changes()}) {
        const auto after = f.send(probe);
        QTRY_COMPARE(after->calls, 1);
        QVERIFY2(!after->error, qPrintable(after->lines.join(u'\n')));
    }
    QCOMPARE(f.server.arrivals(), 2);
}

/// The service has a new authority, and the file too.
void TestTrust::aFileThatWasReplaced()
{
    ProxyFixture f;
    f.server.thenAnswer({});
    ProxyFixture::write(f.authorities, TestCertificate::make().certificate.toPem());
    f.connect(withAuthorities(f.authorities), f.server.url());
    const auto isRefused = [&f] {
        const auto outcome = f.send(reads());
        return waitUntil([&outcome] { return outcome->calls == 1; }) && outcome->error;
    };
    QVERIFY(isRefused());
    ProxyFixture::write(f.authorities, f.authority.certificate.toPem());
    f.clock.advance(4s); // the file is not read for every failure of a busy time
    QVERIFY(isRefused());
    QTRY_VERIFY(!isRefused());
}

void TestTrust::aFileThatIsGoneLater()
{
    ProxyFixture f;
    f.server.thenAnswer({});
    f.connect(withAuthorities(f.authorities), f.server.url());
    const auto before = f.send(reads());
    QTRY_COMPARE(before->calls, 1);
    QVERIFY(!before->error);
    f.client->setNetwork({}); // the own authorities are trusted no longer, nor is the connection
    const auto after = f.send(reads());
    QTRY_COMPARE(after->calls, 1);
    QCOMPARE(after->error->kind, ErrorKind::Tls);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestTrust::certificateBecomesBad_data()
{
    QTest::addColumn<BecomesBad>("how");
    QTest::newRow("self-signed") << BecomesBad::SelfSigned;
    QTest::newRow("expired") << BecomesBad::Expired;
    QTest::newRow("another host") << BecomesBad::OtherHost;
    QTest::newRow("unknown authority") << BecomesBad::OtherAuthority;
}

void TestTrust::certificateBecomesBad()
{
    QFETCH(BecomesBad, how);
    ProxyFixture f;
    ChangingService service(f.certificate);
    f.connect(withAuthorities(f.authorities), service.server().url());
    for (const Probe &probe : {reads(), changes()}) {
        const auto good = f.send(probe);
        QTRY_COMPARE(good->calls, 1);
        QVERIFY2(!good->error, qPrintable(good->lines.join(u'\n')));
    }
    service.start(badCertificate(how, f.authority));
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    const auto change = f.send(changes());
    const auto read = f.send(reads());
    const auto exchanged = f.send(reads(QStringLiteral("/reseller/things"), TokenKind::Reseller));
    for (const auto &outcome : {bought, change, read, exchanged}) {
        QTRY_COMPARE(outcome->calls, 1);
        const QString lines = outcome->lines.join(u'\n');
        QVERIFY2(outcome->error->kind == ErrorKind::Tls, qPrintable(lines));
        QVERIFY(!outcome->error->mayHaveHappened);
        QVERIFY(!outcome->error->message.isEmpty());
    }
    QVERIFY(service.server().connections() > 0);
    QCOMPARE(service.server().arrivals(), 0); // neither token nor key was sent
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestTrust)
#include "test_trust.moc"
