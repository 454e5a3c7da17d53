// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a test of a proxy tells its user: the sentence for every outcome with its likely
// reason, the stored results, and tests of an account's proxies and sub-users through the sandbox's
// gateway.

#include "api/endpoints/subusers.h"
#include "models/proxytests/proxytestdesk.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/manualclock.h"
#include "tests/support/waituntil.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using End = ProxyTestOutcome;
using Stage = ProxyTestStage;

const TestedProxy testedProxy{ProxyId(QStringLiteral("px-1"))};

ProxyTestFacts someFacts()
{
    ProxyTestFacts facts;
    facts.isSubUser = true;
    facts.name = QStringLiteral("client_003");
    facts.host = QStringLiteral("gate.example.com");
    facts.port = 9000;
    facts.pageHost = QStringLiteral("www.example.com");
    return facts;
}

ProxyTestResult resultOf(End outcome, Stage stage = Stage::Tunnel, int status = 0)
{
    ProxyTestResult result;
    result.outcome = outcome;
    result.stage = stage;
    result.proxyStatus = status;
    return result;
}

ProxyTestRecord recordOf(Instant at, std::chrono::microseconds total, End outcome = End::Works)
{
    ProxyTestRecord record;
    record.at = at;
    record.result.outcome = outcome;
    record.result.stage = Stage::Answer;
    record.result.total = total;
    return record;
}

AccessRule ruleOf(const char *pattern)
{
    AccessRule rule;
    rule.pattern = QLatin1String(pattern);
    return rule;
}

QString textOf(const ProxyTestExplanation &explanation)
{
    return explanation.happened + u' ' + explanation.advice;
}

} // namespace

class TestProxyTests : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyOutcomeHasItsOwnSentence();
    void likelyReasons_data();
    void likelyReasons();
    void otherCountry_data();
    void otherCountry();
    void theLastHundredAreStored();
    void nothingSecretIsStored();
    void slowerThanLastWeek();
    void worksForAProxy_data() { protocols(); }
    void worksForAProxy();
    void worksForASubUser_data() { protocols(); }
    void worksForASubUser();
    void countsAddressesOfARotation();
    void aRotationStopsAtAFailure();
    void anEmptySubUserIsNamed();
    void faults_data();
    void faults();
    void withoutCredentialsNothingIsSent();

private:
    static void protocols();
    void open();
    void run(const TestedProxy &tested, ProxyProtocol protocol, int requests = 1);
    [[nodiscard]] ProxyTestDesk &desk() const { return m_fixture->session->proxyTests(); }
    [[nodiscard]] TestedProxy proxyWith(const char *behavior) const;
    /// Has traffic, and no access rules.
    [[nodiscard]] SubUserId openSubUser() const;

    std::unique_ptr<SessionFixture> m_fixture;
    std::unique_ptr<ProxyTestRun> m_run;
};

void TestProxyTests::everyOutcomeHasItsOwnSentence()
{
    QSet<QString> happened;
    int outcomes = 0;
    const auto check = [&](const ProxyTestResult &result) {
        const ProxyTestExplanation explanation = explain(result, someFacts());
        QVERIFY2(explanation.happened.endsWith(u'.'), qPrintable(explanation.happened));
        QVERIFY2(!textOf(explanation).contains(u'%'), qPrintable(textOf(explanation)));
        QVERIFY(!explanation.advice.isEmpty() || result.outcome == End::Works);
        QVERIFY2(!happened.contains(explanation.happened), qPrintable(explanation.happened));
        happened.insert(explanation.happened);
        ++outcomes;
    };
    for (int i = 0; i <= static_cast<int>(End::NoAddress); ++i) {
        const auto outcome = static_cast<End>(i);
        if (outcome != End::TimedOut) {
            check(resultOf(outcome));
        }
    }
    for (int i = 0; i <= static_cast<int>(Stage::Answer); ++i) {
        check(resultOf(End::TimedOut, static_cast<Stage>(i)));
    }
    QCOMPARE(happened.size(), outcomes);
}

