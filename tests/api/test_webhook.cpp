// SPDX-License-Identifier: GPL-3.0-or-later
// Tests one message to a webhook over real HTTP and HTTPS: how it ends with each answer and
// failure, that it arrives once, and that no text has the address.
#include "api/webhook/webhookcall.h"
#include "api/webhook/webhookmessage.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/scriptedserver.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(relaybook::WebhookOutcome)

class TestWebhook : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void addresses_data();
    void addresses();
    void answers_data();
    void answers();
    void theServicesOwnWords_data();
    void theServicesOwnWords();
    void aPauseThatTheServiceAsksFor();
    void forms_data();
    void forms();
    void signatures();
    void theRequest();
    void aRedirectIsNotFollowed();
    void silenceEnds();
    void aSlowBodyEnds();
    void aLargeAnswerIsCutOff();
    void closedWithoutAnAnswer_data();
    void closedWithoutAnAnswer();
    void nobodyListens();
    void overTls();
    void anUntrustedCertificate();
    void aProxyThatIsNotThere();
    void anUnusableAddressIsNotSent();
    void aDestroyedCallIsSilent();

private:
    [[nodiscard]] WebhookResult send(WebhookCall::Config config)
    {
        WebhookCall call(std::move(config), m_clock);
        WebhookResult result{WebhookOutcome::NoAddress};
        int ended = 0;
        QObject::connect(&call, &WebhookCall::finished, &call, [&](const WebhookResult &each) {
            result = each;
            ++ended;
        });
        call.start();
        if (ended != 0 || !waitUntil([&ended] { return ended == 1; })) {
            qFatal("The call did not end once, later.");
        }
        return result;
    }
    [[nodiscard]] static WebhookCall::Config to(const QString &address)
    {
        WebhookCall::Config config;
        config.address = Secret(address);
        config.body = R"({"text":"hello"})";
        return config;
    }
    [[nodiscard]] static WebhookCall::Config to(const ScriptedServer &server)
    {
        return to(server.url() + QStringLiteral("/hook/walrus"));
    }

    ManualClock m_clock;
};

void TestWebhook::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("why");
    QTest::newRow("https") << "https://hooks.example.com/services/T0/B0/x?y=1"
                           << "";
    QTest::newRow("with a port") << "https://hooks.example.com:8443/x"
                                 << "";
    QTest::newRow("spaces around") << " https://hooks.example.com/x\n"
                                   << "";
    QTest::newRow("http here") << "http://127.0.0.1:8080/x"
                               << "";
    QTest::newRow("http localhost") << "http://localhost/x"
                                    << "";
    QTest::newRow("http, IPv6") << "http://[::1]/x"
                                << "";
    QTest::newRow("empty") << ""
                           << "Enter the address of the webhook.";
    QTest::newRow("http elsewhere") << "http://walrus.example/x"
                                    << "Plain http:// works only for this computer. Use https://.";
    QTest::newRow("http that looks local")
        << "http://127.0.0.1.walrus.example/x"
        << "Plain http:// works only for this computer. Use https://.";
    QTest::newRow("other scheme") << "ftp://walrus.example/x"
                                  << "The address must start with https://.";
    QTest::newRow("file") << "file:///walrus"
                          << "The address must start with https://.";
    QTest::newRow("no scheme") << "walrus.example/x"
                               << "The address must start with https://.";
    QTest::newRow("user") << "https://walrus:pass@hooks.example.com/x"
                          << "The address must not contain a user name or a password.";
    QTest::newRow("no host") << "https:///walrus"
                             << "This is not a valid address of a webhook.";
    QTest::newRow("fragment") << "https://walrus.example/x#y"
                              << "This is not a valid address of a webhook.";
    QTest::newRow("spaces") << "https://walrus.example/x y"
                            << "This is not a valid address of a webhook.";
    QTest::newRow("too long") << QString(u"https://walrus.example/" + QString(2000, u'x'))
                              << "This is not a valid address of a webhook.";
}

void TestWebhook::addresses()
{
    QFETCH(QString, address);
    QFETCH(QString, why);
    QCOMPARE(whyNoWebhookAddress(Secret(address)).value_or(QString()), why);
    QVERIFY(!why.contains(QStringLiteral("walrus")));
}

