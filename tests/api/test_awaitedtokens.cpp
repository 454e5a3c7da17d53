// SPDX-License-Identifier: GPL-3.0-or-later
// Tests calls whose token is still being read: they wait and send nothing until it is known, and
// fail when it is given up.

#include "tests/api/clientfixture.h"
#include "tests/support/roundtrips.h"

#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

const Secret personalSecret(QByteArray("1|personal"));
const Secret resellerSecret(QByteArray("the-reseller-key"));

const QString resellerThings = QStringLiteral("/reseller/things");

/// A client whose account has both tokens, which are still being read.
struct AwaitingFixture : ClientFixture
{
    AwaitingFixture()
    {
        server.then(serviceThat([](const Received &, const Exchange &exchange) {
            exchange.answer({200, "[1]", {}});
        }));
        auth.clear();
        auth.expect(true, true);
    }
    /// Whether nothing is sent or answered while the program runs on.
    [[nodiscard]] bool isQuiet(const std::vector<std::shared_ptr<Outcome>> &outcomes) const
    {
        waitForOtherRoundTrips();
        return server.connections() == 0 &&
               std::all_of(outcomes.begin(), outcomes.end(),
                           [](const auto &each) { return each->calls == 0; });
    }
};

} // namespace

class TestAwaitedTokens : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void whatIsKnown();
    void whoIsNotified();
    void callsWaitAndGo();
    void purchasesGoFirst();
    void callsFailWhenGivenUp();
    void callsCanBeCancelled();
    void oneOfTheTwoSettlesBoth();
    void anEntryWithoutOneKind();
    void sentAtOnceOrNotAtAll();
    void aTurnIsWaitedFor();
    void readAgainAfterGivingUp();
    void aSetTokenIsNotAwaited();
};

void TestAwaitedTokens::whatIsKnown()
{
    AuthSession auth;
    const auto personal = TokenKind::Personal;
    const auto reseller = TokenKind::Reseller;
    QVERIFY(!auth.has(personal) && !auth.isExpected(personal));
    auth.expect(true, false);
    QVERIFY(auth.has(personal) && auth.isExpected(personal) && auth.isAwaited(personal));
    QVERIFY(!auth.has(reseller) && !auth.isExpected(reseller) && !auth.isAwaited(reseller));
    QVERIFY(auth.readiness(personal, {}) == AuthSession::Readiness::Awaited);
    QVERIFY(auth.bearer(personal).isEmpty());
    auth.giveUp();
    QVERIFY(!auth.has(personal) && auth.isExpected(personal) && !auth.isAwaited(personal));
    QVERIFY(auth.isGivenUp(personal) && !auth.isGivenUp(reseller));
    QVERIFY(!auth.isRejected(personal)); // nobody at the service refused it
    auth.expect(true, true);
    QVERIFY(auth.isAwaited(personal) && auth.isAwaited(reseller));
    auth.setTokens(personalSecret, resellerSecret);
    QVERIFY(auth.has(personal) && !auth.isExpected(personal));
    QVERIFY(auth.has(reseller) && !auth.isExpected(reseller));
    QVERIFY(auth.bearer(personal) == personalSecret);
    auth.clear();
    QVERIFY(!auth.has(personal) && !auth.has(reseller));
    QVERIFY(auth.has(TokenKind::None) && !auth.isExpected(TokenKind::None));
}

