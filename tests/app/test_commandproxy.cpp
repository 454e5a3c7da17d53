// SPDX-License-Identifier: GPL-3.0-or-later
// Tests commands behind real proxies: --proxy, and the variables of the environment.
#include "api/types/clock.h"
#include "models/accounts/accountoptions.h"
#include "models/accounts/storedaccounts.h"
#include "models/sqlite/privatefolder.h"
#include "models/store/accountkey.h"
#include "models/store/keepfile.h"
#include "tests/app/commandfixture.h"
#include "tests/support/realproxy.h"
#include "tests/support/tlsrelay.h"
#include "tests/support/waituntil.h"

#include <QTest>

using namespace relaybook;
using relaybook::testing::Outcome;
using relaybook::testing::RealProxy;

using ProxyKind = NetworkSettings::Proxy;

namespace {

const QString proxyUser = QStringLiteral("reseller");
const QString proxyPassword = QStringLiteral("p:a@ss%/#1");

} // namespace

class TestCommandProxy : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theOptionNamesTheProxy_data();
    void theOptionNamesTheProxy();
    void theOptionReplacesTheProxyOfTheAccount();
    void theEnvironmentNamesTheProxy_data();
    void theEnvironmentNamesTheProxy();
    void noProxyForms_data();
    void noProxyForms();
    void aWrongPasswordIsNotShown();

private:
    /// Starts a service with https that is not on this computer for the program, and stores an
    /// account of it.
    void startBehindProxy(const NetworkSettings &network = {});
    [[nodiscard]] Outcome balance(const QStringList &more = {}) const;
    void setVariable(const char *name, const QString &value)
    {
        m_base.insert(QLatin1String(name), value);
    }

    std::unique_ptr<testing::TlsRelay> m_relay;
};

void TestCommandProxy::startBehindProxy(const NetworkSettings &network)
{
    for (const char *name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy",
                             "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
        m_base.remove(QLatin1String(name));
    }
    startServer(20);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0); // on this computer
    const auto certificate = testing::TestCertificate::make();
    m_relay = std::make_unique<testing::TlsRelay>(QString::fromStdString(m_server->access().url),
                                                  certificate);
    m_service = QStringLiteral("https://0.0.0.0:%1").arg(m_relay->serverPort());
    QFile authority(file("authority.pem"));
    QVERIFY(authority.open(QIODevice::WriteOnly));
    authority.write(certificate.certificate.toPem());
    authority.close();
    AccountOptions options;
    options.network = network;
    const QString account = storedAccounts(file("data")).front().account;
    const QString folder = accountFolder(file("data"), m_service, account);
    QVERIFY(makePrivateFolder(folder));
    const SystemClock clock;
    KeepFile kept(folder, clock);
    QVERIFY(!kept.problem());
    rememberOptions(kept, options);
    rememberUse(kept, file("data"), m_service, account, clock);
    kept.waitForWriter();
}

