// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the conversations that open a tunnel, by HTTP and by SOCKS5: what is sent, what each answer
// means, and that the size of the pieces in which answers arrive makes no difference.

#include "api/proxytest/tunnelopening.h"
#include "tests/api/proxytestfixture.h"

#include <QTest>

using namespace relaybook;

namespace {

using End = ProxyTestOutcome;
using Stage = ProxyTestStage;
using State = TunnelOpening::State;

TunnelRequest someRequest(bool signsIn = true)
{
    TunnelRequest request;
    if (signsIn) {
        request.user = QStringLiteral("ada");
        request.password = Secret(QByteArray("secret"));
    }
    request.host = QStringLiteral("page.example");
    request.port = 443;
    return request;
}

QByteArray bytes(std::initializer_list<int> values)
{
    QByteArray out;
    for (const int value : values) {
        out += static_cast<char>(value);
    }
    return out;
}

struct Conversation
{
    State state = State::NeedsMore;
    QByteArray sent;
    QByteArray left; ///< bytes that were not taken
};

Conversation conversationOf(TunnelOpening &opening, const QByteArray &answers, qsizetype piece)
{
    Conversation so;
    so.sent = opening.begin();
    for (qsizetype at = 0; at < answers.size() && so.state == State::NeedsMore; at += piece) {
        so.left += answers.mid(at, piece);
        so.state = opening.take(so.left, so.sent);
    }
    return so;
}

const QByteArray openedBySocks = bytes({5, 0, 0, 1, 10, 0, 0, 1, 31, 144});

} // namespace

class TestTunnelOpening : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void requestsByHttp();
    void requestsBySocks5();
    void opened_data();
    void opened();
    void failed_data();
    void failed();
    void saysWhatTheProxySays_data();
    void saysWhatTheProxySays();
    void doubtful();
    void credentials();
};

void TestTunnelOpening::requestsByHttp()
{
    QCOMPARE(openByHttp(someRequest())->begin(),
             QByteArray("CONNECT page.example:443 HTTP/1.1\r\nHost: page.example:443\r\n"
                        "Proxy-Authorization: Basic YWRhOnNlY3JldA==\r\n\r\n"));
    TunnelRequest request = someRequest(false);
    request.host = QStringLiteral("2001:db8::1");
    QCOMPARE(openByHttp(request)->begin(),
             QByteArray("CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: [2001:db8::1]:443\r\n\r\n"));
}

void TestTunnelOpening::requestsBySocks5()
{
    const QByteArray signedIn = bytes({5, 2}) + bytes({1, 0});
    const auto whole = openBySocks5(someRequest());
    QCOMPARE(conversationOf(*whole, signedIn, signedIn.size()).sent,
             bytes({5, 2, 0, 2}) + "\1\3ada\6secret" + bytes({5, 1, 0, 3, 12}) + "page.example" +
                 bytes({1, 187}));
    TunnelRequest request = someRequest(false);
    request.host = QStringLiteral("192.0.2.1");
    const auto ipv4 = openBySocks5(request);
    QCOMPARE(conversationOf(*ipv4, bytes({5, 0}), 2).sent,
             bytes({5, 1, 0}) + bytes({5, 1, 0, 1, 192, 0, 2, 1, 1, 187}));
    request.host = QStringLiteral("2001:db8::1");
    const auto ipv6 = openBySocks5(request);
    QCOMPARE(conversationOf(*ipv6, bytes({5, 0}), 2).sent,
             bytes({5, 1, 0}) + bytes({5, 1, 0, 4, 32, 1, 13, 184}) + QByteArray(11, '\0') +
                 bytes({1, 1, 187}));
}

