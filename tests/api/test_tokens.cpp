// SPDX-License-Identifier: GPL-3.0-or-later
// Tests tokens as a caller sees them: one renewal for all calls, calls sent again after it, lanes.

#include "api/endpoints/reseller.h"
#include "tests/api/clientfixture.h"

#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

const QString resellerPath = QStringLiteral("/reseller/things");

Probe resellerRead()
{
    return reads(resellerPath, TokenKind::Reseller);
}

/// A service whose exchanges give token-1, token-2, …; all other calls need the newest of them,
/// from `from` on.
class TokenService
{
public:
    explicit TokenService(ScriptedServer &server)
    {
        server.then([this](const Received &request, const Exchange &exchange) {
            if (request.target == "/reseller/access-token") {
                exchangeToken(request, exchange);
                return;
            }
            ++calls;
            const QByteArray wanted = "Bearer token-" + QByteArray::number(exchanges);
            const bool good = !refuseAll && request.header("Authorization") == wanted;
            exchange.answer(good ? Answer{200, "[1]", {}}
                                 : Answer{401, R"({"error":{"code":1003,"message":"e"}})", {}});
        });
    }

    int exchanges = 0;
    int calls = 0;
    bool refuseAll = false;
    int refuseKeyWith = 0;    ///< a status
    int refuseKeyCode = 1002; ///< 0: somebody's page, not the service's words

private:
    void exchangeToken(const Received &request, const Exchange &exchange)
    {
        ++exchanges;
        if (refuseKeyWith != 0) {
            exchange.answer({refuseKeyWith,
                             refuseKeyCode == 0
                                 ? QByteArray("<html>no</html>")
                                 : R"({"error":{"code":)" + QByteArray::number(refuseKeyCode) +
                                       R"(,"message":"no"}})",
                             {}});
            return;
        }
        QCOMPARE(request.verb, QByteArray("POST"));
        QCOMPARE(request.header("X-Reseller-Key"), QByteArray("the-reseller-key"));
        QCOMPARE(request.header("Authorization"), QByteArray());
        exchange.answer({200,
                         "{\"data\":{\"access_token\":\"token-" + QByteArray::number(exchanges) +
                             "\",\"expires_at\":null}}",
                         {}});
    }
};

} // namespace

class TestTokens : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void exchangedWhenFirstNeeded();
    void oneExchangeForTenWaitingCalls();
    void oneRenewalForTenRefusedCalls();
    void aTokenRefusedTwiceAsksToSignIn();
    void aRefusedKeyAsksToSignIn_data();
    void aRefusedKeyAsksToSignIn();
    void aRefusedExchangeSaysWhy_data();
    void aRefusedExchangeSaysWhy();
    void exchangeThatFailsOtherwise();
    void aNewKeyWhileExchanging();
    void expiryIsMetBeforehand();
    void aStrangeExpiryIsNot();
    void purchasesAreNeverReplayed();
    void purchasesRenewBeforehand();
    void purchasesGoFirstAfterAnExchange();
    void changesAreReplayedOnce();
    void personalTokenIsNotRenewed();
    void backgroundDoesNotInsist();
    void oneKindOnly();
};

void TestTokens::exchangedWhenFirstNeeded()
{
    ClientFixture f;
    TokenService service(f.server);
    QVERIFY(f.auth.has(TokenKind::Reseller));
    const auto outcome = f.send(resellerRead());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->body, QByteArray("[1]"));
    const auto again = f.send(resellerRead());
    QTRY_COMPARE(again->calls, 1);
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(f.server.requests()[0].line(), QByteArray("POST /reseller/access-token"));
    QCOMPARE(f.server.requests()[0].body, QByteArray("{}"));
}

void TestTokens::oneExchangeForTenWaitingCalls()
{
    ClientFixture f;
    TokenService service(f.server);
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(10);
    for (int i = 0; i < 10; ++i) {
        outcomes.push_back(f.send(resellerRead(), i % 2 == 0 ? Lane::User : Lane::Background));
    }
    for (const auto &outcome : outcomes) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY(!outcome->error);
    }
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(service.calls, 10);
}

