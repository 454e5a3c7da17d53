// SPDX-License-Identifier: GPL-3.0-or-later
// Tests damaged files: a damaged cache file is renamed, complete, to a name that says so; what the
// user wrote is never changed.

#include "models/account/accountnotices.h"
#include "models/sqlite/damagedfile.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"
#include "models/store/keyquery.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"

#include <QDir>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook {
namespace {

using testing::ManualClock;

void fill(const QString &folder, const Clock &clock, qint64 rows)
{
    auto store = AccountStore::open(folder, clock);
    QVERIFY(store.has_value());
    (*store)->write(
        [rows](CacheWriter &writer) {
            writer.ledger().putPages({testing::ledgerPage(1, rows)}, {});
            return Stored{};
        },
        store->get(), {});
    (*store)->tidy();
    (*store)->waitForWriter();
}

void overwrite(const QString &path, qint64 offset, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(offset));
    QCOMPARE(file.write(bytes), bytes.size());
}

qint64 stored(AccountStore &store)
{
    return store.read([](CacheReader &reader) { return reader.counts(); }).value().transactions;
}

const QString asideName = QStringLiteral("cache.damaged-20261120T120000Z.sqlite");

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileThatIsNoDatabase();
    void aFileThatWasCutOff();
    void aBrokenHeader();
    void whatBelongsToItGoesWithIt();
    void theSecondOneGetsAnotherName();
    void damageFoundWhileReading();
    void damageFoundWhileWriting();
    void damageFoundByQueuedWritesReplacesOnce();
    void aFileThatCannotBeReplacedStays();
    void openingDoesNotReadItAll();
    void aDamagedKeepFileIsReported();
    void aFailedWriteOfTheUsersDataIsReported();
    void aKeepFileIsSetAsideWhenAskedTo();
};

void TestDamage::aFileThatIsNoDatabase()
{
    QTemporaryDir folder;
    const ManualClock clock;
    const QByteArray content(5000, 'x');
    QFile file(folder.filePath(QStringLiteral("cache.sqlite")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QCOMPARE((*store)->movedAside(), folder.filePath(asideName));
    QFile aside((*store)->movedAside());
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), content);
    QCOMPARE(stored(**store), 0);
}

void TestDamage::aFileThatWasCutOff()
{
    QTemporaryDir folder;
    const ManualClock clock;
    fill(folder.path(), clock, 3000);
    const QString path = folder.filePath(QStringLiteral("cache.sqlite"));
    QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QVERIFY(!(*store)->movedAside().isEmpty());
    QCOMPARE(stored(**store), 0);
}

void TestDamage::aBrokenHeader()
{
    QTemporaryDir folder;
    const ManualClock clock;
    fill(folder.path(), clock, 100);
    overwrite(folder.filePath(QStringLiteral("cache.sqlite")), 100, QByteArray(4000, '\xff'));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QVERIFY(!(*store)->movedAside().isEmpty());
}

void TestDamage::whatBelongsToItGoesWithIt()
{
    QTemporaryDir folder;
    const ManualClock clock;
    for (const auto *name : {"cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm"}) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
    }
    const auto aside =
        moveDamagedAside(folder.filePath(QStringLiteral("cache.sqlite")), clock.now());
    QVERIFY(aside.has_value());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files),
             (QStringList{asideName, QString(asideName + QLatin1String("-shm")),
                          QString(asideName + QLatin1String("-wal"))}));
}