void TestTunnelOpening::opened_data()
{
    QTest::addColumn<bool>("socks");
    QTest::addColumn<QByteArray>("answers");
    QTest::newRow("http") << false << QByteArray("HTTP/1.1 200 Connection established\r\n\r\n");
    QTest::newRow("http, 204") << false << QByteArray("HTTP/1.0 204 x\r\nVia: y\r\n\r\n");
    QTest::newRow("http, empty body")
        << false << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    QTest::newRow("http, interim")
        << false << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
    QTest::newRow("socks, no sign-in") << true << bytes({5, 0}) + openedBySocks;
    QTest::newRow("socks, sign-in") << true << bytes({5, 2}) + bytes({1, 0}) + openedBySocks;
    QTest::newRow("socks, odd version of the sign-in")
        << true << bytes({5, 2}) + bytes({5, 0}) + openedBySocks;
    QTest::newRow("socks, name") << true
                                 << bytes({5, 0}) + bytes({5, 0, 0, 3, 2}) + "ab" + bytes({0, 1});
    QTest::newRow("socks, IPv6") << true
                                 << bytes({5, 0}) + bytes({5, 0, 0, 4}) + QByteArray(18, 'x');
}

void TestTunnelOpening::opened()
{
    QFETCH(bool, socks);
    QFETCH(QByteArray, answers);
    for (const qsizetype piece : {qsizetype{1}, qsizetype{3}, answers.size() + 4}) {
        const auto opening = socks ? openBySocks5(someRequest()) : openByHttp(someRequest());
        // What follows is the tunnel's.
        const QByteArray tunnel = piece > answers.size() ? "more" : "";
        const Conversation so = conversationOf(*opening, answers + tunnel, piece);
        QCOMPARE(so.state, State::Open);
        QCOMPARE(so.left, tunnel);
        QCOMPARE(opening->stage(), Stage::Tunnel);
    }
}

void TestTunnelOpening::failed_data()
{
    QTest::addColumn<bool>("socks");
    QTest::addColumn<bool>("signsIn");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<End>("outcome");
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<int>("status");
    const auto http = [](const char *name, const QByteArray &answer, End outcome, int status,
                         bool signsIn = true, Stage stage = Stage::Tunnel) {
        QTest::addRow("http: %s", name) << false << signsIn << answer << outcome << stage << status;
    };
    const auto withStatus = [&](int status, End outcome) {
        const QByteArray code = QByteArray::number(status);
        http(code.constData(), "HTTP/1.1 " + code + " x\r\n\r\n", outcome, status);
    };
    const QByteArray asks("HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=\"x\"\r\n\r\n");
    http("407", asks, End::SignInRefused, 407, true, Stage::SignIn);
    http("407 without a method", "HTTP/1.1 407 x\r\n\r\n", End::SignInRefused, 407, true,
         Stage::SignIn);
    http("401", "HTTP/1.1 401 x\r\nWWW-Authenticate: Basic\r\n\r\n", End::SignInRefused, 401, true,
         Stage::SignIn);
    http("407, no password", asks, End::SignInNeeded, 407, false, Stage::SignIn);
    http("407, other methods",
         "HTTP/1.1 407 x\r\nProxy-Authenticate: Digest\r\nproxy-authenticate: NTLM\r\n\r\n",
         End::SignInUnsupported, 407, true, Stage::SignIn);
    http("407, several methods",
         "HTTP/1.1 407 x\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Basic\r\n\r\n",
         End::SignInRefused, 407, true, Stage::SignIn);
    withStatus(402, End::PaymentRequired);
    withStatus(403, End::Forbidden);
    withStatus(429, End::TooManyRequests);
    withStatus(500, End::ProxyFailure);
    withStatus(502, End::ProxyFailure);
    withStatus(504, End::ProxyFailure);
    withStatus(400, End::NotAProxy);
    withStatus(404, End::NotAProxy);
    withStatus(405, End::NotAProxy);
    withStatus(501, End::NotAProxy);
    withStatus(307, End::NotAProxy);
    http("something else", "SSH-2.0-OpenSSH\r\n", End::NotAProxy, 0);
    http("SOCKS5", bytes({5, 0xFF}), End::NotAProxy, 0);
    http("endless", "HTTP/1.1 200 OK\r\n" + QByteArray("A: b\r\n").repeated(5000), End::NotAProxy,
         0);

    const auto socks = [](const char *name, const QByteArray &answer, End outcome, int status,
                          Stage stage, bool signsIn = true) {
        QTest::addRow("socks: %s", name) << true << signsIn << answer << outcome << stage << status;
    };
    const auto reply = [&](const char *name, int code, End outcome) {
        socks(name, bytes({5, 0}) + bytes({5, code, 0, 1, 0, 0, 0, 0, 0, 0}), outcome, code,
              Stage::Tunnel);
    };
    socks("sign-in", bytes({5, 2}) + bytes({1, 1}), End::SignInRefused, 1, Stage::SignIn);
    socks("no method", bytes({5, 0xFF}), End::SignInUnsupported, 0, Stage::SignIn);
    socks("no method, no password", bytes({5, 0xFF}), End::SignInNeeded, 0, Stage::SignIn, false);
    socks("a method that was not offered", bytes({5, 2}), End::NotAProxy, 0, Stage::SignIn, false);
    socks("GSSAPI", bytes({5, 1}), End::NotAProxy, 0, Stage::SignIn);
    reply("failure", 1, End::ProxyFailure);
    reply("not allowed", 2, End::Forbidden);
    reply("host unreachable", 4, End::ProxyFailure);
    reply("refused", 5, End::ProxyFailure);
    socks("only the code", bytes({5, 0}) + bytes({5, 5}), End::ProxyFailure, 5, Stage::Tunnel);
    socks("odd address", bytes({5, 0}) + bytes({5, 0, 0, 9, 0}), End::NotAProxy, 0, Stage::Tunnel);
    socks("HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n", End::NotAProxy, 0, Stage::SignIn);
    socks("SOCKS4", bytes({0, 90}), End::NotAProxy, 0, Stage::SignIn);
    socks("HTTP after the method", bytes({5, 0}) + "HTTP", End::NotAProxy, 0, Stage::Tunnel);
}

