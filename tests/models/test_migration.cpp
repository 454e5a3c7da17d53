// SPDX-License-Identifier: GPL-3.0-or-later
// Tests migrating files: a file of any earlier version becomes the current one and keeps its
// contents; one of a later version is refused and stays unchanged, byte by byte.

#include "models/store/accountstore.h"
#include "models/store/cachetables.h"
#include "models/store/dailytotals.h"
#include "models/store/keepfile.h"
#include "models/store/ledgertotals.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"
#include "tests/support/paths.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook {
namespace {

const FileFormat injected{0x54455354,
                          {"CREATE TABLE a(x INTEGER); INSERT INTO a VALUES (1);",
                           "ALTER TABLE a ADD COLUMN y TEXT NOT NULL DEFAULT 'two';",
                           "CREATE TABLE b AS SELECT x + 1 AS z FROM a;"}};

FileFormat firstSteps(const FileFormat &format, size_t count)
{
    return {format.applicationId,
            {format.steps.begin(), format.steps.begin() + static_cast<std::ptrdiff_t>(count)}};
}

QString fixture(const char *name)
{
    return testing::projectFile(QLatin1String("tests/models/fixtures/") + QLatin1String(name));
}

/// Runs the SQL of a fixture into a new file.
void makeFile(const QString &path, const QString &sqlFile)
{
    QFile sql(sqlFile);
    QVERIFY2(sql.open(QIODevice::ReadOnly), qPrintable(sqlFile));
    auto made = Connection::open(path, Connection::Purpose::CacheWriter);
    QVERIFY(made.has_value());
    const auto run = guarded([&] {
        (*made)->database().exec(sql.readAll().toStdString());
        return Stored{};
    });
    QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().detail));
}

/// Tables and indexes with their columns: two files of the same version must have the same.
QStringList schemaOf(Connection &connection)
{
    QStringList lines;
    Query query(connection, "SELECT m.name, p.name, p.type, p.\"notnull\", p.pk"
                            " FROM sqlite_schema m LEFT JOIN pragma_table_info(m.name) p"
                            " WHERE m.name NOT LIKE 'sqlite_%' ORDER BY 1, p.cid");
    while (query.next()) {
        QStringList words;
        for (int column = 0; column < 5; ++column) {
            words.append(query.text(column));
        }
        lines.append(words.join(u' '));
    }
    return lines;
}

/// The statements that made them.
QStringList statementsOf(Connection &connection)
{
    QStringList lines;
    Query query(connection, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name");
    while (query.next()) {
        lines.append(query.text(0));
    }
    return lines;
}

struct LateField
{
    std::string table;
    std::string column;
};
const std::vector<LateField> lateFields{{"proxies", "rotate_type"},
                                        {"proxies", "traffic_limit"},
                                        {"sub_users", "service_type"},
                                        {"transactions", "user_id"},
                                        {"transaction_versions", "user_id"}};

/// The cache's format as if the late fields came with the next version.
FileFormat formatWithLateFields()
{
    const int next = static_cast<int>(cacheFormat().steps.size()) + 1;
    std::vector<TableSchema> tables = cacheTables();
    for (TableSchema &table : tables) {
        for (ColumnSchema &column : table.columns) {
            for (const LateField &late : lateFields) {
                if (late.table == table.name && late.column == column.name) {
                    column.since = next;
                    column.declaration +=
                        column.declaration == "TEXT NOT NULL" ? " DEFAULT ''" : "";
                }
            }
        }
    }
    return cacheFormat(tables);
}

/// Proxies, sub-users and a complete ledger with one row that was changed at the service.
struct FilledLists
{
    std::vector<Proxy> proxies;
    std::vector<SubUser> subUsers;
    qint64 transactions = 300;

    FilledLists()
    {
        for (int number = 1; number <= 20; ++number) {
            proxies.push_back(testing::someProxy(number));
            subUsers.push_back(testing::someSubUser(number));
        }
        proxies.front().rotateType = rotateAtInterval;
        proxies.front().trafficLimit = TrafficAmount::fromUnits(5);
    }
    void put(CacheWriter &writer) const
    {
        writer.replaceProxies(proxies, fromMillis(1));
        writer.replaceSubUsers(subUsers, fromMillis(1));
        TransactionPage first = testing::ledgerPage(1, 1);
        first.items.front().description = QStringLiteral("before");
        writer.putTransactions({first}, fromMillis(1));
        writer.putTransactions({testing::ledgerPage(1, transactions)}, fromMillis(2));
        LedgerState state;
        state.order = ListOrder::NewestFirst;
        state.perPage = 100;
        state.total = transactions;
        state.verdict = LedgerState::Verdict::Agrees;
        state.coverage = {{0, transactions}};
        writer.putLedgerState(state);
        writer.putLedgerTime(fromMillis(2));
        while (writer.indexPending(1000) > 0) {
        }
    }
};

void writeAndWait(AccountStore &store, const std::function<void(CacheWriter &)> &job)
{
    bool done = false;
    store.write(
        [job](CacheWriter &writer) {
            job(writer);
            return Stored{};
        },
        &store, [&](const StoreResult<Stored> &written) { done = written.has_value(); });
    QTRY_VERIFY(done);
}

QByteArray hashOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256);
}

} // namespace

