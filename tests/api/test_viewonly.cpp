// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that an account that is set to view only sends no call that changes or spends: over every
// endpoint, counted at a server, and wherever a call may wait when the switch is turned on.

#include "tests/api/everycall.h"
#include "tests/support/roundtrips.h"

#include <QJsonDocument>

#include <set>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

/// What an endpoint may do with an account that is only viewed.
enum class InView { Sent, Refused };

/// A new endpoint is listed here by hand: that is the point.
const std::map<QString, InView> &expectations()
{
    static const std::map<QString, InView> expected{
        {QStringLiteral("addAllowed"), InView::Refused},
        {QStringLiteral("addBlocked"), InView::Refused},
        {QStringLiteral("addBlockedBulk"), InView::Refused},
        {QStringLiteral("addSubUserTraffic"), InView::Refused},
        {QStringLiteral("createProxy"), InView::Refused},
        {QStringLiteral("createSubUser"), InView::Refused},
        {QStringLiteral("deleteProxy"), InView::Refused},
        {QStringLiteral("deleteSubUser"), InView::Refused},
        {QStringLiteral("dropSubUserTraffic"), InView::Refused},
        {QStringLiteral("getAccount"), InView::Sent},
        {QStringLiteral("getAccountTraffic"), InView::Sent},
        {QStringLiteral("getAnalytics"), InView::Sent},
        {QStringLiteral("getBalance"), InView::Sent},
        {QStringLiteral("getPlan"), InView::Sent},
        {QStringLiteral("getProxy"), InView::Sent},
        {QStringLiteral("getResellerBalance"), InView::Sent},
        {QStringLiteral("getSubUser"), InView::Sent},
        {QStringLiteral("getSubUserTraffic"), InView::Sent},
        {QStringLiteral("issueResellerToken"), InView::Sent},
        {QStringLiteral("issueToken"), InView::Sent},
        {QStringLiteral("listAllowed"), InView::Sent},
        {QStringLiteral("listBlocked"), InView::Sent},
        {QStringLiteral("listCategories"), InView::Sent},
        {QStringLiteral("listCities"), InView::Sent},
        {QStringLiteral("listCountries"), InView::Sent},
        {QStringLiteral("listProxies"), InView::Sent},
        {QStringLiteral("listProxyTraffic"), InView::Sent},
        {QStringLiteral("listRegions"), InView::Sent},
        {QStringLiteral("listSubUserAllocations"), InView::Sent},
        {QStringLiteral("listSubUsers"), InView::Sent},
        {QStringLiteral("listTransactions"), InView::Sent},
        {QStringLiteral("removeAllowed"), InView::Refused},
        {QStringLiteral("removeBlocked"), InView::Refused},
        {QStringLiteral("revokeToken"), InView::Sent},
        {QStringLiteral("topUpTraffic"), InView::Refused},
        {QStringLiteral("updateProxy"), InView::Refused},
        {QStringLiteral("updateSubUserNote"), InView::Refused},
    };
    return expected;
}

/// Parameters that fit every endpoint.
QJsonObject parameters()
{
    return QJsonDocument::fromJson(R"({
        "id": 5, "rule": 7, "page": 1, "perPage": 20, "amount": "2.5", "note": "a note",
        "name": "n", "country": "DE", "type": "mobile", "behavior": "rotate", "period": "24h",
        "username": "u", "service": "mobile", "pattern": "*.example", "patterns": "a b",
        "address": "192.0.2.1", "comment": "c", "email": "a@example.net", "password": "p",
        "tokenName": "t", "key": "the-reseller-key"})")
        .object();
}

/// All that arrived but the exchanges of a Reseller Key.
int arrivalsOfCalls(const ScriptedServer &server)
{
    return static_cast<int>(
        std::count_if(server.requests().begin(), server.requests().end(), [](const Received &each) {
            return each.target != "/reseller/access-token";
        }));
}

QString kindOfOutcome(const std::shared_ptr<Outcome> &outcome)
{
    return outcome->error ? describe(outcome->error->kind) : QStringLiteral("none");
}

} // namespace

class TestViewOnly : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void everyEndpointIsListed();
    void everyEndpoint_data();
    void everyEndpoint();
    void whatWaitsForTheLimitsIsRefused();
    void whatWaitsForAnExchangeIsRefused();
    void whatWaitsForItsTokenIsRefused();
    void whatIsSentAtOnceIsRefused();
    void whatIsReplayedIsRefused();
    void whatIsOnItsWayEndsAsItEnds();
    void aTurnIsRefused();
    void switchedOffItWorksAgain();
};