void TestWebhook::answers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<WebhookOutcome>("outcome");
    using Outcome = WebhookOutcome;
    const std::pair<int, Outcome> all[] = {
        {200, Outcome::Delivered},      {201, Outcome::Delivered},
        {204, Outcome::Delivered},      {301, Outcome::Redirected},
        {304, Outcome::Redirected},     {307, Outcome::Redirected},
        {400, Outcome::Refused},        {401, Outcome::Refused},
        {404, Outcome::Refused},        {407, Outcome::Refused},
        {408, Outcome::ServiceFailure}, {410, Outcome::Refused},
        {429, Outcome::TooMany},        {500, Outcome::ServiceFailure},
        {503, Outcome::ServiceFailure}, {599, Outcome::ServiceFailure}};
    for (const auto &[status, outcome] : all) {
        QTest::newRow(QByteArray::number(status).constData()) << status << outcome;
    }
}

void TestWebhook::answers()
{
    QFETCH(int, status);
    QFETCH(WebhookOutcome, outcome);
    ScriptedServer server;
    server.start();
    server.thenAnswer({status, status == 204 || status == 304 ? "" : "{}", {}});
    QCOMPARE(send(to(server)), (WebhookResult{outcome, status}));
    QCOMPARE(server.arrivals(), 1);
}

void TestWebhook::theServicesOwnWords_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    QTest::newRow("text") << 404 << QByteArray("text/plain") << QByteArray("no_service\n")
                          << QStringLiteral("no_service");
    QTest::newRow("JSON") << 404 << QByteArray("application/json")
                          << QByteArray(R"({"message": "Unknown Webhook"})")
                          << QStringLiteral(R"({"message": "Unknown Webhook"})");
    QTest::newRow("quotes the address")
        << 400 << QByteArray("text/plain") << QByteArray("bad: /hook/walrus-7?key=ostrich42")
        << QString::fromUtf8("bad: •••");
    QTest::newRow("quotes it in JSON")
        << 400 << QByteArray("application/json") << QByteArray(R"({"at":"\/hook\/walrus-7"})")
        << QString::fromUtf8(R"({"at":"\/hook\/•••"})");
    QTest::newRow("quotes it with escapes")
        << 400 << QByteArray("application/json") << QByteArray(R"({"at":"ostrich\u00342"})")
        << QString::fromUtf8(R"({"at":"•••"})");
    QTest::newRow("a page") << 403 << QByteArray("text/html") << QByteArray("<html>no</html>")
                            << QString();
    QTest::newRow("long") << 400 << QByteArray("text/plain") << QByteArray(1001, 'x') << QString();
    QTest::newRow("delivered") << 200 << QByteArray("text/plain") << QByteArray("ok") << QString();
}

void TestWebhook::theServicesOwnWords()
{
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    ScriptedServer server;
    server.start();
    server.thenAnswer({status, body, {{"Content-Type", type}}});
    const auto config = to(server.url() + QStringLiteral("/hook/walrus-7?key=ostrich42"));
    QCOMPARE(send(config).words, words);
    // A text that was cut off may end in a secret.
    ScriptedServer cutting;
    cutting.start();
    cutting.then([type](const Received &, const Exchange &exchange) {
        exchange.sendRaw("HTTP/1.1 400 No\r\nContent-Type: " + type +
                         "\r\nContent-Length: 100\r\n\r\nwal");
        exchange.close();
    });
    QCOMPARE(send(to(cutting)).words, QString());
}

void TestWebhook::aPauseThatTheServiceAsksFor()
{
    ScriptedServer server;
    server.start();
    server.thenAnswer({429, "{}", {{"Retry-After", "7"}}});
    server.thenAnswer({503, "{}", {{"Retry-After", "864000"}}});
    server.thenAnswer({503, "{}", {}});
    QVERIFY(send(to(server)).retryAfter == 7s);
    QVERIFY(send(to(server)).retryAfter == 15min); // ten days would be for ever
    QVERIFY(send(to(server)).retryAfter == 0s);
}

