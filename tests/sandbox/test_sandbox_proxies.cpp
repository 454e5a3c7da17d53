// SPDX-License-Identifier: GPL-3.0-or-later
// Tests proxies and places over HTTP: what each call returns, accepts and refuses.
#include "tests/sandbox/sandboxclient.h"

#include <QTest>

using namespace sandbox;

class TestSandboxProxies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<Server>(smallAccount());
        QVERIFY(!m_server->start());
        m_client = std::make_unique<SandboxClient>(*m_server);
        m_id = m_server->proxyIds().at(2);
    }

    void list()
    {
        const Reply reply = m_client->get("/v1/proxies");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.data().size(), std::size_t{40});
        QCOMPARE(reply.json.at("total").get<int>(), 40);
        QVERIFY(!reply.json.contains("meta"));
        const auto &proxy = reply.data().at(2);
        QCOMPARE(proxy.dump(), nlohmann::ordered_json::parse(*m_server->proxy(m_id)).dump());
        const std::string url = proxy.at("proxy_http").get<std::string>();
        QVERIFY(url.rfind("http://user-", 0) == 0);
        QVERIFY(proxy.at("proxy_socks5").get<std::string>().rfind("socks5://user-", 0) == 0);
    }

    void listInPagesWhenAsked()
    {
        const Reply reply = m_client->get("/v1/proxies?per_page=15&page=3");
        QCOMPARE(reply.data().size(), std::size_t{10});
        QCOMPARE(reply.json.at("meta").at("last_page").get<int>(), 3);
        QCOMPARE(reply.json.at("meta").at("total").get<int>(), 40);
    }

    void one()
    {
        QCOMPARE(m_client->get("/v1/proxies/" + m_id).data().at("id").get<std::string>(), m_id);
        const Reply gone = m_client->get("/v1/proxies/00000000-0000-4000-8000-000000000000");
        QCOMPARE(gone.status, 404);
        QCOMPARE(gone.errorCode(), 3002);
    }

    void traffic()
    {
        const Reply reply = m_client->get("/v1/proxies/traffic");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.data().size(), std::size_t{40});
        QCOMPARE(reply.data().at(2).at("config_id").get<std::string>(), m_id);
        QVERIFY(reply.data().at(2).at("proxy_id").is_string());
    }

    void updateTakesOnlyWhatIsSent()
    {
        auto before = m_client->get("/v1/proxies/" + m_id).data();
        const Reply reply =
            m_client->send("PUT", "/v1/proxies/" + m_id, R"({"name":"Überwachung 🛒"})");
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.json.at("message").is_string());
        auto after = reply.data();
        QCOMPARE(after.at("name").get<std::string>(), std::string("Überwachung 🛒"));
        QVERIFY(after.at("updated_at") != before.at("updated_at"));
        for (auto *json : {&before, &after}) {
            json->erase("name");
            json->erase("updated_at");
        }
        QCOMPARE(after.dump(), before.dump());
        QCOMPARE(m_client->get("/v1/proxies/" + m_id).data().dump(), reply.data().dump());
    }

    void updateTakesEveryField()
    {
        const Reply reply = m_client->send(
            "PUT", "/v1/proxies/" + m_id,
            R"({"country":"GB","region":"England","city":"Manchester","behavior":"rotate",
                "rotate_type":"interval","rotate_interval":1440,"traffic_limit":12.34,
                "lifetime_minutes":30})");
        QCOMPARE(reply.status, 200);
        const auto &proxy = reply.data();
        QCOMPARE(proxy.at("country").get<std::string>(), std::string("GB"));
        QCOMPARE(proxy.at("city").get<std::string>(), std::string("Manchester"));
        QCOMPARE(proxy.at("rotate_interval").get<int>(), 1440);
        QVERIFY(reply.body.find("\"traffic_limit_gb\":12.34,") != std::string::npos);
        const Reply emptied =
            m_client->send("PUT", "/v1/proxies/" + m_id, R"({"traffic_limit":null,"region":null})");
        QVERIFY(emptied.data().at("traffic_limit_gb").is_null());
        QVERIFY(emptied.data().at("region").is_null());
        QVERIFY(emptied.data().at("city").is_null());
    }

    void anotherCountryEmptiesThePlace()
    {
        m_client->send("PUT", "/v1/proxies/" + m_id,
                       R"({"country":"FR","region":"Île-de-France"})");
        const Reply reply = m_client->send("PUT", "/v1/proxies/" + m_id, R"({"country":"JP"})");
        QVERIFY(reply.data().at("region").is_null());
    }

    void updateRefuses_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char *name, const char *body, int code, const char *field) {
            QTest::newRow(name) << QByteArray(body) << code << QByteArray(field);
        };
        row("nothing", "{}", 2001, "name");
        row("no JSON", "{\"name\":", 2003, "");
        row("a list", "[1]", 2003, "");
        row("empty name", R"({"name":""})", 2001, "name");
        row("number as name", R"({"name":5})", 2003, "name");
        row("unknown country", R"({"country":"XX"})", 2007, "country");
        row("small letters", R"({"country":"gb"})", 2007, "country");
        row("no country", R"({"country":null})", 2002, "country");
        row("region elsewhere", R"({"country":"GB","region":"Texas"})", 2002, "region");
        row("city elsewhere", R"({"country":"GB","region":"Wales","city":"London"})", 2002, "city");
        row("unknown behavior", R"({"behavior":"dance"})", 2002, "behavior");
        row("unknown rotation", R"({"rotate_type":"never"})", 2002, "rotate_type");
        row("interval too small", R"({"rotate_interval":0})", 2005, "rotate_interval");
        row("interval too large", R"({"rotate_interval":1441})", 2005, "rotate_interval");
        row("interval with decimals", R"({"rotate_interval":1.5})", 2003, "rotate_interval");
        row("limit below zero", R"({"traffic_limit":-1})", 2005, "traffic_limit");
        row("limit as text", R"({"traffic_limit":"lots"})", 2003, "traffic_limit");
        QTest::newRow("name too long") << QByteArray("{\"name\":\"" + QByteArray(256, 'x') + "\"}")
                                       << 2004 << QByteArray("name");
    }

    void updateRefuses()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, code);
        QFETCH(QByteArray, field);
        const std::string before = m_server->proxy(m_id).value_or("");
        const Reply reply = m_client->send("PUT", "/v1/proxies/" + m_id, body.toStdString());
        QCOMPARE(reply.status, 422);
        QCOMPARE(reply.errorCode(), code);
        QCOMPARE(QByteArray::fromStdString(reply.errorField()), field);
        QCOMPARE(m_server->proxy(m_id).value_or(""), before);
    }

    void nameOf255IsTaken()
    {
        // 255 characters, twice as many bytes.
        std::string name;
        for (int i = 0; i < 255; ++i) {
            name += "é";
        }
        QCOMPARE(m_client->send("PUT", "/v1/proxies/" + m_id, "{\"name\":\"" + name + "\"}").status,
                 200);
    }

    void allWrongFieldsAreNamed()
    {
        const Reply reply =
            m_client->send("PUT", "/v1/proxies/" + m_id, R"({"country":"XX","rotate_interval":0})");
        const auto &errors = reply.json.at("error").at("errors");
        QCOMPARE(errors.size(), std::size_t{2});
        QCOMPARE(errors.at(1).at("field").get<std::string>(), std::string("rotate_interval"));
        QVERIFY(errors.at(1).at("message").is_string());
    }

    void createAndDelete()
    {
        const Reply made = m_client->send("POST", "/v1/proxies",
                                          R"({"type":"mobile","country":"DE","behavior":"keep"})");
        QCOMPARE(made.status, 201);
        const auto id = made.data().at("id").get<std::string>();
        QCOMPARE(m_client->get("/v1/proxies").data().size(), std::size_t{41});
        QCOMPARE(m_client->send("DELETE", "/v1/proxies/" + id).status, 200);
        QCOMPARE(m_client->get("/v1/proxies/" + id).status, 404);
        QCOMPARE(m_client->send("DELETE", "/v1/proxies/" + id).status, 404);
        QCOMPARE(m_client->send("POST", "/v1/proxies", R"({"type":"mobile"})").errorCode(), 2001);
        QCOMPARE(m_client
                     ->send("POST", "/v1/proxies",
                            R"({"type":"quantum","country":"DE","behavior":"keep"})")
                     .errorCode(),
                 2011);
        const Reply again = m_client->send("POST", "/v1/proxies",
                                           R"({"type":"mobile","country":"DE","behavior":"keep"})");
        QVERIFY(again.data().at("id").get<std::string>() != id);
    }

    void places()
    {
        const Reply countries = m_client->bare("GET", "/v1/geo/countries");
        QCOMPARE(countries.status, 200);
        QVERIFY(countries.data().size() > 20);
        int regions = 0;
        for (const auto &country : countries.data()) {
            const std::string code = country.at("code").get<std::string>();
            const Reply list = m_client->bare("GET", "/v1/geo/regions?country=" + code);
            QVERIFY(!list.data().empty());
            regions += static_cast<int>(list.data().size());
            QVERIFY(!m_client->bare("GET", "/v1/geo/cities?country=" + code).data().empty());
        }
        QVERIFY(regions > 60);
        QCOMPARE(m_client->bare("GET", "/v1/geo/regions").errorCode(), 2001);
        QCOMPARE(m_client->bare("GET", "/v1/geo/cities?country=XX").errorCode(), 2007);
    }

    void unknownAddresses()
    {
        QCOMPARE(m_client->get("/v1/nothing").status, 404);
        QCOMPARE(m_client->send("PATCH", "/v1/proxies/" + m_id, "{}").status, 405);
        QCOMPARE(m_client->get("/__sandbox/state").status, 404);
    }

private:
    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
    std::string m_id;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxProxies)
#include "test_sandbox_proxies.moc"