void TestViewOnly::everyEndpointIsListed()
{
    QStringList known;
    for (const auto &[name, make] : everycall::allCalls()) {
        known += name;
    }
    QStringList listed;
    for (const auto &[name, inView] : expectations()) {
        listed += name;
    }
    QCOMPARE(listed, known);
}

void TestViewOnly::everyEndpoint_data()
{
    QTest::addColumn<bool>("sent");
    for (const auto &[name, inView] : expectations()) {
        QTest::newRow(qPrintable(name)) << (inView == InView::Sent);
    }
}

void TestViewOnly::everyEndpoint()
{
    QFETCH(bool, sent);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    ClientFixture f;
    f.server.then(
        serviceThat([](const Received &, const Exchange &exchange) { exchange.answer({}); }));
    f.client->setViewOnly(true);
    const auto outcome = everycall::allCalls().at(name)(parameters())(f);
    QTRY_COMPARE(outcome->calls, 1);
    if (sent) {
        QVERIFY(f.server.arrivals() >= 1);
        QVERIFY(kindOfOutcome(outcome) != QLatin1String("ViewOnly"));
    } else {
        QCOMPARE(f.server.arrivals(), 0);
        QCOMPARE(f.server.connections(), 0);
        QCOMPARE(kindOfOutcome(outcome), QStringLiteral("ViewOnly"));
        QVERIFY(!outcome->error->mayHaveHappened);
    }
    // The same call is sent when the switch is off: it is the switch that refuses it.
    f.client->setViewOnly(false);
    const int before = f.server.arrivals();
    const auto again = everycall::allCalls().at(name)(parameters())(f);
    QTRY_COMPARE(again->calls, 1);
    QVERIFY(f.server.arrivals() > before);
}

void TestViewOnly::whatWaitsForTheLimitsIsRefused()
{
    ClientFixture f;
    f.server.then(
        serviceThat([](const Received &, const Exchange &exchange) { exchange.answer({}); }));
    f.pacer.refused(Budget::Personal, 600s);
    f.pacer.refused(Budget::Reseller, 600s);
    const auto change = f.send(changes());
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    const auto read = f.send(reads());
    waitForOtherRoundTrips(); // they are in the queue
    QCOMPARE(change->calls + bought->calls + read->calls, 0);
    f.client->setViewOnly(true);
    QTRY_COMPARE(change->calls, 1);
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(kindOfOutcome(change), QStringLiteral("ViewOnly"));
    QCOMPARE(kindOfOutcome(bought), QStringLiteral("ViewOnly"));
    QVERIFY(!bought->error->mayHaveHappened);
    f.clock.advance(601s);
    QTRY_COMPARE(read->calls, 1); // what only reads is not disturbed
    QVERIFY(!read->error);
    QCOMPARE(arrivalsOfCalls(f.server), 1);
}

void TestViewOnly::whatWaitsForAnExchangeIsRefused()
{
    ClientFixture f;
    std::optional<Exchange> exchanging;
    f.server.then([&](const Received &request, const Exchange &exchange) {
        if (request.target == "/reseller/access-token") {
            exchanging = exchange;
        } else {
            exchange.answer({});
        }
    });
    const auto bought = f.send(spends());
    const auto read = f.send(reads(QStringLiteral("/reseller/things"), TokenKind::Reseller));
    QTRY_VERIFY(exchanging.has_value());
    f.client->setViewOnly(true);
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(kindOfOutcome(bought), QStringLiteral("ViewOnly"));
    exchanging->answer({200, R"({"data":{"access_token":"t"}})", {}});
    QTRY_COMPARE(read->calls, 1);
    QCOMPARE(bought->calls, 1);
    QCOMPARE(arrivalsOfCalls(f.server), 1);
}

void TestViewOnly::whatWaitsForItsTokenIsRefused()
{
    ClientFixture f;
    f.server.thenAnswer({});
    f.auth.clear();
    f.auth.expect(true, false);
    const auto change = f.send(changes());
    waitForOtherRoundTrips();
    QCOMPARE(change->calls, 0);
    f.client->setViewOnly(true);
    QTRY_COMPARE(change->calls, 1);
    QCOMPARE(kindOfOutcome(change), QStringLiteral("ViewOnly"));
    f.auth.setTokens(Secret(QByteArray("1|personal")), Secret());
    const auto read = f.send(reads());
    QTRY_COMPARE(read->calls, 1);
    QCOMPARE(arrivalsOfCalls(f.server), 1);
}

