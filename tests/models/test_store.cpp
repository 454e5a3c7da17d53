// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the store returns exactly what was stored, and does not write what did not change.

#include "models/store/accountkey.h"
#include "models/store/accountstore.h"
#include "models/store/fieldtext.h"
#include "models/store/keyquery.h"
#include "models/store/textfold.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

namespace relaybook {
namespace {

using testing::ledgerPage;
using testing::ledgerRow;
using testing::ManualClock;
using testing::someProxy;
using testing::someSubUser;

/// A store, and functions that write to it and wait.
struct Fixture
{
    Fixture()
    {
        auto opened = AccountStore::open(folder.path(), clock);
        store = opened ? std::move(*opened) : nullptr;
    }
    template <class Job>
    StoreChanges write(Job job)
    {
        StoreChanges changes;
        const auto connection =
            QObject::connect(store.get(), &AccountStore::changed,
                             [&](const StoreChanges &committed) { changes = committed; });
        bool done = false;
        store->write(
            [job](CacheWriter &writer) {
                job(writer);
                return Stored{};
            },
            store.get(),
            [&](const StoreResult<Stored> &written) {
                failure = written ? std::nullopt : std::optional(written.error());
                done = true;
            });
        [&] { QTRY_VERIFY(done); }();
        QObject::disconnect(connection);
        return changes;
    }
    template <class Work>
    auto read(Work work)
    {
        return store->read(work).value();
    }
    StoredCounts counts()
    {
        return read([](CacheReader &reader) { return reader.counts(); });
    }
    Keys keys(const KeyQuery &query) { return readKeys(store->reader(), query); }

    QTemporaryDir folder;
    ManualClock clock;
    std::unique_ptr<AccountStore> store;
    std::optional<StoreError> failure;
};

KeyQuery byTime()
{
    return {StoreTable::Transactions, "created_ms", true, {}, 0};
}

} // namespace

class TestStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void transactionsComeBackAsTheyWere();
    void aRowMetAgainIsNotWritten();
    void aRewrittenRowKeepsItsFirstForm();
    void aRowTwiceOnOnePageIsOneRow();
    void unreadableRowsStandApart();
    void anUnreadableRowThatComesReadableIsOne();
    void aReadableRowIsNotReplacedByAnUnreadable();
    void aVanishedRowThatComesUnreadableIsListedAgain();
    void proxiesFollowTheService();
    void aProxyAddedInOtherLettersIsOne();
    void subUsersFollowTheService();
    void absentValuesStayAbsent();
    void overviewComesBack();
    void snapshotsAreKeptWhereSomethingMoved();
    void ledgerStateComesBack();
    void keysComeInOrder();
    void keysAreFiltered_data();
    void keysAreFiltered();
    void aQueryNobodyWaitsForEnds();
    void aFailedJobLeavesNothing();
    void aReaderNeverKeepsTheLogOpen();
    void noSecretReachesTheDisk();
    void twoAccountsHaveTwoFolders();
    void textIsFolded_data();
    void textIsFolded();
    void fieldsWithoutAColumnAreSearchText();
    void fieldTextsOfAHugeRow();
    void namesSortByTheirNumbers();
    void manyChangesAreNotListed();
};

void TestStore::transactionsComeBackAsTheyWere()
{
    Fixture f;
    QVERIFY(f.store);
    Transaction odd = ledgerRow(3);
    odd.updatedAt.reset();
    odd.rounded = true;
    odd.amount = Money::fromUnits(1);
    odd.balanceBefore = Money::fromUnits(-9'223'372'036'854'775'807);
    odd.description = QStringLiteral("„Zürich“ — 日本, 'quote' \"double\" ; DROP TABLE");
    TransactionPage page = ledgerPage(1, 2);
    page.items.push_back(odd);
    const auto changes =
        f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, fromMillis(5)); });
    QCOMPARE(changes.of(StoreTable::Transactions).inserted, 3);
    QVERIFY(changes.of(StoreTable::Transactions).changed.empty());
    QCOMPARE(f.counts().transactions, 3);
    for (const Transaction &row : page.items) {
        const auto stored =
            f.read([&](CacheReader &reader) { return reader.transaction(row.id.value()); });
        QVERIFY(stored.has_value());
        QVERIFY(*stored == row);
    }
    QVERIFY(!f.read([](CacheReader &reader) { return reader.transaction(1); }).has_value());
}

