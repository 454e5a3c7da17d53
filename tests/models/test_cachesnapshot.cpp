// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a snapshot of the cache stays as it was while the store is written, and that nothing
// can be written through it.
#include "models/accounts/storedsnapshot.h"
#include "models/store/accountkey.h"
#include "models/store/cachesnapshot.h"
#include "tests/models/laterformat.h"
#include "tests/models/storefixture.h"

#include <QDir>
#include <QSignalSpy>

using namespace relaybook;
using relaybook::testing::row;
using relaybook::testing::StoreFixture;

class TestCacheSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void staysAsItWas();
    void staysWhenTheFileIsReplaced();
    void cannotWrite();
    void isNotCreated();
    void anEmptyFileIsNoData();
    void anOlderFileIsNotUpdated();
    void checksOneMoment();
};

namespace {

qint64 rowsIn(CacheSnapshot &snapshot)
{
    return snapshot.read([](CacheReader &reader) { return reader.counts().transactions; })
        .value_or(-1);
}

} // namespace

void TestCacheSnapshot::staysAsItWas()
{
    StoreFixture fixture;
    fixture.put({row(1, 1, 0, 5), row(2, 2, 5, 9)});
    const auto first = CacheSnapshot::open(fixture.folder.path());
    QVERIFY(first);
    fixture.put({row(3, 3, 9, 12)});
    const auto second = CacheSnapshot::open(fixture.folder.path());
    QVERIFY(second);
    fixture.put({row(4, 4, 12, 13)});
    fixture.store->tidy();
    fixture.store->waitForWriter();
    QCOMPARE(rowsIn(**first), 2);
    QCOMPARE(rowsIn(**second), 3);
    QCOMPARE(scanChain((*first)->connection(), SystemClock().now()).verdict.count, 2);
    QCOMPARE(rowsIn(**CacheSnapshot::open(fixture.folder.path())), 4);
}

void TestCacheSnapshot::staysWhenTheFileIsReplaced()
{
    StoreFixture fixture;
    fixture.put({row(1, 1, 0, 5)});
    const auto before = CacheSnapshot::open(fixture.folder.path());
    QVERIFY(before);
    QSignalSpy replaced(fixture.store.get(), &AccountStore::replaced);
    QSignalSpy failed(fixture.store.get(), &AccountStore::failed);
    fixture.store->noteError({StoreError::Kind::Damaged, QStringLiteral("a test")});
    QTRY_COMPARE(replaced.size(), 1);
#ifdef Q_OS_WIN
    // Windows renames no file that is open: nothing is stored until the program starts again.
    QCOMPARE(failed.size(), 1);
    QVERIFY(fixture.store->movedAside().isEmpty());
    QCOMPARE(rowsIn(**before), 1);
    return;
#endif
    QCOMPARE(failed.size(), 0);
    fixture.put({row(7, 7, 0, 5), row(8, 8, 5, 6)});
    QCOMPARE(rowsIn(**before), 1);
    QCOMPARE(rowsIn(**CacheSnapshot::open(fixture.folder.path())), 2);
}

void TestCacheSnapshot::cannotWrite()
{
    StoreFixture fixture;
    fixture.put({row(1, 1, 0, 5)});
    const auto snapshot = CacheSnapshot::open(fixture.folder.path());
    QVERIFY(snapshot);
    Connection &connection = (*snapshot)->connection();
    // Nor if somebody forgot that it is a reader.
    connection.database().exec("PRAGMA query_only = OFF");
    const auto written =
        guarded([&connection] { return connection.database().exec("DELETE FROM transactions"); });
    QVERIFY(!written);
    QVERIFY2(written.error().detail.contains(QLatin1String("readonly")),
             qPrintable(written.error().detail));
}

void TestCacheSnapshot::isNotCreated()
{
    const QTemporaryDir folder;
    const QString inside = folder.filePath(QStringLiteral("account"));
    const auto missing = CacheSnapshot::open(inside);
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, StoreError::Kind::Missing);
    QVERIFY(!QDir(inside).exists());
}

/// As another program leaves it for a moment while it creates the file.
void TestCacheSnapshot::anEmptyFileIsNoData()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("cache.sqlite")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const auto missing = CacheSnapshot::open(folder.path());
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, StoreError::Kind::Missing);
    QCOMPARE(file.size(), 0);
}

void TestCacheSnapshot::anOlderFileIsNotUpdated()
{
    const QTemporaryDir folder;
    testing::ManualClock clock;
    StoredAccount account;
    account.service = QStringLiteral("https://service.example");
    account.account = QStringLiteral("one");
    const QString own = accountFolder(folder.path(), account.service, account.account);
    QVERIFY(AccountStore::open(own, clock));
    QVERIFY(StoredSnapshot::open(folder.path(), account));
    const auto older = CacheSnapshot::open(own, testing::laterFormat());
    QVERIFY(!older);
    QCOMPARE(older.error().kind, StoreError::Kind::OlderVersion);
    const auto reported = StoredSnapshot::open(folder.path(), account, testing::laterFormat());
    QVERIFY(!reported);
    QVERIFY2(reported.error().message.contains(QLatin1String(
                 "older version of Relaybook. Open Relaybook, or run relaybook sync")),
             qPrintable(reported.error().message));
    QCOMPARE(testing::versionOfCache(own), testing::cacheVersion());
}

void TestCacheSnapshot::checksOneMoment()
{
    const QTemporaryDir folder;
    testing::ManualClock clock;
    StoredAccount account;
    account.service = QStringLiteral("https://service.example");
    account.account = QStringLiteral("one");
    auto store =
        AccountStore::open(accountFolder(folder.path(), account.service, account.account), clock);
    QVERIFY(store);
    const auto put = [&store](const Transaction &each) {
        (*store)->write(
            [each](CacheWriter &writer) {
                TransactionPage page;
                page.items = {each};
                writer.ledger().putPages({page}, {});
                return Stored{};
            },
            nullptr, {});
        (*store)->waitForWriter();
    };
    put(row(1, 1, 0, 5));
    const auto snapshot = StoredSnapshot::open(folder.path(), account);
    QVERIFY2(snapshot, snapshot ? "" : qPrintable(snapshot.error().message));
    put(row(2, 2, 6, 9)); // does not follow from the first
    const auto check = (*snapshot)->check(clock, 10);
    QVERIFY(check);
    QCOMPARE(check->result.count, 1);
    QCOMPARE(check->result.state, LedgerCheckResult::Incomplete); // no sync was complete
    QCOMPARE(check->result.checkedAt, clock.now());
    QCOMPARE((*snapshot)->summary().transactions, 1);
    QCOMPARE((*snapshot)->summary().service, account.service);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCacheSnapshot)
#include "test_cachesnapshot.moc"
