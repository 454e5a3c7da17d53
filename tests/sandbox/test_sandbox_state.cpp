// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the state on disk: what was answered is still there after a restart, however the last run
// ended.
#include "tests/sandbox/sandboxclient.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbox;

class TestSandboxState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        m_clock = TestClock();
        m_options = smallAccount();
        m_options.stateDir = m_dir->path().toStdString();
        m_options.clock = m_clock.reader();
        begin();
    }

    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void everyChangeSurvives()
    {
        const std::string proxy = m_server->proxyIds().at(3);
        const std::string gone = m_server->proxyIds().at(4);
        expect(m_client->send("PUT", "/v1/proxies/" + proxy,
                              R"({"name":"é 🛒","traffic_limit":1.5,"region":null})"),
               200);
        expect(m_client->send("DELETE", "/v1/proxies/" + gone), 200);
        expect(m_client->send("POST", "/v1/proxies",
                              R"({"type":"mobile","country":"DE","behavior":"keep"})"),
               201);
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"a\nb"})"), 200);
        expect(m_client->send("POST", "/reseller/sub-users/139/traffic/add", R"({"traffic_gb":1})"),
               200);
        expect(m_client->send("POST", "/reseller/sub-users/139/whitelist", R"({"cidr":"1.2.3.4"})"),
               201);
        expect(m_client->send("POST", "/reseller/sub-users/139/blocklist",
                              R"({"pattern":"a.example","comment":"é"})"),
               201);
        expect(m_client->send("DELETE", "/reseller/sub-users/140"), 200);
        expect(m_client->send("POST", "/reseller/topup-traffic",
                              R"({"amount_gb":0.37,"proxy_type":"residential_premium"})"),
               200);
        const auto rows = m_server->transactions();
        QVERIFY(m_server->rewriteTransaction(rows.at(5).id, R"({"id":5})"));
        QVERIFY(m_server->removeTransaction(rows.at(6).id));
        QVERIFY(m_server->bookTransaction());
        const std::string before = everything();
        begin();
        QCOMPARE(everything(), before);
        QVERIFY(m_server->notice().empty());
    }

    void tokensSurvive()
    {
        const Reply signedIn =
            m_client->bare("POST", "/v1/auth/token",
                           nlohmann::json{{"email", m_server->access().email},
                                          {"password", m_server->access().password},
                                          {"token_name", "t"}}
                               .dump());
        m_client->exchangeKey();
        const std::string reseller = m_client->resellerToken;
        m_client->send("DELETE", "/v1/auth/tokens/1");
        begin();
        m_client->resellerToken = reseller;
        QCOMPARE(m_client->get("/reseller/balance").status, 200);
        QCOMPARE(m_client->get("/v1/account").errorCode(), 1004);
        m_client->personalToken = signedIn.data().at("token").get<std::string>();
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void firstMomentStays()
    {
        const std::int64_t first = m_server->createdAt();
        const std::string before = everything();
        m_clock.now += 40 * 86'400;
        m_options.createdAt.reset();
        m_options.transactions = 10; // the sizes of the saved state apply
        begin();
        QCOMPARE(m_server->createdAt(), first);
        QCOMPARE(everything(), before);
    }

    void damageInTheMiddleKeepsWhatStandsBefore()
    {
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"one"})"), 200);
        const std::string before = everything();
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"two"})"), 200);
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"three"})"), 200);
        m_server.reset();
        QFile file(statePath());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        QCOMPARE(text.count("\"two\""), 1);
        text.replace("\"two\"", "\"two:");
        QVERIFY(file.seek(0));
        QCOMPARE(file.write(text), text.size());
        file.close();
        begin();
        QCOMPARE(everything(), before);
        QVERIFY(m_server->notice().find("damaged") != std::string::npos);
        QVERIFY(QFile::exists(statePath() + QLatin1String(".damaged-1")));
    }

    void unreadableHeaderBeginsAnew()
    {
        const std::string before = everything();
        m_server.reset();
        QFile file(statePath());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("nonsense\n");
        file.close();
        begin();
        QCOMPARE(everything(), before);
        QVERIFY(m_server->notice().find("damaged") != std::string::npos);
        // And it continues from there.
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"after"})"), 200);
        const std::string after = everything();
        begin();
        QCOMPARE(everything(), after);
        QVERIFY(m_server->notice().empty());
    }

    void resetIsTheFirstDay()
    {
        const std::string before = everything();
        expect(m_client->send("POST", "/reseller/topup-traffic",
                              R"({"amount_gb":1,"proxy_type":"mobile"})"),
               200);
        QVERIFY(everything() != before);
        QVERIFY(!m_server->reset());
        QCOMPARE(m_client->get("/v1/account").status, 200);
        QCOMPARE(everything(), before);
        begin();
        QCOMPARE(everything(), before);
        m_clock.now += 86'400;
        QVERIFY(!m_server->reset());
        QCOMPARE(m_server->createdAt(), m_clock.now);
    }

    void oneSandboxAFolder()
    {
        Server second(m_options);
        const auto wrong = second.start();
        QVERIFY(wrong.has_value());
        QVERIFY(wrong->find("Another sandbox") != std::string::npos);
        m_server.reset();
        QVERIFY(!second.start());
    }

    void aFolderThatCannotBe()
    {
        m_options.stateDir = "/dev/null/sandbox";
        Server server(m_options);
        QVERIFY(server.start().has_value());
    }

    void stopsAndStartsAgain()
    {
        const std::string url = m_server->access().url;
        expect(m_client->send("PATCH", "/reseller/sub-users/139/note", R"({"note":"x"})"), 200);
        const std::string before = everything();
        m_server->stop();
        QVERIFY(!m_client->get("/v1/account").arrived);
        QVERIFY(!m_server->start());
        QCOMPARE(m_server->access().url, url);
        QCOMPARE(everything(), before);
        QCOMPARE(m_client->get("/v1/account").status, 200);
    }

    void twoServersCannotShareAPort()
    {
        Options options = smallAccount();
        options.port = std::stoi(m_server->access().url.substr(17));
        Server second(options);
        QVERIFY(second.start().has_value());
    }

    void liveGoesOnByItself()
    {
        m_options.live = true;
        m_options.liveInterval = std::chrono::milliseconds(2);
        const std::string residential = m_server->poolGb("residential");
        const std::size_t rows = m_server->transactionCount();
        begin();
        QTRY_VERIFY(m_server->transactionCount() > rows + 5);
        QTRY_VERIFY(m_server->poolGb("residential") != residential);
        m_server->stop();
        const auto all = m_server->transactions();
        for (std::size_t i = 1; i < all.size(); ++i) {
            QCOMPARE(all[i].balanceBefore, all[i - 1].balanceAfter);
        }
        const std::string before = everything();
        m_options.live = false;
        begin();
        QCOMPARE(everything(), before);
    }

