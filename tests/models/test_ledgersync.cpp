// SPDX-License-Identifier: GPL-3.0-or-later
// Tests loading the ledger from a real service over real HTTP: completely, refreshed, paused and
// resumed.

#include "models/store/accountstore.h"
#include "tests/models/ledgerstate.h"

#include <QEventLoop>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

namespace relaybook {

using testing::pagesServed;
using testing::SandboxSettings;
using testing::SessionFixture;
using testing::stateOf;
using testing::textOf;

namespace {

/// A store whose writer is blocked by other work until the test releases it.
class HeldWriter
{
public:
    explicit HeldWriter(AccountStore &store)
    {
        store.write(
            [gate = m_gate](CacheWriter &) {
                gate->acquire();
                return Stored{};
            },
            nullptr, {});
    }
    HeldWriter(const HeldWriter &) = delete;
    HeldWriter &operator=(const HeldWriter &) = delete;
    ~HeldWriter() { letGo(); }
    void letGo() { m_gate->release(); }

private:
    std::shared_ptr<QSemaphore> m_gate = std::make_shared<QSemaphore>();
};

} // namespace

class TestLedgerSync : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeLedger_data();
    void aWholeLedger();
    void newestOnScreenFirst();
    void aRefreshReadsOnePage();
    void newRowsWhileItRuns();
    void resumedAfterAQuitInTheMiddle_data();
    void resumedAfterAQuitInTheMiddle();
    void pauseAndResume();
    void cancel();
    void cancelledBeforeARowItSaysSo();
    void aSearchDuringAWriteGoesOnAfterIt();
    void rowsOfACancelledRunCount();
    void aReadingReportsWhoWaitsForIt();
    void aReadingBeginsAtTheEndOfAnother();
    void aReadingIsDropped();
    void nothingIsAskedOffline();
};

void TestLedgerSync::aWholeLedger_data()
{
    QTest::addColumn<int>("transactions");
    QTest::addColumn<int>("maxPerPage");
    QTest::newRow("none") << 0 << 100;
    QTest::newRow("a few") << 7 << 100;
    QTest::newRow("many pages") << 4321 << 100;
    QTest::newRow("small pages granted") << 777 << 20;
}

void TestLedgerSync::aWholeLedger()
{
    QFETCH(int, transactions);
    QFETCH(int, maxPerPage);
    SandboxSettings settings;
    settings.transactions = transactions;
    settings.maxPerPage = maxPerPage;
    SessionFixture f(settings);
    f.open();
    QCOMPARE(stateOf(f), QStringLiteral("idle"));
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    const auto there = static_cast<qint64>(f.server.transactionCount());
    QCOMPARE(f.session->ledger().progress().held, there);
    QCOMPARE(f.session->ledger().progress().total, there);
    QCOMPARE(f.session->summary().transactionsTotal, there);
    QCOMPARE(f.ledgerDifference(), QString());
    QVERIFY(f.areaIs(Area::Transactions, AreaStatus::Loaded));
    QVERIFY(f.session->status(Area::Transactions).asOf.has_value());
    QCOMPARE(static_cast<qint64>(pagesServed(f)),
             std::max<qint64>(1, (there + maxPerPage - 1) / maxPerPage));
}

void TestLedgerSync::newestOnScreenFirst()
{
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    f.tuning.inFlight = 1;
    f.open();
    auto model = f.session->queries().makeTransactionModel();
    const qint64 newest = f.server.transactions().back().id;
    f.fault("latency=60000,on=listTransactions,after=1"); // only the first page comes
    f.session->start();
    QTRY_VERIFY(model->rowCount() > 0);
    QCOMPARE(model->keyAt(0), newest);
    QVERIFY(model->rowCount() < 3000);
    QCOMPARE(stateOf(f), QStringLiteral("running"));
    f.server.faults().clearAll();
    f.server.endLatency();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QTRY_COMPARE(model->rowCount(), 3000);
    QCOMPARE(model->keyAt(0), newest);
}

