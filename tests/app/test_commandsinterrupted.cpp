// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that Ctrl+C ends each command while it does something that never ends by itself, and that
// what was stored before is intact.
#include "tests/app/commandfixture.h"
#include "tests/models/endless.h"
#include "tests/models/laterformat.h"
#include "tests/support/paths.h"
#include "tests/support/waituntil.h"

#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace relaybook {

using testing::Outcome;

class TestCommandsInterrupted : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aSyncThatStores();
    void aSyncThatWaitsToUpdateData();
    void aServiceThatNeverAnswers_data();
    void aServiceThatNeverAnswers();
    void aNameThatIsNeverFound();
    void anExport();
    void aCheckOfStoredData();
    void dataThatIsReadAtTheStart();

private:
    [[nodiscard]] QString missing() const override { return whyNoInterrupt(); }
    void syncOnce();
    [[nodiscard]] QString cacheFile() const;
    [[nodiscard]] static bool hasOpen(const QProcess &process, const QString &path);
};

void TestCommandsInterrupted::syncOnce()
{
    startServer(60);
    const Outcome synced = run({QStringLiteral("sync")});
    QVERIFY2(synced.code == 0, qPrintable(synced.err));
}

QString TestCommandsInterrupted::cacheFile() const
{
    QDirIterator files(file("data/accounts"), {QStringLiteral("cache.sqlite")}, QDir::Files,
                       QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

/// Whether the process has the file open.
bool TestCommandsInterrupted::hasOpen(const QProcess &process, const QString &path)
{
    const QDir files(QStringLiteral("/proc/%1/fd").arg(process.processId()));
    const QFileInfoList open = files.entryInfoList(QDir::Files | QDir::System);
    const QString wanted = QFileInfo(path).canonicalFilePath();
    return std::any_of(open.begin(), open.end(),
                       [&wanted](const QFileInfo &each) { return each.symLinkTarget() == wanted; });
}

/// The writer's thread is in the middle of a page.
void TestCommandsInterrupted::aSyncThatStores()
{
    syncOnce();
    testing::makeChangesEndless(cacheFile(), "INSERT", "transactions");
    QVERIFY(m_server->bookTransaction());
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    QVERIFY(testing::waitUntil([this] { return testing::isBeingWritten(cacheFile()); }));
    interrupt(process, "Interrupted.");

    testing::makeChangesFinite(cacheFile());
    const Outcome again = run({QStringLiteral("sync"), QStringLiteral("--json")});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.json()[QLatin1String("transactions")].toInteger(), 61);
    QCOMPARE(run({QStringLiteral("check-ledger")}).code, 0);
}

/// While another process has the lock of the file.
void TestCommandsInterrupted::aSyncThatWaitsToUpdateData()
{
    syncOnce();
    const QString folder = QFileInfo(cacheFile()).path();
    const std::string version =
        "PRAGMA user_version = " + std::to_string(testing::versionOfCache(folder));
    testing::runInFile(cacheFile(), "PRAGMA user_version = 0");
    testing::HeldCache held(folder);
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    QVERIFY(testing::waitUntil([&] { return hasOpen(process, cacheFile()); }));
    interrupt(process, "Interrupted.");

    held.release();
    QCOMPARE(testing::versionOfCache(folder), 0);
    testing::runInFile(cacheFile(), version);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
}

void TestCommandsInterrupted::aServiceThatNeverAnswers_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : {"sync", "balance", "check-ledger"}) {
        QTest::newRow(command) << QString::fromLatin1(command);
    }
}

void TestCommandsInterrupted::aServiceThatNeverAnswers()
{
    QFETCH(QString, command);
    syncOnce();
    QVERIFY(!m_server->faults().set("latency=86400000"));
    m_server->resetCounters();
    QProcess process;
    begin(process, {command});
    QVERIFY(testing::waitUntil([this] { return m_server->counters().connections > 0; }));
    interrupt(process, "Interrupted.");
}

/// Qt waits for the thread that asks the system.
void TestCommandsInterrupted::aNameThatIsNeverFound()
{
    startServer(1);
    m_service = QStringLiteral("https://silent.example");
    m_base.insert(QStringLiteral("LD_PRELOAD"), testing::silentResolverLibrary());
    m_base.insert(QStringLiteral("ASAN_OPTIONS"), m_base.value(QStringLiteral("ASAN_OPTIONS")) +
                                                      QStringLiteral(":verify_asan_link_order=0"));
    QProcess process;
    begin(process, {QStringLiteral("balance")});
    process.setReadChannel(QProcess::StandardError);
    QByteArray said;
    QVERIFY(testing::waitUntil([&] {
        said += process.readAllStandardError();
        return said.contains("The resolver is asked.");
    }));
    interrupt(process, "Interrupted.");
}

void TestCommandsInterrupted::anExport()
{
    syncOnce();
    testing::makeEndless(cacheFile(), "proxies");
    QProcess process;
    begin(process, {QStringLiteral("export"), QStringLiteral("proxies"), QStringLiteral("--format"),
                    QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("a.csv")});
    const auto filesHere = [this] {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden);
    };
    QVERIFY(testing::waitUntil([&] { return !filesHere().isEmpty(); }));
    interrupt(process, "The export was cancelled. Nothing was written.");
    QCOMPARE(filesHere(), QStringList());
}

void TestCommandsInterrupted::aCheckOfStoredData()
{
    syncOnce();
    testing::makeEndless(cacheFile(), "transaction_versions");
    QProcess process;
    begin(process, {QStringLiteral("check-ledger"), QStringLiteral("--stored")});
    QVERIFY(testing::waitUntil([this] { return testing::isBeingRead(cacheFile()); }));
    interrupt(process, "Interrupted. Nothing was changed.");
}

/// On the main thread, which would say that it was interrupted.
void TestCommandsInterrupted::dataThatIsReadAtTheStart()
{
    syncOnce();
    testing::makeEndless(cacheFile(), "counters");
    QProcess process;
    begin(process, {QStringLiteral("balance"), QStringLiteral("--offline")});
    interrupt(process, "");
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestCommandsInterrupted)
#include "test_commandsinterrupted.moc"