void TestDamage::theSecondOneGetsAnotherName()
{
    QTemporaryDir folder;
    const ManualClock clock;
    QStringList names;
    for (int i = 0; i < 2; ++i) {
        QFile file(folder.filePath(QStringLiteral("cache.sqlite")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
        file.close();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
        auto store = AccountStore::open(folder.path(), clock);
        names.append((*store)->movedAside());
    }
    QVERIFY(names.at(0) != names.at(1));
    QVERIFY(QFile::exists(names.at(0)));
    QVERIFY(QFile::exists(names.at(1)));
}

/// Overwrites every page except the first few: opening the file does not notice it.
void damageTheMiddle(const QString &folder, const Clock &clock)
{
    fill(folder, clock, 5000);
    const QString path = folder + QLatin1String("/cache.sqlite");
    // The newest rows and the ends of the index stay readable; a part in the middle does not.
    const qint64 pages = QFileInfo(path).size() / 8192;
    for (qint64 page = pages / 3; page < pages / 2; ++page) {
        overwrite(path, page * 8192, QByteArray(8192, '\xee'));
    }
}

void TestDamage::damageFoundWhileReading()
{
    QTemporaryDir folder;
    const ManualClock clock;
    damageTheMiddle(folder.path(), clock);
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QVERIFY((*store)->movedAside().isEmpty());
    QSignalSpy before(store->get(), &AccountStore::aboutToBeReplaced);
    QSignalSpy replaced(store->get(), &AccountStore::replaced);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The store failed")));
    const quint64 epoch = (*store)->epoch();
    const auto read = (*store)->read([](CacheReader &reader) {
        for (qint64 number = 1; number <= 5000; ++number) {
            [[maybe_unused]] const auto row = reader.transaction(600'000 + number);
        }
        return Stored{};
    });
    QVERIFY(!read.has_value());
    QVERIFY(read.error().kind == StoreError::Kind::Damaged);
    QCOMPARE(replaced.size(), 0); // not during the call that found the damage
    QTRY_COMPARE(replaced.size(), 1);
    QCOMPARE(before.size(), 1);
    QCOMPARE(replaced.at(0).at(0).toString(), folder.filePath(asideName));
    QVERIFY((*store)->epoch() != epoch);
    QCOMPARE(stored(**store), 0);
    bool written = false;
    (*store)->write(
        [](CacheWriter &writer) {
            writer.ledger().putPages({testing::ledgerPage(1, 10)}, {});
            return Stored{};
        },
        store->get(), [&](const StoreResult<Stored> &result) { written = result.has_value(); });
    QTRY_VERIFY(written);
    QCOMPARE(stored(**store), 10);
}

void TestDamage::damageFoundWhileWriting()
{
    QTemporaryDir folder;
    const ManualClock clock;
    damageTheMiddle(folder.path(), clock);
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QSignalSpy replaced(store->get(), &AccountStore::replaced);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The store failed")));
    std::optional<StoreError> error;
    (*store)->write(
        [](CacheWriter &writer) {
            writer.ledger().putPages({testing::ledgerPage(1, 5000)}, {});
            return Stored{};
        },
        store->get(),
        [&](const StoreResult<Stored> &result) {
            error = result ? std::nullopt : std::optional(result.error());
        });
    QTRY_COMPARE(replaced.size(), 1);
    QVERIFY(error.has_value());
    QVERIFY(error->kind == StoreError::Kind::Damaged);
    QVERIFY(QFile::exists(folder.filePath(asideName)));
    QCOMPARE(stored(**store), 0);
}

/// What the other writes found in the damaged file says nothing about its replacement.
void TestDamage::damageFoundByQueuedWritesReplacesOnce()
{
    QTemporaryDir folder;
    const ManualClock clock;
    damageTheMiddle(folder.path(), clock);
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QSignalSpy replaced(store->get(), &AccountStore::replaced);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The store failed")));
    // The other three find the damage only after the replacement has begun.
    auto begun = std::make_shared<QSemaphore>();
    QObject::connect(store->get(), &AccountStore::aboutToBeReplaced, store->get(),
                     [begun] { begun->release(3); });
    int failed = 0;
    for (int write = 0; write < 4; ++write) {
        (*store)->write(
            [write, begun](CacheWriter &writer) {
                if (write > 0) {
                    begun->acquire();
                }
                writer.ledger().putPages({testing::ledgerPage(1, 5000)}, {});
                return Stored{};
            },
            store->get(),
            [&](const StoreResult<Stored> &result) { failed += result.has_value() ? 0 : 1; });
    }
    QTRY_COMPARE(failed, 4);
    QCOMPARE(replaced.size(), 1);
    bool written = false;
    (*store)->write(
        [](CacheWriter &writer) {
            writer.ledger().putPages({testing::ledgerPage(1, 10)}, {});
            return Stored{};
        },
        store->get(), [&](const StoreResult<Stored> &result) { written = result.has_value(); });
    QTRY_VERIFY(written);
    QCOMPARE(replaced.size(), 1);
    QCOMPARE(stored(**store), 10);
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*.damaged-*.sqlite")}).size(), 1);
}

void TestDamage::aFileThatCannotBeReplacedStays()
{
    QTemporaryDir folder;
    const ManualClock clock;
    fill(folder.path(), clock, 500);
    FileFormat format = cacheFormat();
    auto store = AccountStore::open(folder.path(), clock, format);
    QVERIFY(store.has_value());
    format.steps.front() = MigrationStep("no SQL"); // a new file cannot be made
    const QSignalSpy replaced(store->get(), &AccountStore::replaced);
    const QSignalSpy failed(store->get(), &AccountStore::failed);
    (*store)->startAgain();
    QTRY_COMPARE(replaced.size(), 1);
    QCOMPARE(replaced.front().front().toString(), QString());
    QVERIFY(failed.isEmpty());
    QCOMPARE(stored(**store), 500);
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("cache.*-*.sqlite")}), QStringList());
    bool isWritten = false; // and it can be written
    (*store)->write([](CacheWriter &) { return Stored{}; }, store->get(),
                    [&](const StoreResult<Stored> &result) { isWritten = result.has_value(); });
    QTRY_VERIFY(isWritten);
}

