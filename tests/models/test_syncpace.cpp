// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the remaining time of a sync, its pauses after failures, and where pages end in a second.

#include "models/sync/placereading.h"
#include "models/sync/retrypauses.h"
#include "models/sync/syncpace.h"

#include <QTest>

namespace relaybook {

using namespace std::chrono_literals;

class TestSyncPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRestIsFromThePace();
    void onlyTheLastHalfMinuteCounts();
    void withoutProgressThereIsNone();
    void pausesEndAfterTheLast();
    void aPauseOfTheServiceIsKept();
    void aPauseOfNothingCountsAsAFailure();
    void onlyTemporaryFailuresAreRetried();
    void pagesThatEndWithinASecondAreFound();
    void pagesOfAListThatChangedAreForgotten();
};

void TestSyncPace::theRestIsFromThePace()
{
    SyncPace pace;
    QVERIFY(!pace.remaining());
    pace.add(1000ms, 1000);
    pace.add(1500ms, 900);
    QVERIFY(!pace.remaining()); // too early
    pace.add(3000ms, 800);
    QCOMPARE(pace.remaining(), std::optional(8s));
    pace.clear();
    QVERIFY(!pace.remaining());
}

void TestSyncPace::onlyTheLastHalfMinuteCounts()
{
    SyncPace pace;
    pace.add(0ms, 10'000);
    pace.add(1000ms, 2'000); // fast
    pace.add(40'000ms, 1'900);
    pace.add(60'000ms, 1'800);
    QCOMPARE(pace.remaining(), std::optional(360s)); // 100 in 20 s
}

void TestSyncPace::withoutProgressThereIsNone()
{
    SyncPace pace;
    pace.add(0ms, 500);
    pace.add(5000ms, 500);
    QVERIFY(!pace.remaining());
    pace.add(6000ms, 600); // new rows were added at the service
    QVERIFY(!pace.remaining());
}

namespace {

ApiError failure(ErrorKind kind, std::optional<std::chrono::seconds> retryAfter = {})
{
    ApiError error;
    error.kind = kind;
    error.retryAfter = retryAfter;
    return error;
}

} // namespace

void TestSyncPace::pausesEndAfterTheLast()
{
    RetryPauses pauses({2s, 5s});
    const ApiError error = failure(ErrorKind::Timeout);
    QCOMPARE(pauses.after(error), std::optional<std::chrono::milliseconds>(2s));
    QCOMPARE(pauses.after(error), std::optional<std::chrono::milliseconds>(5s));
    QVERIFY(!pauses.after(error));
    pauses.reset();
    QCOMPARE(pauses.after(error), std::optional<std::chrono::milliseconds>(2s));
}

void TestSyncPace::aPauseOfTheServiceIsKept()
{
    RetryPauses pauses({2s});
    for (int i = 0; i < 5; ++i) { // it is no failure, so it may be repeated
        QCOMPARE(pauses.after(failure(ErrorKind::TooManyRequests, 90s)),
                 std::optional<std::chrono::milliseconds>(90s));
    }
    QCOMPARE(pauses.after(failure(ErrorKind::TooManyRequests)),
             std::optional<std::chrono::milliseconds>(2s));
}

void TestSyncPace::aPauseOfNothingCountsAsAFailure()
{
    RetryPauses pauses({2s});
    QCOMPARE(pauses.after(failure(ErrorKind::TooManyRequests, 0s)),
             std::optional<std::chrono::milliseconds>(2s));
    QVERIFY(!pauses.after(failure(ErrorKind::TooManyRequests, 0s)));
}

void TestSyncPace::onlyTemporaryFailuresAreRetried()
{
    for (const auto kind : {ErrorKind::Offline, ErrorKind::Timeout, ErrorKind::ServiceFailure}) {
        QVERIFY(RetryPauses::isTemporary(kind));
    }
    for (const auto kind : {ErrorKind::Unauthorized, ErrorKind::NotOffered, ErrorKind::Tls}) {
        QVERIFY(!RetryPauses::isTemporary(kind));
    }
}

namespace {

/// A page whose first and last rows are of these milliseconds.
TransactionPage pageOf(std::chrono::milliseconds first, std::chrono::milliseconds last,
                       qint64 total)
{
    TransactionPage page;
    page.items.resize(2);
    page.items.front().createdAt = Instant(first);
    page.items.back().createdAt = Instant(last);
    page.meta = PageMeta{};
    page.meta->total = total;
    return page;
}

} // namespace

void TestSyncPace::pagesThatEndWithinASecondAreFound()
{
    PageEdges edges;
    edges.note(1, pageOf(9000ms, 8200ms, 100));
    edges.note(2, pageOf(8100ms, 7000ms, 100)); // the same second as the end of page 1
    edges.note(3, pageOf(6999ms, 5000ms, 100)); // another second, though only 1 ms earlier
    edges.note(5, pageOf(5000ms, 4000ms, 100)); // page 4 is not known
    QCOMPARE(edges.tornPlaces(20), std::vector<qint64>{20});
    edges.clear();
    QVERIFY(edges.tornPlaces(20).empty());
}

void TestSyncPace::pagesOfAListThatChangedAreForgotten()
{
    PageEdges edges;
    edges.note(1, pageOf(9000ms, 8200ms, 100));
    edges.note(2, pageOf(8100ms, 7000ms, 101));
    QVERIFY(edges.tornPlaces(20).empty());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSyncPace)
#include "test_syncpace.moc"