void TestProxyTests::likelyReasons_data()
{
    QTest::addColumn<int>("outcome");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, End outcome, int status, const char *change,
                        const char *part) {
        QTest::newRow(name) << static_cast<int>(outcome) << status << QString::fromLatin1(change)
                            << QString::fromUtf8(part);
    };
    row("407", End::SignInRefused, 407, "",
        "The proxy asks for another password (407). The password known here may be outdated: load "
        "the credentials again.");
    row("407, another reason", End::SignInRefused, 407, "words",
        "The proxy refused the sign-in (407). It says: “traffic limit reached”. If it is about the "
        "password, load the credentials again.");
    row("407, empty", End::SignInRefused, 407, "empty",
        "(407). No traffic left: client_003 has 0.0 GB.");
    row("402, empty", End::PaymentRequired, 402, "empty",
        "(402). No traffic left: client_003 has 0.0 GB.");
    row("402, not empty", End::PaymentRequired, 402, "left", "refresh (F5)");
    row("403, empty", End::Forbidden, 403, "empty", "No traffic left: client_003 has");
    row("403, nothing known", End::Forbidden, 403, "", "Check the access rules.");
    row("403, allowlist", End::Forbidden, 403, "allowlist",
        "The allowlist of client_003 is not empty");
    row("403, blocklist", End::Forbidden, 403, "blocklist",
        "The blocklist of client_003 has “*.example.com”");
    row("403, other domains", End::Forbidden, 403, "other", "does not name the page");
    row("SOCKS5 has no status", End::SignInRefused, 1, "socks5", "another password. ");
    row("proxy at its limit", End::PaymentRequired, 402, "limit",
        "client_003 has used its limit of 2 GB");
    row("pool of a proxy", End::PaymentRequired, 402, "pool", "the account has 0.0 GB of Mobile");
    row("502", End::ProxyFailure, 502, "", "the exit has an IPv6 address only");
    row("SOCKS5, no route", End::ProxyFailure, 4, "socks5", "test a page with IPv6");
    row("503", End::ProxyFailure, 503, "", "may be offline. Test again, or test another page.");
    row("closed, empty", End::ClosedAfterTunnel, 0, "empty", "No traffic left");
}

void TestProxyTests::likelyReasons()
{
    QFETCH(int, outcome);
    QFETCH(int, status);
    QFETCH(QString, change);
    QFETCH(QString, part);
    ProxyTestFacts facts = someFacts();
    const auto two = *TrafficAmount::parseGb(u"2");
    if (change == QLatin1String("empty")) {
        facts.left = TrafficAmount();
    } else if (change == QLatin1String("left")) {
        facts.left = two;
    } else if (change == QLatin1String("allowlist")) {
        facts.allowlist = std::vector{ruleOf("203.0.113.7/32")};
        facts.blocklist = std::vector<AccessRule>();
    } else if (change == QLatin1String("blocklist")) {
        facts.allowlist = std::vector{ruleOf("203.0.113.7/32")};
        facts.blocklist = std::vector{ruleOf("example.org"), ruleOf("*.example.com")};
    } else if (change == QLatin1String("other")) {
        facts.allowlist = std::vector<AccessRule>();
        facts.blocklist = std::vector{ruleOf("ample.com"), ruleOf("example.org")};
    } else if (change == QLatin1String("socks5")) {
        facts.protocol = ProxyProtocol::Socks5;
    } else if (change == QLatin1String("limit")) {
        facts.isSubUser = false;
        facts.limit = two;
        facts.left = TrafficAmount();
    } else if (change == QLatin1String("pool")) {
        facts.isSubUser = false;
        facts.left = two;
        facts.pool = QStringLiteral("mobile");
        facts.poolLeft = TrafficAmount();
    }
    ProxyTestResult result = resultOf(static_cast<End>(outcome), Stage::Tunnel, status);
    if (change == QLatin1String("words")) {
        result.proxyWords = QStringLiteral("traffic limit reached");
    }
    const QString text = textOf(explain(result, facts));
    QVERIFY2(text.contains(part), qPrintable(text));
}