void TestTunnelOpening::failed()
{
    QFETCH(bool, socks);
    QFETCH(bool, signsIn);
    QFETCH(QByteArray, answers);
    QFETCH(End, outcome);
    QFETCH(Stage, stage);
    QFETCH(int, status);
    for (const qsizetype piece : {qsizetype{1}, answers.size()}) {
        const auto opening =
            socks ? openBySocks5(someRequest(signsIn)) : openByHttp(someRequest(signsIn));
        QCOMPARE(conversationOf(*opening, answers, piece).state, State::Failed);
        QCOMPARE(opening->outcome(), outcome);
        QCOMPARE(opening->stage(), stage);
        QCOMPARE(opening->status(), status);
    }
}

/// Some proxies send headers that do not belong there.
void TestTunnelOpening::saysWhatTheProxySays_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &answer, const char *words) {
        QTest::newRow(name) << answer << QString::fromUtf8(words);
    };
    const auto body = [](const QByteArray &type, const QByteArray &text) -> QByteArray {
        return "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Type: " + type +
               "\r\nContent-Length: " + QByteArray::number(text.size()) + "\r\n\r\n" + text;
    };
    row("nothing", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "");
    row("a short phrase", "HTTP/1.1 407 x\r\n\r\n", "");
    row("the phrase", "HTTP/1.1 407 Traffic limit reached\r\n\r\n", "Traffic limit reached");
    row("a header",
        "HTTP/1.1 407 Auth failed\r\nX-Brd-Err-Code: client_10000\r\n"
        "X-Brd-Err-Msg: Zone has no balance\r\n\r\n",
        "Zone has no balance");
    row("only its code", "HTTP/1.1 403 Forbidden\r\nX-Squid-Error: ERR_ACCESS_DENIED 0\r\n\r\n",
        "ERR_ACCESS_DENIED 0");
    row("RFC 9209",
        "HTTP/1.1 502 Bad Gateway\r\nProxy-Status: gw; error=dns_error; details=\"no "
        "exit\"\r\n\r\n",
        "no exit");
    row("RFC 9209 without details",
        "HTTP/1.1 502 Bad Gateway\r\nProxy-Status: gw; error=dns_error\r\n\r\n",
        "gw; error=dns_error");
    row("a body", body("text/plain; charset=utf-8", "Your traffic\r\n is used up.\r\n"),
        "Your traffic is used up");
    row("JSON", body("application/json", "{\"error\":\"no traffic\"}"),
        "{\"error\":\"no traffic\"}");
    row("a page", body("text/html", "<html>no</html>"), "");
    row("what was sent", "HTTP/1.1 407 wrong password secret of ada (YWRhOnNlY3JldA==)\r\n\r\n",
        "wrong password ••• of ada (•••)");
    row("an address", "HTTP/1.1 403 denied for http://joe:hunter22@gw.example:80\r\n\r\n",
        "denied for http://joe:•••@gw.example:80");
    row("percent-encoded", "HTTP/1.1 407 http://ada:s%40cret9@gw.example:1 refused\r\n\r\n",
        "http://ada:•••@gw.example:1 refused");
    row("a control character", "HTTP/1.1 407 not sec\001ret\r\n\r\n", "not •••");
    row("a policy is no error", "HTTP/1.1 403 Forbidden\r\nX-Referrer-Policy: origin\r\n\r\n", "");
    row("a phrase of what is no proxy", "HTTP/1.1 404 Not Found Here\r\n\r\n", "");
    row("a body says more than a phrase",
        "HTTP/1.1 407 Auth Failed\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n"
        "no traffic",
        "no traffic");
    row("long", "HTTP/1.1 407 " + QByteArray(900, 'x') + "\r\n\r\n",
        QByteArray(200, 'x').constData());
}

