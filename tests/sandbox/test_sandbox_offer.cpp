// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a sandbox that offers a part of the interface: only the certain operations, or all but
// some.
#include "sandbox/call.h"
#include "sandbox/commandline.h"
#include "tests/sandbox/samplecalls.h"
#include "tests/support/paths.h"

#include <QFile>
#include <QTest>

#include <atomic>
#include <set>
#include <thread>

using namespace sandbox;

namespace {

std::string shortOf(const Reply &reply)
{
    return std::to_string(reply.status) + " " + reply.body.substr(0, 200);
}

/// One `operationId` of docs/openapi.yaml with its properties.
struct Documented
{
    std::string id;
    std::string method;
    std::string path;
    bool certain = false;

    friend auto operator<=>(const Documented &, const Documented &) = default;
};

/// Reads the operations by the indentation of their lines: two spaces before a path, four before a
/// verb, six before the properties of the operation.
std::set<Documented> documented()
{
    QFile file(relaybook::testing::projectFile(QStringLiteral("docs/openapi.yaml")));
    std::set<Documented> found;
    if (!file.open(QIODevice::ReadOnly)) {
        return found;
    }
    Documented current;
    const auto finish = [&] {
        if (!current.id.empty()) {
            found.insert(current);
        }
        current.id.clear();
        current.certain = false;
    };
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QByteArray word = line.trimmed();
        const auto indent = line.indexOf(word);
        if (indent <= 4) {
            finish();
        }
        if (indent == 2 && word.startsWith('/')) {
            current.path = word.chopped(1).toStdString();
        } else if (indent == 4) {
            current.method = word.chopped(1).toUpper().toStdString();
        } else if (indent == 6 && word.startsWith("operationId: ")) {
            current.id = word.mid(13).toStdString();
        } else if (indent == 6 && word == "x-certain: true") {
            current.certain = true;
        }
    }
    finish();
    return found;
}

void addOperationRows()
{
    QTest::addColumn<QByteArray>("operation");
    for (const std::string &id : operationIds()) {
        QTest::newRow(id.c_str()) << QByteArray::fromStdString(id);
    }
}

} // namespace