class TestMigration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStepIsTakenFromEveryVersion_data();
    void everyStepIsTakenFromEveryVersion();
    void aStepThatFailsLeavesTheVersionBefore();
    void anotherProgramsFileIsNotOurs();
    void cacheGrowsFromEveryVersion_data();
    void cacheGrowsFromEveryVersion();
    void loginsAndProductsAreTakenFromWhatIsStored();
    void fieldsWithoutAColumnAreFoundInWhatIsStored();
    void anEmptyFileHasTheTablesOfTheLastFixture();
    void aNewFieldKeepsEveryRow();
    void keepGrowsFromEveryVersion_data();
    void keepGrowsFromEveryVersion();
    void aNewerCacheIsLeftAlone();
    void aNewerKeepFileIsLeftAlone();
};

void TestMigration::everyStepIsTakenFromEveryVersion_data()
{
    QTest::addColumn<int>("from");
    for (int from = 0; from <= 3; ++from) {
        QTest::addRow("from version %d", from) << from;
    }
}

void TestMigration::everyStepIsTakenFromEveryVersion()
{
    QFETCH(int, from);
    QTemporaryDir folder;
    auto connection =
        Connection::open(folder.filePath(QStringLiteral("f")), Connection::Purpose::CacheWriter);
    QVERIFY(connection.has_value());
    QCOMPARE(migrate(**connection, firstSteps(injected, static_cast<size_t>(from))).value(), 0);
    if (from > 0) {
        (*connection)->database().exec("INSERT INTO a(x) VALUES (40)");
    }
    QCOMPARE(migrate(**connection, injected).value(), from);
    QCOMPARE((*connection)->number("PRAGMA user_version"), 3);
    QCOMPARE((*connection)->number("PRAGMA application_id"), injected.applicationId);
    QCOMPARE((*connection)->number("SELECT count(*) FROM a WHERE y = 'two'"), from > 0 ? 2 : 1);
    QCOMPARE((*connection)->number("SELECT min(z) FROM b"), 2);
}

void TestMigration::aStepThatFailsLeavesTheVersionBefore()
{
    QTemporaryDir folder;
    auto connection =
        Connection::open(folder.filePath(QStringLiteral("f")), Connection::Purpose::CacheWriter);
    FileFormat broken = injected;
    broken.steps[1] = "ALTER TABLE a ADD COLUMN y TEXT; CREATE TABLE a(x);";
    const auto outcome = migrate(**connection, broken);
    QVERIFY(!outcome.has_value());
    QVERIFY(outcome.error().kind == StoreError::Kind::Failed);
    QCOMPARE((*connection)->number("PRAGMA user_version"), 1);
    QCOMPARE((*connection)->number("SELECT count(*) FROM pragma_table_info('a')"), 1);
    QCOMPARE(migrate(**connection, injected).value(), 1);
}

