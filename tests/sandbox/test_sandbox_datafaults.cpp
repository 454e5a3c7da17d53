// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the sandbox's faults in single answers: transactions, prices, receipts, lists.
#include "sandbox/decimal.h"
#include "tests/sandbox/sandboxclient.h"

#include <QSet>
#include <QTest>

using namespace sandbox;

class TestSandboxDataFaults : public QObject
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
            if (m_server->faults().hits(info.name) > 0) {
                m_met.insert(QByteArray(info.name.data(), static_cast<int>(info.name.size())));
            }
        }
        m_client.reset();
        m_server.reset();
    }

    void pagingInData()
    {
        set("paging-in-data");
        const auto data = m_client->get(rowsPath + "2").data();
        QCOMPARE(data.at("data").size(), std::size_t{100});
        QCOMPARE(data.at("current_page").get<int>(), 2);
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

    void tiedSeconds()
    {
        set("tied-seconds=6");
        const auto first = m_client->get(rowsPath + "1").body;
        QVERIFY(first != m_client->get(rowsPath + "1").body);
        QSet<QByteArray> ids;
        QHash<QByteArray, int> times;
        const auto rows = m_client->get(rowsPath + "1").data();
        for (const auto &row : rows) {
            ids.insert(QByteArray::fromStdString(row.at("id").dump()));
            ++times[QByteArray::fromStdString(row.at("created_at").dump())];
        }
        QCOMPARE(ids.size(), 100);
        QVERIFY(times.size() <= 18);
    }

    void oddPrices()
    {
        set("odd-prices");
        QVERIFY(m_client->get("/reseller/balance").body.find("\"n/a\"") != std::string::npos);
    }

    void unknownTypes()
    {
        set("unknown-types");
        int strange = 0;
        const auto rows = m_client->get(rowsPath + "1").data();
        for (const auto &row : rows) {
            strange += row.at("type") == "chargeback" ? 1 : 0;
        }
        QVERIFY(strange > 3 && strange < 20);
        int proxies = 0;
        const auto list = m_client->get("/v1/proxies").data();
        for (const auto &proxy : list) {
            proxies += proxy.at("type") == "quantum_isp" ? 1 : 0;
        }
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
        // The last row of page 1 is now the first row of page 2.
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

    /// There are breaks at row 250 and nowhere else.
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
                if (badPair || badRow) {
                    QVERIFY(index == 249 || index == 250);
                }
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

    void aRowWithAnEarlierTime()
    {
        const auto truth = m_server->transactions();
        set("row-back=440:30");
        const auto rows = m_client->get(rowsPath + "1").data();
        const auto id = [&rows](std::size_t place) {
            return rows.at(place).at("id").get<std::int64_t>();
        };
        QCOMPARE(id(59), truth.at(440).id);
        QCOMPARE(id(60), truth.at(438).id);
        QCOMPARE(id(89), truth.at(409).id);
        QCOMPARE(id(90), truth.at(439).id);
        QCOMPARE(id(91), truth.at(408).id);
        QVERIFY(rows.at(90).at("created_at") == rows.at(89).at("created_at"));
    }

    void aRowWithATimeAhead()
    {
        const auto truth = m_server->transactions();
        const auto ids = [&](const std::string &page) {
            std::vector<std::int64_t> all;
            const Reply reply = m_client->get(rowsPath + page);
            for (const auto &row : reply.data()) {
                all.push_back(row.at("id").get<std::int64_t>());
            }
            return all;
        };
        set("row-ahead=440");
        QCOMPARE(ids("1").at(0), truth.at(439).id);
        QCOMPARE(ids("1").at(1), truth.back().id);
        QCOMPARE(ids("1").at(60), truth.at(440).id);
        QCOMPARE(ids("1").at(61), truth.at(438).id);
        QCOMPARE(ids("5").back(), truth.front().id);
        const Reply reply = m_client->get(rowsPath + "1");
        const auto year = [&](int row) {
            return std::stoi(reply.data().at(row).at("created_at").get<std::string>());
        };
        QCOMPARE(year(0), year(61) + 1);
        set("oldest-first");
        QCOMPARE(ids("5").back(), truth.at(439).id);
        const std::string path = "/reseller/sub-users/5/";
        QCOMPARE(m_client->send("POST", path + "traffic/add", R"({"traffic_gb":2})").status, 200);
        const auto usual = m_client->get(path + "history").data().at("data");
        set("row-ahead=1");
        const auto listed = m_client->get(path + "history").data().at("data");
        QCOMPARE(listed.size(), usual.size());
        QVERIFY(listed.at(0).at("id") == usual.back().at("id"));
        QVERIFY(listed.at(1).at("id") == usual.at(0).at("id"));
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

    void largeAmounts()
    {
        set("large-amounts=5");
        int balances = 0;
        int amounts = 0;
        const Reply page = m_client->get(rowsPath + "1");
        for (const auto &row : page.data()) {
            balances += row.at("balance_after") == "1000000000250.50" ? 1 : 0;
            amounts += row.at("amount").get<double>() > 1e12 ? 1 : 0;
        }
        QVERIFY(amounts > 0 && balances > amounts && balances < 40);
        QCOMPARE(m_client->get("/v1/account/balance").data().at("balance").get<double>(),
                 1'000'000'000'000.5);
    }

    void unreadableListRows()
    {
        set("unreadable-list-rows=2");
        const auto proxies = m_client->get("/v1/proxies").data();
        QVERIFY(proxies.at(0).at("traffic_gb").is_number());
        QVERIFY(proxies.at(1).at("traffic_gb").is_array());
        QVERIFY(proxies.at(3).at("traffic_gb").is_object());
        QVERIFY(proxies.at(5).at("traffic_gb").is_boolean());
        QVERIFY(!proxies.at(7).contains("id"));
        QVERIFY(proxies.at(7).at("traffic_gb").is_number());
        const auto subs = m_client->get("/reseller/sub-users").data();
        QVERIFY(subs.at(1).at("traffic_balance_gb").is_array());
        QVERIFY(!subs.at(7).contains("id"));
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
        set("other-type");
        QVERIFY(buy().body.find("\"proxy_type\":\"another\"") != std::string::npos);
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
        for (const char *field : {"rotate_type", "rotate_interval", "traffic_limit_gb"}) {
            QCOMPARE(reply.data().at(field).dump(), before.at(field).dump());
        }
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

    void dropsThatAreNotListed()
    {
        const std::string path = "/reseller/sub-users/5/";
        const std::size_t rows = m_client->get(path + "history").data().at("data").size();
        QCOMPARE(m_client->send("POST", path + "traffic/add", R"({"traffic_gb":2})").status, 200);
        QCOMPARE(m_client->send("POST", path + "traffic/drop").status, 200);
        QCOMPARE(m_client->get(path + "history").data().at("data").size(), rows + 2);
        set("unlisted-drops");
        const auto listed = m_client->get(path + "history").data();
        QCOMPARE(listed.at("data").size(), rows + 1);
        QCOMPARE(listed.at("total").get<std::size_t>(), rows + 1);
    }

    void dropsOfAll()
    {
        const std::string path = "/reseller/sub-users/5/traffic";
        QCOMPARE(m_client->send("POST", path + "/add", R"({"traffic_gb":2})").status, 200);
        const std::string left = m_client->get(path).data().at("traffic_balance_gb").dump();
        set("drop-all");
        const Reply reply = m_client->send("POST", path + "/drop", R"({"traffic_gb":0.5})");
        QCOMPARE(reply.data().at("dropped_traffic_gb").dump(), left);
    }

    void subUsersCreatedOtherwise()
    {
        const auto create = [&](const std::string &name) {
            std::string wanted =
                R"({"username":"NAME","traffic_allocation_gb":5,"service_type":"residential"})";
            wanted.replace(wanted.find("NAME"), 4, name);
            return m_client->send("POST", "/reseller/sub-users", wanted).data();
        };
        set("create-otherwise=name");
        QCOMPARE(create("a").at("username").get<std::string>(), std::string("a_1"));
        set("create-otherwise=traffic");
        QCOMPARE(create("b").at("traffic_balance_gb").dump(), std::string("4"));
        set("create-otherwise=service");
        QVERIFY(create("c").at("service_type").get<std::string>() != "residential");
        set("create-otherwise");
        const auto made = create("d");
        QCOMPARE(made.at("username").get<std::string>(), std::string("d_1"));
        QCOMPARE(made.at("traffic_balance_gb").dump(), std::string("4"));
        m_server->faults().clearAll();
        QCOMPARE(create("e").at("username").get<std::string>(), std::string("e"));
    }

    void aProxyThatIsTooDear()
    {
        const std::string wanted = R"({"type":"mobile","country":"DE","behavior":"keep"})";
        set("proxy-too-dear");
        const auto refused = m_client->send("POST", "/v1/proxies", wanted);
        QCOMPARE(refused.status, 402);
        QCOMPARE(refused.errorCode(), 4001);
        m_server->faults().clearAll();
        QCOMPARE(m_client->send("POST", "/v1/proxies", wanted).status, 201);
        set("proxy-costs=250");
        const std::size_t rows = m_server->transactionCount();
        QCOMPARE(m_client->send("POST", "/v1/proxies", wanted).status, 201);
        QCOMPARE(m_server->transactionCount(), rows + 1);
        QCOMPARE(m_server->transactions().back().amount, std::string("-2.50"));
        const auto first = m_client->send("GET", "/v1/proxies").data().at(0).at("id").dump();
        set("earlier-object");
        QCOMPARE(m_client->send("POST", "/v1/proxies", wanted).data().at("id").dump(), first);
    }

    /// Runs last: checks that no fault of this kind was left out above.
    void everyFaultWasMet()
    {
        if (m_met.size() < 2) {
            QSKIP("Only tells something when all functions are run.");
        }
        for (const FaultInfo &info : faultTable()) {
            const QByteArray name(info.name.data(), static_cast<int>(info.name.size()));
            QVERIFY2((info.scope != FaultScope::Listed) || m_met.contains(name), name.constData());
        }
    }

private:
    void set(const std::string &fault)
    {
        const auto wrong = m_server->faults().set(fault);
        QVERIFY2(!wrong, wrong.value_or("").c_str());
    }

    Reply buy() { return m_client->send("POST", "/reseller/topup-traffic", smallOrder); }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
    QSet<QByteArray> m_met;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxDataFaults)
#include "test_sandbox_datafaults.moc"
