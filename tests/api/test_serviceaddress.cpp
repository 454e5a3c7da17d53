// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/serviceaddress.h"
#include "api/types/addresstext.h"

#include <QTest>

using namespace relaybook;

class TestServiceAddress : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void accepted_data();
    void accepted();
    void callPathIsFound_data();
    void callPathIsFound();
    void refused_data();
    void refused();
    void urls();
    void origins_data();
    void origins();
};

void TestServiceAddress::accepted_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("host");
    const auto row = [](const char *text, const char *url, const char *host) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(url)
                            << QString::fromLatin1(host);
    };
    row("https://panel.example", "https://panel.example", "panel.example");
    row("  https://panel.example/  ", "https://panel.example", "panel.example");
    row("panel.example", "https://panel.example", "panel.example");
    row("panel.example:8443/api/", "https://panel.example:8443/api", "panel.example:8443");
    row("HTTPS://Panel.Example", "https://panel.example", "panel.example");
    row("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080");
    row("http://127.3.2.1", "http://127.3.2.1", "127.3.2.1");
    row("http://localhost:1", "http://localhost:1", "localhost:1");
    row("http://[::1]:8080", "http://[::1]:8080", "[::1]:8080");
    row("http:8443", "https://http:8443", "http:8443");
    row("https.example", "https://https.example", "https.example");
    row("httpspanel.example//api", "https://httpspanel.example//api", "httpspanel.example");
}

void TestServiceAddress::callPathIsFound_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("proposed");
    const auto row = [](const char *typed, const char *proposed) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromLatin1(proposed);
    };
    row("https://panel.example/v1", "https://panel.example");
    row("https://panel.example/api/V1/", "https://panel.example/api");
    row("panel.example/reseller", "panel.example");
    row("panel.example/v1/reseller", "panel.example");
    row("panel.example/v10", "panel.example/v10");
    row("http://reseller", "http://reseller");
    row("https://v1/v1", "https://v1");
}

void TestServiceAddress::callPathIsFound()
{
    QFETCH(QString, typed);
    QFETCH(QString, proposed);
    QCOMPARE(withoutCallPath(typed), proposed);
}

void TestServiceAddress::accepted()
{
    QFETCH(QString, text);
    QFETCH(QString, url);
    QFETCH(QString, host);
    const auto address = ServiceAddress::parse(text);
    QVERIFY2(address, address ? "" : qPrintable(address.error().message));
    QCOMPARE(address->url().toString(), url);
    QCOMPARE(address->displayHost(), host);
    QCOMPARE(address->isLoopback(), url.startsWith(QLatin1String("http:")));
}

void TestServiceAddress::refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *says) {
        QTest::newRow(*text == '\0' ? "empty" : text)
            << QString::fromLatin1(text) << QString::fromLatin1(says);
    };
    row("", "Enter the address");
    row("   ", "Enter the address");
    row("http://panel.example", "Plain http://");
    row("http://10.0.0.1", "Plain http://");
    row("http://localhost.example", "Plain http://");
    row("http://127.0.0.1.example", "Plain http://");
    row("http://0.0.0.0", "Plain http://");
    row("ftp://panel.example", "https://");
    row("file:///etc/passwd", "not a valid service address");
    row("https://", "not a valid service address");
    row("http:/panel.example", "a colon and two slashes");
    row("http//panel.example", "a colon and two slashes");
    row("https:/panel.example", "a colon and two slashes");
    row("HTTPS//panel.example/api", "a colon and two slashes");
    row("https:panel.example", "a colon and two slashes");
    row("https:\\\\panel.example", "a colon and two slashes");
    row("https;//panel.example", "a colon and two slashes");
    row("http:/127.0.0.1:8080", "a colon and two slashes");
    row("https://panel example", "not a valid service address");
    row("https://user@panel.example", "user name");
    row("https://user:word@panel.example", "user name");
    row("https://panel.example/?a=1", "question mark");
    row("https://panel.example/#a", "question mark");
}

void TestServiceAddress::refused()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto address = ServiceAddress::parse(text);
    QVERIFY(!address);
    QCOMPARE(address.error().kind, ErrorKind::Validation);
    QVERIFY2(address.error().message.contains(says), qPrintable(address.error().message));
    QVERIFY(address.error().message.endsWith(u'.'));
    QCOMPARE(address.error().fields.size(), std::size_t(1));
}

void TestServiceAddress::urls()
{
    const auto address = ServiceAddress::parse(QStringLiteral("https://panel.example/api"));
    QVERIFY(address);
    QCOMPARE(address->urlOf(QStringLiteral("/v1/proxies/a%2Fb%20c")).toEncoded(),
             QByteArray("https://panel.example/api/v1/proxies/a%2Fb%20c"));
}

void TestServiceAddress::origins_data()
{
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("same");
    const auto row = [](const char *other, bool same) {
        QTest::newRow(other) << QString::fromLatin1(other) << same;
    };
    row("https://panel.example/x", true);
    row("https://panel.example:443/", true);
    row("https://PANEL.example/", true);
    row("http://panel.example/x", false);
    row("https://panel.example:8443/", false);
    row("https://other.example/", false);
    row("https://panel.example.other/", false);
}

void TestServiceAddress::origins()
{
    QFETCH(QString, other);
    QFETCH(bool, same);
    QCOMPARE(isSameOrigin(QUrl(QStringLiteral("https://panel.example/v1")), QUrl(other)), same);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServiceAddress)
#include "test_serviceaddress.moc"
