// SPDX-License-Identifier: GPL-3.0-or-later
// Every fault does what help says of it, and only where it should.
#include "sandbox/decimal.h"
#include "tests/sandbox/sandboxclient.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

#include <httplib.h>

using namespace sandbox;

namespace {

const std::string order = R"({"amount_gb":10,"proxy_type":"residential"})";
const std::string rowsPath = "/v1/account/transactions?per_page=100&page=";

} // namespace

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
                (info.fault == Fault::Refuse && m_refused))
                m_met.insert(QByteArray(info.name.data(), static_cast<int>(info.name.size())));
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
        // Reading and signing in are spared.
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

    void emptyBody()
    {
        set("empty-body");
        const Reply reply = buy();
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.body.empty());
        QCOMPARE(m_server->balance(), std::string("3154.20"));
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
        m_server->faults().clearAll();
        set("paging-in-data");
        const auto data = m_client->get(rowsPath + "2").data();
        QCOMPARE(data.at("data").size(), std::size_t{100});
        QCOMPARE(data.at("current_page").get<int>(), 2);
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
            for (int i = 0; i < 3; ++i)
                QCOMPARE(m_client->get("/reseller/balance").status, 200);
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

    void amountsAndOrder()
    {
        set("unsigned-amounts");
        set("oldest-first");
        const auto truth = m_server->transactions();
        const auto rows = m_client->get(rowsPath + "2").data();
        QCOMPARE(rows.size(), std::size_t{100});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows.at(i).at("id").get<std::int64_t>(), truth.at(100 + i).id);
            QVERIFY(rows.at(i).at("amount").get<double>() > 0);
        }
    }

    void unknownTypes()
    {
        set("unknown-types");
        int strange = 0;
        const auto rows = m_client->get(rowsPath + "1").data();
        for (const auto &row : rows)
            strange += row.at("type") == "chargeback" ? 1 : 0;
        QVERIFY(strange > 3 && strange < 20);
        int proxies = 0;
        const auto list = m_client->get("/v1/proxies").data();
        for (const auto &proxy : list)
            proxies += proxy.at("type") == "quantum_isp" ? 1 : 0;
        QVERIFY(proxies > 3);
    }

    void shiftingPages()
    {
        set("shifting-pages=2");
        const auto first = m_client->get(rowsPath + "1").data();
        QCOMPARE(m_server->transactionCount(), std::size_t{500});
        m_client->get(rowsPath + "2");
        QCOMPARE(m_server->transactionCount(), std::size_t{501});
        const auto third = m_client->get(rowsPath + "3");
        QCOMPARE(third.json.at("meta").at("total").get<int>(), 501);
        m_server->faults().clearAll();
        // What stood last on page 1 stands first on page 2 now.
        QCOMPARE(m_client->get(rowsPath + "2").data().at(0).at("id").dump(),
                 first.at(99).at("id").dump());
    }

    void pagesThatLie()
    {
        set("duplicate-rows");
        const auto first = m_client->get(rowsPath + "1").data();
        const auto second = m_client->get(rowsPath + "2").data();
        QCOMPARE(first.size(), std::size_t{100});
        QCOMPARE(second.size(), std::size_t{101});
        QCOMPARE(second.at(0).dump(), first.at(99).dump());
        m_server->faults().clearAll();
        set("lying-last-page=-2");
        set("empty-page=3");
        QCOMPARE(m_client->get(rowsPath + "1").json.at("meta").at("last_page").get<int>(), 3);
        QVERIFY(m_client->get(rowsPath + "3").data().empty());
        QCOMPARE(m_client->get(rowsPath + "5").data().size(), std::size_t{100});
    }

    void brokenChain_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("pairs");
        QTest::addColumn<int>("rows");
        QTest::newRow("pair") << QByteArray("pair") << 1 << 0;
        QTest::newRow("amount") << QByteArray("amount") << 0 << 1;
        QTest::newRow("row") << QByteArray("row") << 2 << 0;
    }

    /// Breaks stand at row 250 and nowhere else.
    void brokenChain()
    {
        QFETCH(QByteArray, kind);
        QFETCH(int, pairs);
        QFETCH(int, rows);
        set("numbers-as-strings");
        set("oldest-first");
        set("broken-chain=250:" + kind.toStdString());
        int badPairs = 0;
        int badRows = 0;
        Money last;
        std::size_t index = 0;
        for (int page = 1; page <= 5; ++page) {
            const auto data = m_client->get(rowsPath + std::to_string(page)).data();
            for (const auto &row : data) {
                const auto money = [&](const char *name) {
                    return parseMoney(row.at(name).get<std::string>()).value_or(Money{});
                };
                const bool badPair = index > 0 && money("balance_before") != last;
                const bool badRow =
                    money("balance_after") - money("balance_before") != money("amount");
                if (badPair || badRow)
                    QVERIFY(index == 249 || index == 250);
                badPairs += badPair ? 1 : 0;
                badRows += badRow ? 1 : 0;
                last = money("balance_after");
                ++index;
            }
        }
        QCOMPARE(badPairs, pairs);
        QCOMPARE(badRows, rows);
        QCOMPARE(m_server->balance(), std::string("3184.20"));
    }

    void rowsThatChange()
    {
        const auto truth = m_server->transactions();
        set("rewritten-row=" + std::to_string(truth.at(450).id));
        set("vanished-row=440");
        const Reply reply = m_client->get(rowsPath + "1");
        QCOMPARE(reply.json.at("meta").at("total").get<int>(), 499);
        QVERIFY(reply.body.find(truth.at(439).json) == std::string::npos);
        QVERIFY(reply.body.find(truth.at(440).json) != std::string::npos);
        const auto &row = reply.data().at(49);
        QCOMPARE(row.at("id").get<std::int64_t>(), truth.at(450).id);
        QCOMPARE(row.at("description").get<std::string>().substr(0, 11),
                 std::string("Corrected: "));
        QVERIFY(row.at("updated_at") != row.at("created_at"));
    }

    void unreadableRows()
    {
        set("unreadable-rows=5");
        const auto data = m_client->get(rowsPath + "1").data();
        int noAmount = 0;
        int absurdAmount = 0;
        int noId = 0;
        int absurdDate = 0;
        for (const auto &row : data) {
            noAmount += row.contains("amount") ? 0 : 1;
            absurdAmount += row.contains("amount") && row.at("amount").is_string() ? 1 : 0;
            noId += row.at("id").is_null() ? 1 : 0;
            absurdDate += row.at("created_at") == "yesterday" ? 1 : 0;
        }
        QVERIFY(noAmount > 0 && absurdAmount > 0 && noId > 0 && absurdDate > 0);
        QVERIFY(noAmount + absurdAmount + noId + absurdDate < 40);
    }

    void lists()
    {
        set("paged-lists=15");
        set("hidden-credentials");
        const Reply proxies = m_client->get("/v1/proxies");
        QCOMPARE(proxies.data().size(), std::size_t{15});
        QCOMPARE(proxies.json.at("meta").at("last_page").get<int>(), 3);
        QVERIFY(proxies.data().at(0).at("proxy_http").is_null());
        const Reply subs = m_client->get("/reseller/sub-users?page=11");
        QCOMPARE(subs.data().size(), std::size_t{10});
        QVERIFY(subs.data().at(0).at("proxy").is_null());
        QVERIFY(m_client->get("/reseller/sub-users/1").data().at("proxy").is_object());
    }

    void tiers()
    {
        const auto spelled = [&](const std::string &how) {
            set("tiers-spelling=" + how);
            return m_client->get("/reseller/balance").data().at("residential_pricing_tiers");
        };
        QCOMPARE(spelled("from-to").at(1).dump(),
                 std::string(R"({"from":50,"to":99,"price":2.6})"));
        QCOMPARE(spelled("min-max").at(1).dump(), std::string(R"({"min":50,"max":99,"rate":2.6})"));
        QCOMPARE(spelled("threshold").at(1).dump(), std::string(R"({"threshold":50,"cost":2.6})"));
        QCOMPARE(spelled("gb").at(1).dump(), std::string(R"({"gb":50,"price":2.6})"));
        QCOMPARE(spelled("map").at("50").dump(), std::string("2.6"));
        QCOMPARE(spelled("strings").at(1).dump(),
                 std::string(R"({"min_gb":"50","max_gb":"99","price_per_gb":"2.60"})"));
        QCOMPARE(spelled("unsorted").at(0).at("min_gb").get<int>(), 500);
        m_server->faults().clearAll();
        for (const char *how : {"overlap", "gap", "zero", "negative", "contradict"}) {
            const auto sound = m_client->get("/reseller/balance").data();
            set("tiers-odd=" + std::string(how));
            QVERIFY(m_client->get("/reseller/balance").data().at("residential_pricing_tiers") !=
                    sound.at("residential_pricing_tiers"));
            m_server->faults().clearAll();
        }
        set("tiers-missing");
        const auto without = m_client->get("/reseller/balance").data();
        QVERIFY(!without.contains("residential_pricing_tiers"));
        QVERIFY(without.contains("residential_price_per_gb"));
        QVERIFY(!m_client->get("/v1/account/categories").data().at(0).at("tiers").empty());
        set("tiers-missing=all");
        QVERIFY(!m_client->get("/reseller/balance").data().contains("residential_price_per_gb"));
        QVERIFY(m_client->get("/v1/account/categories").data().at(0).at("tiers").empty());
    }

    void receipts()
    {
        set("charge-more=3");
        QVERIFY(buy().body.find("\"cost\":30.03}") != std::string::npos);
        m_server->faults().clearAll();
        set("add-less=0.5");
        QVERIFY(buy().body.find("\"amount_added_gb\":9.5,\"cost\":30.00}") != std::string::npos);
        m_server->faults().clearAll();
        set("pool-used=2");
        const std::string pool = m_server->poolGb("residential");
        buy();
        QCOMPARE(parseFixed(m_server->poolGb("residential"), 9).value_or(0),
                 parseFixed(pool, 9).value_or(0) + 8 * bytesPerGb);
        m_server->faults().clearAll();
        set("receipt-total");
        QVERIFY(buy().body.find("\"traffic_balance_gb\":" + m_server->totalGb() + ",") !=
                std::string::npos);
        m_server->faults().clearAll();
        set("foreign-purchase=4");
        const std::size_t rows = m_server->transactionCount();
        buy();
        QCOMPARE(m_server->transactionCount(), rows + 2);
        QCOMPARE(m_server->transactions().at(rows).amount, std::string("-12.00"));
        m_server->faults().clearAll();
        set("rounding=down");
        const Reply reply = m_client->send("POST", "/reseller/topup-traffic",
                                           R"({"amount_gb":50.01,"proxy_type":"residential"})");
        QVERIFY(reply.body.find("\"cost\":130.02}") != std::string::npos); // 130.026
    }

    void changesLeftOut()
    {
        const std::string path = "/v1/proxies/" + m_server->proxyIds().at(0);
        set("ignore-open-fields");
        const auto before = m_client->get(path).data();
        const Reply reply = m_client->send(
            "PUT", path,
            R"({"name":"new","rotate_type":"interval","rotate_interval":77,"traffic_limit":77})");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.data().at("name").get<std::string>(), std::string("new"));
        for (const char *field : {"rotate_type", "rotate_interval", "traffic_limit_gb"})
            QCOMPARE(reply.data().at(field).dump(), before.at(field).dump());
    }

    void noteAnswers()
    {
        const auto note = [&] {
            return m_client->send("PATCH", "/reseller/sub-users/5/note", R"({"note":"n"})");
        };
        set("note-answer=sub-user");
        QCOMPARE(note().data().at("id").get<int>(), 5);
        set("note-answer=empty");
        QVERIFY(note().body.empty());
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
              "latency=5,next=x", "latency=5,when=1", "latency=5,next=-1", "forbid=1004"})
            QTest::newRow(text) << QByteArray(text);
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
        client.send("POST", "/reseller/topup-traffic", order);
        const auto state = client.bare("GET", "/__sandbox/state").json;
        QCOMPARE(state.at("orders_performed").get<int>(), 1);
        QCOMPARE(state.at("balance").get<std::string>(), std::string("3154.20"));
        QCOMPARE(state.at("operations").at("getAccount").at("performed").get<int>(), 0);
        std::string rows;
        for (const TransactionView &row : server.transactions())
            rows += row.json + '\n';
        QCOMPARE(client.bare("GET", "/__sandbox/transactions").body, rows);
    }

    /// Last of all: no fault was left out above.
    void everyFaultWasMet()
    {
        if (m_met.size() < 2)
            QSKIP("Only tells something when all functions are run.");
        for (const FaultInfo &info : faultTable()) {
            const QByteArray name(info.name.data(), static_cast<int>(info.name.size()));
            QVERIFY2(m_met.contains(name), name.constData());
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

    Reply buy() { return m_client->send("POST", "/reseller/topup-traffic", order); }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
    QSet<QByteArray> m_met;
    bool m_refused = false;
};

QTEST_GUILESS_MAIN(TestSandboxFaults)
#include "test_sandbox_faults.moc"
