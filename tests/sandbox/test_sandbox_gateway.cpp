// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the gateway over sockets, as an HTTP and as a SOCKS5 proxy: who may use it, what can be
// reached, what is counted, the exit's address, and every fault of it.
#include "tests/sandbox/sandboxclient.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTcpSocket>
#include <QTest>

using namespace sandbox;

namespace {

using Json = nlohmann::ordered_json;

struct Credentials
{
    QByteArray user;
    QByteArray password;
};

Credentials credentialsIn(const Json &row)
{
    const Json &own = row.contains("proxy") ? row.at("proxy") : Json::object();
    if (own.contains("proxy_username")) {
        return {QByteArray::fromStdString(own.at("proxy_username").get<std::string>()),
                QByteArray::fromStdString(own.at("proxy_password").get<std::string>())};
    }
    // http://user:password@host:port
    const auto url = QByteArray::fromStdString(row.at("proxy_http").get<std::string>());
    const QByteArray both = url.mid(7, url.lastIndexOf('@') - 7);
    return {both.left(both.indexOf(':')), both.mid(both.indexOf(':') + 1)};
}

QByteArray basic(const Credentials &by)
{
    const QByteArray both = by.user + ':' + by.password;
    return "Proxy-Authorization: Basic " + both.toBase64() + "\r\n";
}

/// A connection to the gateway. Reading fails the test if nothing comes.
class Wire
{
public:
    explicit Wire(int port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
        m_isOpen = m_socket.waitForConnected(patience);
    }
    void send(const QByteArray &bytes) { m_socket.write(bytes); }
    QByteArray read(qsizetype count)
    {
        while (m_socket.bytesAvailable() < count && m_socket.waitForReadyRead(patience)) {
        }
        return m_socket.read(count);
    }
    QByteArray readHead()
    {
        QByteArray head;
        while (!head.endsWith("\r\n\r\n")) {
            const QByteArray next = read(1);
            if (next.isEmpty()) {
                break;
            }
            head += next;
        }
        return head;
    }
    /// What else comes until the other side closes.
    QByteArray readToEnd()
    {
        while (m_socket.state() == QAbstractSocket::ConnectedState &&
               m_socket.waitForReadyRead(patience)) {
        }
        return m_socket.readAll();
    }
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

private:
    static constexpr int patience = 30'000;
    QTcpSocket m_socket;
    bool m_isOpen = false;
};

QByteArray connectRequest(const QByteArray &target, const Credentials &by)
{
    return "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + basic(by) + "\r\n";
}

QByteArray withLength(const QByteArray &text)
{
    return QByteArray(1, static_cast<char>(text.size())) + text;
}

QByteArray portBytes(int port)
{
    return QByteArray(1, static_cast<char>(port / 256)) + QByteArray(1, static_cast<char>(port));
}

Json exitIn(const QByteArray &answer)
{
    return Json::parse(answer.mid(answer.indexOf("\r\n\r\n") + 4).toStdString(), nullptr, false);
}

} // namespace