void TestLedgerSync::aRefreshReadsOnePage()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    f.server.resetCounters();
    QVERIFY(f.server.bookDeposit("12.5", "Card ending 4242"));
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(f.session->summary().transactions, 1235);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(pagesServed(f), std::uint64_t{1});
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerSync::newRowsWhileItRuns()
{
    SandboxSettings settings;
    settings.transactions = 2000;
    SessionFixture f(settings);
    f.fault("shifting-pages=1");
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    f.server.faults().clearAll();
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(f.session->summary().transactions,
                 static_cast<qint64>(f.server.transactionCount()));
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerSync::resumedAfterAQuitInTheMiddle_data()
{
    QTest::addColumn<qint64>("stopAt");
    QTest::addColumn<bool>("oldestFirst");
    QTest::newRow("at once") << qint64{1} << false;
    QTest::newRow("early") << qint64{500} << false;
    QTest::newRow("late") << qint64{3000} << false;
    QTest::newRow("oldest first") << qint64{1500} << true;
}

void TestLedgerSync::resumedAfterAQuitInTheMiddle()
{
    QFETCH(qint64, stopAt);
    QFETCH(bool, oldestFirst);
    SandboxSettings settings;
    settings.transactions = 5000;
    SessionFixture f(settings);
    f.server.setLatency(std::chrono::milliseconds(20));
    f.tuning.mostWaiting = 4; // what is read is not far ahead of what is stored
    if (oldestFirst) {
        f.fault("oldest-first");
    }
    f.open();
    // Exactly then, not the next time that somebody looks: the state may be complete by then.
    QEventLoop reading;
    connect(f.session.get(), &AccountSession::summaryChanged, &reading, [&] {
        if (f.session->summary().transactions >= stopAt) {
            reading.quit();
        }
    });
    f.session->start();
    reading.exec();
    const qint64 before = f.session->summary().transactions;
    QVERIFY(before < 5000);
    f.open();
    const qint64 kept = f.session->summary().transactions;
    QVERIFY(kept >= before);
    QVERIFY(f.server.bookDeposit("1", "while it was closed"));
    f.server.resetCounters();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
    // Not from the start: what is missing, and an edge on each side of what was stored.
    const qint64 missingPages = (5001 - kept) / 100 + 1;
    constexpr qint64 edges = 8;
    QVERIFY2(static_cast<qint64>(pagesServed(f)) <= missingPages + edges,
             qPrintable(QStringLiteral("%1 pages for %2").arg(pagesServed(f)).arg(missingPages)));
}

void TestLedgerSync::pauseAndResume()
{
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    f.server.setLatency(std::chrono::milliseconds(20));
    f.tuning.inFlight = 1; // else it may end before it is stopped
    f.tuning.mostWaiting = 2;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.session->ledger().pause();
    QCOMPARE(stateOf(f), QStringLiteral("paused"));
    f.session->flush();
    QCoreApplication::processEvents();
    const qint64 held = f.session->summary().transactions;
    QVERIFY(held < 3000);
    f.server.setLatency({});
    f.session->ledger().resume();
    QCOMPARE(stateOf(f), QStringLiteral("running"));
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerSync::cancel()
{
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    f.server.setLatency(std::chrono::milliseconds(20));
    f.tuning.inFlight = 1; // else it may end before it is stopped
    f.tuning.mostWaiting = 2;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.session->ledger().cancel();
    QCOMPARE(stateOf(f), QStringLiteral("idle"));
    f.session->flush();
    QCoreApplication::processEvents();
    const qint64 held = f.session->summary().transactions;
    QVERIFY(held > 0 && held < 3000);
    QVERIFY(f.areaIs(Area::Transactions, AreaStatus::Loaded));
    f.server.setLatency({});
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerSync::cancelledBeforeARowItSaysSo()
{
    SessionFixture f;
    f.fault("latency=300");
    f.open();
    f.session->start();
    QCOMPARE(stateOf(f), QStringLiteral("running"));
    f.session->ledger().cancel();
    QCOMPARE(stateOf(f), QStringLiteral("idle"));
    const AreaStatus status = f.session->status(Area::Transactions);
    QVERIFY(status.state == AreaStatus::Failed);
    QVERIFY(status.error && status.error->kind == ErrorKind::Cancelled);
    f.server.faults().clearAll();
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QVERIFY(f.areaIs(Area::Transactions, AreaStatus::Loaded));
}

void TestLedgerSync::aSearchDuringAWriteGoesOnAfterIt()
{
    SessionFixture f;
    f.fault("shifting-pages=1"); // each page shows it: the total is one more
    auto store = AccountStore::open(f.folder.filePath(QStringLiteral("held")), f.clock);
    QVERIFY(store.has_value());
    LedgerSync::Tuning tuning = f.tuning;
    tuning.inFlight = 1;
    tuning.mostWaiting = 2;
    LedgerSync sync(**store, f.client.get(), f.clock, tuning);
    HeldWriter writer(**store);
    const auto total = static_cast<qint64>(f.server.transactionCount());
    sync.start();
    // The store is writing one page, two wait for it, and no more are requested.
    QTRY_COMPARE(sync.progress().total, total + 2);
    sync.search();
    // The same again, but the store has no page of the new run.
    QTRY_COMPARE(sync.progress().total, total + 4);
    f.server.faults().clearAll();
    writer.letGo();
    QTRY_COMPARE(textOf(sync.progress().state), QStringLiteral("complete"));
    QCOMPARE(sync.progress().held, static_cast<qint64>(f.server.transactionCount()));
}

void TestLedgerSync::rowsOfACancelledRunCount()
{
    SessionFixture f;
    auto store = AccountStore::open(f.folder.filePath(QStringLiteral("held")), f.clock);
    QVERIFY(store.has_value());
    LedgerSync::Tuning tuning = f.tuning;
    tuning.inFlight = 1;
    LedgerSync sync(**store, f.client.get(), f.clock, tuning);
    HeldWriter writer(**store);
    sync.start();
    QTRY_VERIFY(sync.progress().total > 0);
    sync.cancel();
    f.server.resetCounters();
    sync.start(); // before the rows of the first page are there
    writer.letGo();
    QTRY_COMPARE(textOf(sync.progress().state), QStringLiteral("complete"));
    QCOMPARE(sync.progress().held, 1234);
    // Thirteen pages, and one that may still have been in progress: no search was needed.
    QVERIFY2(pagesServed(f) <= 14, qPrintable(QString::number(pagesServed(f))));
}

void TestLedgerSync::aReadingReportsWhoWaitsForIt()
{
    SessionFixture f;
    auto store = AccountStore::open(f.folder.filePath(QStringLiteral("read")), f.clock);
    QVERIFY(store.has_value());
    LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QSignalSpy ended(&sync, &LedgerSync::ended);
    sync.start();
    QVERIFY(!sync.readRows({}, [] {})); // a run is under way
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("complete"));
    int reported = 0;
    f.server.resetCounters();
    const auto pages = sync.readAll([&reported] { ++reported; });
    QVERIFY(pages.has_value());
    QTRY_COMPARE(reported, 1);
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("complete"));
    QVERIFY(pagesServed(f) >= 13);
    f.server.resetCounters();
    const auto rows = sync.readRows({TransactionId(f.server.transactions().at(600).id)},
                                    [&reported] { ++reported; });
    QVERIFY(rows.has_value());
    QTRY_COMPARE(reported, 2);
    QVERIFY(pagesServed(f) >= 2 && pagesServed(f) < 13); // the newest, and those around the row
    QCOMPARE(ended.size(), 1);
    // Also where it came to nothing.
    f.fault("forbid=1005,on=listTransactions");
    const auto again = sync.readAll([&reported] { ++reported; });
    QVERIFY(again.has_value());
    QTRY_COMPARE(reported, 3);
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("failed"));
    QCOMPARE(ended.size(), 1);
}