void TestDamage::openingDoesNotReadItAll()
{
    QTemporaryDir folder;
    const ManualClock clock;
    damageTheMiddle(folder.path(), clock);
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    QCOMPARE(stored(**store), 5000);
    KeyQuery newest{StoreTable::Transactions, "created_ms", true, {}, 50};
    QCOMPARE(readKeys((*store)->reader(), newest).size(), size_t{50});
}

void TestDamage::aDamagedKeepFileIsReported()
{
    QTemporaryDir folder;
    const ManualClock clock;
    const QByteArray content(5000, 'x');
    const QString path = folder.filePath(QStringLiteral("keep.sqlite"));
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    KeepFile keep(folder.path(), clock);
    QSignalSpy failed(&keep, &KeepFile::failed);
    QVERIFY(keep.problem().has_value());
    QVERIFY(keep.problem()->kind == StoreError::Kind::Damaged);
    keep.saveDraft(SubUserId(1), QStringLiteral("mine"), {});
    QCOMPARE(failed.size(), 1);
    QCOMPARE(keep.draft(SubUserId(1))->text, QStringLiteral("mine")); // for as long as it runs
    QVERIFY(keep.earlierNotes(SubUserId(1)).empty());
    keep.waitForWriter();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
}

void TestDamage::aFailedWriteOfTheUsersDataIsReported()
{
    QTemporaryDir folder;
    const ManualClock clock;
    auto store = AccountStore::open(folder.path(), clock);
    QVERIFY(store.has_value());
    KeepFile keep(folder.path(), clock);
    const AccountNotices notices(**store, keep);
    const QSignalSpy added(&notices, &AccountNotices::added);
    auto other = Connection::open(keep.path(), Connection::Purpose::KeepWriter);
    QVERIFY(other.has_value());
    (*other)->database().exec("DROP TABLE acknowledged_findings");
    keep.acknowledge({QStringLiteral("removed/1/2")}, QStringLiteral("support knows"));
    QTRY_COMPARE(added.size(), 1);
    const QString said = added.front().front().toString();
    QVERIFY2(said.contains(QStringLiteral("cannot be saved")) &&
                 said.contains(QStringLiteral("keep.sqlite")),
             qPrintable(said));
    QVERIFY(!keep.problem());
}

void TestDamage::aKeepFileIsSetAsideWhenAskedTo()
{
    QTemporaryDir folder;
    const ManualClock clock;
    {
        QFile file(folder.filePath(QStringLiteral("keep.sqlite")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
    }
    {
        KeepFile keep(folder.path(), clock);
        keep.setFact(QStringLiteral("service"), QStringLiteral("https://api.example.net"));
        keep.saveDraft(SubUserId(2), QStringLiteral("typed meanwhile"), {});
        const auto aside = keep.setAside();
        QVERIFY(aside.has_value());
        QCOMPARE(QFileInfo(*aside).size(), 5000);
        QVERIFY(!keep.problem());
        keep.saveDraft(SubUserId(1), QStringLiteral("mine"), {});
    }
    KeepFile keep(folder.path(), clock);
    QCOMPARE(keep.draft(SubUserId(1))->text, QStringLiteral("mine"));
    QVERIFY(keep.draft(SubUserId(2)).has_value());
    QCOMPARE(keep.draft(SubUserId(2))->text, QStringLiteral("typed meanwhile"));
    // The name of the account was known before, and a later start has to find it.
    QCOMPARE(keep.fact(QStringLiteral("service")), QStringLiteral("https://api.example.net"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestDamage)
#include "test_damage.moc"