void TestTokens::oneRenewalForTenRefusedCalls()
{
    ClientFixture f;
    TokenService service(f.server);
    const auto first = f.send(resellerRead());
    QTRY_COMPARE(first->calls, 1);
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    // The service forgets its token: everything sent with it is refused from now on.
    ++service.exchanges;
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(10);
    for (int i = 0; i < 10; ++i) {
        outcomes.push_back(f.send(resellerRead(), i % 2 == 0 ? Lane::User : Lane::Background));
    }
    for (const auto &outcome : outcomes) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
    }
    QCOMPARE(service.exchanges, 3);  // the first one, the forgotten one, and one for all ten
    QCOMPARE(service.calls, 1 + 20); // each was sent again once
    QCOMPARE(asked.size(), 0);
}

void TestTokens::aTokenRefusedTwiceAsksToSignIn()
{
    ClientFixture f;
    TokenService service(f.server);
    service.refuseAll = true;
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(3);
    for (int i = 0; i < 3; ++i) {
        outcomes.push_back(f.send(resellerRead()));
    }
    for (const auto &outcome : outcomes) {
        QTRY_COMPARE(outcome->calls, 1);
        QCOMPARE(outcome->error->kind, ErrorKind::Unauthorized);
        QCOMPARE(outcome->error->serviceCode, 1003);
    }
    QCOMPARE(service.exchanges, 2);
    QCOMPARE(service.calls, 6);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).value<TokenKind>(), TokenKind::Reseller);
}

void TestTokens::aRefusedKeyAsksToSignIn_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("401") << 401;
    QTest::newRow("403") << 403;
    QTest::newRow("422") << 422;
}

void TestTokens::aRefusedKeyAsksToSignIn()
{
    QFETCH(int, status);
    ClientFixture f;
    TokenService service(f.server);
    service.refuseKeyWith = status;
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    const auto one = f.send(resellerRead());
    const auto two = f.send(spends());
    QTRY_COMPARE(one->calls, 1);
    QTRY_COMPARE(two->calls, 1);
    for (const auto &outcome : {one, two}) {
        QCOMPARE(outcome->error->kind, ErrorKind::Unauthorized);
        QCOMPARE(outcome->error->serviceCode, 1002);
        QVERIFY(!outcome->error->mayHaveHappened);
    }
    QCOMPARE(one->error->operation, QStringLiteral("GET /reseller/things"));
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(service.calls, 0);
    QCOMPARE(asked.size(), 1);
    // Another key is not affected.
    service.refuseKeyWith = 0;
    f.auth.setResellerKey(Secret(QStringLiteral("the-reseller-key")));
    const auto later = f.send(resellerRead());
    QTRY_COMPARE(later->calls, 1);
    QVERIFY(!later->error);
}

void TestTokens::aRefusedExchangeSaysWhy_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("keyIsRefused");
    QTest::newRow("two-factor needed") << 403 << 1006 << ErrorKind::Forbidden << true;
    QTest::newRow("no reseller") << 403 << 1007 << ErrorKind::Forbidden << true;
    QTest::newRow("no such key") << 404 << 3001 << ErrorKind::Unauthorized << true;
    // It says nothing about the key, nor about what the waiting call requested.
    QTest::newRow("no such address") << 404 << 0 << ErrorKind::NotUnderstood << false;
}

void TestTokens::aRefusedExchangeSaysWhy()
{
    QFETCH(int, status);
    QFETCH(int, code);
    QFETCH(ErrorKind, kind);
    QFETCH(bool, keyIsRefused);
    ClientFixture f;
    TokenService service(f.server);
    service.refuseKeyWith = status;
    service.refuseKeyCode = code;
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    const auto read = f.send(resellerRead());
    const auto bought = f.send(spends());
    QTRY_COMPARE(read->calls, 1);
    QTRY_COMPARE(bought->calls, 1);
    for (const auto &outcome : {read, bought}) {
        QCOMPARE(outcome->error->kind, kind);
        QCOMPARE(outcome->error->httpStatus, status);
        QCOMPARE(outcome->error->serviceCode, code);
        QVERIFY(!outcome->error->mayHaveHappened);
    }
    QCOMPARE(service.calls, 0);
    QCOMPARE(asked.size(), keyIsRefused ? 1 : 0);
    QCOMPARE(f.auth.isRejected(TokenKind::Reseller), keyIsRefused);
}