/// The relay lives in this process, so the event loop must run.
Outcome TestCommandProxy::balance(const QStringList &more) const
{
    QProcess process;
    begin(process, QStringList{QStringLiteral("balance"), QStringLiteral("--ca-file"),
                               file("authority.pem")} +
                       more);
    Outcome outcome;
    if (testing::waitUntil([&process] { return process.state() == QProcess::NotRunning; },
                           std::chrono::minutes(2))) {
        outcome.code = process.exitCode();
    }
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

void TestCommandProxy::theOptionNamesTheProxy_data()
{
    QTest::addColumn<RealProxy::Kind>("kind");
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("signsIn");
    const QString login = QStringLiteral("reseller:p%3Aa%40ss%25%2F%231@");
    QTest::newRow("HTTP") << RealProxy::Kind::Http << QStringLiteral("http://127.0.0.1:PORT")
                          << false;
    QTest::newRow("HTTP with password")
        << RealProxy::Kind::Http
        << QString(QStringLiteral("http://") + login + QStringLiteral("127.0.0.1:PORT")) << true;
    QTest::newRow("SOCKS5 with password")
        << RealProxy::Kind::Socks5
        << QString(QStringLiteral("socks5://") + login + QStringLiteral("127.0.0.1:PORT")) << true;
}

void TestCommandProxy::theOptionNamesTheProxy()
{
    QFETCH(RealProxy::Kind, kind);
    QFETCH(QString, url);
    QFETCH(bool, signsIn);
    NEED_PROXY(kind);
    RealProxy proxy;
    // tinyproxy reads a password without these characters only.
    const bool isPlain = kind == RealProxy::Kind::Http;
    const QString password = isPlain ? QStringLiteral("proxy-password-1") : proxyPassword;
    QVERIFY(proxy.start(kind, signsIn ? proxyUser : QString(), signsIn ? password : QString()));
    if (isPlain) {
        url.replace(QLatin1String("p%3Aa%40ss%25%2F%231"), password);
    }
    startBehindProxy();
    const QStringList option{QStringLiteral("--proxy"),
                             url.replace(QLatin1String("PORT"), QString::number(proxy.port()))};
    const Outcome through = balance(option);
    QVERIFY2(through.code == 0, qPrintable(through.err));
    QVERIFY(through.out.contains(QStringLiteral("Balance")));
    proxy.stop();
    const Outcome gone = balance(option); // so it did go through the proxy
    QCOMPARE(gone.code, 2);
    QVERIFY2(gone.err.contains(QStringLiteral("proxy")), qPrintable(gone.err));
    QVERIFY(!gone.err.contains(password) && !gone.err.contains(QStringLiteral("p%3Aa")));
    QCOMPARE(balance().code, 0); // the option is not stored
}

void TestCommandProxy::theOptionReplacesTheProxyOfTheAccount()
{
    NEED_PROXY(RealProxy::Kind::Http);
    RealProxy proxy;
    QVERIFY(proxy.start(RealProxy::Kind::Http));
    NetworkSettings network;
    network.proxy = ProxyKind::Socks5;
    network.host = QStringLiteral("127.0.0.1");
    network.port = 1; // nothing listens there
    startBehindProxy(network);
    const Outcome stored = balance(); // no keychain confirms what the account's file says
    QCOMPARE(stored.code, 2);
    QVERIFY2(stored.err.contains(QStringLiteral("stored in a file only")), qPrintable(stored.err));
    const Outcome direct = balance({QStringLiteral("--proxy"), QStringLiteral("none")});
    QVERIFY2(direct.code == 0, qPrintable(direct.err));
    setVariable("https_proxy", QStringLiteral("http://127.0.0.1:%1").arg(proxy.port()));
    const Outcome through = balance({QStringLiteral("--proxy"), QStringLiteral("system")});
    QVERIFY2(through.code == 0, qPrintable(through.err));
    proxy.stop();
    QCOMPARE(balance({QStringLiteral("--proxy"), QStringLiteral("system")}).code, 2);
}

void TestCommandProxy::theEnvironmentNamesTheProxy_data()
{
    QTest::addColumn<RealProxy::Kind>("kind");
    QTest::addColumn<QString>("variable");
    QTest::newRow("https_proxy") << RealProxy::Kind::Http << QStringLiteral("https_proxy");
    QTest::newRow("HTTPS_PROXY") << RealProxy::Kind::Http << QStringLiteral("HTTPS_PROXY");
    QTest::newRow("all_proxy") << RealProxy::Kind::Socks5 << QStringLiteral("all_proxy");
}

void TestCommandProxy::theEnvironmentNamesTheProxy()
{
    QFETCH(RealProxy::Kind, kind);
    QFETCH(QString, variable);
    NEED_PROXY(kind);
    RealProxy proxy;
    const QString password = QStringLiteral("proxy-password-1");
    QVERIFY(proxy.start(kind, proxyUser, password));
    startBehindProxy();
    const QStringList system{QStringLiteral("--proxy"), QStringLiteral("system")};
    const QString scheme =
        kind == RealProxy::Kind::Http ? QStringLiteral("http") : QStringLiteral("socks5");
    setVariable(qPrintable(variable),
                QStringLiteral("%1://%2:%3@127.0.0.1:%4")
                    .arg(scheme, proxyUser, password, QString::number(proxy.port())));
    const Outcome through = balance(system);
    QVERIFY2(through.code == 0, qPrintable(through.err));
    proxy.stop();
    const Outcome gone = balance(system);
    QCOMPARE(gone.code, 2);
    QVERIFY(!gone.err.contains(password));
    setVariable("no_proxy", QStringLiteral("0.0.0.0"));
    const Outcome direct = balance(system);
    QVERIFY2(direct.code == 0, qPrintable(direct.err));
}

void TestCommandProxy::noProxyForms_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<bool>("isDirect");
    QTest::newRow("host") << QStringLiteral("localhost,0.0.0.0") << true;
    QTest::newRow("port") << QStringLiteral("0.0.0.0:%1") << true;
    QTest::newRow("another port") << QStringLiteral("0.0.0.0:1") << false;
    QTest::newRow("range") << QStringLiteral("0.0.0.0/8") << true;
    QTest::newRow("domain") << QStringLiteral(".example.net") << false;
    QTest::newRow("everything") << QStringLiteral("*") << true;
}

void TestCommandProxy::noProxyForms()
{
    QFETCH(QString, list);
    QFETCH(bool, isDirect);
    startBehindProxy();
    setVariable("https_proxy", QStringLiteral("http://127.0.0.1:1")); // nothing listens there
    setVariable("NO_PROXY",
                list.replace(QLatin1String("%1"), QString::number(m_relay->serverPort())));
    const Outcome outcome = balance({QStringLiteral("--proxy"), QStringLiteral("system")});
    QVERIFY2(outcome.code == (isDirect ? 0 : 2), qPrintable(outcome.err));
}

void TestCommandProxy::aWrongPasswordIsNotShown()
{
    NEED_PROXY(RealProxy::Kind::Http);
    RealProxy proxy;
    QVERIFY(proxy.start(RealProxy::Kind::Http, proxyUser, QStringLiteral("proxy-password-1")));
    startBehindProxy();
    const Outcome outcome =
        balance({QStringLiteral("--proxy"),
                 QStringLiteral("http://reseller:ostrich%40farm@127.0.0.1:%1").arg(proxy.port())});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("proxy")), qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(QStringLiteral("ostrich")), qPrintable(outcome.err));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandProxy)
#include "test_commandproxy.moc"