void TestMigration::anotherProgramsFileIsNotOurs()
{
    QTemporaryDir folder;
    auto connection =
        Connection::open(folder.filePath(QStringLiteral("f")), Connection::Purpose::CacheWriter);
    (*connection)->database().exec("CREATE TABLE bookmarks(url TEXT)");
    const auto outcome = migrate(**connection, cacheFormat());
    QVERIFY(!outcome.has_value());
    QVERIFY(outcome.error().kind == StoreError::Kind::Damaged);
    QCOMPARE((*connection)->number("SELECT count(*) FROM sqlite_schema"), 1);
}

void TestMigration::cacheGrowsFromEveryVersion_data()
{
    constexpr size_t firstWithProducts = 12;
    QTest::addColumn<QString>("sql");
    QTest::addColumn<bool>("namesProduct");
    QTest::newRow("empty file") << QString() << false;
    for (size_t version = 1; version <= cacheFormat().steps.size(); ++version) {
        const QByteArray name = "cache-v" + QByteArray::number(qulonglong(version)) + ".sql";
        QTest::newRow(name.constData())
            << fixture(name.constData()) << (version >= firstWithProducts);
    }
}

void TestMigration::cacheGrowsFromEveryVersion()
{
    QFETCH(QString, sql);
    QFETCH(bool, namesProduct);
    QTemporaryDir folder;
    QTemporaryDir other;
    const testing::ManualClock clock;
    if (!sql.isEmpty()) {
        makeFile(folder.filePath(QStringLiteral("cache.sqlite")), sql);
    }
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QVERIFY((*store)->movedAside().isEmpty());
    auto fresh = AccountStore::open(other.path(), clock);
    QCOMPARE(schemaOf((*store)->reader()), schemaOf((*fresh)->reader()));
    if (sql.isEmpty()) {
        return;
    }
    const auto overview =
        (*store)->read([](CacheReader &reader) { return reader.overview(); }).value();
    QCOMPARE(overview.counts.transactions, 1);
    QCOMPARE(overview.counts.proxies, 1);
    QCOMPARE(overview.counts.subUsers, 1);
    QCOMPARE(overview.balance->amount.text(), QStringLiteral("760.00"));
    QCOMPARE(overview.pools.size(), size_t{1});
    const auto row =
        (*store)->read([](CacheReader &reader) { return reader.transaction(661'203); }).value();
    QCOMPARE(row->change()->text(), QStringLiteral("-240.00"));
    QCOMPARE(row->description, QStringLiteral("Residential · 100 GB"));
    // Search words and totals are those of the row, once, whatever an earlier version stored.
    bool counted = false;
    (*store)->write(
        [](CacheWriter &writer) {
            while (writer.indexPending(1) > 0) {
            }
            return Stored{};
        },
        store->get(), [&](const StoreResult<Stored> &done) { counted = done.has_value(); });
    QTRY_VERIFY(counted);
    const DailyTotals totals = dailyTotals((*store)->reader(), {.zone = QTimeZone::utc()});
    QCOMPARE(totals.days.size(), size_t{1});
    QCOMPARE(totals.types.size(), size_t{1});
    QCOMPARE(totals.types.front().out.text(), QStringLiteral("240.00"));
    QCOMPARE(totals.types.front().product, QStringLiteral("412"));
    QCOMPARE(totalsOf((*store)->reader(), LedgerFilter()).out,
             std::optional(Money::fromCents(24'000)));
    QCOMPARE((*store)->reader().number(
                 "SELECT count(*) FROM ledger_words WHERE ledger_words MATCH 'residential'"),
             1);
    const auto subUser =
        (*store)->read([](CacheReader &reader) { return reader.subUser(139); }).value();
    QCOMPARE(subUser->note, QStringLiteral("VIP — do not cut off"));
    const QString product = CacheReader((*store)->reader()).productName(QStringLiteral("412"));
    QCOMPARE(product, namesProduct ? QStringLiteral("Residential") : QString());
    const auto unreadable = CacheReader((*store)->reader())
                                .unreadableListRow(StoreTable::SubUsers, QStringLiteral("139"));
    QCOMPARE(unreadable.has_value(), overview.counts.unreadableSubUsers == 1);
}

void TestMigration::loginsAndProductsAreTakenFromWhatIsStored()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("cache.sqlite"));
    makeFile(path, fixture("cache-v10.sql"));
    {
        auto before = Connection::open(path, Connection::Purpose::CacheWriter);
        QVERIFY(before.has_value());
        (*before)->database().exec(
            R"sql(
UPDATE sub_users SET raw = CAST('{"proxy":{"proxy_username":"FB4ba1"}}' AS BLOB);
INSERT INTO sub_users(id, username, username_sort, service_type, host, search, raw)
    VALUES (140, 'b', 'b', '', '', 'b', CAST('{"proxy":{"proxy_username":"•••"}}' AS BLOB)),
           (141, 'c', 'c', '', '', 'c', CAST('not JSON' AS BLOB));
UPDATE proxies SET raw = CAST('{"product":{"id":11,"name":"Residential"}}' AS BLOB);
UPDATE transactions SET raw = CAST('{"metadata":{"proxy_type":"mobile"}}' AS BLOB);
)sql");
    }
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY2(store.has_value(), store ? "" : qPrintable(store.error().detail));
    CacheReader reader((*store)->reader());
    QCOMPARE(reader.subUser(139)->access.userName, QStringLiteral("FB4ba1"));
    QCOMPARE(reader.subUser(140)->access.userName, QString());
    QCOMPARE(reader.subUser(141)->access.userName, QString());
    QCOMPARE((*store)->reader().number(
                 "SELECT count(*) FROM sub_users WHERE instr(search, 'fb4ba1') > 0"),
             1);
    QCOMPARE(
        (*store)->reader().number("SELECT count(*) FROM proxies WHERE instr(search, '5001') > 0"),
        1);
    QCOMPARE(reader.productName(QStringLiteral("11")), QStringLiteral("Residential"));
    QCOMPARE(reader.productName(QStringLiteral("412")), QStringLiteral("mobile"));
}

/// The search text of a stored row becomes that of the same row if it is written now.
void TestMigration::fieldsWithoutAColumnAreFoundInWhatIsStored()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("cache.sqlite"));
    makeFile(path, fixture("cache-v13.sql"));
    {
        auto before = Connection::open(path, Connection::Purpose::CacheWriter);
        QVERIFY(before.has_value());
        (*before)->database().exec(
            R"sql(
UPDATE proxies SET raw = CAST('{"name":"Price-Watch-gb-03","product":{"id":11,"name":"Résidentiel"},
    "traffic_gb":31.4,"created_at":"2026-03-04T10:21:00Z","traffic_stats":{"today_mb":312},
    "hours":[7,8.5,[]],"pass":"hunter2","auth":"bob:hunter2@gw.example:80"}' AS BLOB);
UPDATE sub_users SET raw = CAST('{"traffic_used_bytes":3200000000,"plan":"gold"}' AS BLOB);
INSERT INTO sub_users(id, username, username_sort, service_type, host, search, raw)
    VALUES (141, 'c', 'c', '', '', 'c', CAST('not JSON' AS BLOB));
)sql");
    }
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY2(store.has_value(), store ? "" : qPrintable(store.error().detail));
    const auto textOf = [&store](const std::string &table) {
        Query query((*store)->reader(), "SELECT search FROM " + table + " LIMIT 1");
        return query.next() ? query.text(0) : QString();
    };
    const QChar mark(0x1f);
    QCOMPARE(textOf("proxies"),
             QString(QStringLiteral("price-watch-gb-03\n12000\n") + mark +
                     QStringLiteral("11\nresidentiel\n") + mark + QStringLiteral("312\n") + mark +
                     QStringLiteral("7\n") + mark + QStringLiteral("8.5")));
    QCOMPARE(textOf("sub_users"), QString(QStringLiteral("client_139\nfb4ba1\n") + mark +
                                          QStringLiteral("3200000000\ngold")));
    QCOMPARE(textOf("sub_users WHERE id = 141"), QStringLiteral("c"));
}

/// What a released version has stays, to the letter: a fixture is never changed.
void TestMigration::anEmptyFileHasTheTablesOfTheLastFixture()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("fixture.sqlite"));
    const QByteArray version = QByteArray::number(qulonglong(cacheFormat().steps.size()));
    const QByteArray name = "cache-v" + version + ".sql";
    makeFile(path, fixture(name.constData()));
    auto before = Connection::open(path, Connection::Purpose::Reader);
    QVERIFY(before.has_value());
    auto fresh = AccountStore::open(folder.path(), clock);
    QVERIFY(fresh.has_value());
    QCOMPARE(statementsOf((*fresh)->reader()), statementsOf(**before));
}