void TestTokens::exchangeThatFailsOtherwise()
{
    ClientFixture f;
    TokenService service(f.server);
    service.refuseKeyWith = 503;
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    const auto outcome = f.send(spends());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::ServiceFailure);
    QVERIFY(!outcome->error->mayHaveHappened); // the purchase itself was never sent
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(service.calls, 0);
    QCOMPARE(asked.size(), 0);
}

void TestTokens::aNewKeyWhileExchanging()
{
    ClientFixture f;
    std::vector<Exchange> held;
    QByteArrayList keys;
    QByteArrayList bearers;
    f.server.then([&](const Received &request, const Exchange &exchange) {
        if (request.target != "/reseller/access-token") {
            bearers += request.header("Authorization");
            exchange.answer({});
            return;
        }
        keys += request.header("X-Reseller-Key");
        held.push_back(exchange);
    });
    const auto outcome = f.send(resellerRead());
    QTRY_COMPARE(held.size(), std::size_t(1));
    f.auth.setResellerKey(Secret(QStringLiteral("another-key")));
    held[0].answer({200, R"({"data":{"access_token":"old"}})", {}});
    QTRY_COMPARE(held.size(), std::size_t(2));
    held[1].answer({200, R"({"data":{"access_token":"new"}})", {}});
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(keys, QByteArrayList({"the-reseller-key", "another-key"}));
    QCOMPARE(bearers, QByteArrayList({"Bearer new"}));
}

void TestTokens::expiryIsMetBeforehand()
{
    ClientFixture f;
    int exchanges = 0;
    f.server.then([&](const Received &request, const Exchange &exchange) {
        if (request.target == "/reseller/access-token") {
            ++exchanges;
            const QString expires = instantText(f.clock.now() + 1h);
            exchange.answer(
                {200,
                 R"({"data":{"access_token":"t","expires_at":")" + expires.toLatin1() + R"("}})",
                 {}});
        } else {
            exchange.answer({});
        }
    });
    const auto first = f.send(resellerRead());
    QTRY_COMPARE(first->calls, 1);
    f.clock.advance(58min);
    const auto second = f.send(resellerRead());
    QTRY_COMPARE(second->calls, 1);
    QCOMPARE(exchanges, 1);
    f.clock.advance(90s);
    const auto third = f.send(resellerRead());
    QTRY_COMPARE(third->calls, 1);
    QCOMPARE(exchanges, 2);
}

void TestTokens::aStrangeExpiryIsNot()
{
    // The clock of this computer is ahead: every token seems to have expired already.
    ClientFixture f;
    int exchanges = 0;
    f.server.then([&](const Received &request, const Exchange &exchange) {
        const bool token = request.target == "/reseller/access-token";
        exchanges += token ? 1 : 0;
        exchange.answer(
            {200, R"({"data":{"access_token":"t","expires_at":"2020-01-01T00:00:00Z"}})", {}});
    });
    for (int i = 0; i < 3; ++i) {
        const auto outcome = f.send(resellerRead());
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY(!outcome->error);
    }
    QCOMPARE(exchanges, 1);
}

void TestTokens::purchasesAreNeverReplayed()
{
    ClientFixture f;
    TokenService service(f.server);
    const auto first = f.send(resellerRead());
    QTRY_COMPARE(first->calls, 1);
    ++service.exchanges; // the token is forgotten
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    const auto bought = f.send(spends());
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(bought->error->kind, ErrorKind::Unauthorized);
    QVERIFY(!bought->error->mayHaveHappened);
    QCOMPARE(service.calls, 2);
    QCOMPARE(asked.size(), 0);
    // The next one begins with a new token.
    const auto again = f.send(spends());
    QTRY_COMPARE(again->calls, 1);
    QVERIFY(!again->error);
    QCOMPARE(service.calls, 3);
}

