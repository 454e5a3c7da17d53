// SPDX-License-Identifier: GPL-3.0-or-later
// Tests an export in its own thread: its progress, cancelling it, and destroying it while it runs.
#include "models/export/exportjob.h"
#include "tests/export/exportfixture.h"
#include "tests/models/endless.h"
#include "tests/support/waituntil.h"

#include <QSignalSpy>
#include <QThreadPool>

using namespace relaybook;
using relaybook::testing::ExportFixture;

class TestExportJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aJobReportsAndCancels();
    void aQueryWithoutEndIsCancelled();
    void aCountWithoutEndIsLeft();
    void aJobThatIsLeftTakesItsFilesAway_data();
    void aJobThatIsLeftTakesItsFilesAway();
};

void TestExportJob::aJobReportsAndCancels()
{
    ExportFixture desk;
    constexpr qint64 many = 30'000;
    desk.put(testing::ledgerPage(1, many).items);
    const QString path = desk.file(QStringLiteral("a.csv"));
    desk.fill(path, "the old file");
    ExportJob job;
    QSignalSpy progress(&job, &ExportJob::progress);
    std::optional<Result<ExportOutcome>> outcome;
    connect(&job, &ExportJob::finished, this, [&](const auto &result) { outcome = result; });
    job.start(desk.request(ExportFormat::Csv, QStringLiteral("a.csv")));
    job.cancel(); // before the first row, or soon after it
    QTRY_VERIFY(outcome.has_value());
    QVERIFY(!*outcome);
    QCOMPARE(outcome->error().kind, ErrorKind::Cancelled);
    QCOMPARE(desk.contentOf(path), QByteArray("the old file"));
    QCOMPARE(desk.filesHere(), QStringList{QStringLiteral("a.csv")});

    outcome.reset();
    progress.clear();
    job.start(desk.request(ExportFormat::Csv, QStringLiteral("a.csv")));
    QVERIFY(job.isRunning());
    QTRY_VERIFY(outcome.has_value());
    QVERIFY(outcome->has_value());
    QVERIFY(!job.isRunning());
    QCOMPARE((*outcome)->rows, many);
    QCOMPARE((*outcome)->bytes, qint64(desk.contentOf(path).size()));
    QVERIFY(!progress.isEmpty());
    QCOMPARE(progress.last(), (QVariantList{many, many}));
}

/// Before the first row, when nobody has looked yet whether the export was cancelled.
void TestExportJob::aQueryWithoutEndIsCancelled()
{
    ExportFixture desk;
    desk.putLists({testing::someProxy(1)}, {});
    testing::makeEndless(desk.storeFile(), "proxies");
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Proxies;
    ExportJob job;
    std::optional<Result<ExportOutcome>> outcome;
    connect(&job, &ExportJob::finished, this, [&](const auto &result) { outcome = result; });
    job.start(request);
    QVERIFY(testing::waitUntil([&] { return testing::isBeingRead(desk.storeFile()); }));
    job.cancel();
    QTRY_VERIFY(outcome.has_value());
    QVERIFY(!outcome->has_value());
    QCOMPARE(outcome->error().kind, ErrorKind::Cancelled);
    QCOMPARE(desk.filesHere(), QStringList());
}

void TestExportJob::aCountWithoutEndIsLeft()
{
    ExportFixture desk;
    desk.putLists({testing::someProxy(1)}, {});
    testing::makeEndless(desk.storeFile(), "proxies");
    ExportRequest request = desk.request(ExportFormat::Csv, QStringLiteral("a.csv"));
    request.what = ExportWhat::Proxies;
    auto job = std::make_unique<ExportJob>();
    QSignalSpy counted(job.get(), &ExportJob::counted);
    job->count(request);
    QVERIFY(testing::waitUntil([&] { return testing::isBeingRead(desk.storeFile()); }));
    // Another question ends the one before.
    request.what = ExportWhat::Transactions;
    job->count(request);
    QTRY_COMPARE(counted.size(), 1);
    request.what = ExportWhat::Proxies;
    job->count(request);
    job.reset();
    QVERIFY(QThreadPool::globalInstance()->waitForDone(30'000));
}

void TestExportJob::aJobThatIsLeftTakesItsFilesAway_data()
{
    QTest::addColumn<ExportFormat>("format");
    QTest::newRow("csv") << ExportFormat::Csv;
    QTest::newRow("json") << ExportFormat::Json;
    QTest::newRow("xlsx") << ExportFormat::Xlsx; // has files of its own beside it
}

void TestExportJob::aJobThatIsLeftTakesItsFilesAway()
{
    QFETCH(ExportFormat, format);
    ExportFixture desk;
    constexpr qint64 many = 30'000;
    desk.put(testing::ledgerPage(1, many).items);
    const QString path = desk.file(QStringLiteral("a.out"));
    // On a busy machine the export may be over before this thread drops it: then once more.
    constexpr int tries = 5;
    bool wasLeft = false;
    for (int i = 0; i < tries && !wasLeft; ++i) {
        desk.fill(path, "the old file");
        auto job = std::make_unique<ExportJob>();
        QSignalSpy progress(job.get(), &ExportJob::progress);
        job->start(desk.request(format, QStringLiteral("a.out")));
        QVERIFY(testing::waitUntil([&] { return !progress.isEmpty(); }));
        job.reset();
        // Nobody waits for it, and it finishes by itself.
        QVERIFY(QThreadPool::globalInstance()->waitForDone(30'000));
        wasLeft = desk.contentOf(path) == "the old file";
        if (wasLeft) {
            QCOMPARE(desk.filesHere(), QStringList{QStringLiteral("a.out")});
        }
        for (const QString &name : desk.filesHere()) {
            QVERIFY(QFile::remove(desk.file(name)));
        }
    }
    QVERIFY(wasLeft);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestExportJob)
#include "test_exportjob.moc"
