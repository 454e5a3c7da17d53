// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/pacer.h"
#include "tests/support/manualclock.h"

#include <QTest>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::ManualClock;
using std::chrono::milliseconds;

namespace {

/// Sends as many calls as are allowed at once, and returns their number.
int burst(Pacer &pacer, Budget budget, Lane lane, int most = 100'000)
{
    int sent = 0;
    while (sent < most && pacer.waitFor(budget, lane) == 0ms) {
        pacer.count(budget, lane);
        ++sent;
    }
    return sent;
}

} // namespace

class TestPacer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void budgets_data();
    void budgets();
    void documentedLimits();
    void roomComesBackAfterAMinute();
    void neverMoreThanTheLimitInAnyMinute();
    void theHourBinds();
    void backgroundLeavesRoomForTheUser();
    void refreshesUseAQuarter();
    void downloadsLeaveAShareToRefreshes_data();
    void downloadsLeaveAShareToRefreshes();
    void timeForManyCalls_data();
    void timeForManyCalls();
    void tokensAreSeparate();
    void headersLowerTheLimit();
    void headersOfAServiceWithoutLimits();
    void headersOfTheHour();
    void whatOthersUseCounts();
    void whatWeUsedIsNotCountedTwice();
    void refusedWaitsAsLongAsReported();
    void refusedWithoutATimeWaitsAMinute();
    void aShorterRefusalDoesNotShorten();
    void nonsenseInHeaders();
};

void TestPacer::budgets_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<TokenKind>("token");
    QTest::addColumn<Budget>("budget");
    QTest::newRow("proxies") << QStringLiteral("/v1/proxies") << TokenKind::Personal
                             << Budget::Personal;
    QTest::newRow("sub-users") << QStringLiteral("/reseller/sub-users") << TokenKind::Reseller
                               << Budget::Reseller;
    QTest::newRow("sign-in") << QStringLiteral("/v1/auth/token") << TokenKind::None
                             << Budget::SignIn;
    QTest::newRow("exchange") << QStringLiteral("/reseller/access-token") << TokenKind::None
                              << Budget::Reseller;
    QTest::newRow("places") << QStringLiteral("/v1/geo/cities") << TokenKind::None << Budget::Geo;
    QTest::newRow("revoke") << QStringLiteral("/v1/auth/tokens/1") << TokenKind::Personal
                            << Budget::Personal;
}

void TestPacer::budgets()
{
    QFETCH(QString, path);
    QFETCH(TokenKind, token);
    QFETCH(Budget, budget);
    Request request;
    request.path = path;
    request.token = token;
    QCOMPARE(budgetOf(request), budget);
}

void TestPacer::documentedLimits()
{
    const ManualClock clock;
    Pacer pacer(clock);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 60);
    QCOMPARE(burst(pacer, Budget::Reseller, Lane::User), 120);
    QCOMPARE(burst(pacer, Budget::SignIn, Lane::User), 5);
    QCOMPARE(burst(pacer, Budget::Geo, Lane::User), 30);
}

void TestPacer::roomComesBackAfterAMinute()
{
    ManualClock clock;
    Pacer pacer(clock);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 60);
    const auto wait = pacer.waitFor(Budget::Personal, Lane::User);
    QVERIFY(wait >= 60s && wait <= 61s);
    clock.advance(wait - 1ms);
    QCOMPARE(pacer.waitFor(Budget::Personal, Lane::User), 1ms);
    clock.advance(1ms);
    QCOMPARE(pacer.waitFor(Budget::Personal, Lane::User), 0ms);
}

void TestPacer::neverMoreThanTheLimitInAnyMinute()
{
    ManualClock clock;
    Pacer pacer(clock);
    std::vector<std::chrono::milliseconds> sent;
    for (int step = 0; step < 2000; ++step) {
        if (pacer.waitFor(Budget::Personal, Lane::User) == 0ms) {
            pacer.count(Budget::Personal);
            sent.push_back(clock.monotonic());
        }
        clock.advance(173ms);
    }
    QVERIFY(sent.size() > 200);
    for (std::size_t i = 60; i < sent.size(); ++i) {
        QVERIFY(sent[i] - sent[i - 60] >= 60s);
    }
}

