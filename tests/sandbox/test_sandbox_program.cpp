// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the program relaybook-sandbox: the line that it prints, its help, its handling of arguments
// and signals, and kill -9.
#include "sandbox/commandline.h"
#include "tests/support/ended.h"
#include "tests/support/paths.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <httplib.h>
#include <nlohmann/json.hpp>

namespace {

struct Run
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// With the line ends of any system: Windows writes "\r\n" where the program writes "\n".
QByteArray withPlainLines(QByteArray text)
{
    return text.replace("\r\n", "\n");
}

Run run(const QStringList &words)
{
    QProcess process;
    process.start(relaybook::testing::sandboxProgram(), words);
    Run result;
    if (relaybook::testing::ended(process)) {
        result.code = process.exitCode();
    }
    result.out = withPlainLines(process.readAllStandardOutput());
    result.err = withPlainLines(process.readAllStandardError());
    return result;
}

/// The program while it listens.
class Listening
{
public:
    explicit Listening(const QStringList &words = {})
    {
        QStringList all{QStringLiteral("--proxies"), QStringLiteral("5"),
                        QStringLiteral("--transactions"), QStringLiteral("50")};
        m_process.start(relaybook::testing::sandboxProgram(), all + words);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(20'000)) {
        }
        m_line = withPlainLines(m_process.readLine());
        m_json = nlohmann::json::parse(m_line.toStdString(), nullptr, false);
    }
    ~Listening()
    {
        m_process.kill();
        (void)relaybook::testing::ended(m_process);
    }
    Listening(const Listening &) = delete;
    Listening &operator=(const Listening &) = delete;

    QByteArray line() const { return m_line; }
    std::string value(const char *name) const { return m_json.at(name).get<std::string>(); }
    const nlohmann::json &json() const { return m_json; }
    QProcess &process() { return m_process; }

    std::string resellerToken() const
    {
        httplib::Client client(value("url"));
        const auto answer = client.Post("/reseller/access-token",
                                        {{"X-Reseller-Key", value("reseller_key")}}, "", "");
        return nlohmann::json::parse(answer->body).at("data").at("access_token");
    }

private:
    QProcess m_process;
    QByteArray m_line;
    nlohmann::json m_json;
};

} // namespace

class TestSandboxProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneLineWhenItListens()
    {
        Listening program({QStringLiteral("--seed=7")});
        QVERIFY(program.line().startsWith("{\"url\":\"http://127.0.0.1:"));
        QVERIFY(program.line().endsWith("]}\n"));
        QCOMPARE(program.json().at("proxy_ids").size(), std::size_t{3});
        QCOMPARE(program.json().at("sub_user_ids").size(), std::size_t{3});
        httplib::Client client(program.value("url"));
        client.set_bearer_token_auth(program.value("personal_token"));
        const auto answer = client.Get("/v1/proxies");
        QVERIFY(answer);
        QCOMPARE(answer->status, 200);
        QCOMPARE(nlohmann::json::parse(answer->body).at("total").get<int>(), 5);
        for (const char *name : {"email", "password", "reseller_key"}) {
            QVERIFY(!program.value(name).empty());
        }
#ifndef Q_OS_WIN // where a program of the console is not told to end, only killed
        QElapsedTimer timer;
        timer.start();
        program.process().terminate();
        QVERIFY(relaybook::testing::ended(program.process(), std::chrono::seconds(60)));
        QCOMPARE(program.process().exitCode(), 0);
        // An idle connection is closed after 75 s.
        QVERIFY2(timer.elapsed() < 30'000, "Stopping waited for the client's idle connection.");
        QCOMPARE(program.process().readAll(), QByteArray());
#endif
    }

    void dataComesFromTheSeedAndCredentialsAreNew()
    {
        Listening first({QStringLiteral("--seed"), QStringLiteral("7")});
        Listening second({QStringLiteral("--seed"), QStringLiteral("7")});
        Listening third({QStringLiteral("--seed"), QStringLiteral("8")});
        QVERIFY(first.json().at("proxy_ids") == second.json().at("proxy_ids"));
        QVERIFY(first.json().at("proxy_ids") != third.json().at("proxy_ids"));
        for (const char *name : {"password", "personal_token", "reseller_key"}) {
            QVERIFY(first.value(name) != second.value(name));
        }
        QVERIFY(first.value("url") != second.value("url"));
    }

    void gatewayIsPrinted()
    {
        Listening program({QStringLiteral("--gateway")});
        httplib::Client client(program.value("url"));
        const auto answer = client.Get("/exit-address");
        QVERIFY(answer && answer->status == 200);
        QCOMPARE(program.value("test_page"), program.value("url") + "/exit-address");
        QCOMPARE(program.value("gateway_host"), std::string("127.0.0.1"));
        QVERIFY(program.json().at("gateway_port_http").get<int>() > 0);
        QVERIFY(program.json().at("gateway_port_socks5").get<int>() > 0);
        QVERIFY(!Listening().json().contains("test_page"));
    }

    void helpExplainsEverything()
    {
        const Run help = run({QStringLiteral("--help")});
        QCOMPARE(help.code, 0);
        for (const char *option :
             {"--port", "--seed", "--proxies", "--sub-users", "--transactions", "--no-rate-limit",
              "--latency", "--fault", "--live", "--gateway", "--state-dir", "--host", "--inspect",
              "--only-documented", "--without", "--missing-answer", "--help", "--version"}) {
            QVERIFY2(help.out.contains(option), option);
        }
        const std::vector<std::string> certain = sandbox::certainOperationIds();
        for (const std::string &id : sandbox::operationIds()) {
            const bool marked = std::find(certain.begin(), certain.end(), id) != certain.end();
            const std::string start = (marked ? "\n* " : "\n  ") + id + " ";
            QVERIFY2(help.out.contains(start.c_str()), id.c_str());
        }
        QCOMPARE(help.out.toStdString(), sandbox::helpText());
        for (const sandbox::FaultInfo &fault : sandbox::faultTable()) {
            const QByteArray name(fault.name.data(), static_cast<int>(fault.name.size()));
            QVERIFY2(help.out.contains(QByteArray("\n  " + name)), name.constData());
            QVERIFY(fault.help.size() > 20);
        }
        for (const QByteArray &line : help.out.split('\n')) {
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
        }
    }

    void version()
    {
        QCOMPARE(run({QStringLiteral("--version")}).out,
                 QByteArray("relaybook-sandbox " RELAYBOOK_VERSION "\n"));
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *name, const QStringList &words, const char *sentence) {
            QTest::newRow(name) << words << QByteArray(sentence);
        };
        row("option", {QStringLiteral("--prot")},
            "Unknown option '--prot'. Run with --help to see all options.\n");
        row("word", {QStringLiteral("start")},
            "Unknown option 'start'. Run with --help to see all options.\n");
        row("no value", {QStringLiteral("--port")},
            "The option --port needs a value. Run with --help to see all options.\n");
        row("no number", {QStringLiteral("--port=http")},
            "The option --port is not understood: a whole number from 0 to 65535 is needed, not "
            "'http'.\n");
        row("too large", {QStringLiteral("--port"), QStringLiteral("65536")},
            "The option --port is not understood: a whole number from 0 to 65535 is needed, not "
            "'65536'.\n");
        row("fault", {QStringLiteral("--fault"), QStringLiteral("gremlin")},
            "The option --fault is not understood: There is no fault named 'gremlin'; --help lists "
            "them.\n");
        row("operation", {QStringLiteral("--without"), QStringLiteral("getPlan,listproxies")},
            "The option --without is not understood: There is no operation named 'listproxies'; "
            "--help lists them.\n");
        row("no operation", {QStringLiteral("--without=")},
            "The option --without is not understood: There is no operation named ''; --help lists "
            "them.\n");
        row("missing answer", {QStringLiteral("--missing-answer"), QStringLiteral("410")},
            "The option --missing-answer is not understood: 404, 405, 501, json, html or html200 "
            "is "
            "needed, not '410'.\n");
        row("switch with a value", {QStringLiteral("--live=yes")},
            "Unknown option '--live=yes'. Run with --help to see all options.\n");
    }

    void refusesWhatItDoesNotKnow()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, sentence);
        const Run result = run(words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.err, sentence);
        QCOMPARE(result.out, QByteArray());
    }

    void takenPortIsSaid()
    {
        Listening program;
        const std::string port = program.value("url").substr(17);
        const Run second = run({QStringLiteral("--port"), QString::fromStdString(port)});
        QCOMPARE(second.code, 1);
        QVERIFY(second.err.contains("Cannot listen on 127.0.0.1, port"));
        QCOMPARE(second.out, QByteArray());
    }

    void faultsFromTheStart()
    {
        Listening program({QStringLiteral("--fault"), QStringLiteral("error-502,on=/v1"),
                           QStringLiteral("--fault=too-many-requests=3,on=/reseller")});
        httplib::Client client(program.value("url"));
        client.set_bearer_token_auth(program.value("personal_token"));
        QCOMPARE(client.Get("/v1/account")->status, 502);
        QCOMPARE(client.Get("/reseller/balance")->get_header_value("Retry-After"),
                 std::string("3"));
        Listening refusing({QStringLiteral("--fault=refuse")});
        httplib::Client other(refusing.value("url"));
        QCOMPARE(other.Get("/v1/account").error(), httplib::Error::Connection);
    }

    void offersWhatIsAskedFor()
    {
        Listening program({QStringLiteral("--only-documented"), QStringLiteral("--without"),
                           QStringLiteral("topUpTraffic"), QStringLiteral("--missing-answer=405")});
        httplib::Client client(program.value("url"));
        client.set_bearer_token_auth(program.value("personal_token"));
        QCOMPARE(client.Get("/v1/proxies")->status, 405);
        QCOMPARE(client.Get("/v1/account/transactions")->status, 200);
        const std::string proxy = program.json().at("proxy_ids").at(0).get<std::string>();
        QCOMPARE(client.Put("/v1/proxies/" + proxy, R"({"name":"n"})", "application/json")->status,
                 200);
        client.set_bearer_token_auth(program.resellerToken());
        const std::string subUser = program.json().at("sub_user_ids").at(0).dump();
        QCOMPARE(client
                     .Patch("/reseller/sub-users/" + subUser + "/note", R"({"note":"n"})",
                            "application/json")
                     ->status,
                 200);
        QCOMPARE(client.Post("/reseller/topup-traffic", "{}", "application/json")->status, 405);
    }

    /// What was answered is still there after kill -9.
    void killedProgramKeepsWhatItAnswered()
    {
        QTemporaryDir dir;
        const QStringList words{QStringLiteral("--state-dir"), dir.path(),
                                QStringLiteral("--no-rate-limit")};
        int bought = 0;
        for (int round = 0; round < 4; ++round) {
            Listening program(words);
            httplib::Client client(program.value("url"));
            client.set_bearer_token_auth(program.resellerToken());
            client.set_keep_alive(true);
            for (int i = 0; i < 5; ++i) {
                const auto answer =
                    client.Post("/reseller/topup-traffic",
                                R"({"amount_gb":0.1,"proxy_type":"mobile"})", "application/json");
                QVERIFY(answer);
                QCOMPARE(answer->status, 200);
                ++bought;
            }
            program.process().kill();
            QVERIFY(relaybook::testing::ended(program.process()));
        }
        Listening program(words);
        httplib::Client client(program.value("url"));
        client.set_bearer_token_auth(program.value("personal_token"));
        const auto answer = client.Get("/v1/account/transactions?per_page=100");
        const auto json = nlohmann::json::parse(answer->body);
        QCOMPARE(json.at("meta").at("total").get<int>(), 50 + bought);
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxProgram)
#include "test_sandbox_program.moc"
