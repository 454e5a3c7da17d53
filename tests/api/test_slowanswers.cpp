// SPDX-License-Identifier: GPL-3.0-or-later
// Tests calls whose answers arrive so slowly that the idle timeout never ends them. The sandbox
// sends these answers byte by byte.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "sandbox/server.h"
#include "tests/support/describe.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/waituntil.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

/// Far longer than each test: a call that is not ended stays out.
constexpr auto never = std::chrono::hours(1);

template <class Response>
struct SlowCall
{
    int calls = 0;
    std::optional<Response> answer;
    std::optional<ApiError> error;
    Call handle;
};

TopUpTraffic orderOfTenGb()
{
    return {TrafficAmount::parseGb(u"10").value(), QStringLiteral("residential")};
}

} // namespace

class TestSlowAnswers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void anOrderEnds_data();
    void anOrderEnds();
    void anOrderInTimeIsAnswered();
    void aReadEnds();
    void aReadWithoutABodyEnds();
    void aRedirectDoesNotStartAgain();
    void aReadThatGoesOnForTooLongEnds();
    void aSlowButLivingReadGoesOn();
    void waitingForLimitsIsNotCounted();
    void anOrderIsCancelledAtOnce();
    void aCancelledReadMakesRoom();

private:
    void connectTo(const QString &url, const AnswerLimits &limits);
    void set(const std::string &fault) { QCOMPARE(m_server->faults().set(fault), std::nullopt); }

    template <class Endpoint>
    std::shared_ptr<SlowCall<typename Endpoint::Response>> send(const Endpoint &endpoint)
    {
        using Response = typename Endpoint::Response;
        auto outcome = std::make_shared<SlowCall<Response>>();
        outcome->handle = m_client->send(
            endpoint, this,
            [weak = std::weak_ptr<SlowCall<Response>>(outcome)](const Result<Response> &result) {
                if (const auto kept = weak.lock()) {
                    ++kept->calls;
                    if (result) {
                        kept->answer = *result;
                    } else {
                        kept->error = result.error();
                    }
                }
            });
        return outcome;
    }

    ManualClock m_clock;
    std::unique_ptr<sandbox::Server> m_server;
    std::unique_ptr<AuthSession> m_auth;
    std::unique_ptr<Pacer> m_pacer;
    std::unique_ptr<ApiClient> m_client;
};

void TestSlowAnswers::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    sandbox::Options options;
    options.proxies = 10;
    options.subUsers = 5;
    options.transactions = 50;
    options.rateLimit = false;
    m_server = std::make_unique<sandbox::Server>(options);
    QVERIFY(!m_server->start());
    const sandbox::Access access = m_server->access();
    m_auth = std::make_unique<AuthSession>();
    m_auth->setPersonalToken(Secret(QByteArray::fromStdString(access.personalToken)));
    m_auth->setResellerKey(Secret(QByteArray::fromStdString(access.resellerKey)));
    m_pacer = std::make_unique<Pacer>(m_clock);
}

void TestSlowAnswers::cleanup()
{
    m_client.reset();
    m_pacer.reset();
    m_auth.reset();
    m_server.reset();
}

void TestSlowAnswers::connectTo(const QString &url, const AnswerLimits &limits)
{
    ApiClient::Config config{*ServiceAddress::parse(url)};
    config.answerLimits = limits;
    m_client = std::make_unique<ApiClient>(config, *m_auth, *m_pacer, m_clock);
}

void TestSlowAnswers::anOrderEnds_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("unknown");
    QTest::newRow("a receipt") << QByteArray() << ErrorKind::Timeout << 200 << true;
    QTest::newRow("a refusal") << QByteArray("forbid=1005") << ErrorKind::Forbidden << 403 << false;
    QTest::newRow("a failure") << QByteArray("error-500=done") << ErrorKind::ServiceFailure << 500
                               << true;
}

void TestSlowAnswers::anOrderEnds()
{
    QFETCH(QByteArray, fault);
    QFETCH(ErrorKind, kind);
    QFETCH(int, status);
    QFETCH(bool, unknown);
    connectTo(QString::fromStdString(m_server->access().url), {600ms, never, 1});
    set("drip=50,on=topUpTraffic");
    if (!fault.isEmpty()) {
        set(fault.toStdString() + ",on=topUpTraffic");
    }
    const auto outcome = send(orderOfTenGb());
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QCOMPARE(describe(outcome->error->kind), describe(kind));
    QCOMPARE(outcome->error->httpStatus, status);
    QCOMPARE(outcome->error->mayHaveHappened, unknown);
    QCOMPARE(m_server->counters().ordersArrived(), std::uint64_t{1});
}

void TestSlowAnswers::anOrderInTimeIsAnswered()
{
    // The limits of reads don't apply to orders.
    connectTo(QString::fromStdString(m_server->access().url), {never, 50ms, 1'000'000});
    set("drip=2,on=topUpTraffic");
    const auto outcome = send(orderOfTenGb());
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY2(outcome->answer,
             qPrintable(describe(outcome->error.value_or(ApiError())).join(u'\n')));
}

