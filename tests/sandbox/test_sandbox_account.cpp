// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the sandbox's account over HTTP: pages of transactions, and buying traffic, exact to the
// last digit.
#include "sandbox/decimal.h"
#include "tests/sandbox/sandboxclient.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace sandbox;

namespace {

__extension__ typedef __int128 Wide;

/// What an order costs, calculated independently from the tiers that the service publishes.
std::int64_t expectedUnits(const nlohmann::ordered_json &tiers, const std::string &flat,
                           std::int64_t bytes, const std::string &rounding)
{
    std::int64_t rate = parseMoney(flat).value_or(Money{}).units;
    for (const auto &tier : tiers) {
        const auto min = std::int64_t{std::lround(tier.at("min_gb").get<double>() * 100)};
        if (min * bytesPerCentiGb <= bytes) {
            rate = std::int64_t{std::lround(tier.at("price_per_gb").get<double>() * 100)} *
                   Money::unitsPerCent;
        }
    }
    const Wide product = static_cast<Wide>(bytes) * rate;
    if (rounding == "exact") {
        return static_cast<std::int64_t>(product / 1'000'000'000);
    }
    const Wide step = 1'000'000'000'000'000;
    Wide cents = product / step;
    const Wide rest = product % step;
    const bool up = rounding == "up"        ? rest > 0
                    : rounding == "half-up" ? rest * 2 >= step
                    : rounding == "half-even"
                        ? rest * 2 > step || (rest * 2 == step && cents % 2 == 1)
                        : false;
    if (up) {
        ++cents;
    }
    return static_cast<std::int64_t>(cents) * Money::unitsPerCent;
}

/// The text of a member whose value is a number.
std::string numberAfter(const std::string &body, const std::string &name)
{
    const std::size_t at = body.find("\"" + name + "\":");
    if (at == std::string::npos) {
        return {};
    }
    const std::size_t from = at + name.size() + 3;
    return body.substr(from, body.find_first_of(",}", from) - from);
}

} // namespace

class TestSandboxAccount : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<Server>(smallAccount());
        QVERIFY(!m_server->start());
        m_client = std::make_unique<SandboxClient>(*m_server);
    }

    void account()
    {
        const auto data = m_client->get("/v1/account").data();
        QCOMPARE(data.at("name").get<std::string>(), std::string("North Relay"));
        QCOMPARE(data.at("email").get<std::string>(), m_server->access().email);
        QCOMPARE(data.at("currency").get<std::string>(), std::string("USD"));
        QCOMPARE(data.at("reseller_enabled").get<bool>(), true);
        QVERIFY(m_client->get("/v1/account/balance").body.find("\"balance\":3184.20,") !=
                std::string::npos);
        QVERIFY(m_client->get("/v1/account/plan").data().is_object());
        QCOMPARE(m_client->get("/v1/account/categories").data().size(), std::size_t{3});
    }

    void accountTraffic()
    {
        QCOMPARE(m_client->get("/v1/account/traffic").data().at("points").size(), std::size_t{24});
        QCOMPARE(m_client->get("/v1/account/traffic?period=7d").data().at("points").size(),
                 std::size_t{7});
        QCOMPARE(m_client->get("/v1/account/traffic?period=soon").errorCode(), 2002);
    }

    void pagesHoldEveryRowOnce()
    {
        const auto truth = m_server->transactions();
        std::string expected;
        for (auto row = truth.rbegin(); row != truth.rend(); ++row) {
            expected += (expected.empty() ? "" : ",") + row->json;
        }
        std::string found;
        for (int page = 1; page <= 6; ++page) {
            const Reply reply =
                m_client->get("/v1/account/transactions?per_page=100&page=" + std::to_string(page));
            QCOMPARE(reply.status, 200);
            const std::size_t end = reply.body.find("],\"meta\":");
            const std::string rows = reply.body.substr(9, end - 9);
            if (!rows.empty()) {
                found += (found.empty() ? "" : ",") + rows;
            }
            QCOMPARE(reply.json.at("meta").at("total").get<int>(), 500);
        }
        QCOMPARE(found, expected);
    }

    void perPageIsCutDown()
    {
        const Reply large = m_client->get("/v1/account/transactions?per_page=5000");
        QCOMPARE(large.data().size(), std::size_t{100});
        QCOMPARE(large.json.at("meta").at("per_page").get<int>(), 100);
        QCOMPARE(large.json.at("meta").at("last_page").get<int>(), 5);
        QCOMPARE(m_client->get("/v1/account/transactions").data().size(), std::size_t{20});
        const Reply beyond = m_client->get("/v1/account/transactions?page=26");
        QCOMPARE(beyond.status, 200);
        QVERIFY(beyond.data().empty());
        for (const char *query : {"page=0", "page=-1", "per_page=0", "page=x", "per_page="}) {
            QCOMPARE(m_client->get("/v1/account/transactions?" + std::string(query)).status, 422);
        }
    }

    void topUpIsExact_data()
    {
        QTest::addColumn<QByteArray>("rounding");
        for (const char *rule : {"half-up", "half-even", "up", "down", "exact"}) {
            QTest::newRow(rule) << QByteArray(rule);
        }
    }

    /// At every border of every tier, 0.01 GB to both sides, and some amounts in between.
    void topUpIsExact()
    {
        QFETCH(QByteArray, rounding);
        QVERIFY(!m_server->faults().set("rounding=" + rounding.toStdString()));
        QVERIFY(m_server->bookDeposit("9000000", "Bank transfer"));
        const auto balances = m_client->get("/reseller/balance");
        for (const char *slug : {"residential", "mobile", "residential_premium"}) {
            const std::string type(slug);
            const auto &tiers = balances.data().at(type + "_pricing_tiers");
            const std::string flat = numberAfter(balances.body, type + "_price_per_gb");
            std::vector<std::int64_t> orders{1, 2, 33, 1'234, 98'765};
            for (const auto &tier : tiers) {
                const auto min = std::int64_t{std::lround(tier.at("min_gb").get<double>() * 100)};
                for (std::int64_t off = -1; off <= 1; ++off) {
                    orders.push_back(std::max<std::int64_t>(1, min + off));
                }
            }
            for (const std::int64_t order : orders) {
                buy(type, order,
                    expectedUnits(tiers, flat, order * bytesPerCentiGb, rounding.toStdString()));
            }
        }
        // The chain is still complete.
        const auto rows = m_server->transactions();
        for (std::size_t i = 1; i < rows.size(); ++i) {
            QCOMPARE(rows[i].balanceBefore, rows[i - 1].balanceAfter);
        }
    }

    void topUpIsATransaction()
    {
        m_client->send("POST", "/reseller/topup-traffic",
                       R"({"amount_gb":95,"proxy_type":"residential"})");
        const auto newest = m_client->get("/v1/account/transactions?per_page=1").data().at(0);
        QCOMPARE(newest.at("type").get<std::string>(), std::string("purchase"));
        QCOMPARE(newest.at("description").get<std::string>(), std::string("Residential · 95 GB"));
        QCOMPARE(newest.at("metadata").dump(),
                 std::string(R"({"gb":95,"proxy_type":"residential","tier":"50-99",)"
                             R"("price_per_gb":2.6})"));
        QCOMPARE(m_server->balance(), std::string("2937.20"));
        QCOMPARE(m_server->poolGb("residential"), std::string("507.6"));
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
    }

    void topUpRefuses_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char *name, const char *body, int status, int code,
                            const char *field) {
            QTest::newRow(name) << QByteArray(body) << status << code << QByteArray(field);
        };
        row("nothing", "{}", 422, 2001, "amount_gb");
        row("no type", R"({"amount_gb":1})", 422, 2001, "proxy_type");
        row("unknown type", R"({"amount_gb":1,"proxy_type":"datacenter"})", 422, 2011,
            "proxy_type");
        row("zero", R"({"amount_gb":0,"proxy_type":"mobile"})", 422, 2005, "amount_gb");
        row("too little", R"({"amount_gb":0.009,"proxy_type":"mobile"})", 422, 2005, "amount_gb");
        row("minus", R"({"amount_gb":-5,"proxy_type":"mobile"})", 422, 2005, "amount_gb");
        row("too much", R"({"amount_gb":1e30,"proxy_type":"mobile"})", 422, 2003, "amount_gb");
        row("no number", R"({"amount_gb":true,"proxy_type":"mobile"})", 422, 2003, "amount_gb");
        row("too dear", R"({"amount_gb":1633.5,"proxy_type":"residential"})", 402, 4001, "");
    }

    void topUpRefuses()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(int, code);
        QFETCH(QByteArray, field);
        const Reply reply = m_client->send("POST", "/reseller/topup-traffic", body.toStdString());
        QCOMPARE(reply.status, status);
        QCOMPARE(reply.errorCode(), code);
        QCOMPARE(QByteArray::fromStdString(reply.errorField()), field);
        QCOMPARE(m_server->balance(), std::string("3184.20"));
        QCOMPARE(m_server->counters().ordersArrived(), std::uint64_t{1});
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
    }

    void theLastCentCanBeSpent()
    {
        QVERIFY(m_server->bookDeposit("0.80", "Correction")); // 3185.00
        const Reply reply =
            m_client->send("POST", "/reseller/topup-traffic",
                           R"({"amount_gb":490,"proxy_type":"residential_premium"})");
        QCOMPARE(reply.status, 200); // 2572.50
        const Reply rest = m_client->send("POST", "/reseller/topup-traffic",
                                          R"({"amount_gb":204.17,"proxy_type":"residential"})");
        QCOMPARE(rest.status, 200); // 490.008 → 490.01
        QCOMPARE(m_server->balance(), std::string("122.49"));
    }

    void pricesCanChange()
    {
        PriceList prices = m_server->prices();
        prices.resize(1);
        prices[0].tiers = {Tier{bytesPerGb, std::nullopt, Money{123'456'789}}};
        prices[0].flatPerGb = Money::cents(200);
        m_server->setPrices(prices);
        const Reply balance = m_client->get("/reseller/balance");
        QVERIFY(balance.body.find("\"price_per_gb\":1.23456789") != std::string::npos);
        QVERIFY(!balance.data().contains("mobile_pricing_tiers"));
        const Reply reply = m_client->send("POST", "/reseller/topup-traffic",
                                           R"({"amount_gb":10,"proxy_type":"residential"})");
        QCOMPARE(numberAfter(reply.body, "cost"), std::string("12.35"));
    }

    void rowsCanBeRewrittenAndRemoved()
    {
        const auto rows = m_server->transactions();
        QVERIFY(m_server->rewriteTransaction(rows.at(490).id, R"({"id":1,"odd":true})"));
        QVERIFY(m_server->removeTransaction(rows.at(495).id));
        QVERIFY(!m_server->removeTransaction(rows.at(495).id));
        const Reply reply = m_client->get("/v1/account/transactions?per_page=10");
        QCOMPARE(reply.json.at("meta").at("total").get<int>(), 499);
        QVERIFY(reply.body.find(rows.at(495).json) == std::string::npos);
        QVERIFY(reply.body.find(R"({"id":1,"odd":true})") != std::string::npos);
        QCOMPARE(m_server->balance(), std::string("3184.20"));
    }

private:
    void buy(const std::string &type, std::int64_t centiGb, std::int64_t expected)
    {
        const std::string amount = gbText(centiGb * bytesPerCentiGb);
        const auto before = parseMoney(m_server->balance()).value_or(Money{});
        const auto pool = parseFixed(m_server->poolGb(type), 9).value_or(0);
        const Reply reply =
            m_client->send("POST", "/reseller/topup-traffic",
                           "{\"amount_gb\":" + amount + ",\"proxy_type\":\"" + type + "\"}");
        QCOMPARE(reply.status, 200);
        QCOMPARE(numberAfter(reply.body, "cost"), moneyText(Money{expected}));
        QCOMPARE(numberAfter(reply.body, "amount_added_gb"), amount);
        QCOMPARE(numberAfter(reply.body, "traffic_balance_gb"),
                 gbText(pool + centiGb * bytesPerCentiGb));
        QCOMPARE(m_server->balance(), moneyText(before - Money{expected}));
        QCOMPARE(m_server->transactions().back().amount, moneyText(-Money{expected}));
    }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxAccount)
#include "test_sandbox_account.moc"