private:
    /// A (new) server on the same folder.
    void begin()
    {
        m_client.reset();
        m_server.reset();
        m_server = std::make_unique<Server>(m_options);
        const auto wrong = m_server->start();
        QVERIFY2(!wrong, wrong.value_or("").c_str());
        m_client = std::make_unique<SandboxClient>(*m_server);
    }

    QString statePath() const { return m_dir->filePath(QStringLiteral("state.sqlite")); }

    static void expect(const Reply &reply, int status)
    {
        QVERIFY2(reply.status == status, reply.body.c_str());
    }

    /// Everything that can be read of the account.
    std::string everything() const
    {
        std::string text = m_server->balance();
        for (const auto &type : m_server->prices()) {
            text += ' ' + m_server->poolGb(type.slug);
        }
        for (const std::string &id : m_server->proxyIds()) {
            text += m_server->proxy(id).value_or("");
        }
        for (const std::int64_t id : m_server->subUserIds()) {
            text += m_server->subUser(id).value_or("");
            text += m_server->subUserLists(id).value_or("");
        }
        for (const TransactionView &row : m_server->transactions()) {
            text += row.json;
        }
        return text;
    }

    TestClock m_clock;
    Options m_options;
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<SandboxClient> m_client;
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxState)
#include "test_sandbox_state.moc"
