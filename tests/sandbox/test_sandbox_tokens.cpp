// SPDX-License-Identifier: GPL-3.0-or-later
// Tests signing in, tokens and their expiry, and the rate limits.
#include "tests/sandbox/sandboxclient.h"

#include <QTest>

using namespace sandbox;

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

Headers bearer(const std::string &token)
{
    return {{"Authorization", "Bearer " + token}};
}

} // namespace

class TestSandboxTokens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(false); }

    void signIn()
    {
        const Reply reply = signInWith(m_server->access().password);
        QCOMPARE(reply.status, 201);
        QCOMPARE(reply.data().at("token_type").get<std::string>(), std::string("Bearer"));
        QCOMPARE(reply.data().at("user").at("name").get<std::string>(), std::string("North Relay"));
        const std::string token = reply.data().at("token").get<std::string>();
        QCOMPARE(token.substr(0, 2), std::string("2|"));
        QCOMPARE(m_client->bare("GET", "/v1/account", {}, bearer(token)).status, 200);
        // The first one stays valid.
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    /// A web page that leads its own name to this computer still sends that name.
    void onlyRequestsForThisComputer()
    {
        const auto statusFor = [this](const std::string &host) {
            Headers headers = bearer(m_server->access().personalToken);
            headers.emplace_back("Host", host);
            return m_client->bare("GET", "/v1/account", {}, headers).status;
        };
        const std::string url = m_server->access().url;
        const std::string port = url.substr(url.rfind(':'));
        for (const char *name : {"127.0.0.1", "localhost", "LOCALHOST", "[::1]"}) {
            QCOMPARE(statusFor(name + port), 200);
            QCOMPARE(statusFor(name), 200);
        }
        for (const char *name :
             {"attacker.example", "localhost.attacker.example", "127.0.0.1.attacker.example",
              "attacker.example:80@127.0.0.1", "[::1].attacker.example", "::1", "[::2]", "10.0.0.1",
              "0.0.0.0", " "}) {
            QCOMPARE(statusFor(name + port), 421);
            QCOMPARE(statusFor(name), 421);
        }
        QCOMPARE(
            m_client->bare("GET", "/__sandbox/state", {}, {{"Host", "attacker.example"}}).status,
            421);
    }

    void tokensAreNewAtEachStart()
    {
        const Access first = m_server->access();
        begin(false);
        const Access second = m_server->access();
        QVERIFY(first.personalToken != second.personalToken);
        QVERIFY(first.resellerKey != second.resellerKey);
        QVERIFY(first.password != second.password);
        const Reply old = m_client->bare("GET", "/v1/account", {}, bearer(first.personalToken));
        QCOMPARE(old.errorCode(), 1004);
    }

    void signInRefused()
    {
        const Reply wrong = signInWith("guess");
        QCOMPARE(wrong.status, 401);
        QCOMPARE(wrong.errorCode(), 1002);
        const Reply missing = m_client->bare("POST", "/v1/auth/token", R"({"email":"a"})");
        QCOMPARE(missing.status, 422);
        QCOMPARE(missing.errorCode(), 2001);
        QCOMPARE(missing.json.at("error").at("errors").size(), std::size_t{2});
    }

    void revoke()
    {
        const std::string token =
            signInWith(m_server->access().password).data().at("token").get<std::string>();
        QCOMPARE(m_client->send("DELETE", "/v1/auth/tokens/2").status, 200);
        const Reply reply = m_client->bare("GET", "/v1/account", {}, bearer(token));
        QCOMPARE(reply.status, 401);
        QCOMPARE(reply.errorCode(), 1004);
        QCOMPARE(m_client->send("DELETE", "/v1/auth/tokens/2").errorCode(), 3004);
        QCOMPARE(m_client->send("DELETE", "/v1/auth/tokens/x").errorCode(), 3004);
    }

    void missingAndWrongTokens()
    {
        for (const char *path : {"/v1/account", "/reseller/balance", "/v1/proxies"}) {
            QCOMPARE(m_client->bare("GET", path).errorCode(), 1001);
            QCOMPARE(m_client->bare("GET", path, {}, {{"Authorization", "Basic eA=="}}).errorCode(),
                     1001);
            const Reply wrong = m_client->bare("GET", path, {}, bearer("1|wrong"));
            QCOMPARE(wrong.status, 401);
            QCOMPARE(wrong.errorCode(), 1004);
        }
        // Each token gives access to its own half only.
        m_client->exchangeKey();
        QCOMPARE(
            m_client->bare("GET", "/v1/account", {}, bearer(m_client->resellerToken)).errorCode(),
            1004);
        QCOMPARE(m_client->bare("GET", "/reseller/balance", {}, bearer(m_client->personalToken))
                     .errorCode(),
                 1004);
    }

    void aNewKeyKillsTheEarlierToken()
    {
        m_client->exchangeKey();
        const std::string first = m_client->resellerToken;
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        m_client->exchangeKey();
        QVERIFY(m_client->resellerToken != first);
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        QCOMPARE(m_client->bare("GET", "/reseller/balance", {}, bearer(first)).errorCode(), 1004);
    }

    void resellerKeyRefused()
    {
        QCOMPARE(m_client->bare("POST", "/reseller/access-token", {}, {{"X-Reseller-Key", "no"}})
                     .errorCode(),
                 1002);
        QCOMPARE(m_client->bare("POST", "/reseller/access-token").status, 422);
    }

    void resellerTokenEndsByTheClock()
    {
        m_client->exchangeKey();
        m_clock.now += 86'399;
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        m_clock.now += 1;
        const Reply reply = m_client->get("/reseller/balance");
        QCOMPARE(reply.status, 401);
        QCOMPARE(reply.errorCode(), 1003);
        m_client->exchangeKey();
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
    }

    void tokensEndAtCommand()
    {
        m_client->exchangeKey();
        m_server->expireResellerToken();
        QCOMPARE(m_client->get("/reseller/balance").errorCode(), 1003);
        m_client->exchangeKey();
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        m_server->revokePersonalTokens();
        QCOMPARE(m_client->get("/v1/account").errorCode(), 1004);
        m_client->personalToken =
            signInWith(m_server->access().password).data().at("token").get<std::string>();
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void limits_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("limit");
        QTest::newRow("personal") << QByteArray("/v1/account/balance") << 60;
        QTest::newRow("reseller") << QByteArray("/reseller/sub-users/1") << 120;
        QTest::newRow("geo") << QByteArray("/v1/geo/countries") << 30;
    }

    void limits()
    {
        QFETCH(QByteArray, path);
        QFETCH(int, limit);
        begin(true);
        int spent = 0;
        if (path.startsWith("/reseller")) {
            m_client->exchangeKey();
            spent = 1; // the exchange counts
        }
        for (int left = limit - 1 - spent; left >= 0; --left) {
            const Reply reply = m_client->get(path.toStdString());
            QCOMPARE(reply.status, 200);
            QCOMPARE(reply.header("X-RateLimit-Limit"), std::to_string(limit));
            QCOMPARE(reply.header("X-RateLimit-Remaining"), std::to_string(left));
        }
        m_clock.now += 20;
        const Reply reply = m_client->get(path.toStdString());
        QCOMPARE(reply.status, 429);
        QCOMPARE(reply.errorCode(), 429);
        QCOMPARE(reply.header("Retry-After"), std::string("40"));
        QCOMPARE(reply.header("X-RateLimit-Remaining"), std::string("0"));
        m_clock.now += 39;
        QCOMPARE(m_client->get(path.toStdString()).status, 429);
        m_clock.now += 1;
        QCOMPARE(m_client->get(path.toStdString()).status, 200);
    }

    void theHourIsLimitedToo()
    {
        begin(true);
        int served = 0;
        for (; m_client->get("/v1/account/balance").status == 200; ++served) {
            if (served % 60 == 59) {
                m_clock.now += 60;
            }
        }
        QCOMPARE(served, 1'000);
        const Reply reply = m_client->get("/v1/account/balance");
        QCOMPARE(reply.header("X-RateLimit-Limit"), std::string("1000"));
        QCOMPARE(reply.header("Retry-After"), std::to_string(3'600 - 16 * 60));
        // The reseller's half has its own limit.
        m_client->exchangeKey();
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
    }

    void fiveSignInsAMinute()
    {
        begin(true);
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(signInWith("guess").status, 401);
        }
        const Reply reply = signInWith(m_server->access().password);
        QCOMPARE(reply.status, 429);
        QCOMPARE(reply.header("Retry-After"), std::string("60"));
        m_clock.now += 60;
        QCOMPARE(signInWith(m_server->access().password).status, 201);
    }

    void nothingLimitedIsAnnounced()
    {
        Reply reply;
        for (int i = 0; i < 200; ++i) {
            reply = m_client->get("/v1/account/balance");
        }
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.header("X-RateLimit-Limit"), std::string("1000000"));
        QCOMPARE(reply.header("X-RateLimit-Remaining"), std::string("999999"));
    }

private:
    void begin(bool limited)
    {
        m_clock = TestClock();
        Options options = smallAccount();
        options.rateLimit = limited;
        options.clock = m_clock.reader();
        m_server = std::make_unique<Server>(options);
        QVERIFY(!m_server->start());
        m_client = std::make_unique<SandboxClient>(*m_server);
    }

    Reply signInWith(const std::string &password)
    {
        return m_client->bare("POST", "/v1/auth/token",
                              nlohmann::json{{"email", m_server->access().email},
                                             {"password", password},
                                             {"token_name", "test"}}
                                  .dump());
    }

    TestClock m_clock;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxTokens)
#include "test_sandbox_tokens.moc"
