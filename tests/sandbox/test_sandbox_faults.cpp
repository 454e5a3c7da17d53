// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that every fault that can affect any request does what the help says, and only where it
// should.
#include "sandbox/decimal.h"
#include "tests/sandbox/sandboxclient.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

#include <httplib.h>

#include <thread>

using namespace sandbox;

class TestSandboxFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<Server>(smallAccount());
        QVERIFY(!m_server->start());
        m_client = std::make_unique<SandboxClient>(*m_server);
        m_client->exchangeKey();
        m_server->resetCounters();
    }

    void cleanup()
    {
        for (const FaultInfo &info : faultTable()) {
            if (m_server->faults().hits(info.name) > 0 ||
                (info.fault == Fault::Refuse && m_refused)) {
                m_met.insert(QByteArray(info.name.data(), static_cast<int>(info.name.size())));
            }
        }
        m_client.reset();
        m_server.reset();
    }

    void latency()
    {
        set("latency=120");
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(m_client->get("/v1/account").status, 200);
        QVERIFY(timer.elapsed() >= 120);
    }

    /// Stopping does not wait for an answer that is being sent, nor for idle connections.
    void stopsAtOnce()
    {
        QCOMPARE(m_client->get("/v1/account").status, 200);
        set("latency=60000");
        std::thread waiting([this] {
            SandboxClient other(*m_server);
            other.get("/v1/account");
        });
        QTRY_COMPARE(m_server->counters().of("getAccount").performed, std::uint64_t{2});
        QElapsedTimer timer;
        timer.start();
        m_server->stop();
        const qint64 took = timer.elapsed();
        waiting.join();
        QVERIFY2(took < 30'000, QByteArray::number(took).constData());
    }

    /// A test that has done what it had to do while a request was under way lets it be answered.
    void latencyIsEnded()
    {
        set("latency=60000");
        int status = 0;
        std::thread waiting([&] {
            SandboxClient other(*m_server);
            status = other.get("/v1/account").status;
        });
        QTRY_COMPARE(m_server->counters().of("getAccount").performed, std::uint64_t{1});
        m_server->endLatency();
        waiting.join();
        QCOMPARE(status, 200);
    }

    void refuse()
    {
        set("refuse");
        m_refused = true;
        QVERIFY(!m_client->get("/v1/account").arrived);
        httplib::Client fresh(m_server->access().url);
        const auto result = fresh.Get("/v1/geo/countries");
        QVERIFY(!result);
        QCOMPARE(result.error(), httplib::Error::Connection);
        m_server->faults().clear("refuse");
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void closeOnAccept()
    {
        set("close-on-accept,next=2");
        httplib::Client first(m_server->access().url);
        QVERIFY(!first.Get("/v1/geo/countries"));
        httplib::Client second(m_server->access().url);
        QVERIFY(!second.Get("/v1/geo/countries"));
        httplib::Client third(m_server->access().url);
        QVERIFY(third.Get("/v1/geo/countries"));
    }

    void drop_data() { ways(); }
    void drop()
    {
        QFETCH(QByteArray, way);
        set("drop=" + way.toStdString() + ",next=1,on=topUpTraffic");
        QVERIFY(!buy().arrived);
        QCOMPARE(m_server->balance(), std::string("3184.20"));
        QCOMPARE(m_server->counters().ordersArrived(), std::uint64_t{1});
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
        QCOMPARE(buy().status, 200);
    }

    void doAndDrop_data() { ways(); }
    void doAndDrop()
    {
        QFETCH(QByteArray, way);
        set("do-and-drop=" + way.toStdString());
        QVERIFY(!buy().arrived);
        QCOMPARE(m_server->balance(), std::string("3154.20"));
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
        QCOMPARE(m_server->counters().of("topUpTraffic").answered, std::uint64_t{0});
        // Reading and signing in are not affected.
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        m_client->exchangeKey();
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
    }

    void halfAnswer()
    {
        set("half-answer,next=1");
        QVERIFY(!buy().arrived);
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
        set("half-answer=9,next=1");
        QVERIFY(!m_client->get("/v1/account").arrived);
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void halfThenHang()
    {
        set("half-then-hang,next=1,on=/v1/account");
        httplib::Client client(m_server->access().url);
        client.set_read_timeout(0, 200'000);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!client.Get("/v1/account"));
        QVERIFY(timer.elapsed() >= 190);
    }

    /// Each byte has its own pause, so the answer takes at least as many pauses as it has bytes.
    void drip()
    {
        set("drip=2,next=1,on=topUpTraffic");
        QElapsedTimer timer;
        timer.start();
        const Reply reply = buy();
        QCOMPARE(reply.status, 200);
        QVERIFY(!reply.json.is_discarded());
        QVERIFY(timer.elapsed() >= 2 * static_cast<qint64>(reply.body.size()));
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
        QCOMPARE(m_client->get("/v1/account").status, 200); // the connection is still good
    }

    void errors_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("status");
        QTest::newRow("500") << QByteArray("error-500") << 500;
        QTest::newRow("502") << QByteArray("error-502") << 502;
    }

    void errors()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, status);
        set(name.toStdString());
        const Reply reply = buy();
        QCOMPARE(reply.status, status);
        QVERIFY(reply.header("Content-Type").find("text/html") == 0);
        QVERIFY(reply.body.find("<html>") != std::string::npos);
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
        set(name.toStdString() + "=done");
        QCOMPARE(buy().status, status);
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
    }

    void successFalse()
    {
        set("success-false");
        const Reply reply = buy();
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.json.at("success") == false);
        QVERIFY(reply.json.at("data").is_null());
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
        set("success-false=done");
        QVERIFY(buy().json.at("success") == false);
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
    }

    void emptyBody()
    {
        set("empty-body");
        const Reply reply = buy();
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.body.empty());
        QCOMPARE(m_server->balance(), std::string("3154.20"));
    }

    void encodings()
    {
        set("encoding");
        const Reply plain = m_client->get("/v1/account");
        QCOMPARE(plain.header("Content-Encoding"), std::string("utf-8"));
        QVERIFY(plain.body.starts_with('{'));
        set("encoding=compress");
        const Reply packed = m_client->get("/v1/account");
        QCOMPARE(packed.header("Content-Encoding"), std::string("compress"));
        QVERIFY(!packed.body.starts_with('{'));
    }

    void truncatedJson()
    {
        set("truncated-json");
        const Reply reply = buy();
        QCOMPARE(reply.status, 200);
        QVERIFY(!reply.body.empty() && reply.json.is_discarded());
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
    }

    void wrongTypes()
    {
        set("wrong-types");
        QVERIFY(m_client->get("/v1/account").data().at("balance").is_object());
        QVERIFY(m_client->get("/v1/proxies").data().at(0).at("name").is_object());
        set("wrong-types=data");
        QVERIFY(m_client->get("/v1/proxies").json.at("data").is_string());
        QVERIFY(m_client->get("/v1/account").json.at("data").is_array());
    }

    void numbersAsStrings()
    {
        set("numbers-as-strings");
        const auto account = m_client->get("/v1/account").data();
        QCOMPARE(account.at("balance").get<std::string>(), std::string("3184.20"));
        const Reply rows = m_client->get(rowsPath + "1");
        QVERIFY(rows.data().at(0).at("id").is_string());
        QCOMPARE(rows.data().at(0).at("amount").get<std::string>(), std::string("-240.00"));
        QCOMPARE(rows.data().at(0).at("description").get<std::string>(),
                 std::string("Residential · 100 GB"));
        QCOMPARE(rows.json.at("meta").at("total").get<std::string>(), std::string("500"));
    }

    void shapes()
    {
        set("unwrapped");
        QCOMPARE(m_client->get("/v1/account").json.at("name").get<std::string>(),
                 std::string("North Relay"));
        QVERIFY(m_client->get("/v1/proxies").json.is_array());
    }

    void redirect()
    {
        set("redirect=http://elsewhere.example/x");
        const Reply reply = buy();
        QCOMPARE(reply.status, 307);
        QCOMPARE(reply.header("Location"), std::string("http://elsewhere.example/x"));
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
    }

    void tooManyRequests()
    {
        set("too-many-requests=7,next=3");
        for (int i = 0; i < 3; ++i) {
            const Reply reply = m_client->get("/v1/account");
            QCOMPARE(reply.status, 429);
            QCOMPARE(reply.header("Retry-After"), std::string("7"));
            QCOMPARE(reply.header("X-RateLimit-Remaining"), std::string("0"));
        }
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void retryAfterInOtherForms()
    {
        set("too-many-requests=7");
        set("retry-after=fraction");
        QCOMPARE(m_client->get("/v1/account").header("Retry-After"), std::string("7.5"));
        set("retry-after=date");
        QVERIFY(m_client->get("/v1/account").header("Retry-After").find('T') != std::string::npos);
        set("retry-after=unix");
        QCOMPARE(m_client->get("/v1/account").header("Retry-After").size(), std::size_t{10});
    }

    void protection()
    {
        set("protection=503");
        const Reply reply = buy();
        QCOMPARE(reply.status, 503);
        QVERIFY(reply.body.find("<!DOCTYPE html>") == 0);
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
    }

    void oddBytes()
    {
        for (const auto &[kind, odd] :
             {std::pair<std::string, std::string>{"surrogate", "\\ud83d\""},
              {"nan", ":NaN,"},
              {"latin1", "\xfc"},
              {"quote", "\" wide\""}}) {
            set("odd-bytes=" + kind);
            QVERIFY(m_client->get("/v1/proxies").body.find(odd) != std::string::npos);
        }
    }

    void otherTimes()
    {
        for (const auto &[form, start] :
             {std::pair<std::string, std::string>{"php", "{\"date\":\"20"},
              {"sql", "\"20"},
              {"seconds", "1"},
              {"millis", "1"}}) {
            set("other-times=" + form);
            const std::string body = m_client->get("/v1/account").body;
            QVERIFY2(body.find("\"created_at\":" + start) != std::string::npos, body.c_str());
            QVERIFY(body.find("Z\"") == std::string::npos);
        }
    }

    void repeatSecrets()
    {
        for (const int status : {401, 422}) {
            set("repeat-secrets=" + std::to_string(status));
            const auto answer = m_client->get("/v1/account");
            QCOMPARE(answer.status, status);
            const auto error = answer.json.at("error");
            const auto token = m_server->access().personalToken;
            for (const auto &text : {error.at("message"), error.at("description"),
                                     error.at("errors").at(1).at("field")}) {
                QVERIFY(text.get<std::string>().find(token) != std::string::npos);
            }
        }
    }

    void forbid()
    {
        for (const int code : {1005, 1006, 1007}) {
            set("forbid=" + std::to_string(code));
            const Reply reply = m_client->get("/reseller/balance");
            QCOMPARE(reply.status, 403);
            QCOMPARE(reply.errorCode(), code);
        }
    }

    void expireToken()
    {
        set("expire-token");
        QCOMPARE(m_client->get("/reseller/balance").errorCode(), 1003);
        QCOMPARE(m_client->get("/reseller/balance").errorCode(), 1003);
        m_client->exchangeKey();
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        // After every third call.
        set("expire-token=3");
        m_client->exchangeKey();
        for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 3; ++i) {
                QCOMPARE(m_client->get("/reseller/balance").status, 200);
            }
            QCOMPARE(m_client->get("/reseller/balance").errorCode(), 1003);
            m_client->exchangeKey();
        }
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void revokeToken()
    {
        set("revoke-token");
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        QCOMPARE(m_client->get("/v1/account").errorCode(), 1004);
        QCOMPARE(m_client->get("/v1/account").errorCode(), 1004);
        QVERIFY(m_server->faults().active().empty());
    }

    void emptyErrors()
    {
        set("empty-errors");
        const Reply reply = m_client->send("POST", "/reseller/topup-traffic",
                                           R"({"amount_gb":99999,"proxy_type":"mobile"})");
        QCOMPARE(reply.status, 402);
        QVERIFY(reply.body.empty());
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void scopes()
    {
        set("error-500,after=1,next=2,on=GET /v1/account");
        const int expected[] = {200, 500, 500, 200};
        for (const int status : expected) {
            QCOMPARE(m_client->get("/v1/proxies").status, 200);
            QCOMPARE(m_client->get("/v1/account/balance").status, status);
        }
        set("error-500,on=PATCH");
        QCOMPARE(m_client->get("/reseller/sub-users").status, 200);
        QCOMPARE(m_client->send("PATCH", "/reseller/sub-users/1/note", R"({"note":""})").status,
                 500);
        QCOMPARE(m_server->faults().hits("error-500"), 3L);
    }

    void wrongSettings_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"", "unknown", "latency=soon", "drop=softly", "refuse=1", "add-less=x",
              "latency=5,next=x", "latency=5,when=1", "latency=5,next=-1", "forbid=1004"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void wrongSettings()
    {
        QFETCH(QByteArray, text);
        QVERIFY(m_server->faults().set(text.toStdString()).has_value());
        QVERIFY(m_server->faults().active().empty());
    }

    void inspection()
    {
        Options options = smallAccount();
        options.inspect = true;
        Server server(options);
        QVERIFY(!server.start());
        SandboxClient client(server);
        QCOMPARE(client.bare("PUT", "/__sandbox/faults", R"({"fault":"error-502,next=1"})").status,
                 200);
        QCOMPARE(client.bare("PUT", "/__sandbox/faults", R"({"fault":"nope"})").status, 422);
        QCOMPARE(client.get("/v1/account").status, 502);
        client.send("POST", "/reseller/topup-traffic", smallOrder);
        const auto state = client.bare("GET", "/__sandbox/state").json;
        QCOMPARE(state.at("orders_performed").get<int>(), 1);
        QCOMPARE(state.at("balance").get<std::string>(), std::string("3154.20"));
        QCOMPARE(state.at("operations").at("getAccount").at("performed").get<int>(), 0);
        std::string rows;
        for (const TransactionView &row : server.transactions()) {
            rows += row.json + '\n';
        }
        QCOMPARE(client.bare("GET", "/__sandbox/transactions").body, rows);
    }

    /// Runs last: checks that no fault of this kind was left out above.
    void everyFaultWasMet()
    {
        if (m_met.size() < 2) {
            QSKIP("Only tells something when all functions are run.");
        }
        for (const FaultInfo &info : faultTable()) {
            const QByteArray name(info.name.data(), static_cast<int>(info.name.size()));
            const bool isMetElsewhere =
                info.scope == FaultScope::Listed || info.scope == FaultScope::Gateway;
            QVERIFY2(isMetElsewhere || m_met.contains(name), name.constData());
        }
    }

private:
    void ways()
    {
        QTest::addColumn<QByteArray>("way");
        QTest::newRow("close") << QByteArray("close");
        QTest::newRow("reset") << QByteArray("reset");
    }

    void set(const std::string &fault)
    {
        const auto wrong = m_server->faults().set(fault);
        QVERIFY2(!wrong, wrong.value_or("").c_str());
    }

    Reply buy() { return m_client->send("POST", "/reseller/topup-traffic", smallOrder); }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
    QSet<QByteArray> m_met;
    bool m_refused = false;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxFaults)
#include "test_sandbox_faults.moc"