/// Who hears that a reading is over may begin another at once: each is told of its own end.
void TestLedgerSync::aReadingBeginsAtTheEndOfAnother()
{
    SessionFixture f;
    auto store = AccountStore::open(f.folder.filePath(QStringLiteral("read")), f.clock);
    QVERIFY(store.has_value());
    LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QSignalSpy ended(&sync, &LedgerSync::ended);
    sync.start();
    QTRY_COMPARE(ended.size(), 1);
    f.server.resetCounters();
    QStringList reported;
    std::optional<Call> second;
    connect(&sync, &LedgerSync::progressChanged, this, [&] {
        if (!second && sync.progress().state == LedgerProgress::Complete) {
            second = sync.readAll([&] { reported.append(QStringLiteral("second")); });
        }
    });
    const auto first = sync.readAll([&] { reported.append(QStringLiteral("first")); });
    QVERIFY(first.has_value());
    QTRY_VERIFY(reported.contains(QStringLiteral("second")));
    QCOMPARE(reported, (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    QVERIFY(pagesServed(f) >= 26); // all of them twice
    QCOMPARE(ended.size(), 1);
}

void TestLedgerSync::aReadingIsDropped()
{
    SessionFixture f;
    auto store = AccountStore::open(f.folder.filePath(QStringLiteral("read")), f.clock);
    QVERIFY(store.has_value());
    LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QSignalSpy ended(&sync, &LedgerSync::ended);
    sync.start();
    QTRY_COMPARE(ended.size(), 1);
    int reported = 0;
    auto reading = sync.readAll([&reported] { ++reported; });
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("running"));
    QSignalSpy progressed(&sync, &LedgerSync::progressChanged);
    reading.reset();
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("complete"));
    QVERIFY(progressed.isEmpty()); // not while somebody goes away
    QTRY_COMPARE(progressed.size(), 1);
    QCOMPARE(reported, 0);
    QCOMPARE(ended.size(), 1);
    // A handle of a run that is over does nothing to the next one.
    reading = sync.readAll([&reported] { ++reported; });
    QTRY_COMPARE(reported, 1);
    sync.start();
    reading.reset();
    QCOMPARE(textOf(sync.progress().state), QStringLiteral("running"));
    QTRY_COMPARE(ended.size(), 2);
}

void TestLedgerSync::nothingIsAskedOffline()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    f.session.reset();
    f.countFromHere();
    f.offline = true;
    f.open();
    f.session->start();
    f.session->refreshAll();
    f.session->ledger().resume();
    QCoreApplication::processEvents();
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->summary().transactions, 1234);
    QCOMPARE(f.ledgerDifference(), QString());
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerSync)
#include "test_ledgersync.moc"