void TestWebhook::forms_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QByteArray>("begin");
    const QByteArray text = R"({"text":"a \"b\""})";
    const QByteArray card = R"({"type":"message","attachments":[{"contentType":)"
                            R"("application/vnd.microsoft.card.adaptive",)";
    QTest::newRow("Slack") << "https://hooks.slack.com/services/T0/B0/x" << text;
    QTest::newRow("Google Chat") << "https://chat.googleapis.com/v1/spaces/A/messages?key=b"
                                 << text;
    QTest::newRow("Mattermost") << "https://chat.example/hooks/abcdefghijklmnopqrstuvwxyz" << text;
    QTest::newRow("Discord") << "https://discord.com/api/webhooks/1/x"
                             << QByteArray(
                                    R"({"content":"a \"b\"","allowed_mentions":{"parse":[]}})");
    QTest::newRow("Discord, as Slack") << "https://discord.com/api/webhooks/1/x/slack" << text;
    QTest::newRow("Teams") << "https://x.webhook.office.com/webhookb2/1" << card;
    QTest::newRow("Power Automate")
        << "https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual" << card;
    const QByteArray fields = R"({"program":"Relaybook","version":)";
    QTest::newRow("another") << "https://walrus.example/hooks/7" << fields;
    QTest::newRow("only looks like one") << "https://nothooks.slack.com.example/x" << fields;
    QTest::newRow("ends like one") << "https://evildiscord.com/x" << fields;
}

void TestWebhook::forms()
{
    QFETCH(QString, address);
    QFETCH(QByteArray, begin);
    const WebhookMessage message{QStringLiteral("test"), QStringLiteral("Main"),
                                 QStringLiteral("a \"b\"")};
    const QByteArray body = webhookBody(webhookFormOf(Secret(address)), message);
    QVERIFY2(body.startsWith(begin), body.constData());
    QVERIFY(QJsonDocument::fromJson(body).isObject());
    for (const WebhookForm form : webhookForms) {
        QCOMPARE(webhookFormOfName(webhookFormName(form)), form);
    }
    const WebhookMessage longest{{}, {}, QString(5000, u'x')};
    const auto content = QJsonDocument::fromJson(webhookBody(WebhookForm::Discord, longest));
    QCOMPARE(content[QStringLiteral("content")].toString().size(), 2000);
}

/// The example of the specification (Standard Webhooks 1.0).
void TestWebhook::signatures()
{
    const QByteArray body = R"({"test": 2432232314})";
    const Secret key(QByteArray("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
    const Instant at = fromMillis(1'614'265'330'900);
    const auto headers = webhookSignature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body);
    const decltype(headers) expected{
        {"webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"},
        {"webhook-timestamp", "1614265330"},
        {"webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}};
    QCOMPARE(headers, expected);
    QVERIFY(webhookSignature({}, "msg_1", at, body).empty());
    QVERIFY(!whyNoWebhookKey({}) && !whyNoWebhookKey(key));
    for (const char *other :
         {"whsec_", "whsec_MfKQ9r8G", "not base64!", "MfKQ 9r8GKYqrTwjUPD8IL"}) {
        QVERIFY(whyNoWebhookKey(Secret(QByteArray(other))));
    }
    ScriptedServer server;
    server.start();
    server.thenAnswer({});
    WebhookCall::Config config = to(server);
    config.headers = headers;
    QCOMPARE(send(config).outcome, WebhookOutcome::Delivered);
    for (const auto &[name, value] : expected) {
        QCOMPARE(server.requests().front().header(name), value);
    }
}

void TestWebhook::theRequest()
{
    ScriptedServer server;
    server.start();
    server.thenAnswer({200, "ok", {{"Set-Cookie", "a=b"}}});
    QCOMPARE(send(to(server)).outcome, WebhookOutcome::Delivered);
    const Received &request = server.requests().front();
    QCOMPARE(request.line(), QByteArray("POST /hook/walrus"));
    QCOMPARE(request.body, QByteArray(R"({"text":"hello"})"));
    QCOMPARE(request.header("Content-Type"), QByteArray("application/json"));
    QVERIFY(request.header("User-Agent").startsWith("Relaybook/"));
    QVERIFY(request.header("Authorization").isEmpty());
    QVERIFY(request.header("Cookie").isEmpty());
    QVERIFY(request.header("Referer").isEmpty());
}

void TestWebhook::aRedirectIsNotFollowed()
{
    ScriptedServer other;
    other.start();
    other.thenAnswer({});
    ScriptedServer server;
    server.start();
    server.thenAnswer({307, "", {{"Location", other.url().toUtf8() + "/x"}}});
    QCOMPARE(send(to(server)), (WebhookResult{WebhookOutcome::Redirected, 307}));
    QCOMPARE(server.arrivals(), 1);
    QCOMPARE(other.connections(), 0);
}

void TestWebhook::silenceEnds()
{
    ScriptedServer server;
    server.start();
    WebhookCall::Config config = to(server);
    config.patience = 50ms;
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::TimedOut}));
}