void TestTokens::purchasesRenewBeforehand()
{
    ClientFixture f;
    TokenService service(f.server);
    const auto bought =
        f.send(TopUpTraffic{*TrafficAmount::parseGb(u"95"), QStringLiteral("mobile")});
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(f.server.requests()[0].line(), QByteArray("POST /reseller/access-token"));
    QCOMPARE(f.server.requests()[1].line(), QByteArray("POST /reseller/topup-traffic"));
    QCOMPARE(f.server.requests()[1].body, QByteArray(R"({"amount_gb":95,"proxy_type":"mobile"})"));
    QCOMPARE(f.server.arrivals(), 2);
    QVERIFY(bought->error->mayHaveHappened); // "[1]" is no receipt
}

void TestTokens::purchasesGoFirstAfterAnExchange()
{
    ClientFixture f;
    TokenService service(f.server);
    const auto first = f.send(resellerRead());
    const auto second = f.send(resellerRead());
    // The calls wait for the token by now; its answer is not processed yet.
    QCoreApplication::processEvents(QEventLoop::ExcludeSocketNotifiers);
    const auto bought =
        f.send(TopUpTraffic{*TrafficAmount::parseGb(u"95"), QStringLiteral("mobile")});
    f.pacer.learn(Budget::Reseller, {2, 2}); // room for the exchange and for one of them
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(service.calls, 1);
    QCOMPARE(first->calls + second->calls, 0);
}

void TestTokens::changesAreReplayedOnce()
{
    ClientFixture f;
    TokenService service(f.server);
    const auto first = f.send(resellerRead());
    QTRY_COMPARE(first->calls, 1);
    ++service.exchanges;
    const auto changed = f.send(changes(Verb::Patch, resellerPath, TokenKind::Reseller));
    QTRY_COMPARE(changed->calls, 1);
    QVERIFY(!changed->error);
    QCOMPARE(service.calls, 3);
}

void TestTokens::personalTokenIsNotRenewed()
{
    ClientFixture f;
    f.server.thenAnswer({401, R"({"error":{"code":1004,"message":"revoked"}})", {}});
    QSignalSpy asked(f.client.get(), &ApiClient::signInNeeded);
    const auto one = f.send(reads());
    const auto two = f.send(changes());
    QTRY_COMPARE(one->calls, 1);
    QTRY_COMPARE(two->calls, 1);
    QCOMPARE(one->error->serviceCode, 1004);
    QCOMPARE(f.server.arrivals(), 2);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).value<TokenKind>(), TokenKind::Personal);
}

void TestTokens::backgroundDoesNotInsist()
{
    ClientFixture f;
    f.server.thenAnswer({401, "", {}});
    const auto user = f.send(reads());
    QTRY_COMPARE(user->calls, 1);
    const auto back = f.send(reads(), Lane::Background);
    QTRY_COMPARE(back->calls, 1);
    QCOMPARE(back->error->kind, ErrorKind::Unauthorized);
    QCOMPARE(f.server.arrivals(), 1);
    // The user may try again, and a new token starts from zero.
    const auto again = f.send(reads());
    QTRY_COMPARE(again->calls, 1);
    QCOMPARE(f.server.arrivals(), 2);
    f.server.thenAnswer({});
    f.auth.setPersonalToken(Secret(QStringLiteral("2|other")));
    const auto later = f.send(reads(), Lane::Background);
    QTRY_COMPARE(later->calls, 1);
    QVERIFY(!later->error);
}

void TestTokens::oneKindOnly()
{
    ClientFixture f;
    f.auth.setResellerKey(Secret());
    f.server.thenAnswer({});
    QVERIFY(!f.auth.has(TokenKind::Reseller));
    const auto personal = f.send(reads());
    const auto reseller = f.send(resellerRead());
    QTRY_COMPARE(personal->calls, 1);
    QTRY_COMPARE(reseller->calls, 1);
    QVERIFY(!personal->error);
    QCOMPARE(reseller->error->kind, ErrorKind::Unauthorized);
    QCOMPARE(reseller->error->httpStatus, 0);
    QCOMPARE(f.server.arrivals(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestTokens)
#include "test_tokens.moc"