void TestPacer::theHourBinds()
{
    ManualClock clock;
    Pacer pacer(clock);
    int sent = 0;
    // Sixteen minutes at full speed are 960 calls; the seventeenth minute gets the rest of the
    // thousand.
    for (int minute = 0; minute < 30; ++minute) {
        sent += burst(pacer, Budget::Personal, Lane::User);
        clock.advance(61s);
    }
    QCOMPARE(sent, 1000);
    const auto wait = pacer.waitFor(Budget::Personal, Lane::User);
    QVERIFY(wait > 25min && wait < 35min);
}

void TestPacer::backgroundLeavesRoomForTheUser()
{
    const ManualClock clock;
    Pacer pacer(clock);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::Background), 48);
    QVERIFY(pacer.waitFor(Budget::Personal, Lane::Background) > 0ms);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 12); // also what refreshes would get
}

void TestPacer::refreshesUseAQuarter()
{
    ManualClock clock;
    Pacer pacer(clock);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::Refresh), 7); // nobody told the limit
    QCOMPARE(pacer.refreshPause(Budget::Personal), milliseconds(24h) / 1'250);
    pacer.learn(Budget::Personal, {60, 53});
    QCOMPARE(pacer.refreshPause(Budget::Personal), milliseconds(24h) / 2'500);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::Refresh), 8);
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 45);
    // The rest of a day: a quarter of the hour, then of the day.
    qint64 sent = 15;
    for (int minute = 0; minute < 24 * 60 - 1; ++minute) {
        clock.advance(1min);
        sent += burst(pacer, Budget::Personal, Lane::Refresh);
        QVERIFY(sent <= 250 * (minute / 60 + 1) + 15);
    }
    QCOMPARE(sent, 2'500);
    // A service that allows less in a minute is taken to allow less in an hour and a day.
    Pacer tight(clock);
    tight.learn(Budget::Personal, {12, 12});
    QCOMPARE(tight.refreshPause(Budget::Personal), milliseconds(24h) / 500);
    QCOMPARE(burst(tight, Budget::Personal, Lane::Refresh), 3);
    // After a refusal the user is back first.
    tight.refused(Budget::Personal, 30s);
    QCOMPARE(tight.waitFor(Budget::Personal, Lane::User), 30s);
    QVERIFY(tight.waitFor(Budget::Personal, Lane::Refresh) > 5min);
}

void TestPacer::downloadsLeaveAShareToRefreshes_data()
{
    QTest::addColumn<qint64>("limit");  // a minute, as told
    QTest::addColumn<int>("refreshes"); // in an hour
    QTest::newRow("published") << qint64(60) << 60;
    QTest::newRow("tight") << qint64(10) << 41; // a quarter of the hour
    QTest::newRow("too tight for refreshes") << qint64(3) << 0;
}

/// An hour of a download that takes all that it gets, and a refresh each minute.
void TestPacer::downloadsLeaveAShareToRefreshes()
{
    QFETCH(qint64, limit);
    QFETCH(int, refreshes);
    ManualClock clock;
    Pacer pacer(clock);
    pacer.learn(Budget::Personal, {limit, limit});
    qint64 downloaded = 0;
    int refreshed = 0;
    for (int minute = 0; minute < 60; ++minute) {
        downloaded += burst(pacer, Budget::Personal, Lane::Background);
        refreshed += burst(pacer, Budget::Personal, Lane::Refresh, 1);
        Pacer theUsers = pacer;
        QVERIFY(burst(theUsers, Budget::Personal, Lane::User) >= limit / 6);
        clock.advance(61s);
    }
    QCOMPARE(refreshed, refreshes);
    QVERIFY(downloaded >= std::min<qint64>(60 * (limit - limit / 4), 850));
    QVERIFY(downloaded + refreshed <= 950);
}

void TestPacer::timeForManyCalls_data()
{
    QTest::addColumn<int>("before"); // calls just now
    QTest::addColumn<int>("calls");
    QTest::newRow("a few") << 0 << 20;
    QTest::newRow("a few after many") << 45 << 20;
    QTest::newRow("several minutes") << 0 << 490;
    QTest::newRow("into the next hour") << 900 << 490;
}

/// What is said beforehand is what it takes, give or take a minute or a twentieth.
void TestPacer::timeForManyCalls()
{
    QFETCH(int, before);
    QFETCH(int, calls);
    ManualClock clock;
    Pacer pacer(clock);
    const auto send = [&](int count) {
        milliseconds took{0};
        for (int sent = 0; sent < count;) {
            const auto wait = pacer.waitFor(Budget::Personal, Lane::Background);
            clock.advance(wait);
            took += wait;
            sent += burst(pacer, Budget::Personal, Lane::Background, count - sent);
        }
        return took;
    };
    send(before);
    const auto said = pacer.timeFor(Budget::Personal, Lane::Background, calls);
    const auto took = send(calls);
    const auto apart = std::max(said, took) - std::min(said, took);
    QVERIFY2(
        apart <= 1min + took / 20,
        qPrintable(
            QStringLiteral("%1 ms were said, %2 ms passed").arg(said.count()).arg(took.count())));
}

void TestPacer::tokensAreSeparate()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.refused(Budget::Personal, 30s);
    QVERIFY(pacer.waitFor(Budget::Personal, Lane::User) > 0ms);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 0ms);
    QCOMPARE(pacer.waitFor(Budget::Geo, Lane::User), 0ms);
}