/// The status is known, so the message arrived.
void TestWebhook::aSlowBodyEnds()
{
    ScriptedServer server;
    server.start();
    server.then([](const Received &, const Exchange &exchange) {
        exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx");
    });
    WebhookCall::Config config = to(server);
    config.patience = 300ms;
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::Delivered, 200}));
}

void TestWebhook::aLargeAnswerIsCutOff()
{
    ScriptedServer server;
    server.start();
    server.thenAnswer({200, QByteArray(8 * 1024 * 1024, 'x'), {}});
    QCOMPARE(send(to(server)), (WebhookResult{WebhookOutcome::Delivered, 200}));
    QTRY_COMPARE(server.gone(), 1);
}

void TestWebhook::closedWithoutAnAnswer_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("closed") << false;
    QTest::newRow("reset") << true;
}

void TestWebhook::closedWithoutAnAnswer()
{
    QFETCH(bool, reset);
    ScriptedServer server;
    server.start();
    server.then([reset](const Received &, const Exchange &exchange) {
        reset ? exchange.reset() : exchange.close();
    });
    const WebhookResult result = send(to(server));
    QVERIFY2(isWorthRetrying(result.outcome), QByteArray::number(int(result.outcome)).constData());
    QCOMPARE(result.status, 0);
    QCOMPARE(server.arrivals(), 1); // the network manager does not send it again
}

void TestWebhook::nobodyListens()
{
    QString address;
    {
        ScriptedServer server;
        server.start();
        address = server.url();
    }
    QCOMPARE(send(to(address + QStringLiteral("/walrus"))),
             (WebhookResult{WebhookOutcome::Unreachable}));
}

void TestWebhook::overTls()
{
    const TestCertificate certificate = TestCertificate::make();
    ScriptedServer server;
    server.useTls(certificate);
    server.start();
    server.thenAnswer({});
    WebhookCall::Config config = to(server);
    config.tls = certificate.trustingClient();
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::Delivered, 200}));
    QCOMPARE(server.arrivals(), 1);
}

void TestWebhook::anUntrustedCertificate()
{
    ScriptedServer server;
    server.useTls(TestCertificate::make());
    server.start();
    server.thenAnswer({});
    WebhookCall::Config config = to(server);
    config.tls = TestCertificate::make().trustingClient();
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::TlsFailed}));
    QCOMPARE(server.arrivals(), 0);
}

void TestWebhook::aProxyThatIsNotThere()
{
    int port = 0;
    {
        ScriptedServer free;
        free.start();
        port = free.serverPort();
    }
    WebhookCall::Config config = to(QStringLiteral("https://walrus.invalid/hook"));
    config.network.proxy = NetworkSettings::Proxy::Http;
    config.network.host = QStringLiteral("127.0.0.1");
    config.network.port = port;
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::ProxyFailed}));
    // So does a file of certificates that is missing.
    config.address = Secret(QStringLiteral("https://walrus.invalid/hook"));
    config.network.caFile = QStringLiteral("/nonexistent/walrus.pem");
    QCOMPARE(send(config), (WebhookResult{WebhookOutcome::ProxyFailed}));
}

void TestWebhook::anUnusableAddressIsNotSent()
{
    QCOMPARE(send(to(QString())), (WebhookResult{WebhookOutcome::NoAddress}));
    QCOMPARE(send(to(QStringLiteral("http://walrus.invalid/x"))),
             (WebhookResult{WebhookOutcome::AddressUnusable}));
}

void TestWebhook::aDestroyedCallIsSilent()
{
    ScriptedServer server;
    server.start();
    {
        WebhookCall call(to(server), m_clock);
        connect(&call, &WebhookCall::finished, this, [] { qFatal("It was destroyed."); });
        call.start();
        QTRY_COMPARE(server.arrivals(), 1);
    }
    QTRY_COMPARE(server.gone(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestWebhook)
#include "test_webhook.moc"