void TestTunnelOpening::saysWhatTheProxySays()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, words);
    for (const qsizetype piece : {qsizetype{1}, qsizetype{7}, answer.size()}) {
        const auto opening = openByHttp(someRequest());
        const Conversation so = conversationOf(*opening, answer, piece);
        QCOMPARE(so.state, State::Failed);
        QCOMPARE(opening->words(), words);
    }
    // Whatever does not come: it has refused.
    const qsizetype head = answer.indexOf("\r\n\r\n") + 4;
    const auto opening = openByHttp(someRequest());
    const Conversation so = conversationOf(*opening, answer.left(head), head);
    QVERIFY(so.state == State::Failed || opening->isRefused());
}

void TestTunnelOpening::doubtful()
{
    for (const char *header : {"", "Content-Length: 4\r\n", "Transfer-Encoding: chunked\r\n"}) {
        const auto opening = openByHttp(someRequest());
        const QByteArray answer = QByteArray("HTTP/1.1 200 OK\r\n") + header + "\r\n";
        QCOMPARE(conversationOf(*opening, answer, answer.size()).state, State::Open);
        QCOMPARE(opening->isDoubtful(), *header != '\0');
    }
}

void TestTunnelOpening::credentials()
{
    TunnelRequest request = someRequest();
    QVERIFY(canSignInByHttp(request) && canSignInBySocks5(request));
    request.user = QString(255, u'u');
    request.password = Secret(QByteArray(255, 'p'));
    QVERIFY(canSignInByHttp(request) && canSignInBySocks5(request));
    request.password = Secret(QByteArray(256, 'p'));
    QVERIFY(canSignInByHttp(request) && !canSignInBySocks5(request));
    request = someRequest();
    request.user = QString(128, QChar(0xE9)); // two bytes each
    QVERIFY(!canSignInBySocks5(request));
    request.user = QStringLiteral("a:b");
    QVERIFY(!canSignInByHttp(request) && canSignInBySocks5(request));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestTunnelOpening)
#include "test_tunnelopening.moc"