void TestPacer::headersLowerTheLimit()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.count(Budget::Personal);
    pacer.learn(Budget::Personal, {20, 19});
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 19);
}

void TestPacer::headersOfAServiceWithoutLimits()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.count(Budget::Personal);
    pacer.learn(Budget::Personal, {1'000'000, 999'999});
    // The documented limits per minute, hour and day do not delay it.
    QCOMPARE(burst(pacer, Budget::Personal, Lane::Background, 20'000), 20'000);
}

void TestPacer::headersOfTheHour()
{
    const ManualClock clock;
    Pacer pacer(clock);
    // A limit of 1,000 is the documented one per hour: the minute keeps its own limit.
    pacer.learn(Budget::Personal, {1'000, 990});
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 60);
    Pacer other(clock);
    other.learn(Budget::Personal, {1'000, 7});
    QCOMPARE(burst(other, Budget::Personal, Lane::User), 7);
}

void TestPacer::whatOthersUseCounts()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.count(Budget::Personal);
    pacer.learn(Budget::Personal, {60, 10});
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 10);
}

void TestPacer::whatWeUsedIsNotCountedTwice()
{
    const ManualClock clock;
    Pacer pacer(clock);
    // Six calls are in progress; the answer to the first one only counts one.
    for (int i = 0; i < 6; ++i) {
        pacer.count(Budget::Personal);
    }
    pacer.learn(Budget::Personal, {60, 59});
    QCOMPARE(burst(pacer, Budget::Personal, Lane::User), 54);
}

void TestPacer::refusedWaitsAsLongAsReported()
{
    ManualClock clock;
    Pacer pacer(clock);
    pacer.refused(Budget::Reseller, 17s);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 17s);
    clock.advance(16'999ms);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 1ms);
    clock.advance(1ms);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 0ms);
}

void TestPacer::refusedWithoutATimeWaitsAMinute()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.refused(Budget::Reseller, std::nullopt);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 60s);
}

void TestPacer::aShorterRefusalDoesNotShorten()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.refused(Budget::Reseller, 30s);
    pacer.refused(Budget::Reseller, 2s);
    QCOMPARE(pacer.waitFor(Budget::Reseller, Lane::User), 30s);
}

void TestPacer::nonsenseInHeaders()
{
    const ManualClock clock;
    Pacer pacer(clock);
    pacer.learn(Budget::SignIn, {0, 0});
    pacer.learn(Budget::SignIn, {-5, 3});
    pacer.learn(Budget::SignIn, {std::nullopt, 0});
    pacer.learn(Budget::SignIn, {5, 99});
    QCOMPARE(burst(pacer, Budget::SignIn, Lane::User), 5);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPacer)
#include "test_pacer.moc"
