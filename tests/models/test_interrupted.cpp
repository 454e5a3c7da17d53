// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that what the store reads and writes can be ended before it is done: without that, these
// tests never end.
#include "models/account/accountqueries.h"
#include "tests/models/endless.h"
#include "tests/models/storefixture.h"
#include "tests/support/waituntil.h"

namespace relaybook {

using testing::StoreFixture;

class TestInterrupted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEndOfTheStoreRollsAWriteBack();
    void theEndOfTheStoreDropsWhatWaits();
    void aShortWriteIsStoredBeforeTheEnd();
    void theEndOfTheQueriesInterruptsThem();

private:
    static TransactionPage page(qint64 id);
    static qint64 stored(StoreFixture &f);
};

TransactionPage TestInterrupted::page(qint64 id)
{
    TransactionPage page;
    page.items = {testing::row(id, 1'700'000'000 + id, 0, 100)};
    return page;
}

/// What another start of the program finds.
qint64 TestInterrupted::stored(StoreFixture &f)
{
    f.store = std::move(*AccountStore::open(f.folder.path(), f.clock));
    return f.reader().number("SELECT count(*) FROM transactions");
}

void TestInterrupted::theEndOfTheStoreRollsAWriteBack()
{
    StoreFixture f;
    f.put(page(1).items);
    const QString file = f.store->path();
    testing::makeChangesEndless(file, "INSERT", "transactions");
    f.store->write([](CacheWriter &writer) { return writer.ledger().putPages({page(2)}, {}); },
                   f.store.get(), {});
    QVERIFY(testing::waitUntil([&] { return testing::isBeingWritten(file); }));
    f.store.reset();
    testing::makeChangesFinite(file);
    QCOMPARE(stored(f), 1);
    f.put(page(2).items);
    QCOMPARE(stored(f), 2);
}

void TestInterrupted::theEndOfTheStoreDropsWhatWaits()
{
    StoreFixture f;
    const QString file = f.store->path();
    testing::makeChangesEndless(file, "INSERT", "transactions");
    bool wasReported = false;
    for (qint64 id = 1; id <= 3; ++id) {
        f.store->write(
            [id](CacheWriter &writer) { return writer.ledger().putPages({page(id)}, {}); },
            f.store.get(), [&wasReported](const auto &) { wasReported = true; });
    }
    f.store.reset();
    QVERIFY(!wasReported);
    testing::makeChangesFinite(file);
    QCOMPARE(stored(f), 0);
}

void TestInterrupted::aShortWriteIsStoredBeforeTheEnd()
{
    StoreFixture f;
    for (qint64 id = 1; id <= 3; ++id) {
        f.store->write(
            [id](CacheWriter &writer) { return writer.ledger().putPages({page(id)}, {}); },
            f.store.get(), {});
    }
    f.store.reset();
    QCOMPARE(stored(f), 3);
}

void TestInterrupted::theEndOfTheQueriesInterruptsThem()
{
    StoreFixture f;
    testing::makeEndless(f.store->path(), "products");
    auto queries = std::make_unique<AccountQueries>(*f.store);
    QObject guard;
    bool wasAnswered = false;
    queries->ledgerChoices(&guard,
                           [&](const AccountQueries::LedgerChoices *) { wasAnswered = true; });
    QVERIFY(testing::waitUntil([&] { return testing::isBeingRead(f.store->path()); }));
    queries.reset();
    QCoreApplication::processEvents();
    QVERIFY(!wasAnswered);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestInterrupted)
#include "test_interrupted.moc"