/// Those who asked for an area while its token was awaited need not ask again.
void TestAwaitedTokens::whoIsNotified()
{
    AuthSession auth;
    QSignalSpy changed(&auth, &AuthSession::changed);
    QSignalSpy settled(&auth, &AuthSession::settled);
    auth.expect(true, true);
    QCOMPARE(changed.size(), 1);
    const auto personal = auth.given(TokenKind::Personal);
    const auto reseller = auth.given(TokenKind::Reseller);
    const auto sentWith = auth.generation(TokenKind::Personal);
    settled.clear();
    auth.setTokens(personalSecret, resellerSecret);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(settled.size(), 1);
    QCOMPARE(auth.given(TokenKind::Personal), personal);
    QCOMPARE(auth.given(TokenKind::Reseller), reseller);
    QVERIFY(auth.generation(TokenKind::Personal) != sentWith);
    // The entry has no key where one was expected.
    auth.clear();
    auth.expect(true, true);
    const auto given = auth.given(TokenKind::Reseller);
    changed.clear();
    auth.setTokens(personalSecret, Secret());
    QCOMPARE(changed.size(), 1);
    QVERIFY(auth.given(TokenKind::Reseller) != given);
    // An account that never had one.
    auth.clear();
    auth.expect(true, false);
    changed.clear();
    auth.setTokens(personalSecret, Secret());
    QCOMPARE(changed.size(), 0);
    // The user enters another while nobody reads.
    auth.setPersonalToken(Secret(QByteArray("2|other")));
    QCOMPARE(changed.size(), 1);
    auth.giveUp(); // nothing to give up
    QCOMPARE(changed.size(), 1);
}

void TestAwaitedTokens::callsWaitAndGo()
{
    AwaitingFixture f;
    const auto read = f.send(reads());
    const auto background = f.send(reads(), Lane::Background);
    const auto change = f.send(changes());
    const auto reseller = f.send(reads(resellerThings, TokenKind::Reseller));
    QVERIFY(f.isQuiet({read, background, change, reseller}));
    QVERIFY(read->handle.isUnsent());
    f.auth.setTokens(personalSecret, resellerSecret);
    for (const auto &outcome : {read, background, change, reseller}) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY2(!outcome->error, qPrintable(outcome->lines.join(u'\n')));
    }
    QCOMPARE(f.server.arrivals(), 5); // and the exchange
    for (const Received &request : f.server.requests()) {
        if (request.target == "/v1/things") {
            QCOMPARE(request.header("Authorization"), QByteArray("Bearer 1|personal"));
        }
    }
}