class TestSandboxGateway : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        Options options = smallAccount();
        options.gateway = true;
        options.hosts = {"page.example"};
        m_server = std::make_unique<Server>(options);
        QVERIFY(!m_server->start());
        m_access = m_server->access();
        m_client = std::make_unique<SandboxClient>(*m_server);
        m_port = QByteArray::fromStdString(m_access.url).split(':').last().toInt();
        m_page = "127.0.0.1:" + QByteArray::number(m_port);
    }

    void addressIsReported()
    {
        const Json proxy = m_client->get("/v1/proxies").data().at(2);
        QCOMPARE(proxy.at("host").get<std::string>(), std::string("127.0.0.1"));
        QCOMPARE(proxy.at("port_http").get<int>(), m_access.gateway.portHttp);
        QCOMPARE(proxy.at("port_socks5").get<int>(), m_access.gateway.portSocks);
        const std::string end = "@127.0.0.1:" + std::to_string(m_access.gateway.portSocks);
        QVERIFY(proxy.at("proxy_socks5").get<std::string>().ends_with(end));
        QCOMPARE(*m_server->proxy(proxy.at("id").get<std::string>()), proxy.dump());
        const Json sub = m_client->get("/reseller/sub-users/1").data();
        QCOMPARE(sub.at("proxy").at("port_http").get<int>(), m_access.gateway.portHttp);
        QCOMPARE(*m_server->subUser(1), sub.dump());

        const int portHttp = m_access.gateway.portHttp;
        m_server->stop();
        QVERIFY(!m_server->start());
        QCOMPARE(m_server->access().gateway.portHttp, portHttp);

        Server without(smallAccount());
        QVERIFY(!without.start());
        QVERIFY(without.access().testPage.empty());
        QCOMPARE(SandboxClient(without).bare("GET", "/exit-address").status, 404);
    }

    void pageWithoutGateway()
    {
        const Reply reply = m_client->bare("GET", "/exit-address");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.body, std::string(R"({"ip":"127.0.0.1","country":null})"));
    }

    void latency()
    {
        m_server->setLatency(std::chrono::milliseconds(120));
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(m_client->bare("GET", "/exit-address").status, 200);
        QVERIFY(timer.restart() >= 120);
        QVERIFY(fetch(false, credentialsIn(proxyWith("keep"))).contains("country"));
        QVERIFY(timer.elapsed() >= 120);
    }

    void tunnel_data() { protocols(); }
    void tunnel()
    {
        QFETCH(bool, socks);
        const Json before = proxyWith("keep");
        const QByteArray answer = fetch(socks, credentialsIn(before));
        QVERIFY2(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer.constData());
        const Json exit = exitIn(answer);
        QVERIFY(exit.at("country") == before.at("country"));
        // The same exit each time, by either protocol.
        QVERIFY(exitIn(fetch(socks, credentialsIn(before))) == exit);
        QVERIFY(exitIn(fetch(!socks, credentialsIn(before))) == exit);
        const std::string id = before.at("id").get<std::string>();
        QVERIFY(Json::parse(*m_server->proxy(id)).at("traffic_gb").get<double>() >
                before.at("traffic_gb").get<double>());
    }

    void rotation()
    {
        const Credentials rotating = credentialsIn(proxyWith("rotate"));
        QSet<QString> addresses;
        for (int i = 0; i < 5; ++i) {
            const Json exit = exitIn(fetch(i % 2 == 0, rotating));
            addresses.insert(QString::fromStdString(exit.at("ip").get<std::string>()));
        }
        QCOMPARE(addresses.size(), 5);
    }

    /// Clients that want plain pages do not ask for a tunnel.
    void pageWithoutTunnel()
    {
        Wire wire(m_access.gateway.portHttp);
        const Credentials by = credentialsIn(proxyWith("keep"));
        const QByteArray head =
            "GET http://" + m_page + "/exit-address HTTP/1.1\r\nHost: x\r\n" + basic(by);
        wire.send(head + "\r\n");
        QVERIFY(exitIn(wire.readToEnd()).contains("ip"));
    }

    void wrongPassword_data() { protocols(); }
    void wrongPassword()
    {
        QFETCH(bool, socks);
        Credentials wrong = credentialsIn(proxyWith("keep"));
        wrong.password += 'x';
        QCOMPARE(fetch(socks, wrong).left(12), socks ? "\1\1" : QByteArray("HTTP/1.1 407"));
        QCOMPARE(fetch(socks, {}).left(12), socks ? "\1\1" : QByteArray("HTTP/1.1 407"));
    }

    void otherTargets_data() { protocols(); }
    void otherTargets()
    {
        QFETCH(bool, socks);
        const Credentials by = credentialsIn(proxyWith("keep"));
        const QByteArray notAllowed = socks ? QByteArray("\5\2") : QByteArray("HTTP/1.1 403");
        QVERIFY(fetch(socks, by, "page.example:" + QByteArray::number(m_port)).contains("country"));
        QVERIFY(fetch(socks, by, "other.example:443").startsWith(notAllowed));
        QVERIFY(fetch(socks, by, "127.0.0.1:1").startsWith(notAllowed));
    }

    void subUserPays_data() { protocols(); }
    void subUserPays()
    {
        QFETCH(bool, socks);
        const Json before = subUserWithoutRules();
        const std::string id = std::to_string(before.at("id").get<int>());
        QVERIFY(fetch(socks, credentialsIn(before)).contains("country"));
        const Json after = m_client->get("/reseller/sub-users/" + id).data();
        const auto bytes = [](const Json &row, const char *name) {
            return row.at(name).get<std::int64_t>();
        };
        const std::int64_t used =
            bytes(after, "traffic_used_bytes") - bytes(before, "traffic_used_bytes");
        QVERIFY(used > 100);
        QCOMPARE(bytes(before, "traffic_balance_bytes") - bytes(after, "traffic_balance_bytes"),
                 used);

        m_client->send("POST", "/reseller/sub-users/" + id + "/traffic/drop");
        const QByteArray empty = fetch(socks, credentialsIn(before));
        QVERIFY(empty.startsWith(socks ? QByteArray("\5\2") : QByteArray("HTTP/1.1 402")));
    }

    void proxyOverItsLimit()
    {
        Json proxy = proxyWith("keep");
        m_client->send("PUT", "/v1/proxies/" + proxy.at("id").get<std::string>(),
                       R"({"traffic_limit":0})");
        QVERIFY(fetch(false, credentialsIn(proxy)).startsWith("HTTP/1.1 402"));
    }

    void allowlist_data() { protocols(); }
    void allowlist()
    {
        QFETCH(bool, socks);
        const QByteArray notAllowed = socks ? QByteArray("\5\2") : QByteArray("HTTP/1.1 403");
        const Json sub = subUserWithoutRules();
        const std::string path =
            "/reseller/sub-users/" + std::to_string(sub.at("id").get<int>()) + "/whitelist";
        QCOMPARE(m_client->send("POST", path, R"({"cidr":"203.0.113.0/24"})").status, 201);
        QVERIFY(fetch(socks, credentialsIn(sub)).startsWith(notAllowed));
        QCOMPARE(m_client->send("POST", path, R"({"cidr":"127.0.0.0/8"})").status, 201);
        QVERIFY(fetch(socks, credentialsIn(sub)).contains("country"));
    }

    void blockedDomain_data() { protocols(); }
    void blockedDomain()
    {
        QFETCH(bool, socks);
        const QByteArray notAllowed = socks ? QByteArray("\5\2") : QByteArray("HTTP/1.1 403");
        const Json sub = subUserWithoutRules();
        const std::string path =
            "/reseller/sub-users/" + std::to_string(sub.at("id").get<int>()) + "/blocklist";
        QCOMPARE(m_client->send("POST", path, R"({"pattern":"*.example"})").status, 201);
        const QByteArray named = "page.example:" + QByteArray::number(m_port);
        QVERIFY(fetch(socks, credentialsIn(sub), named).startsWith(notAllowed));
        QVERIFY(fetch(socks, credentialsIn(sub)).contains("country"));
    }

    /// A client that speaks TLS in the tunnel, or something else to the proxy, is not kept waiting.
    void otherProtocols()
    {
        Wire tls(m_access.gateway.portHttp);
        tls.send(connectRequest(m_page, credentialsIn(proxyWith("keep"))));
        QVERIFY(tls.readHead().startsWith("HTTP/1.1 200"));
        tls.send(QByteArray("\x16\x03\x01", 3));
        QVERIFY(tls.readToEnd().startsWith("HTTP/1.1 400"));
        Wire atHttp(m_access.gateway.portHttp);
        atHttp.send("GET / HTTP/1.1\r\n\r\n");
        QVERIFY(atHttp.readToEnd().startsWith("HTTP/1.1 400"));
        Wire atSocks(m_access.gateway.portSocks);
        atSocks.send("GET / HTTP/1.1\r\n\r\n");
        QCOMPARE(atSocks.readToEnd(), QByteArray());
        Wire withoutPassword(m_access.gateway.portSocks);
        withoutPassword.send(QByteArray("\5\1\0", 3));
        QCOMPARE(withoutPassword.readToEnd(), QByteArray("\5\xff"));
    }

    void faults_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QByteArray>("http");
        QTest::addColumn<QByteArray>("socks");
        QTest::newRow("407") << QByteArray("gateway-407") << QByteArray("HTTP/1.1 407")
                             << QByteArray("\1\1");
        QTest::newRow("402") << QByteArray("gateway-402") << QByteArray("HTTP/1.1 402")
                             << QByteArray("\5\2");
        QTest::newRow("closed") << QByteArray("gateway-close") << QByteArray() << QByteArray();
        QTest::newRow("garbage") << QByteArray("gateway-garbage") << QByteArray("SSH-2.0")
                                 << QByteArray("SS");
        QTest::newRow("slow") << QByteArray("gateway-slow=1") << QByteArray("HTTP/1.1 200 OK")
                              << QByteArray("HTTP/1.1 200 OK");
        QTest::newRow("country") << QByteArray("gateway-country=ZZ")
                                 << QByteArray("HTTP/1.1 200 OK") << QByteArray("HTTP/1.1 200 OK");
    }
    void faults()
    {
        QFETCH(QByteArray, fault);
        QFETCH(QByteArray, http);
        QFETCH(QByteArray, socks);
        const Json proxy = proxyWith("keep");
        QVERIFY(!m_server->faults().set(fault.toStdString()));
        const QByteArray byHttp = fetch(false, credentialsIn(proxy));
        const QByteArray bySocks = fetch(true, credentialsIn(proxy));
        QVERIFY2(byHttp.startsWith(http) && byHttp.isEmpty() == http.isEmpty(), byHttp);
        QVERIFY2(bySocks.startsWith(socks) && bySocks.isEmpty() == socks.isEmpty(), bySocks);
        if (fault.startsWith("gateway-country")) {
            QCOMPARE(exitIn(byHttp).at("country").get<std::string>(), std::string("ZZ"));
        }
        // The service itself is not concerned.
        QCOMPARE(m_client->get("/v1/account").status, 200);
        QCOMPARE(m_server->faults().hits(fault.split('=').first().toStdString()), 2);
    }

    /// Faults of the service do not concern the gateway; a fault can be of one protocol only.
    void scopeOfFaults()
    {
        const Credentials by = credentialsIn(proxyWith("keep"));
        QVERIFY(!m_server->faults().set("gateway-407,on=socks5Gateway"));
        QVERIFY(!m_server->faults().set("drop"));
        QVERIFY(fetch(false, by).contains("country"));
        QCOMPARE(fetch(true, by), QByteArray("\1\1"));
    }

    /// Stopping does not wait for a silent conversation.
    void silent()
    {
        QVERIFY(!m_server->faults().set("gateway-silent"));
        Wire http(m_access.gateway.portHttp);
        http.send(connectRequest(m_page, {}));
        Wire socks(m_access.gateway.portSocks);
        socks.send(QByteArray("\5\1\2", 3));
        QTRY_COMPARE(m_server->faults().hits("gateway-silent"), 2);
        m_server->stop();
        QCOMPARE(http.readToEnd(), QByteArray());
        QCOMPARE(socks.readToEnd(), QByteArray());
    }