void TestProxyTests::otherCountry_data()
{
    QTest::addColumn<QString>("promised");
    QTest::addColumn<QString>("found");
    QTest::addColumn<int>("other"); // -1: not known
    const auto row = [](const char *promised, const char *found, int other) {
        QTest::addRow("%s, %s", promised, found)
            << QString::fromLatin1(promised) << QString::fromLatin1(found) << other;
    };
    row("DE", "DE", 0);
    row("de", "DE", 0);
    row("DE", "FR", 1);
    row("DE", "Germany", 0);
    row("DE", "Bundesrepublik", -1);
    row("", "FR", -1);
    row("DE", "", -1);
}

void TestProxyTests::otherCountry()
{
    QFETCH(QString, promised);
    QFETCH(QString, found);
    QFETCH(int, other);
    const auto result = isOtherCountry(promised, found);
    QCOMPARE(result ? static_cast<int>(*result) : -1, other);
}

void TestProxyTests::theLastHundredAreStored()
{
    QTemporaryDir folder;
    ManualClock clock;
    ProxyTestRecord last = recordOf(clock.now(), 1234us, End::TimedOut);
    {
        KeepFile kept(folder.path(), clock);
        for (int i = 0; i < KeepFile::keptProxyTests + 20; ++i) {
            keepProxyTest(testedProxy, recordOf(clock.now(), std::chrono::microseconds(i)), kept);
        }
        last.protocol = ProxyProtocol::Socks5;
        last.result.stage = Stage::Tls;
        last.result.times.at(1) = 40ms;
        last.result.times.at(3) = 50ms;
        last.result.exitAddress = QStringLiteral("203.0.113.7");
        last.result.country = QStringLiteral("DE");
        last.result.bytesSent = 300;
        last.result.bytesReceived = 400;
        keepProxyTest(testedProxy, last, kept);
        keepProxyTest(SubUserId(7), recordOf(clock.now(), 5us), kept);
    }
    KeepFile kept(folder.path(), clock);
    const auto tests = proxyTestsOf(testedProxy, kept);
    QCOMPARE(tests.size(), std::size_t{KeepFile::keptProxyTests});
    const ProxyTestRecord &newest = tests.front();
    QCOMPARE(newest.at, last.at);
    QCOMPARE(newest.protocol, last.protocol);
    QCOMPARE(newest.result.outcome, last.result.outcome);
    QCOMPARE(newest.result.stage, last.result.stage);
    QVERIFY(newest.result.times == last.result.times);
    QVERIFY(newest.result.total == last.result.total);
    QCOMPARE(newest.result.exitAddress, last.result.exitAddress);
    QCOMPARE(newest.result.country, last.result.country);
    QCOMPARE(newest.result.bytesSent, last.result.bytesSent);
    QCOMPARE(newest.result.bytesReceived, last.result.bytesReceived);
    QVERIFY(tests.back().result.total == 21us);
    QCOMPARE(proxyTestsOf(SubUserId(7), kept).size(), std::size_t{1});
    QVERIFY(proxyTestsOf(SubUserId(8), kept).empty());
}

void TestProxyTests::slowerThanLastWeek()
{
    const ManualClock clock;
    const Instant now = clock.now();
    const ProxyTestRecord test = recordOf(now, 150ms);
    std::vector<ProxyTestRecord> tests{test, recordOf(now - 1h, 100ms), recordOf(now - 2h, 90ms),
                                       recordOf(now - 3h, 900ms, End::Forbidden),
                                       recordOf(now - 24h * 8, 10ms)};
    QVERIFY(!usualTimeBefore(test, tests));
    ProxyTestRecord socks = recordOf(now - 4h, 10ms);
    socks.protocol = ProxyProtocol::Socks5;
    tests.push_back(socks);
    QVERIFY(!usualTimeBefore(test, tests));
    tests.push_back(recordOf(now - 24h * 6, 400ms));
    QCOMPARE(usualTimeBefore(test, tests)->count(), std::chrono::microseconds(100ms).count());
    tests.push_back(recordOf(now - 24h * 5, 300ms));
    QCOMPARE(usualTimeBefore(test, tests)->count(), std::chrono::microseconds(200ms).count());
    QVERIFY(isSlowerThan(100ms, test));
    QVERIFY(!isSlowerThan(101ms, test));
}

// ---- through the gateway

