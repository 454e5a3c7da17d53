// SPDX-License-Identifier: GPL-3.0-or-later
// Tests rate limits as a caller sees them: status 429, the headers, which call goes first, and
// which waiting calls are reported.

#include "api/endpoints/reseller.h"
#include "api/http/retryafter.h"
#include "tests/api/clientfixture.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestLimits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void tooManyRequestsWaitsVisibly();
    void tooManyRequestsEndsAfterTwoRepeats();
    void tooManyRequestsWithNothingRemaining();
    void tooManyRequestsWithADate();
    void retryAfter_data();
    void retryAfter();
    void tooManyRequestsWithATimeSince1970();
    void changesAndPurchasesAreReportedAtOnce_data();
    void changesAndPurchasesAreReportedAtOnce();
    void userGoesFirst_data();
    void userGoesFirst();
    void purchasesGoBeforeReads();
    void cancelWhileWaiting();
    void limitsOfTheHeadersAreKept();
};

void TestLimits::tooManyRequestsWaitsVisibly()
{
    ClientFixture f;
    f.server.thenAnswer({429, "", {{"Retry-After", "30"}}});
    f.server.thenAnswer({200, "[1]", {}});
    QSignalSpy waiting(f.client.get(), &ApiClient::waitingForLimit);
    const auto outcome = f.send(reads());
    QTRY_COMPARE(waiting.size(), 1);
    QCOMPARE(waiting.at(0).at(0).value<TokenKind>(), TokenKind::Personal);
    QCOMPARE(waiting.at(0).at(1).value<Instant>(), f.clock.now() + 30s);
    f.clock.advance(29'900ms);
    // The other token is not delayed by it.
    const auto other = f.send(reads(QStringLiteral("/reseller/x"), TokenKind::None));
    QTRY_COMPARE(other->calls, 1);
    QCOMPARE(outcome->calls, 0);
    f.clock.advance(100ms);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->body, QByteArray("[1]"));
    QCOMPARE(f.server.arrivals(), 3);
    QCOMPARE(waiting.size(), 1);
}

void TestLimits::tooManyRequestsEndsAfterTwoRepeats()
{
    ClientFixture f;
    f.server.thenAnswer({429, "", {{"Retry-After", "2"}}});
    const auto outcome = f.send(reads());
    for (int arrived = 1; arrived <= 2; ++arrived) {
        QTRY_COMPARE(f.server.arrivals(), arrived);
        QTRY_VERIFY(f.pacer.waitFor(Budget::Personal, Lane::User) > 0ms);
        f.clock.advance(2s);
    }
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::TooManyRequests);
    QCOMPARE(outcome->error->retryAfter, std::optional<std::chrono::seconds>(2s));
    QCOMPARE(f.server.arrivals(), 3);
}

void TestLimits::tooManyRequestsWithNothingRemaining()
{
    // The remaining zero does not say for how long; Retry-After does.
    ClientFixture f;
    f.server.thenAnswer(
        {429,
         "",
         {{"Retry-After", "2"}, {"X-RateLimit-Limit", "60"}, {"X-RateLimit-Remaining", "0"}}});
    f.server.thenAnswer({200, "[1]", {}});
    const auto outcome = f.send(reads());
    QTRY_VERIFY(f.pacer.waitFor(Budget::Personal, Lane::User) > 0ms);
    f.clock.advance(2s);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->body, QByteArray("[1]"));
}

void TestLimits::tooManyRequestsWithADate()
{
    ClientFixture f;
    f.server.thenAnswer({429, "", {{"Retry-After", "Fri, 20 Nov 2026 12:00:45 GMT"}}});
    const auto outcome = f.send(changes());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->retryAfter, std::optional<std::chrono::seconds>(45s));
    QCOMPARE(f.pacer.waitFor(Budget::Personal, Lane::User), 45s);
}

/// The service's clock shows 2026-11-20 12:00:00.
void TestLimits::retryAfter_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("seconds"); // -1: not read
    const auto row = [](const char *header, int seconds) {
        QTest::newRow(*header == '\0' ? "empty" : header) << QByteArray(header) << seconds;
    };
    row("0", 0);
    row("45", 45);
    row(" 45 ", 45);
    row("1.2", 2);
    row("0.001", 1);
    row("45 seconds", 45);
    row("60, 60", 60);
    row("1795176045", 45);       // seconds since 1970
    row("1795176045.25", 46);    // with a fraction
    row("1795176045000", 45);    // milliseconds since 1970
    row("1795176045000000", 45); // microseconds since 1970
    row("1795175000", 0);        // passed
    row("Fri, 20 Nov 2026 12:00:45 GMT", 45);
    row("Friday, 20-Nov-26 12:00:45 GMT", 45);
    row("Fri Nov 20 12:00:45 2026", 45);
    row("Fri, 20 Nov 2026 14:00:45 +0200", 45);
    row("2026-11-20T12:00:45Z", 45);
    row("Fri, 20 Nov 2020 12:00:45 GMT", 0);
    // Nobody waits longer than 15 minutes without another attempt.
    row("86400", 900);
    row("99999999999999999999", -1);
    row("1795200000", 900);
    row("Sat, 21 Nov 2026 12:00:45 GMT", 900);
    row("-5", -1);
    row("soon", -1);
    row("", -1);
}