class TestSandboxOffer : public QObject
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
        m_client.reset();
        m_server.reset();
    }

    void everyOperationHasASample()
    {
        std::multiset<std::string> asked;
        for (const Sample &sample : samples(*m_server)) {
            asked.insert(sample.operation);
        }
        const std::vector<std::string> ids = operationIds();
        QCOMPARE(asked, std::multiset<std::string>(ids.begin(), ids.end()));
    }

    void everythingIsOffered()
    {
        QCOMPARE(m_server->offer(), Offer{});
        for (const Sample &sample : samples(*m_server)) {
            verifyOffered(sample);
        }
    }

    void oneMissingAlone_data() { addOperationRows(); }
    void oneMissingAlone()
    {
        QFETCH(QByteArray, operation);
        QVERIFY(!m_server->setOffer({.without = {operation.toStdString()}}));
        for (const Sample &sample : samples(*m_server)) {
            if (operation == sample.operation) {
                verifyMissing(sample);
            } else {
                verifyOffered(sample);
            }
        }
    }

    void onlyDocumented()
    {
        QVERIFY(!m_server->setOffer({.onlyDocumented = true}));
        const std::vector<std::string> certain = certainOperationIds();
        const std::set<std::string> left(certain.begin(), certain.end());
        const std::set<std::string> wanted{
            "updateProxy", "listTransactions",   "topUpTraffic",       "updateSubUserNote",
            "issueToken",  "issueResellerToken", "getResellerBalance",
        };
        QCOMPARE(left, wanted);
        for (const Sample &sample : samples(*m_server)) {
            if (left.contains(sample.operation)) {
                verifyOffered(sample);
            } else {
                verifyMissing(sample);
            }
        }
        const std::vector<std::pair<const char *, const char *>> others{
            {"GET", "/"}, {"GET", "/v1/account/nothing"}, {"DELETE", "/reseller/balance"}};
        for (const auto &[method, path] : others) {
            const Reply reply = m_client->send(method, path);
            QCOMPARE(reply.status, 404);
            QCOMPARE(reply.body, std::string());
        }
        QCOMPARE(m_server->counters().of("unknown").arrived, std::uint64_t{3});
    }

    void theDocumentMarksTheSame()
    {
        std::set<Documented> known;
        for (const Operation *operation : allOperations()) {
            known.insert({std::string(operation->id), std::string(operation->method),
                          std::string(operation->pattern),
                          operation->evidence == Evidence::Certain});
        }
        const std::set<Documented> written = documented();
        for (const Documented &operation : written) {
            QVERIFY2(known.contains(operation), operation.id.c_str());
        }
        for (const Documented &operation : known) {
            QVERIFY2(written.contains(operation), operation.id.c_str());
        }
    }

    void balanceOfPricingTiersOnly()
    {
        const Reply whole = m_client->get("/reseller/balance");
        QVERIFY(!m_server->setOffer({.onlyDocumented = true}));
        const Reply part = m_client->get("/reseller/balance");
        QCOMPARE(part.status, 200);
        QCOMPARE(part.json.size(), std::size_t{1});
        QCOMPARE(part.data().size(), m_server->prices().size());
        for (const auto &[name, value] : part.data().items()) {
            QVERIFY2(QByteArray::fromStdString(name).endsWith("_pricing_tiers"), name.c_str());
            QCOMPARE(value.dump(), whole.data().at(name).dump());
        }
        set("tiers-odd=zero");
        const Reply odd = m_client->get("/reseller/balance");
        QCOMPARE(odd.data().size(), part.data().size());
        QVERIFY(odd.data().begin()->dump() != part.data().begin()->dump());
        set("tiers-missing");
        QCOMPARE(m_client->get("/reseller/balance").body, std::string(R"({"data":{}})"));
        QVERIFY(!m_server->setOffer({}));
        QVERIFY(m_client->get("/reseller/balance").data().contains("traffic_balance_gb"));
    }

    /// "This row is gone" differs from "this operation is not offered".
    void whatIsGoneIsSaid()
    {
        QVERIFY(!m_server->setOffer({.onlyDocumented = true}));
        const Reply proxy =
            m_client->send("PUT", "/v1/proxies/00000000-0000-4000-8000-000000000000", "{}");
        QCOMPARE(proxy.status, 404);
        QCOMPARE(proxy.errorCode(), 3002);
        const Reply note =
            m_client->send("PATCH", "/reseller/sub-users/999999/note", R"({"note":"n"})");
        QCOMPARE(note.status, 404);
        QCOMPARE(note.errorCode(), 3005);
        QCOMPARE(m_client->bare("GET", "/v1/account/transactions").errorCode(), 1001);
    }

    void missingAnswers_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("page");
        QTest::newRow("404") << QByteArray("404") << 404 << false;
        QTest::newRow("405") << QByteArray("405") << 405 << false;
        QTest::newRow("501") << QByteArray("501") << 501 << false;
        QTest::newRow("json") << QByteArray("json") << 404 << false;
        QTest::newRow("html") << QByteArray("html") << 404 << true;
        QTest::newRow("html200") << QByteArray("html200") << 200 << true;
    }

    void missingAnswers()
    {
        QFETCH(QByteArray, word);
        QFETCH(int, status);
        QFETCH(bool, page);
        const auto answer = missingAnswerFromWord(word.toStdString());
        QVERIFY(answer);
        QVERIFY(!m_server->setOffer(
            {.without = {"listProxies", "topUpTraffic"}, .missingAnswer = *answer}));
        const std::string balance = m_server->balance();
        for (const Reply &reply : {m_client->get("/v1/proxies"),
                                   m_client->send("POST", "/reseller/topup-traffic", smallOrder)}) {
            QVERIFY(reply.arrived);
            QCOMPARE(reply.status, status);
            const bool json = word == "json";
            QCOMPARE(reply.body.empty(), !page && !json);
            QVERIFY(!json || reply.body.find("\"code\":404") != std::string::npos);
            QCOMPARE(reply.header("Content-Type")
                         .rfind(page   ? "text/html"
                                : json ? "application/json"
                                       : "",
                                0),
                     size_t{0});
            QCOMPARE(reply.body.starts_with("<!DOCTYPE html>"), page);
        }
        QCOMPARE(m_server->balance(), balance);
        QCOMPARE(m_server->counters().ordersArrived(), std::uint64_t{1});
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{0});
        QVERIFY(!missingAnswerFromWord("403"));
    }

    void changesWhileItRuns()
    {
        QCOMPARE(m_client->get("/v1/proxies").status, 200);
        QVERIFY(!m_server->setOffer({.without = {"listProxies"}}));
        QCOMPARE(m_client->get("/v1/proxies").status, 404);
        QVERIFY(!m_server->setOffer({}));
        QCOMPARE(m_client->get("/v1/proxies").status, 200);
        QCOMPARE(m_server->counters().of("listProxies"), (OperationCount{3, 2, 3}));
    }

    /// Each answer matches one offer or the other, even if the offer changes in the meantime.
    void changesUnderLoad()
    {
        std::atomic<bool> ended = false;
        std::thread changing([&] {
            while (!ended) {
                static_cast<void>(m_server->setOffer({.onlyDocumented = true}));
                static_cast<void>(m_server->setOffer({}));
            }
        });
        int strange = 0;
        for (int i = 0; i < 300; ++i) {
            const Reply list = m_client->get("/v1/account/balance");
            const Reply tiers = m_client->get("/reseller/balance");
            const bool whole = list.status == 200 && list.data().contains("balance");
            const bool missing = list.status == 404 && list.body.empty();
            if ((!whole && !missing) || tiers.status != 200) {
                ++strange;
            }
        }
        ended = true;
        changing.join();
        QCOMPARE(strange, 0);
    }

    void certainOnesCanBeTakenAway()
    {
        QVERIFY(!m_server->setOffer({.onlyDocumented = true, .without = {"listTransactions"}}));
        QCOMPARE(m_client->get("/v1/account/transactions").status, 404);
        QCOMPARE(m_client->get("/v1/account/transactions").body, std::string());
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
    }

    void noTokenOrLimitIsLookedAt()
    {
        QVERIFY(!m_server->setOffer({.without = {"listProxies"}}));
        const Reply reply = m_client->bare("GET", "/v1/proxies");
        QCOMPARE(reply.status, 404);
        QCOMPARE(reply.header("X-RateLimit-Limit"), std::string());
        QCOMPARE(m_client->bare("GET", "/v1/account").status, 401);
    }

    void faultsStillStrike()
    {
        QVERIFY(!m_server->setOffer({.onlyDocumented = true}));
        const std::string order = "/reseller/topup-traffic";
        set("do-and-drop,on=topUpTraffic,next=1");
        QVERIFY(!m_client->send("POST", order, smallOrder).arrived);
        QCOMPARE(m_server->balance(), std::string("3154.20"));
        QCOMPARE(m_server->counters().ordersPerformed(), std::uint64_t{1});
        set("drop,on=topUpTraffic,next=1");
        QVERIFY(!m_client->send("POST", order, smallOrder).arrived);
        QCOMPARE(m_server->balance(), std::string("3154.20"));
        set("empty-body,on=topUpTraffic,next=1");
        QCOMPARE(m_client->send("POST", order, smallOrder).body, std::string());
        QCOMPARE(m_server->balance(), std::string("3124.20"));
        // A gateway fails before the offer is checked, and a connection breaks after that.
        set("error-502,on=listProxies,next=1");
        QCOMPARE(m_client->get("/v1/proxies").status, 502);
        set("too-many-requests=3,on=listProxies,next=1");
        QCOMPARE(m_client->get("/v1/proxies").header("Retry-After"), std::string("3"));
        set("do-and-drop,on=deleteProxy,next=1");
        QVERIFY(!m_client->send("DELETE", "/v1/proxies/" + m_server->proxyIds().at(0)).arrived);
        QCOMPARE(m_server->counters().of("deleteProxy"), (OperationCount{1, 0, 0}));
        QVERIFY(m_server->proxy(m_server->proxyIds().at(0)).has_value());
        QCOMPARE(m_client->get("/v1/proxies").status, 404);
    }

    void unknownOperationsAreRefused()
    {
        const std::string sentence = "There is no operation named 'listProxys'; --help lists them";
        QVERIFY(!m_server->setOffer({.without = {"getPlan"}}));
        QCOMPARE(m_server->setOffer({.without = {"listProxys"}}).value_or(""), sentence);
        QCOMPARE(m_server->offer(), (Offer{.without = {"getPlan"}}));
        Options options = smallAccount();
        options.offer.without = {"listProxys"};
        QCOMPARE(Server(options).start().value_or(""), sentence);
    }

    void setFromTheStart()
    {
        Options options = smallAccount();
        options.offer.onlyDocumented = true;
        options.stateDir.clear();
        Server server(options);
        QVERIFY(!server.start());
        SandboxClient client(server);
        QCOMPARE(client.get("/v1/account").status, 404);
        QCOMPARE(client.get("/v1/account/transactions").status, 200);
        QVERIFY(!server.reset());
        QCOMPARE(client.get("/v1/account").status, 404);
    }

    void commandLine()
    {
        const CommandLine line =
            readCommandLine({"--only-documented", "--without", "listTransactions,issueToken",
                             "--without=getPlan", "--missing-answer", "501"});
        QCOMPARE(line.wrong, std::string());
        const Offer wanted{.onlyDocumented = true,
                           .without = {"getPlan", "issueToken", "listTransactions"},
                           .missingAnswer = MissingAnswer::Status501};
        QCOMPARE(line.options.offer, wanted);
        QCOMPARE(readCommandLine({}).options.offer, Offer{});
    }

private:
    void set(const std::string &fault) { QVERIFY(!m_server->faults().set(fault)); }

    void verifyOffered(const Sample &sample)
    {
        const Reply reply = ask(*m_client, *m_server, sample);
        const std::string what = std::string(sample.operation) + ": " + shortOf(reply);
        QVERIFY2(reply.status == sample.status, what.c_str());
        QVERIFY2(!reply.body.empty(), what.c_str());
    }

    void verifyMissing(const Sample &sample)
    {
        const Reply reply = ask(*m_client, *m_server, sample);
        const std::string what = std::string(sample.operation) + ": " + shortOf(reply);
        QVERIFY2(reply.arrived && reply.status == 404, what.c_str());
        QVERIFY2(reply.body.empty() && reply.header("Content-Type").empty(), what.c_str());
        const OperationCount count = m_server->counters().of(sample.operation);
        QCOMPARE(count, (OperationCount{1, 0, 1}));
    }

    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxOffer)
#include "test_sandbox_offer.moc"