/// A file that was written before a field was there gets its column and keeps all else: nothing is
/// loaded again. Rows have the field's default until the service tells them the next time.
void TestMigration::aNewFieldKeepsEveryRow()
{
    QTemporaryDir folder;
    QTemporaryDir other;
    const testing::ManualClock clock;
    const FilledLists filled;
    std::vector<Transaction> transactions;
    std::vector<TransactionVersion> versions;
    StoredOverview overview;
    LedgerState ledger;
    const TransactionId first = testing::ledgerRow(1).id;
    const auto allTransactions = [&](CacheReader &reader) {
        std::vector<Transaction> rows;
        for (qint64 number = 0; number < filled.transactions; ++number) {
            rows.push_back(reader.transaction(first.value() + number).value());
        }
        return rows;
    };
    {
        auto store = AccountStore::open(folder.path(), clock);
        QVERIFY(store.has_value());
        writeAndWait(**store, [&](CacheWriter &writer) { filled.put(writer); });
        CacheReader reader((*store)->reader());
        transactions = allTransactions(reader);
        versions = reader.versions(first);
        overview = reader.overview();
        ledger = reader.ledgerState();
    }
    QCOMPARE(versions.size(), size_t{1});
    QVERIFY(!transactions.front().userId.isEmpty());
    {
        auto file = Connection::open(folder.filePath(QStringLiteral("cache.sqlite")),
                                     Connection::Purpose::CacheWriter);
        for (const LateField &late : lateFields) {
            (*file)->database().exec("ALTER TABLE " + late.table + " DROP COLUMN " + late.column);
        }
    }
    const FileFormat later = formatWithLateFields();
    QCOMPARE(later.steps.size(), cacheFormat().steps.size() + 1);
    auto store = AccountStore::open(folder.path(), clock, later);
    QVERIFY2(store.has_value(), store ? "" : qPrintable(store.error().detail));
    QVERIFY((*store)->movedAside().isEmpty());
    QCOMPARE((*store)->reader().number("PRAGMA user_version"), qint64(later.steps.size()));
    auto fresh = AccountStore::open(other.path(), clock, later);
    QCOMPARE(schemaOf((*store)->reader()), schemaOf((*fresh)->reader()));

    for (Transaction &row : transactions) {
        row.userId.clear();
    }
    versions.front().form.userId.clear();
    CacheReader reader((*store)->reader());
    QVERIFY(reader.overview() == overview);
    QVERIFY(reader.ledgerState() == ledger);
    QVERIFY(allTransactions(reader) == transactions);
    QVERIFY(reader.versions(first) == versions);
    const auto storedProxy = [&](const Proxy &row) {
        return reader.proxy(reader.proxyKey(row.id).value()).value();
    };
    for (Proxy row : filled.proxies) {
        row.rotateType.clear();
        row.trafficLimit.reset();
        QVERIFY(storedProxy(row) == withoutSecrets(row));
    }
    for (SubUser row : filled.subUsers) {
        row.serviceType.clear();
        QVERIFY(reader.subUser(row.id.value()) == withoutSecrets(row));
    }

    // The lists come again, and a row of the ledger that is new.
    const Transaction added = testing::ledgerRow(filled.transactions + 1);
    writeAndWait(**store, [&](CacheWriter &writer) {
        writer.replaceProxies(filled.proxies, fromMillis(3));
        writer.replaceSubUsers(filled.subUsers, fromMillis(3));
        TransactionPage page;
        page.items = {added};
        writer.putTransactions({page}, fromMillis(3));
    });
    for (const Proxy &row : filled.proxies) {
        QVERIFY(storedProxy(row) == withoutSecrets(row));
    }
    for (const SubUser &row : filled.subUsers) {
        QVERIFY(reader.subUser(row.id.value()) == withoutSecrets(row));
    }
    QVERIFY(reader.transaction(added.id.value()) == added);
    QCOMPARE(reader.counts().transactions, filled.transactions + 1);
    QCOMPARE(reader.counts().rewritten, 1);
}