void TestAwaitedTokens::purchasesGoFirst()
{
    AwaitingFixture f;
    const auto first = f.send(reads(QStringLiteral("/v1/first")));
    const auto second = f.send(reads(QStringLiteral("/v1/second")));
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    QVERIFY(f.isQuiet({first, second, bought}));
    f.pacer.learn(Budget::Personal, {1, 1}); // room for one of them
    f.auth.setTokens(personalSecret, resellerSecret);
    QTRY_COMPARE(bought->calls, 1);
    QVERIFY(!bought->error);
    QCOMPARE(first->calls + second->calls, 0);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestAwaitedTokens::callsFailWhenGivenUp()
{
    AwaitingFixture f;
    QSignalSpy signIns(f.client.get(), &ApiClient::signInNeeded);
    const auto read = f.send(reads());
    const auto bought = f.send(spends());
    QVERIFY(f.isQuiet({read, bought}));
    f.auth.giveUp();
    const auto later = f.send(reads(), Lane::Background);
    for (const auto &outcome : {read, bought, later}) {
        QTRY_COMPARE(outcome->calls, 1);
        QCOMPARE(describe(outcome->error->kind), QStringLiteral("TokenUnavailable"));
        QVERIFY(outcome->error->isOfToken);
        QVERIFY(!outcome->error->mayHaveHappened);
        QVERIFY(!isNotOffered(*outcome->error));
    }
    QCOMPARE(f.server.connections(), 0);
    QVERIFY(signIns.isEmpty()); // the service refused nothing
    QVERIFY(!f.auth.isRejected(TokenKind::Personal));
}

void TestAwaitedTokens::callsCanBeCancelled()
{
    AwaitingFixture f;
    const auto cancelled = f.send(reads(QStringLiteral("/v1/cancelled")));
    auto guard = std::make_unique<QObject>();
    const auto orphaned = f.send(reads(QStringLiteral("/v1/orphaned")), Lane::User, guard.get());
    const auto stays = f.send(reads());
    QVERIFY(f.isQuiet({cancelled, orphaned, stays}));
    QVERIFY(cancelled->handle.withdraw()); // nothing of it was sent
    guard.reset();
    f.auth.setTokens(personalSecret, resellerSecret);
    QTRY_COMPARE(stays->calls, 1);
    QCOMPARE(cancelled->calls + orphaned->calls, 0);
    QCOMPARE(f.server.arrivals(), 1);
}

/// The user signs in while the keychain asks.
void TestAwaitedTokens::oneOfTheTwoSettlesBoth()
{
    AwaitingFixture f;
    const auto read = f.send(reads());
    const auto reseller = f.send(reads(resellerThings, TokenKind::Reseller));
    QVERIFY(f.isQuiet({read, reseller}));
    f.auth.setPersonalToken(personalSecret);
    QVERIFY(!f.auth.has(TokenKind::Reseller));
    QVERIFY(!f.auth.isExpected(TokenKind::Reseller));
    QTRY_COMPARE(read->calls, 1);
    QVERIFY(!read->error);
    QTRY_COMPARE(reseller->calls, 1);
    QCOMPARE(describe(reseller->error->kind), QStringLiteral("Unauthorized"));
}

void TestAwaitedTokens::anEntryWithoutOneKind()
{
    AwaitingFixture f;
    const auto reseller = f.send(reads(resellerThings, TokenKind::Reseller));
    QVERIFY(f.isQuiet({reseller}));
    f.auth.setTokens(personalSecret, Secret());
    QTRY_COMPARE(reseller->calls, 1);
    QCOMPARE(describe(reseller->error->kind), QStringLiteral("Unauthorized"));
    QCOMPARE(f.server.connections(), 0);
}

void TestAwaitedTokens::sentAtOnceOrNotAtAll()
{
    AwaitingFixture f;
    const auto probe = spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    QVERIFY(!f.client->canGoNow(probe.toRequest()));
    std::optional<ApiError> error;
    const Call call =
        f.client->sendAtOnce(probe, &f.guard, [&error](const Result<QByteArray> &answer) {
            error = answer ? ApiError{} : answer.error();
        });
    QTRY_VERIFY(error.has_value());
    QVERIFY(ApiClient::hadToWait(*error));
    f.auth.setTokens(personalSecret, resellerSecret);
    QVERIFY(f.client->canGoNow(probe.toRequest()));
    waitForOtherRoundTrips();
    QCOMPARE(f.server.connections(), 0); // it is not sent later than its caller expects
}

void TestAwaitedTokens::aTurnIsWaitedFor()
{
    AwaitingFixture f;
    const auto request =
        spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal).toRequest();
    int turns = 0;
    std::optional<ApiError> error;
    const auto take = [&](const std::optional<ApiError> &why) {
        ++turns;
        error = why;
    };
    const Call first = f.client->waitForTurn(request, 1, &f.guard, take);
    waitForOtherRoundTrips();
    QCOMPARE(turns, 0);
    f.auth.setTokens(personalSecret, resellerSecret);
    QTRY_COMPARE(turns, 1);
    QVERIFY(!error);
    f.auth.clear();
    f.auth.expect(true, true);
    const Call second = f.client->waitForTurn(request, 1, &f.guard, take);
    f.auth.giveUp();
    QTRY_COMPARE(turns, 2);
    QCOMPARE(describe(error->kind), QStringLiteral("TokenUnavailable"));
    QCOMPARE(f.server.connections(), 0);
}

/// The keychain was unlocked after all.
void TestAwaitedTokens::readAgainAfterGivingUp()
{
    AwaitingFixture f;
    f.auth.giveUp();
    const auto failed = f.send(reads());
    QTRY_COMPARE(failed->calls, 1);
    f.auth.expect(true, true);
    const auto read = f.send(reads());
    QVERIFY(f.isQuiet({read}));
    f.auth.setTokens(personalSecret, resellerSecret);
    QTRY_COMPARE(read->calls, 1);
    QVERIFY(!read->error);
}

void TestAwaitedTokens::aSetTokenIsNotAwaited()
{
    ClientFixture f;
    f.server.thenAnswer({200, "[1]", {}});
    f.auth.expect(true, true);
    QVERIFY(!f.auth.isExpected(TokenKind::Personal));
    const auto read = f.send(reads());
    QTRY_COMPARE(read->calls, 1);
    QVERIFY(!read->error);
    f.auth.giveUp();
    QVERIFY(f.auth.has(TokenKind::Personal));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAwaitedTokens)
#include "test_awaitedtokens.moc"
