// SPDX-License-Identifier: GPL-3.0-or-later
// Tests sub-users over HTTP: notes, moving traffic in both directions, lists.
#include "sandbox/decimal.h"
#include "tests/sandbox/sandboxclient.h"

#include <QTest>

using namespace sandbox;

class TestSandboxSubUsers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<Server>(smallAccount());
        QVERIFY(!m_server->start());
        m_client = std::make_unique<SandboxClient>(*m_server);
    }

    void list()
    {
        const Reply reply = m_client->get("/reseller/sub-users");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.data().size(), std::size_t{160});
        QCOMPARE(reply.json.at("total").get<int>(), 160);
        const Reply one = m_client->get("/reseller/sub-users/139");
        QCOMPARE(one.data().dump(), reply.data().at(138).dump());
        QCOMPARE(one.data().at("username").get<std::string>(), std::string("client_139"));
        QVERIFY(one.data().at("proxy").at("proxy_password").is_string());
    }

    void note()
    {
        const auto before = m_client->get("/reseller/sub-users/139").data();
        const Reply reply = m_client->send("PATCH", "/reseller/sub-users/139/note",
                                           R"({"note":"first\nsecond – ملاحظة 👍"})");
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.json.at("message").is_string());
        QCOMPARE(reply.data().dump(), std::string(R"({"note":"first\nsecond – ملاحظة 👍"})"));
        const auto after = m_client->get("/reseller/sub-users/139").data();
        QCOMPARE(after.at("note").dump(), reply.data().at("note").dump());
        QVERIFY(after.at("updated_at") != before.at("updated_at"));
        QCOMPARE(after.at("created_at").dump(), before.at("created_at").dump());
        // An empty note is a note; a missing note is not.
        QCOMPARE(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":""})").status,
                 200);
        QCOMPARE(m_client->get("/reseller/sub-users/139").data().at("note").get<std::string>(),
                 std::string());
        const Reply missing = m_client->send("PATCH", "/reseller/sub-users/139/note", "{}");
        QCOMPARE(missing.errorCode(), 2001);
        QCOMPARE(missing.errorField(), std::string("note"));
        QCOMPARE(
            m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":7})").errorCode(),
            2003);
    }

    void unknown()
    {
        for (const char *path : {"", "/traffic", "/history", "/blocklist", "/whitelist"}) {
            const Reply reply = m_client->get("/reseller/sub-users/99999" + std::string(path));
            QCOMPARE(reply.status, 404);
            QCOMPARE(reply.errorCode(), 3005);
        }
        QCOMPARE(m_client->get("/reseller/sub-users/first").errorCode(), 3005);
        QCOMPARE(m_client->send("PATCH", "/reseller/sub-users/99999/note", R"({"note":"x"})")
                     .errorCode(),
                 3005);
        QCOMPARE(m_client->send("DELETE", "/reseller/sub-users/99999").errorCode(), 3005);
        QCOMPARE(m_client->send("POST", "/reseller/sub-users/99999/traffic/drop").errorCode(),
                 3005);
    }

    void createUseDelete()
    {
        const Reply made = m_client->send(
            "POST", "/reseller/sub-users",
            R"({"username":"new one","traffic_allocation_gb":2.5,"service_type":"mobile","note":"n"})");
        QCOMPARE(made.status, 201);
        QCOMPARE(m_server->poolGb("mobile"), std::string("27.7"));
        const std::string path =
            "/reseller/sub-users/" + std::to_string(made.data().at("id").get<int>());
        QVERIFY(made.body.find("\"traffic_balance_gb\":2.5,") != std::string::npos);

        const Reply added = m_client->send("POST", path + "/traffic/add", R"({"traffic_gb":0.01})");
        QVERIFY(added.body.find(R"("new_balance_gb":2.51,"reseller_mobile_gb":27.69)") !=
                std::string::npos);
        const Reply dropped =
            m_client->send("POST", path + "/traffic/drop", R"({"traffic_gb":1.01})");
        QVERIFY(dropped.body.find(R"("dropped_traffic_gb":1.01,"new_balance_gb":1.5)") !=
                std::string::npos);
        QCOMPARE(m_client->get(path + "/traffic").data().at("traffic_balance_bytes").get<int>(),
                 1'500'000'000);
        const Reply history = m_client->get(path + "/history?per_page=2");
        QCOMPARE(history.data().at("total").get<int>(), 3);
        QCOMPARE(history.data().at("last_page").get<int>(), 2);
        QCOMPARE(history.data().at("data").at(0).at("added_traffic_mb").get<int>(), -1'010);
        QCOMPARE(history.data().at("data").at(0).at("previous_traffic_mb").get<int>(), 2'510);

        QCOMPARE(m_client->send("DELETE", path).status, 200);
        QCOMPARE(m_server->poolGb("mobile"), std::string("30.2"));
        QCOMPARE(m_client->get(path).status, 404);
    }

    void dropWithoutBodyTakesAll()
    {
        const auto before = m_client->get("/reseller/sub-users/139").data();
        const Reply reply = m_client->send("POST", "/reseller/sub-users/139/traffic/drop");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.data().at("dropped_traffic_gb").dump(),
                 before.at("traffic_balance_gb").dump());
        QCOMPARE(m_client->get("/reseller/sub-users/139").data().at("traffic_balance_bytes").dump(),
                 std::string("0"));
        QCOMPARE(m_client->send("POST", "/reseller/sub-users/139/traffic/drop").status, 200);
    }

    void createRefuses_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, const char *body, int status, int code) {
            QTest::newRow(name) << QByteArray(body) << status << code;
        };
        row("nothing", "{}", 422, 2001);
        row("no traffic", R"({"username":"a"})", 422, 2001);
        row("too little", R"({"username":"a","traffic_allocation_gb":0.001})", 422, 2005);
        row("taken", R"({"username":"client_139","traffic_allocation_gb":1})", 422, 2006);
        row("unknown type",
            R"({"username":"a","traffic_allocation_gb":1,"service_type":"quantum"})", 422, 2011);
        row("pool too small", R"({"username":"a","traffic_allocation_gb":412.61})", 402, 4001);
    }

    void createRefuses()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(int, code);
        const Reply reply = m_client->send("POST", "/reseller/sub-users", body.toStdString());
        QCOMPARE(reply.status, status);
        QCOMPARE(reply.errorCode(), code);
        QCOMPARE(m_server->subUserIds().size(), std::size_t{160});
    }

    void movesAreLimited()
    {
        QCOMPARE(
            m_client
                ->send("POST", "/reseller/sub-users/139/traffic/add", R"({"traffic_gb":100000})")
                .status,
            402);
        QCOMPARE(
            m_client
                ->send("POST", "/reseller/sub-users/139/traffic/drop", R"({"traffic_gb":100000})")
                .errorCode(),
            2005);
        QCOMPARE(m_client->send("POST", "/reseller/sub-users/139/traffic/add", "{}").errorCode(),
                 2001);
    }

    void totalIsWhatTheResellerOwns()
    {
        const std::string before = m_server->totalGb();
        m_client->send("POST", "/reseller/sub-users/139/traffic/add", R"({"traffic_gb":1})");
        QCOMPARE(m_server->totalGb(), before);
    }

    void lists()
    {
        const std::string path = "/reseller/sub-users/139/";
        const auto size = [&](const std::string &list) {
            return m_client->get(path + list).data().size();
        };
        const std::size_t blocked = size("blocklist");
        const Reply added = m_client->send("POST", path + "blocklist",
                                           R"({"pattern":"*.new.example","comment":"c"})");
        QCOMPARE(added.status, 201);
        QCOMPARE(size("blocklist"), blocked + 1);
        QCOMPARE(m_client->send("POST", path + "blocklist", R"({"pattern":"*.new.example"})")
                     .errorCode(),
                 2006);
        QCOMPARE(m_client->send("POST", path + "blocklist", R"({"pattern":"no host"})").errorCode(),
                 2009);
        const Reply bulk = m_client->send("POST", path + "blocklist/bulk",
                                          R"({"entries":["a.example","b.example","a.example"]})");
        QCOMPARE(bulk.data().at("added").get<int>(), 2);
        nlohmann::json many = nlohmann::json::array();
        for (int i = 0; i < 501; ++i) {
            many.push_back("h" + std::to_string(i) + ".example");
        }
        QCOMPARE(
            m_client
                ->send("POST", path + "blocklist/bulk", nlohmann::json{{"entries", many}}.dump())
                .errorCode(),
            2010);
        const std::string id = added.data().at("id").dump();
        QCOMPARE(m_client->send("DELETE", path + "blocklist/" + id).status, 200);
        QCOMPARE(m_client->send("DELETE", path + "blocklist/" + id).status, 404);

        const std::size_t allowed = size("whitelist");
        for (const char *body : {R"({"cidr":"203.0.113.9"})", R"({"ip_or_cidr":"198.51.100.0/25"})",
                                 R"({"cidr":"2001:db8::/32"})"}) {
            QCOMPARE(m_client->send("POST", path + "whitelist", body).status, 201);
        }
        QCOMPARE(size("whitelist"), allowed + 3);
        for (const char *body : {R"({"cidr":"203.0.113"})", R"({"cidr":"1.2.3.4/33"})",
                                 R"({"cidr":"1.2.3.256"})", R"({"cidr":"example.com"})"}) {
            QCOMPARE(m_client->send("POST", path + "whitelist", body).errorCode(), 2008);
        }
    }

    void analytics()
    {
        const Reply reply = m_client->get("/reseller/analytics");
        QCOMPARE(reply.json.at("summary").at("sub_users_count").get<int>(), 160);
        QCOMPARE(reply.json.at("chart").size(), std::size_t{30});
        QCOMPARE(reply.json.at("sub_users").size(), std::size_t{160});
        QVERIFY(!reply.json.contains("data"));
    }

private:
    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxSubUsers)
#include "test_sandbox_subusers.moc"