void TestProxyTests::protocols()
{
    QTest::addColumn<ProxyProtocol>("protocol");
    QTest::newRow("http") << ProxyProtocol::Http;
    QTest::newRow("socks5") << ProxyProtocol::Socks5;
}

void TestProxyTests::open()
{
    SandboxSettings settings;
    settings.transactions = 5;
    settings.gateway = true;
    m_run.reset();
    m_fixture = std::make_unique<SessionFixture>(settings);
    m_fixture->open();
    m_fixture->session->start();
    QTRY_VERIFY(m_fixture->allLoaded());
}

TestedProxy TestProxyTests::proxyWith(const char *behavior) const
{
    for (const ProxyId &id : m_fixture->session->rows().proxyIds()) {
        const Proxy proxy = *m_fixture->session->rows().proxy(id);
        const bool hasTraffic = !proxy.trafficLimit || *proxy.trafficUsed < *proxy.trafficLimit;
        if (proxy.behavior == QLatin1String(behavior) && hasTraffic &&
            proxy.rotateType != rotateAtInterval && !proxy.country.isEmpty()) {
            return id;
        }
    }
    qFatal("no such proxy");
}

SubUserId TestProxyTests::openSubUser() const
{
    for (const SubUserId &id : m_fixture->session->rows().subUserIds()) {
        const std::string lists = *m_fixture->server.subUserLists(id.value());
        if (lists.find("\"whitelist\":[]") != std::string::npos &&
            lists.find("\"blocklist\":[]") != std::string::npos &&
            !m_fixture->session->rows().subUser(id)->trafficLeft->isZero()) {
            return id;
        }
    }
    qFatal("no such sub-user");
}

void TestProxyTests::run(const TestedProxy &tested, ProxyProtocol protocol, int requests)
{
    m_run = desk().makeRun(tested, protocol, desk().ownPage(), requests);
    QVERIFY(m_run != nullptr);
    int ended = 0;
    connect(m_run.get(), &ProxyTestRun::finished, this, [&ended] { ++ended; });
    m_run->start();
    QTRY_COMPARE(ended, 1);
    QVERIFY(!m_run->isRunning());
    QVERIFY(!m_run->config().access.password.value_or(Secret()).reveal().size());
}

void TestProxyTests::worksForAProxy()
{
    QFETCH(ProxyProtocol, protocol);
    open();
    const TestedProxy proxy = proxyWith("keep");
    run(proxy, protocol);
    QCOMPARE(m_run->result().outcome, End::Works);
    const ProxyTestFacts facts = desk().factsOf(proxy, protocol, desk().ownPage());
    QCOMPARE(isOtherCountry(facts.country, m_run->result().country), std::optional(false));
    QTRY_COMPARE(desk().testsOf(proxy).size(), std::size_t{1});
    QCOMPARE(desk().testsOf(proxy).front().protocol, protocol);
    QCOMPARE(desk().testsOf(proxy).front().result.exitAddress, m_run->result().exitAddress);
}

void TestProxyTests::worksForASubUser()
{
    QFETCH(ProxyProtocol, protocol);
    open();
    const TestedProxy subUser = openSubUser();
    run(subUser, protocol);
    QCOMPARE(m_run->result().outcome, End::Works);
    QTRY_COMPARE(desk().testsOf(subUser).size(), std::size_t{1});
}

void TestProxyTests::countsAddressesOfARotation()
{
    open();
    constexpr int requests = 4;
    const TestedProxy rotating = proxyWith("rotate");
    run(rotating, ProxyProtocol::Http, requests);
    QCOMPARE(m_run->done(), requests);
    QCOMPARE(m_run->addresses().size(), requests);
    run(proxyWith("keep"), ProxyProtocol::Http, requests);
    QCOMPARE(m_run->done(), requests);
    QCOMPARE(m_run->addresses().size(), 1);
    QVERIFY(m_run->bytes() > 0);
    m_fixture->session->kept().waitForWriter();
    QVERIFY(desk().testsOf(rotating).empty());
}

void TestProxyTests::aRotationStopsAtAFailure()
{
    open();
    m_fixture->fault("gateway-407");
    run(proxyWith("rotate"), ProxyProtocol::Http, 5);
    QCOMPARE(m_run->done(), 1);
    QCOMPARE(m_run->result().outcome, End::SignInRefused);
}