void TestLimits::retryAfter()
{
    QFETCH(QByteArray, header);
    QFETCH(int, seconds);
    const auto now = parseInstant(u"2026-11-20T12:00:00Z");
    QVERIFY(now);
    const auto pause = parseRetryAfter(header, *now);
    QCOMPARE(pause ? static_cast<int>(pause->count()) : -1, seconds);
}

void TestLimits::tooManyRequestsWithATimeSince1970()
{
    ClientFixture f;
    const QByteArray until = QByteArray::number(toMillis(f.clock.now()) / 1000 + 45);
    f.server.thenAnswer({429, "", {{"Retry-After", until}}});
    const auto outcome = f.send(changes());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->retryAfter, std::optional<std::chrono::seconds>(45s));
    QCOMPARE(f.pacer.waitFor(Budget::Personal, Lane::User), 45s);
}

void TestLimits::changesAndPurchasesAreReportedAtOnce_data()
{
    QTest::addColumn<Probe>("probe");
    QTest::newRow("change") << changes();
    QTest::newRow("purchase") << spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
}

void TestLimits::changesAndPurchasesAreReportedAtOnce()
{
    QFETCH(Probe, probe);
    ClientFixture f;
    f.server.thenAnswer({429, "", {{"Retry-After", "30"}}});
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::TooManyRequests);
    QVERIFY(!outcome->error->mayHaveHappened);
    QCOMPARE(outcome->error->retryAfter, std::optional<std::chrono::seconds>(30s));
    QCOMPARE(f.server.arrivals(), 1);
    // The next one passes the pacing first.
    const auto next = f.send(probe);
    QSignalSpy waiting(f.client.get(), &ApiClient::waitingForLimit);
    QTRY_COMPARE(waiting.size(), 1);
    QCOMPARE(f.server.arrivals(), 1);
    f.server.thenAnswer({});
    f.clock.advance(30s);
    QTRY_COMPARE(next->calls, 1);
    QVERIFY(!next->error);
    QCOMPARE(f.server.arrivals(), 2);
}

void TestLimits::userGoesFirst_data()
{
    QTest::addColumn<Verb>("verb");
    QTest::newRow("a list") << Verb::Get;
    QTest::newRow("a change") << Verb::Put;
}

void TestLimits::userGoesFirst()
{
    QFETCH(Verb, verb);
    ClientFixture f;
    f.server.thenAnswer({});
    f.pacer.refused(Budget::Personal, 10s);
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(3);
    for (int i = 0; i < 3; ++i) {
        outcomes.push_back(f.send(reads(QStringLiteral("/v1/back")), Lane::Background));
    }
    const QString front = QStringLiteral("/v1/front");
    outcomes.push_back(f.send(verb == Verb::Get ? reads(front) : changes(verb, front)));
    // From here on, one call per minute is allowed.
    f.pacer.learn(Budget::Personal, {1, 1});
    for (int i = 1; i <= 4; ++i) {
        f.clock.advance(61s);
        QTRY_COMPARE(f.server.arrivals(), i);
    }
    QCOMPARE(f.server.requests()[0].target, QByteArray("/v1/front"));
    QCOMPARE(f.server.requests()[1].target, QByteArray("/v1/back"));
}

void TestLimits::purchasesGoBeforeReads()
{
    ClientFixture f;
    f.server.thenAnswer({});
    f.pacer.refused(Budget::Personal, 10s);
    const auto first = f.send(reads(QStringLiteral("/v1/one")));
    const auto second = f.send(reads(QStringLiteral("/v1/two")));
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    f.pacer.learn(Budget::Personal, {1, 1});
    f.clock.advance(11s);
    QTRY_COMPARE(bought->calls, 1);
    QCOMPARE(f.server.requests()[0].target, QByteArray("/v1/buy"));
    QCOMPARE(f.server.arrivals(), 1);
}

void TestLimits::cancelWhileWaiting()
{
    ClientFixture f;
    f.server.thenAnswer({});
    f.pacer.refused(Budget::Personal, 10s);
    QSignalSpy waiting(f.client.get(), &ApiClient::waitingForLimit);
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    QTRY_COMPARE(waiting.size(), 1);
    bought->handle = Call();
    f.clock.advance(11s);
    const auto later = f.send(reads());
    QTRY_COMPARE(later->calls, 1);
    QCOMPARE(bought->calls, 0);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestLimits::limitsOfTheHeadersAreKept()
{
    ClientFixture f;
    f.server.thenAnswer({200, "[]", {{"X-RateLimit-Limit", "3"}, {"X-RateLimit-Remaining", "2"}}});
    const auto first = f.send(reads());
    QTRY_COMPARE(first->calls, 1);
    QSignalSpy waiting(f.client.get(), &ApiClient::waitingForLimit);
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(4);
    for (int i = 0; i < 4; ++i) {
        outcomes.push_back(f.send(reads()));
    }
    QTRY_COMPARE(waiting.size(), 1);
    QTRY_COMPARE(outcomes[1]->calls, 1);
    QCOMPARE(f.server.arrivals(), 3);
    f.clock.advance(61s);
    QTRY_COMPARE(outcomes[3]->calls, 1);
    QCOMPARE(f.server.arrivals(), 5);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestLimits)
#include "test_limits.moc"
