// SPDX-License-Identifier: GPL-3.0-or-later
// Tests migrating files with formats that only the tests have: a file of an older version is
// updated and keeps its contents; one of a newer version is refused and stays unchanged, byte by
// byte.

#include "models/store/accountstore.h"
#include "models/store/cacheconnection.h"
#include "models/store/cachetables.h"
#include "models/store/keepfile.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"

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
        writer.proxies().replace(proxies, fromMillis(1));
        writer.subUsers().replace(subUsers, fromMillis(1));
        TransactionPage first = testing::ledgerPage(1, 1);
        first.items.front().description = QStringLiteral("before");
        writer.ledger().putPages({first}, fromMillis(1));
        writer.ledger().putPages({testing::ledgerPage(1, transactions)}, fromMillis(2));
        LedgerState state;
        state.order = ListOrder::NewestFirst;
        state.perPage = 100;
        state.total = transactions;
        state.verdict = LedgerState::Verdict::Agrees;
        state.coverage = {{0, transactions}};
        writer.ledger().putState(state);
        writer.ledger().putTime(fromMillis(2));
        while (writer.ledgerIndex().addPending(1000) > 0) {
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
    void aNewFieldKeepsEveryRow();
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
        auto file = openCache(folder.filePath(QStringLiteral("cache.sqlite")),
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
        writer.proxies().replace(filled.proxies, fromMillis(3));
        writer.subUsers().replace(filled.subUsers, fromMillis(3));
        TransactionPage page;
        page.items = {added};
        writer.ledger().putPages({page}, fromMillis(3));
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
        auto later = openCache(path, Connection::Purpose::CacheWriter);
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