void TestMigration::keepGrowsFromEveryVersion_data()
{
    QTest::addColumn<QString>("sql");
    QTest::newRow("empty file") << QString();
    for (size_t version = 1; version <= keepFormat().steps.size(); ++version) {
        const QByteArray name = "keep-v" + QByteArray::number(qulonglong(version)) + ".sql";
        QTest::newRow(name.constData()) << fixture(name.constData());
    }
}

void TestMigration::keepGrowsFromEveryVersion()
{
    QFETCH(QString, sql);
    QTemporaryDir folder;
    const testing::ManualClock clock;
    if (!sql.isEmpty()) {
        makeFile(folder.filePath(QStringLiteral("keep.sqlite")), sql);
    }
    KeepFile keep(folder.path(), clock);
    QVERIFY(!keep.problem());
    if (!sql.isEmpty()) {
        QCOMPARE(keep.draft(SubUserId(139))->text, QStringLiteral("Invoice 2231 paid"));
        QCOMPARE(keep.earlierNotes(SubUserId(139)).at(0).text, QStringLiteral("Trial"));
    }
}

void TestMigration::aNewerCacheIsLeftAlone()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("cache.sqlite"));
    {
        auto store = AccountStore::open(folder.path(), clock);
        QVERIFY(store.has_value());
    }
    {
        auto later = Connection::open(path, Connection::Purpose::CacheWriter);
        (*later)->database().exec("PRAGMA user_version = 900");
    }
    const QByteArray before = hashOf(path);
    const auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(!store.has_value());
    QVERIFY(store.error().kind == StoreError::Kind::NewerVersion);
    QCOMPARE(hashOf(path), before);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files),
             QStringList(QStringLiteral("cache.sqlite")));
}

void TestMigration::aNewerKeepFileIsLeftAlone()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("keep.sqlite"));
    {
        KeepFile keep(folder.path(), clock);
        keep.saveDraft(SubUserId(1), QStringLiteral("mine"), {});
    }
    {
        auto later = Connection::open(path, Connection::Purpose::KeepWriter);
        (*later)->database().exec("PRAGMA user_version = 900");
    }
    const QByteArray before = hashOf(path);
    KeepFile keep(folder.path(), clock);
    QVERIFY(keep.problem().has_value());
    QVERIFY(keep.problem()->kind == StoreError::Kind::NewerVersion);
    keep.saveDraft(SubUserId(1), QStringLiteral("other"), {});
    keep.waitForWriter();
    QCOMPARE(hashOf(path), before);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestMigration)
#include "test_migration.moc"