void TestProxyTests::anEmptySubUserIsNamed()
{
    open();
    const SubUserId subUser = openSubUser();
    bool isDropped = false;
    const Call call = m_fixture->client->send(
        DropSubUserTraffic{subUser, {}}, this,
        [&isDropped](const Result<TrafficMove> &answer) { isDropped = answer.has_value(); });
    QTRY_VERIFY(isDropped);
    m_fixture->session->refresh(Area::SubUsers);
    QTRY_VERIFY(m_fixture->session->rows().subUser(subUser)->trafficLeft->isZero());
    for (const ProxyProtocol protocol : {ProxyProtocol::Http, ProxyProtocol::Socks5}) {
        run(subUser, protocol);
        const auto facts = desk().factsOf(subUser, protocol, desk().ownPage());
        const QString advice = explain(m_run->result(), facts).advice;
        QVERIFY2(advice.startsWith(QLatin1String("No traffic left: ")) &&
                     advice.contains(facts.name),
                 qPrintable(advice));
    }
}

void TestProxyTests::faults_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<QString>("happened");
    QTest::newRow("407") << QByteArray("gateway-407")
                         << QString::fromUtf8(
                                "The proxy refused the sign-in (407). It says: “The user or "
                                "password is wrong”.");
    QTest::newRow("402") << QByteArray("gateway-402")
                         << QString::fromUtf8(
                                "The proxy asks for payment (402). It says: “No traffic is left”.");
    QTest::newRow("close") << QByteArray("gateway-close")
                           << QStringLiteral("The connection was closed after the proxy had "
                                             "opened it.");
    QTest::newRow("silent") << QByteArray("gateway-silent")
                            << QStringLiteral("The proxy did not open a connection to 127.0.0.1 "
                                              "in time.");
    QTest::newRow("garbage") << QByteArray("gateway-garbage")
                             << QStringLiteral("What answers at 127.0.0.1, port %1, is no HTTP "
                                               "proxy.");
    QTest::newRow("country") << QByteArray("gateway-country=ZZ")
                             << QStringLiteral("The proxy works.");
}

void TestProxyTests::faults()
{
    QFETCH(QByteArray, fault);
    QFETCH(QString, happened);
    open();
    m_fixture->fault(fault.constData());
    ProxyTestLimits limits;
    if (fault == "gateway-silent") {
        limits.of(Stage::Tunnel) = 100ms;
    }
    desk().setLimits(limits);
    const TestedProxy proxy = proxyWith("keep");
    run(proxy, ProxyProtocol::Http);
    const auto facts = desk().factsOf(proxy, ProxyProtocol::Http, desk().ownPage());
    QCOMPARE(explain(m_run->result(), facts).happened,
             happened.contains(u'%') ? happened.arg(facts.port) : happened);
    QCOMPARE(isOtherCountry(facts.country, m_run->result().country) == std::optional(true),
             fault.startsWith("gateway-country"));
    QTRY_COMPARE(desk().testsOf(proxy).size(), std::size_t{1});
}

void TestProxyTests::nothingSecretIsStored()
{
    open();
    const TestedProxy proxy = proxyWith("keep");
    const ProxyAccess access = *desk().accessOf(proxy, ProxyProtocol::Http);
    run(proxy, ProxyProtocol::Http);
    QTRY_COMPARE(desk().testsOf(proxy).size(), std::size_t{1});
    const QString folder = m_fixture->close();
    for (const char *name : {"/keep.sqlite", "/keep.sqlite-wal"}) {
        QFile file(folder + QLatin1String(name));
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        QVERIFY(!bytes.contains(access.password->reveal()));
        QVERIFY(!bytes.contains(access.user.toUtf8()));
    }
}

void TestProxyTests::withoutCredentialsNothingIsSent()
{
    open();
    const TestedProxy proxy = proxyWith("keep");
    m_fixture->session->forgetCredentials();
    QVERIFY(!desk().accessOf(proxy, ProxyProtocol::Http));
    QVERIFY(desk().makeRun(proxy, ProxyProtocol::Http, desk().ownPage()) == nullptr);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyTests)
#include "test_proxytests.moc"