void TestSlowAnswers::aReadEnds()
{
    connectTo(QString::fromStdString(m_server->access().url), {never, 300ms, 1000});
    set("drip=20");
    const auto outcome = send(GetAccount{});
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QCOMPARE(describe(outcome->error->kind), describe(ErrorKind::Timeout));
    QVERIFY(!outcome->error->mayHaveHappened);
    QCOMPARE(m_server->counters().of("getAccount").arrived, std::uint64_t{1}); // not repeated
}

/// The header was sent, and the first byte of the body is still to come.
void TestSlowAnswers::aReadWithoutABodyEnds()
{
    connectTo(QString::fromStdString(m_server->access().url), {never, 300ms, 1});
    set("drip=600000");
    const auto outcome = send(GetAccount{});
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QCOMPARE(describe(outcome->error->kind), describe(ErrorKind::Timeout));
    QCOMPARE(outcome->error->httpStatus, 200);
}

void TestSlowAnswers::aRedirectDoesNotStartAgain()
{
    ScriptedServer server;
    server.start();
    server.then([&](const Received &, const Exchange &exchange) {
        QTimer::singleShot(100ms, &server, [exchange] {
            exchange.answer({302, "", {{"Location", "/v1/account"}}});
        });
    });
    connectTo(server.url(), {never, 250ms, 1});
    const auto outcome = send(GetAccount{});
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QCOMPARE(describe(outcome->error->kind), describe(ErrorKind::Timeout));
    QVERIFY(server.arrivals() < 6); // the most redirects that are followed would be six requests
}

/// Although enough bytes keep arriving.
void TestSlowAnswers::aReadThatGoesOnForTooLongEnds()
{
    connectTo(QString::fromStdString(m_server->access().url), {never, 300ms, 1, 900ms});
    set("drip=5,on=listTransactions");
    const auto outcome = send(ListTransactions{1, 50});
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QCOMPARE(describe(outcome->error->kind), describe(ErrorKind::Timeout));
    QCOMPARE(m_server->counters().of("listTransactions").arrived, std::uint64_t{1});
}

/// It takes several windows, and each has more than the least number of bytes.
void TestSlowAnswers::aSlowButLivingReadGoesOn()
{
    connectTo(QString::fromStdString(m_server->access().url), {50ms, 600ms, 5});
    set("drip=5,on=listTransactions");
    QElapsedTimer timer;
    timer.start();
    const auto outcome = send(ListTransactions{1, 2});
    QTRY_COMPARE_WITH_TIMEOUT(outcome->calls, 1, 60'000);
    QVERIFY2(outcome->answer,
             qPrintable(describe(outcome->error.value_or(ApiError())).join(u'\n')));
    QVERIFY(timer.elapsed() > 1200);
}

/// An order that waits for the service's limits, or for its token, was not sent.
void TestSlowAnswers::waitingForLimitsIsNotCounted()
{
    connectTo(QString::fromStdString(m_server->access().url), {1s, never, 1});
    m_pacer->refused(Budget::Reseller, 60s);
    const auto outcome = send(orderOfTenGb());
    QTest::qWait(1200);
    QCOMPARE(outcome->calls, 0);
    m_clock.advance(61s);
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY2(outcome->answer,
             qPrintable(describe(outcome->error.value_or(ApiError())).join(u'\n')));
}

void TestSlowAnswers::anOrderIsCancelledAtOnce()
{
    connectTo(QString::fromStdString(m_server->access().url), {});
    set("drip=600000,on=topUpTraffic,next=1");
    const auto cancelled = send(orderOfTenGb());
    QTRY_COMPARE(m_server->counters().ordersArrived(), std::uint64_t{1});
    QVERIFY(!cancelled->handle.withdraw()); // it was sent
    const auto next = send(orderOfTenGb());
    QTRY_COMPARE(next->calls, 1);
    QVERIFY(next->answer);
    QCOMPARE(cancelled->calls, 0);
}

/// Six reads at a time are sent. The next one is sent as soon as one of them is cancelled.
void TestSlowAnswers::aCancelledReadMakesRoom()
{
    connectTo(QString::fromStdString(m_server->access().url), {});
    constexpr int mostAtATime = 6;
    set("drip=600000,next=6");
    std::vector<std::shared_ptr<SlowCall<Account>>> slow;
    slow.reserve(mostAtATime);
    for (int i = 0; i < mostAtATime; ++i) {
        slow.push_back(send(GetAccount{}));
    }
    const auto next = send(GetAccount{});
    const auto arrived = [this] { return m_server->counters().of("getAccount").arrived; };
    QTRY_COMPARE(arrived(), std::uint64_t{mostAtATime});
    QCOMPARE(next->calls, 0);
    slow.front()->handle.cancel();
    QTRY_COMPARE(next->calls, 1);
    QVERIFY(next->answer);
    QCOMPARE(slow.front()->calls, 0);
    QCOMPARE(slow.back()->calls, 0);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSlowAnswers)
#include "test_slowanswers.moc"