private:
    void protocols()
    {
        QTest::addColumn<bool>("socks");
        QTest::newRow("http") << false;
        QTest::newRow("socks5") << true;
    }

    Json proxyWith(const std::string &behavior)
    {
        const Json rows = m_client->get("/v1/proxies").data();
        for (const Json &row : rows) {
            const double limit = row.at("traffic_limit_gb").is_null()
                                     ? 1e9
                                     : row.at("traffic_limit_gb").get<double>();
            if (row.at("behavior") == behavior && row.at("rotate_type") != "interval" &&
                row.at("traffic_gb").get<double>() < limit) {
                return row;
            }
        }
        qFatal("no such proxy");
        return {};
    }

    Json subUserWithoutRules()
    {
        for (const std::int64_t id : m_server->subUserIds()) {
            const Json lists = Json::parse(*m_server->subUserLists(id));
            Json sub = Json::parse(*m_server->subUser(id));
            if (lists.at("blocklist").empty() && lists.at("whitelist").empty() &&
                sub.at("traffic_balance_bytes").get<std::int64_t>() > 1'000'000) {
                return sub;
            }
        }
        qFatal("no such sub-user");
        return {};
    }

    /// The answer of the page, or the refusal before it.
    QByteArray fetch(bool socks, const Credentials &by, const QByteArray &target = {})
    {
        const QByteArray at = target.isEmpty() ? m_page : target;
        return socks ? fetchBySocks(by, at) : fetchByHttp(by, at);
    }

    QByteArray fetchByHttp(const Credentials &by, const QByteArray &target)
    {
        Wire wire(m_access.gateway.portHttp);
        wire.send(connectRequest(target, by));
        const QByteArray head = wire.readHead();
        if (!head.startsWith("HTTP/1.1 200")) {
            return head + wire.readToEnd();
        }
        wire.send("GET /exit-address HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
        return wire.readToEnd();
    }

    QByteArray fetchBySocks(const Credentials &by, const QByteArray &target)
    {
        Wire wire(m_access.gateway.portSocks);
        wire.send(QByteArray("\5\2\0\2", 4));
        QByteArray method = wire.read(2);
        if (method != "\5\2") {
            return method;
        }
        wire.send('\1' + withLength(by.user) + withLength(by.password));
        QByteArray signIn = wire.read(2);
        if (signIn != QByteArray("\1\0", 2)) {
            return signIn;
        }
        const qsizetype colon = target.lastIndexOf(':');
        wire.send(QByteArray("\5\1\0\3", 4) + withLength(target.left(colon)) +
                  portBytes(target.mid(colon + 1).toInt()));
        QByteArray reply = wire.read(10);
        if (!reply.startsWith(QByteArray("\5\0", 2))) {
            return reply;
        }
        wire.send("GET /exit-address?x=1 HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
        return wire.readToEnd();
    }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
    Access m_access;
    int m_port = 0;
    QByteArray m_page;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxGateway)
#include "test_sandbox_gateway.moc"
