// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which proxy the variables of the environment name for an address, and how the address of a
// proxy is read.
#include "api/http/environmentproxy.h"
#include "api/types/proxyaddress.h"
#include "tests/api/changedenvironment.h"

#include <QTest>

using namespace relaybook;
using relaybook::testing::ChangedEnvironment;

class TestEnvironmentProxy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesOfProxies_data();
    void addressesOfProxies();
    void withoutProxy_data();
    void withoutProxy();
    void variables();
    void unusableValuesAreErrors();
};

void TestEnvironmentProxy::addressesOfProxies_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // empty: cannot be used
    const std::pair<const char *, const char *> rows[] = {
        {"http://proxy.example:3128", "http proxy.example 3128  "},
        {"http://proxy.example:3128/", "http proxy.example 3128  "},
        {"proxy.example:3128", "http proxy.example 3128  "},
        {"HTTP://proxy.example", "http proxy.example 80  "},
        {"socks5://[::1]:1081", "socks5 ::1 1081  "},
        {"socks5h://proxy.example", "socks5 proxy.example 1080  "},
        {"http://ada:p%40ss%2F%231@h:1", "http h 1 ada p@ss/#1"},
        {"http://ada:p:a@ss%/#1@h:1", "http h 1 ada p:a@ss%/#1"},
        {"ada:secret@h:1", "http h 1 ada secret"},
        {"", ""},
        {"http://", ""},
        {"http://h:port", ""},
        {"http://h:70000", ""},
        {"https://h:1", ""}, // TLS to the proxy itself
        {"socks4://h:1", ""},
        {"ftp://h:1", ""},
        {"http://two words:1", ""},
    };
    for (const auto &[text, expected] : rows) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(expected);
    }
}

void TestEnvironmentProxy::addressesOfProxies()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto found = proxyFromUrl(Secret(text));
    QString seen;
    if (found) {
        const bool isHttp = found->proxy == NetworkSettings::Proxy::Http;
        seen = QStringLiteral("%1 %2 %3 %4 %5")
                   .arg(isHttp ? QStringLiteral("http") : QStringLiteral("socks5"), found->host,
                        QString::number(found->port), found->user,
                        QString::fromUtf8(found->password.reveal()));
    }
    QCOMPARE(seen, expected);
}

void TestEnvironmentProxy::withoutProxy_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isDirect");
    const auto row = [](const char *list, const char *address, bool isDirect) {
        QTest::addRow("%s for %s", list, address)
            << QString::fromLatin1(list) << QString::fromLatin1(address) << isDirect;
    };
    row("", "https://api.example.net", false);
    row("api.example.net", "https://api.example.net", true);
    row("API.example.NET.", "https://api.example.net/v1", true);
    row("localhost, other.net ,api.example.net", "https://api.example.net", true);
    row("localhost api.example.net", "https://api.example.net", true);
    row("example.net", "https://api.example.net", true);
    row("example.net", "https://myexample.net", false);
    row(".example.net", "https://api.example.net", true);
    row(".example.net", "https://example.net", true);
    row("*.example.net", "https://api.example.net", true);
    row(".example.net", "https://example.network", false);
    row("*", "https://api.example.net", true);
    row("api.example.net:443", "https://api.example.net", true);
    row("api.example.net:8443", "https://api.example.net", false);
    row("api.example.net:8443", "https://api.example.net:8443", true);
    row("10.0.0.0/8", "https://10.1.2.3", true);
    row("10.0.0.0/8", "https://11.1.2.3", false);
    row("10.0.0.0/8", "https://api.example.net", false);
    row("10.0.0.0/99", "https://10.0.0.0", false);
    row("10.1.2.3", "https://10.1.2.3:8443", true);
    row("10.1.2.3:443", "https://10.1.2.3:8443", false);
    row("fd00::/8", "https://[fd00::1]", true);
    row("fd00::1", "https://[fd00::1]", true);
    row("[fd00::1]:8443", "https://[fd00::1]:8443", true);
    row("[fd00::1]:8443", "https://[fd00::1]", false);
}

void TestEnvironmentProxy::withoutProxy()
{
    QFETCH(QString, list);
    QFETCH(QString, address);
    QFETCH(bool, isDirect);
    QCOMPARE(isInNoProxy(list, QUrl(address)), isDirect);
}

void TestEnvironmentProxy::variables()
{
    const ChangedEnvironment nothing;
    const QUrl service(QStringLiteral("https://api.example.net"));
    QVERIFY(!environmentProxy(service));
    const auto port = [&service] {
        const auto named = environmentProxy(service);
        return named && *named ? (*named)->port : -1;
    };
    // Each one wins over those before it.
    int expected = 0;
    for (const char *name :
         {"http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy"}) {
        ++expected;
        qputenv(name, "http://proxy.example:" + QByteArray::number(expected));
        QCOMPARE(port(), expected);
    }
    qputenv("https_proxy", ""); // as if it was not set
    QCOMPARE(port(), expected - 1);
    for (const char *name : {"NO_PROXY", "no_proxy"}) {
        qputenv(name, "example.net");
        const auto direct = environmentProxy(service);
        QVERIFY(direct && *direct);
        QCOMPARE((*direct)->proxy, NetworkSettings::Proxy::None);
        qputenv(name, "other.net");
        QCOMPARE(port(), expected - 1);
    }
}

// Never around a proxy that cannot be used, and never with its password in the message.
void TestEnvironmentProxy::unusableValuesAreErrors()
{
    const ChangedEnvironment nothing;
    qputenv("https_proxy", "https://ada:ostrich@proxy.example:1");
    const auto named = environmentProxy(QUrl(QStringLiteral("https://api.example.net")));
    QVERIFY(named && !*named);
    QCOMPARE(named->error().kind, ErrorKind::BadSettings);
    QVERIFY(named->error().message.contains(QLatin1String("https_proxy")));
    QVERIFY(!named->error().message.contains(QLatin1String("ostrich")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestEnvironmentProxy)
#include "test_environmentproxy.moc"