void TestViewOnly::whatIsSentAtOnceIsRefused()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int answers = 0;
    std::optional<ApiError> error;
    const auto take = [&](const Result<QByteArray> &answer) {
        ++answers;
        if (!answer) {
            error = answer.error();
        }
    };
    const auto probe = spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    QVERIFY(f.client->canGoNow(probe.toRequest()));
    const Call call = f.client->sendAtOnce(probe, &f.guard, take);
    f.client->setViewOnly(true); // between the request and its first step
    QVERIFY(!f.client->canGoNow(probe.toRequest()));
    QTRY_COMPARE(answers, 1);
    QCOMPARE(describe(error->kind), QStringLiteral("ViewOnly"));
    QVERIFY(!ApiClient::hadToWait(*error));
    const Call later = f.client->sendAtOnce(probe, &f.guard, take);
    QTRY_COMPARE(answers, 2);
    QCOMPARE(describe(error->kind), QStringLiteral("ViewOnly"));
    QCOMPARE(f.server.arrivals(), 0);
}

/// A change that was refused for its token would be sent again with the new one.
void TestViewOnly::whatIsReplayedIsRefused()
{
    ClientFixture f;
    bool isFirst = true;
    f.server.then(serviceThat([&](const Received &, const Exchange &exchange) {
        if (std::exchange(isFirst, false)) {
            f.client->setViewOnly(true);
            exchange.answer({401, R"({"error":{"code":1003,"message":"expired"}})", {}});
        } else {
            exchange.answer({});
        }
    }));
    const auto change = f.send(
        changes(Verb::Patch, QStringLiteral("/reseller/sub-users/5/note"), TokenKind::Reseller));
    QTRY_COMPARE(change->calls, 1);
    QCOMPARE(kindOfOutcome(change), QStringLiteral("ViewOnly"));
    QVERIFY(!change->error->mayHaveHappened);
    QCOMPARE(arrivalsOfCalls(f.server), 1);
}

void TestViewOnly::whatIsOnItsWayEndsAsItEnds()
{
    ClientFixture f;
    std::vector<Exchange> open;
    f.server.then([&](const Received &, const Exchange &exchange) { open.push_back(exchange); });
    const auto done = f.send(changes());
    const auto lost = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    QTRY_COMPARE(open.size(), std::size_t{2});
    f.client->setViewOnly(true);
    const bool isBuyFirst = f.server.requests().front().target == "/v1/buy";
    open.at(isBuyFirst ? 1 : 0).answer({});
    open.at(isBuyFirst ? 0 : 1).close();
    QTRY_COMPARE(done->calls, 1);
    QTRY_COMPARE(lost->calls, 1);
    QVERIFY(!done->error);
    QVERIFY(lost->error->mayHaveHappened);
    QCOMPARE(f.server.arrivals(), 2);
}

void TestViewOnly::aTurnIsRefused()
{
    ClientFixture f;
    f.pacer.refused(Budget::Personal, 600s);
    const auto probe = spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    int turns = 0;
    std::optional<ApiError> error;
    const auto take = [&](const std::optional<ApiError> &why) {
        ++turns;
        error = why;
    };
    const Call waiting = f.client->waitForTurn(probe.toRequest(), 1, &f.guard, take);
    waitForOtherRoundTrips();
    QCOMPARE(turns, 0);
    f.client->setViewOnly(true);
    QTRY_COMPARE(turns, 1);
    QCOMPARE(describe(error->kind), QStringLiteral("ViewOnly"));
    const Call again = f.client->waitForTurn(probe.toRequest(), 1, &f.guard, take);
    QTRY_COMPARE(turns, 2);
    QCOMPARE(describe(error->kind), QStringLiteral("ViewOnly"));
}

void TestViewOnly::switchedOffItWorksAgain()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int changes = 0;
    QObject::connect(f.client.get(), &ApiClient::viewOnlyChanged, &f.guard, [&] { ++changes; });
    f.client->setViewOnly(true);
    f.client->setViewOnly(true);
    QCOMPARE(changes, 1);
    const auto refused = f.send(testing::changes());
    f.client->setViewOnly(false);
    QCOMPARE(changes, 2);
    const auto change = f.send(testing::changes());
    QTRY_COMPARE(change->calls, 1);
    QVERIFY(!change->error);
    QTRY_COMPARE(refused->calls, 1); // it was refused when it was sent
    QCOMPARE(kindOfOutcome(refused), QStringLiteral("ViewOnly"));
    QCOMPARE(f.server.arrivals(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestViewOnly)
#include "test_viewonly.moc"