void TestStore::aRowMetAgainIsNotWritten()
{
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 50)}, {}); });
    std::vector<LedgerWriter::PageOutcome> outcomes;
    const auto changes = f.write([&](CacheWriter &writer) {
        outcomes = writer.ledger().putPages({ledgerPage(31, 60), ledgerPage(1, 30)}, {});
    });
    QCOMPARE(changes.of(StoreTable::Transactions).inserted, 10);
    QVERIFY(changes.of(StoreTable::Transactions).changed.empty());
    QCOMPARE(outcomes.at(0).inserted, 10);
    QCOMPARE(outcomes.at(1).inserted, 0);
    QCOMPARE(f.counts().transactions, 60);
    QCOMPARE(f.counts().rewritten, 0);
}

void TestStore::aRewrittenRowKeepsItsFirstForm()
{
    Fixture f;
    f.write(
        [](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, fromMillis(7)); });
    Transaction other = ledgerRow(3);
    other.amount = Money::fromCents(-1);
    other.raw = "{\"id\":600003,\"amount\":-0.01}";
    const auto changes = f.write([&](CacheWriter &writer) {
        TransactionPage page;
        page.items = {other};
        writer.ledger().putPages({page}, fromMillis(9));
    });
    QCOMPARE(changes.of(StoreTable::Transactions).changed, std::vector<qint64>{600'003});
    QVERIFY(*f.read([](CacheReader &reader) { return reader.transaction(600'003); }) == other);
    const auto versions =
        f.read([](CacheReader &reader) { return reader.versions(TransactionId(600'003)); });
    QCOMPARE(versions.size(), size_t{1});
    QVERIFY(versions.front().form == ledgerRow(3));
    QCOMPARE(toMillis(versions.front().replacedAt), 9);
    QCOMPARE(f.counts().rewritten, 1);
    QCOMPARE(f.counts().transactions, 5);
}

void TestStore::aRowTwiceOnOnePageIsOneRow()
{
    Fixture f;
    TransactionPage page = ledgerPage(1, 4);
    page.items.push_back(ledgerRow(2));
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page, ledgerPage(4, 6)}, {}); });
    QCOMPARE(f.counts().transactions, 6);
    QCOMPARE(f.keys(byTime()).size(), size_t{6});
}

void TestStore::unreadableRowsStandApart()
{
    Fixture f;
    TransactionPage page = ledgerPage(1, 2);
    page.unreadable = {{TransactionId(600'003), QStringLiteral("data[0].amount is no number"),
                        "{\"id\":600003,\"amount\":\"lots\"}"},
                       {std::nullopt, QStringLiteral("data[1].id is missing"), "{\"amount\":1}"}};
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    QCOMPARE(f.counts().transactions, 2);
    QCOMPARE(f.counts().unreadable, 2);
    auto rows = f.read([](CacheReader &reader) { return reader.unreadableRows(10); });
    QCOMPARE(rows.size(), size_t{2});
    QVERIFY(rows.at(0) == page.unreadable.at(0));
    QVERIFY(rows.at(1) == page.unreadable.at(1));
}

void TestStore::anUnreadableRowThatComesReadableIsOne()
{
    Fixture f;
    TransactionPage page;
    page.unreadable = {{TransactionId(600'003), QStringLiteral("no"), "{\"id\":600003}"},
                       {std::nullopt, QStringLiteral("no"), "{}"}};
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, fromMillis(10)); });
    f.write(
        [&](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, fromMillis(20)); });
    QCOMPARE(f.counts().unreadable, 1);
    // It is unknown which row the one without an id was: re-reading the whole history can find it.
    f.write([&](CacheWriter &writer) {
        writer.removed().beginSearch();
        writer.removed().deleteUnreadableNotListed();
    });
    QCOMPARE(f.counts().unreadable, 0);
    QCOMPARE(f.counts().transactions, 5);
}

void TestStore::aReadableRowIsNotReplacedByAnUnreadable()
{
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, {}); });
    TransactionPage page;
    page.unreadable = {{TransactionId(600'003), QStringLiteral("no"), "{\"id\":600003}"}};
    auto changes =
        f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, fromMillis(10)); });
    QCOMPARE(changes.of(StoreTable::Transactions).changed, std::vector<qint64>{600'003});
    // Both versions are stored, it counts once, and it differs from one that could never be read.
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, fromMillis(20)); });
    QCOMPARE(f.counts().spoiled, 1);
    QCOMPARE(f.counts().unreadable, 0);
    QCOMPARE(f.counts().transactions, 5);
    QVERIFY(*f.read([](CacheReader &reader) { return reader.transaction(600'003); }) ==
            ledgerRow(3));
    const auto unreadable = [&] {
        return f.read(
            [](CacheReader &reader) { return reader.unreadableRow(TransactionId(600'003)); });
    };
    QVERIFY(unreadable() == page.unreadable.front());
    QVERIFY(!f.read([](CacheReader &reader) {
                  return reader.unreadableRow(TransactionId(600'002));
              }).has_value());
    // A history refresh over all pages that does not find it removes neither.
    f.write([&](CacheWriter &writer) {
        writer.removed().beginSearch();
        writer.removed().deleteUnreadableNotListed();
    });
    QVERIFY(unreadable().has_value());
    QCOMPARE(f.counts().spoiled, 1);

    // Readable again, and unchanged: nothing is left to report.
    changes =
        f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, {}); });
    QCOMPARE(changes.of(StoreTable::Transactions).changed, std::vector<qint64>{600'003});
    QVERIFY(!unreadable().has_value());
    QCOMPARE(f.counts().spoiled, 0);
    QCOMPARE(f.counts().unreadable, 0);
    QCOMPARE(f.counts().rewritten, 0);
}

void TestStore::aVanishedRowThatComesUnreadableIsListedAgain()
{
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, {}); });
    f.write([](CacheWriter &writer) { writer.removed().mark({600'003}, {}); });
    QCOMPARE(f.counts().vanished, 1);
    TransactionPage page;
    page.unreadable = {{TransactionId(600'003), QStringLiteral("no"), "{\"id\":600003}"}};
    f.write([&](CacheWriter &writer) {
        QCOMPARE(writer.ledger().putPages({page}, {}).front().inserted, 1); // held again
    });
    QCOMPARE(f.counts().vanished, 0);
    QCOMPARE(f.counts().spoiled, 1);

    // Removed once more, and back in the version that is already known.
    f.write([](CacheWriter &writer) { writer.removed().mark({600'003}, {}); });
    QCOMPARE(f.counts().vanished, 1);
    f.write([&](CacheWriter &writer) {
        QCOMPARE(writer.ledger().putPages({page}, {}).front().inserted, 1);
    });
    QCOMPARE(f.counts().vanished, 0);
    QCOMPARE(f.counts().spoiled, 1);
}

void TestStore::proxiesFollowTheService()
{
    Fixture f;
    auto changes = f.write([](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1), someProxy(2), someProxy(3)}, fromMillis(1));
    });
    QCOMPARE(changes.of(StoreTable::Proxies).inserted, 3);
    const auto key = f.read([](CacheReader &reader) { return reader.proxyKey(someProxy(2).id); });
    QVERIFY(key.has_value());

    Proxy second = someProxy(2);
    second.name = QStringLiteral("price-watch-london");
    changes = f.write([&](CacheWriter &writer) {
        writer.proxies().replace({second, someProxy(3), someProxy(4)}, fromMillis(2));
    });
    const TableChange &change = changes.of(StoreTable::Proxies);
    QCOMPARE(change.changed, std::vector<qint64>{*key});
    QCOMPARE(change.inserted, 1);
    QCOMPARE(change.removed, 1);
    QCOMPARE(f.counts().proxies, 3);
    second.credentials = {};
    QVERIFY(*f.read([&](CacheReader &reader) { return reader.proxy(*key); }) == second);

    changes = f.write([&](CacheWriter &writer) { writer.proxies().put(second); });
    QVERIFY(!changes.of(StoreTable::Proxies).any());
    changes = f.write([&](CacheWriter &writer) { writer.proxies().remove(second.id); });
    QCOMPARE(changes.of(StoreTable::Proxies).removed, 1);
    QCOMPARE(f.counts().proxies, 2);
}

/// The user pasted the id in lower case; the service's list has it in upper case.
void TestStore::aProxyAddedInOtherLettersIsOne()
{
    Fixture f;
    const ProxyId typed(QStringLiteral("9c1f5a70-0000-4000-8000-00000000abcd"));
    Proxy listed = someProxy(1);
    listed.id = ProxyId(typed.value().toUpper());
    for (int starts = 0; starts < 2; ++starts) {
        // At each start, the added ids come from the file that keeps them, as they were pasted.
        f.write([&](CacheWriter &writer) { writer.proxies().add(typed, f.clock.now()); });
        f.write(
            [&](CacheWriter &writer) { writer.proxies().replace({listed}, f.clock.now(), {}); });
        QCOMPARE(f.counts().proxies, 1);
        const Keys keys = f.keys({StoreTable::Proxies, "name", false, {}, 0});
        QCOMPARE(keys.size(), size_t{1});
        const auto stored = f.read([&](CacheReader &reader) { return reader.proxy(keys.front()); });
        QVERIFY(stored.has_value());
        QCOMPARE(stored->id, listed.id);
    }
    // It stays an added one: it is not removed when a list no longer names it.
    f.write([&](CacheWriter &writer) { writer.proxies().replace({}, f.clock.now(), {}); });
    QCOMPARE(f.counts().proxies, 1);
}

void TestStore::subUsersFollowTheService()
{
    Fixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().replace({someSubUser(1), someSubUser(2)}, fromMillis(1));
    });
    SubUser first = someSubUser(1);
    first.note = QStringLiteral("VIP — do not cut off");
    const auto changes = f.write([&](CacheWriter &writer) {
        writer.subUsers().replace({first, someSubUser(3)}, fromMillis(2));
    });
    QCOMPARE(changes.of(StoreTable::SubUsers).changed, std::vector<qint64>{1});
    QCOMPARE(changes.of(StoreTable::SubUsers).inserted, 1);
    QCOMPARE(changes.of(StoreTable::SubUsers).removed, 1);
    const auto stored = f.read([](CacheReader &reader) { return reader.subUser(1); });
    QCOMPARE(*stored->note, *first.note);
    QCOMPARE(stored->access.host, QStringLiteral("gw.example.net"));
    QCOMPARE(stored->access.userName, QStringLiteral("fb4ba1"));
    QVERIFY(stored->access.password.isEmpty());
    QCOMPARE(f.counts().subUsers, 2);
}

void TestStore::absentValuesStayAbsent()
{
    Fixture f;
    Proxy bare;
    bare.id = ProxyId(QStringLiteral("x"));
    SubUser nobody;
    nobody.id = SubUserId(9);
    f.write([&](CacheWriter &writer) {
        writer.proxies().put(bare);
        writer.subUsers().put(nobody);
    });
    const auto key = f.read([&](CacheReader &reader) { return reader.proxyKey(bare.id); });
    QVERIFY(*f.read([&](CacheReader &reader) { return reader.proxy(*key); }) == bare);
    QVERIFY(*f.read([](CacheReader &reader) { return reader.subUser(9); }) == nobody);
}

void TestStore::overviewComesBack()
{
    Fixture f;
    Account account;
    account.id = QStringLiteral("17");
    account.name = QStringLiteral("North Relay");
    account.email = QStringLiteral("ops@example.com");
    account.resellerEnabled = true;
    account.raw = "{\"id\":17}";
    TrafficPool tiers;
    tiers.type = QStringLiteral("mobile");
    tiers.left = TrafficAmount::parseGb(u"30.25");
    tiers.prices.source = PriceList::Source::Tiers;
    tiers.prices.tiers = {
        {*TrafficAmount::parseGb(u"1"), TrafficAmount::parseGb(u"9"), *Money::parse(u"4.5")},
        {*TrafficAmount::parseGb(u"10"), std::nullopt, *Money::parse(u"4.125")}};
    TrafficPool odd;
    odd.type = QStringLiteral("something_new");
    odd.prices.unreadable = "{\"what\":1}";
    odd.prices.flatPricePerGb = Money::parse(u"1");
    f.write([&](CacheWriter &writer) {
        writer.account().put(account, fromMillis(1));
        writer.account().putBalance({Money::fromCents(318'420), QStringLiteral("USD")},
                                    fromMillis(2));
        writer.account().putPools({tiers, odd}, fromMillis(3));
    });
    const auto overview = f.read([](CacheReader &reader) { return reader.overview(); });
    QVERIFY(overview.account == account);
    QCOMPARE(overview.balance->amount->units(), Money::fromCents(318'420).units());
    QVERIFY((overview.pools == std::vector<TrafficPool>{tiers, odd}));
    QCOMPARE(toMillis(*overview.times.balance), 2);
    QCOMPARE(toMillis(*overview.times.pools), 3);
    QVERIFY(!overview.times.ledger.has_value());
}

void TestStore::snapshotsAreKeptWhereSomethingMoved()
{
    Fixture f;
    const auto put = [&](qint64 minutes, qint64 cents, const char16_t *gb) {
        f.write([=](CacheWriter &writer) {
            const Instant at = fromMillis(minutes * 60'000);
            writer.account().putBalance({Money::fromCents(cents), QStringLiteral("USD")}, at);
            TrafficPool pool;
            pool.type = QStringLiteral("mobile");
            pool.left = TrafficAmount::parseGb(gb);
            writer.account().putPools({pool}, at);
        });
    };
    put(1, 1000, u"5");
    put(2, 1000, u"5");
    put(3, 900, u"5");
    put(4, 900, u"4.5");
    put(70, 900, u"4.5");
    auto &reader = f.store->reader();
    QCOMPARE(reader.number("SELECT count(*) FROM balance_snapshots"), 3);
    QCOMPARE(reader.number("SELECT count(*) FROM pool_snapshots"), 3);
    const auto overview = f.read([](CacheReader &cache) { return cache.overview(); });
    QCOMPARE(overview.balance->amount->units(), Money::fromCents(900).units());
    QCOMPARE(toMillis(*overview.times.balance), 70 * 60'000);
}

void TestStore::ledgerStateComesBack()
{
    Fixture f;
    QVERIFY(f.read([](CacheReader &reader) { return reader.ledgerState(); }) == LedgerState{});
    const LedgerState state{ListOrder::OldestFirst,
                            100,
                            48'902,
                            LedgerState::Verdict::Searched,
                            {{0, 200}, {300, 48'902}}};
    f.write([&](CacheWriter &writer) { writer.ledger().putState(state); });
    QVERIFY(f.read([](CacheReader &reader) { return reader.ledgerState(); }) == state);
    f.write([&](CacheWriter &writer) { writer.ledger().putState({}); });
    QVERIFY(f.read([](CacheReader &reader) { return reader.ledgerState(); }) == LedgerState{});
}

void TestStore::keysComeInOrder()
{
    Fixture f;
    TransactionPage page = ledgerPage(1, 3);
    page.items.front().createdAt = ledgerRow(2).createdAt; // row 3 at the time of row 2
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    QCOMPARE(f.keys(byTime()), (Keys{600'003, 600'002, 600'001}));
    KeyQuery oldest = byTime();
    oldest.descending = false;
    QCOMPARE(f.keys(oldest), (Keys{600'001, 600'002, 600'003}));
    oldest.limit = 2;
    QCOMPARE(f.keys(oldest), (Keys{600'001, 600'002}));
    KeyQuery byId{StoreTable::Transactions, "id", true, {}, 0};
    QCOMPARE(f.keys(byId), (Keys{600'003, 600'002, 600'001}));
}

void TestStore::keysAreFiltered_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Keys>("expected");
    QTest::newRow("a word of the description") << "card" << Keys{600'012};
    QTest::newRow("case does not matter") << "CARD ENDING" << Keys{600'012};
    QTest::newRow("words in any order") << "4242 card" << Keys{600'012};
    QTest::newRow("all words have to be found") << "card residential" << Keys{};
    QTest::newRow("the type") << "deposit" << Keys{600'012};
    QTest::newRow("the id") << "600007" << Keys{600'007};
    QTest::newRow("metadata") << "ord-600005" << Keys{600'005};
    QTest::newRow("not the raw row beside its metadata") << "balance_before" << Keys{};
    QTest::newRow("a sign") << "%" << Keys{};
}

void TestStore::keysAreFiltered()
{
    QFETCH(QString, typed);
    QFETCH(Keys, expected);
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 13)}, {}); });
    KeyQuery query = byTime();
    query.ledger.text = typed;
    QCOMPARE(f.keys(query), expected);
    query.ledger.text = QStringLiteral("zurich");
    QCOMPARE(f.keys(query).size(), size_t{13}); // every row's metadata says Zürich
}

void TestStore::aQueryNobodyWaitsForEnds()
{
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 20'000)}, {}); });
    std::atomic<quint64> wanted{1};
    f.store->reader().interruptUnless(&wanted, 1);
    QCOMPARE(f.keys(byTime()).size(), size_t{20'000});
    wanted = 2;
    const auto ended = guarded([&] { return f.keys(byTime()); });
    f.store->reader().interruptUnless(nullptr, 0);
    QVERIFY(!ended);
    QVERIFY(ended.error().kind == StoreError::Kind::Interrupted);
    QCOMPARE(f.keys(byTime()).size(), size_t{20'000});
}

void TestStore::aFailedJobLeavesNothing()
{
    Fixture f;
    QSignalSpy failed(f.store.get(), &AccountStore::failed);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The store failed")));
    f.write([](CacheWriter &writer) {
        writer.ledger().putPages({ledgerPage(1, 5)}, {});
        throw SQLite::Exception("database or disk is full", SQLITE_FULL);
    });
    QVERIFY(f.failure.has_value());
    QVERIFY(f.failure->kind == StoreError::Kind::Full);
    QCOMPARE(failed.size(), 1);
    QCOMPARE(f.counts().transactions, 0);
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5)}, {}); });
    QVERIFY(!f.failure);
    QCOMPARE(f.counts().transactions, 5);
}

void TestStore::aReaderNeverKeepsTheLogOpen()
{
    Fixture f;
    f.write([](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(1, 5000)}, {}); });
    QVERIFY(f.keys(byTime()).size() == 5000);
    QVERIFY(f.read([](CacheReader &reader) { return reader.transaction(600'001); }).has_value());
    const QString log = f.store->path() + QLatin1String("-wal");
    QVERIFY(QFileInfo(log).size() > 0);
    f.store->tidy();
    f.store->waitForWriter();
    QCOMPARE(QFileInfo(log).size(), 0);
}

void TestStore::noSecretReachesTheDisk()
{
    Fixture f;
    f.write([](CacheWriter &writer) {
        Proxy withLogin = someProxy(1);
        withLogin.login = QStringLiteral("user-81f2");
        writer.proxies().replace({withLogin, someProxy(2)}, {});
        writer.subUsers().replace({someSubUser(1), someSubUser(2)}, {});
    });
    QVERIFY(!testing::filesContaining(f.folder.path(), "checkout-us-1").isEmpty());
    QVERIFY(!testing::filesContaining(f.folder.path(), "user-81f2").isEmpty());
    for (const QByteArray secret : {"swordfish", "user-81f2:", "fb4ba1:"}) {
        QCOMPARE(testing::filesContaining(f.folder.path(), secret), QStringList());
    }
}

void TestStore::twoAccountsHaveTwoFolders()
{
    const QString here = accountKey(QStringLiteral("https://a.example"), QStringLiteral("x@y.z"));
    QCOMPARE(here.size(), 32);
    QVERIFY(!here.contains(u'@'));
    QCOMPARE(here, accountKey(QStringLiteral("https://A.example"), QStringLiteral("X@y.z")));
    QVERIFY(here != accountKey(QStringLiteral("https://b.example"), QStringLiteral("x@y.z")));
    QVERIFY(here != accountKey(QStringLiteral("https://a.example"), QStringLiteral("q@y.z")));
    QVERIFY(isAccountKey(here));
    QVERIFY(isAccountKey(QString(32, u'f')));
    for (const QString &other :
         {QString(), QString(31, u'f'), QString(33, u'f'), QString(32, u'F'), QString(32, u'g'),
          QString(QString(31, u'f') + u'\u0663'), QString(here + QLatin1String(".removed-1"))}) {
        QVERIFY2(!isAccountKey(other), qPrintable(other));
    }
}

void TestStore::textIsFolded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("folded");
    QTest::newRow("case") << "North RELAY"
                          << "north relay";
    QTest::newRow("accents") << "São Paulo, Zürich, Čačak"
                             << "sao paulo, zurich, cacak";
    QTest::newRow("letters of their own") << "Łódź Straße Ørsted Æther"
                                          << "lodz strasse orsted aether";
    QTest::newRow("wide forms") << "ＶＩＰ"
                                << "vip";
    QTest::newRow("another script") << "Москва"
                                    << "москва";
    QTest::newRow("nothing") << ""
                             << "";
    // Longer than the parts in which a text is folded: nothing is lost or doubled between them.
    QTest::newRow("long") << QStringLiteral("É𝒜xy").repeated(1000)
                          << QStringLiteral("eaxy").repeated(1000);
    // Sorting them by their classes would never end.
    QTest::newRow("accents alone") << QStringLiteral("\u0301\u0316\u0345").repeated(1'000'000)
                                   << QStringLiteral("ι").repeated(1'000'000);
}

void TestStore::textIsFolded()
{
    QFETCH(QString, text);
    QTEST(foldedText(text), "folded");
}

/// Without secrets, and without the times and amounts that are found by their value.
void TestStore::fieldsWithoutAColumnAreSearchText()
{
    const std::string proxy =
        R"({"name":"Price-Watch-gb-03","product":{"id":11,"name":"Résidentiel"},"traffic_gb":31.4,
            "created_at":"2026-03-04T10:21:00Z","traffic_stats":{"today_mb":312},"hours":[7,8.5,[]],
            "pass":"hunter2","auth":"bob:hunter2@gw.example:80"})";
    QCOMPARE(fieldTexts("price-watch-gb-03\n12000", proxy), std::string("\n\x1f"
                                                                        "11\nresidentiel\n\x1f"
                                                                        "312\n\x1f"
                                                                        "7\n\x1f"
                                                                        "8.5"));
    QCOMPARE(fieldTexts("client_139", R"({"traffic_used_bytes":3200000000,"plan":"gold"})"),
             std::string("\n\x1f"
                         "3200000000\ngold"));
    QCOMPARE(fieldTexts("c", "not JSON"), std::string());
}

/// A row with so many values that comparing each with all others would never end.
void TestStore::fieldTextsOfAHugeRow()
{
    constexpr int count = 500'000;
    QByteArray raw = "{\"a\":[";
    for (int i = 0; i < count; ++i) {
        raw += "\"value-" + QByteArray::number(i) + "\",";
    }
    raw += "\"known\",\"two\\nlines\",\"value-7\"]}";
    const std::string lines = fieldTexts("lines\nknown\ntwo", raw.toStdString());
    QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), std::ptrdiff_t(count));
    QVERIFY(lines.starts_with("\nvalue-0\n"));
    QVERIFY(lines.ends_with("\nvalue-499999"));
}

void TestStore::namesSortByTheirNumbers()
{
    QStringList names{QStringLiteral("client_10"),   QStringLiteral("Client_9"),
                      QStringLiteral("client_009b"), QStringLiteral("client_9a"),
                      QStringLiteral("apple"),       QStringLiteral("2 first"),
                      QStringLiteral("client")};
    std::sort(names.begin(), names.end(), [](const QString &a, const QString &b) {
        return naturalSortKey(a) < naturalSortKey(b);
    });
    QCOMPARE(names.join(u','),
             QStringLiteral("2 first,apple,client,Client_9,client_9a,client_009b,client_10"));
}

void TestStore::manyChangesAreNotListed()
{
    TableChange change;
    for (qint64 key = 0; key < 1000; ++key) {
        change.addChanged(key);
    }
    QCOMPARE(change.changed.size(), size_t{1000});
    QVERIFY(!change.manyChanged);
    change.addChanged(1000);
    QVERIFY(change.manyChanged);
    QVERIFY(change.changed.empty());
    QVERIFY(change.any());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestStore)
#include "test_store.moc"
