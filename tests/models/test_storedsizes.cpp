// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the sizes of the files of accounts are counted, with real files.
#include "models/accounts/storedsizes.h"
#include "models/store/accountkey.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>
#include <vector>

using namespace relaybook;

namespace {

QString keyOf(const char *account)
{
    return accountKey(QStringLiteral("https://a.example"), QLatin1String(account));
}

void writeFile(const QString &path, qint64 size)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(size, 'x')), size);
}

const AccountSize *sizeOf(const StoredSizes &sizes, const QString &key)
{
    for (const AccountSize &each : sizes.accounts) {
        if (each.key == key) {
            return &each;
        }
    }
    return nullptr;
}

} // namespace

class TestStoredSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesAreCountedByWhatIsLostWithThem()
    {
        const QTemporaryDir dir;
        const QString one = accountsFolder(dir.path()) + u'/' + keyOf("one") + u'/';
        const QString two = accountsFolder(dir.path()) + u'/' + keyOf("two") + u'/';
        writeFile(one + QStringLiteral("cache.sqlite"), 5000);
        writeFile(one + QStringLiteral("cache.sqlite-wal"), 700);
        writeFile(one + QStringLiteral("keep.sqlite"), 300);
        writeFile(one + QStringLiteral("orders.sqlite"), 40);
        writeFile(one + QStringLiteral("orders.sqlite-shm"), 5);
        writeFile(one + QStringLiteral("orders.record"), 2);
        writeFile(one + QStringLiteral("cache.damaged-20261128T110500Z.sqlite"), 9000);
        writeFile(one + QStringLiteral("keep.damaged-20261128T110500Z-1.sqlite-wal"), 100);
        writeFile(two + QStringLiteral("cache.sqlite"), 1);
        writeFile(two + QStringLiteral("later/unknown.bin"),
                  60); // of a later version: nobody may delete it
        writeFile(dir.filePath(QStringLiteral("settings.ini")), 11);
        writeFile(accountsFolder(dir.path()) + u'/' + keyOf("three") +
                      QStringLiteral(".removed-77/cache.sqlite"),
                  13);
        const StoredSizes sizes = sizesUnder(dir.path());
        QCOMPARE(sizes.accounts.size(), std::size_t(2));
        QVERIFY(sizeOf(sizes, keyOf("one")) != nullptr);
        QCOMPARE(*sizeOf(sizes, keyOf("one")), (AccountSize{keyOf("one"), 5700, 447, 9000}));
        QVERIFY(sizeOf(sizes, keyOf("two")) != nullptr);
        QCOMPARE(*sizeOf(sizes, keyOf("two")), (AccountSize{keyOf("two"), 1, 60, 0}));
        QCOMPARE(sizes.other, qint64(24));
        QCOMPARE(sizes.all(), qint64(5700 + 447 + 9000 + 61 + 24));
        QVERIFY(sizes.free && *sizes.free > 0);
    }

    void aLinkIsNotFollowed()
    {
        const QTemporaryDir dir;
        const QTemporaryDir elsewhere;
        writeFile(elsewhere.filePath(QStringLiteral("large")), 100000);
        const QString folder = accountsFolder(dir.path()) + u'/' + keyOf("one");
        writeFile(folder + QStringLiteral("/cache.sqlite"), 8);
        QVERIFY(QFile::link(elsewhere.path(), folder + QStringLiteral("/linked")));
        QCOMPARE(sizesUnder(dir.path()).all(), qint64(8));
    }

    void aMissingFolderIsEmpty()
    {
        const StoredSizes sizes = sizesUnder(QStringLiteral("/does/not/exist"));
        QVERIFY(sizes.accounts.empty());
        QCOMPARE(sizes.all(), qint64(0));
    }

    void theResultComesBackToTheThread()
    {
        const QTemporaryDir dir;
        writeFile(
            accountsFolder(dir.path()) + u'/' + keyOf("one") + QStringLiteral("/cache.sqlite"), 8);
        SizeCount count(dir.path());
        std::vector<qint64> results;
        connect(&count, &SizeCount::counted, this, [this, &results](const StoredSizes &sizes) {
            QCOMPARE(QThread::currentThread(), thread());
            results.push_back(sizes.all());
        });
        count.start();
        QVERIFY(results.empty()); // nothing is read before it returns
        writeFile(accountsFolder(dir.path()) + u'/' + keyOf("one") + QStringLiteral("/keep.sqlite"),
                  8);
        count.start(); // the first may have missed the new file
        QTRY_COMPARE(results.size(), std::size_t(2));
        QCOMPARE(results.back(), qint64(16));
    }

    void nobodyWaitsForTheCount()
    {
        const QTemporaryDir dir;
        writeFile(dir.filePath(QStringLiteral("settings.ini")), 8);
        auto count = std::make_unique<SizeCount>(dir.path());
        bool isCalled = false;
        connect(count.get(), &SizeCount::counted, this, [&isCalled] { isCalled = true; });
        count->start();
        count.reset();
        SizeCount other(dir.path());
        QSignalSpy counted(&other, &SizeCount::counted);
        other.start();
        QTRY_COMPARE(counted.size(), 1);
        QVERIFY(!isCalled);
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestStoredSizes)
#include "test_storedsizes.moc"
