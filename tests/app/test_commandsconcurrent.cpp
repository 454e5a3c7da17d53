// SPDX-License-Identifier: GPL-3.0-or-later
// Tests commands beside a program that has the data folder open: those that only read stored data
// work and change nothing; the others wait for it, and end with an exit code of their own.
#include "models/store/cacheconnection.h"
#include "tests/app/commandfixture.h"
#include "tests/support/ended.h"
#include "tests/support/waituntil.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QMap>
#include <QTest>

#include <csignal>

using namespace relaybook;
using relaybook::testing::ended;
using relaybook::testing::Outcome;
using relaybook::testing::waitUntil;

namespace {

constexpr int stillInUse = 3;
constexpr int notWhole = 4; // written, but the ledger is not complete
constexpr int interruptedCode = 130;

/// Ends a program at the end of a test, also of one that failed.
class Beside
{
public:
    QProcess process;
    QByteArray said; ///< on standard error

    Beside() = default;
    Beside(const Beside &) = delete;
    Beside &operator=(const Beside &) = delete;
    ~Beside()
    {
        process.kill();
        (void)ended(process);
    }
    [[nodiscard]] bool says(const char *text)
    {
        return waitUntil([&] { return (said += process.readAllStandardError()).contains(text); });
    }
    [[nodiscard]] bool ends() { return ended(process); }
};

QMap<QString, QByteArray> contentBelow(const QString &folder)
{
    QMap<QString, QByteArray> all;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        // SQLite's own: the index of the log, and a log without content.
        const bool isScratch =
            file.fileName().endsWith(QLatin1String("-shm")) ||
            (file.fileName().endsWith(QLatin1String("-wal")) && file.size() == 0);
        if (!isScratch && file.open(QIODevice::ReadOnly)) {
            all.insert(file.fileName(), file.readAll());
        }
    }
    return all;
}

} // namespace

class TestCommandsConcurrent : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void readingBesideASync();
    void exportsAreOfOneMoment();
    void readingBesideTheWindow();
    void readingChangesNothing();
    void readingAfterAKill();
    void newerData();
    void damagedData();
    void deletedData();
    void nothingIsCreated();
    void noWaiting();
    void waitingThatEnds_data();
    void waitingThatEnds();
    void waitingInVain();
    void interruptedWaiting_data();
    void interruptedWaiting();
    void aTerminatedWindowEndsByItself();
    void aLockOfAKilledProgramIsTaken();

private:
    static QStringList exporting(const QString &what = QStringLiteral("transactions"))
    {
        return {QStringLiteral("export"),   what,
                QStringLiteral("--format"), QStringLiteral("json"),
                QStringLiteral("--out"),    QStringLiteral("a.json"),
                QStringLiteral("--json")};
    }
    [[nodiscard]] QJsonObject exported() const
    {
        return QJsonDocument::fromJson(contentOf(file("a.json"))).object();
    }
    void beginHeldSync(Beside &sync, int pages);
    [[nodiscard]] QString cacheFile() const;
    void checkEachReader(int code, const QString &says);
};

/// Starts a sync that has the folder open until it is ended: the service answers the pages of the
/// ledger after the first ones very late.
void TestCommandsConcurrent::beginHeldSync(Beside &sync, int pages)
{
    const std::string late = "latency=600000,on=listTransactions,after=" + std::to_string(pages);
    QVERIFY(!m_server->faults().set(late));
    begin(sync.process, {QStringLiteral("sync")});
    QVERIFY2(sync.says("Transactions: "), sync.said.constData());
    // Whose data it is, is written on another thread.
    QVERIFY(waitUntil([this] { return run(exporting(QStringLiteral("proxies"))).code == 0; }));
}

QString TestCommandsConcurrent::cacheFile() const
{
    QDirIterator files(file("data/accounts"), {QStringLiteral("cache.sqlite")}, QDir::Files,
                       QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

void TestCommandsConcurrent::readingBesideASync()
{
    startServer(1000);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    for (int row = 0; row < 3000; ++row) {
        QVERIFY(m_server->bookDeposit("1", "new"));
    }
    Beside sync;
    beginHeldSync(sync, 3);
    const QString locked = QString::number(sync.process.processId());

    QVERIFY(waitUntil(
        [this] { return run(exporting()).json()[QLatin1String("rows")].toInt() > 1000; }));
    for (const auto &[what, rows] : {std::pair("proxies", 12), std::pair("sub-users", 7)}) {
        const Outcome list = run(exporting(QLatin1String(what)));
        QVERIFY2(list.code == 0, qPrintable(list.err));
        QCOMPARE(list.json()[QLatin1String("rows")].toInt(), rows);
    }
    const Outcome balance =
        run({QStringLiteral("balance"), QStringLiteral("--offline"), QStringLiteral("--json")});
    QVERIFY2(balance.code == 0, qPrintable(balance.err));
    QVERIFY(!balance.json()[QLatin1String("balance")].isNull());
    // The sync is not complete: the check says so, and does not fail.
    const Outcome checked =
        run({QStringLiteral("check-ledger"), QStringLiteral("--stored"), QStringLiteral("--json")});
    QVERIFY2(checked.code == 2, qPrintable(QString(checked.out + checked.err)));
    QCOMPARE(checked.json()[QLatin1String("state")].toString(), QStringLiteral("incomplete"));

    QCOMPARE(sync.process.state(), QProcess::Running);
    QVERIFY(contentOf(file("data/lock")).contains(locked.toLatin1()));
}

// While pages are written, every export says of itself what it contains.
void TestCommandsConcurrent::exportsAreOfOneMoment()
{
    startServer(20'000);
    m_server->setLatency(std::chrono::milliseconds(10));
    Beside sync;
    constexpr int pages = 60;
    beginHeldSync(sync, pages);
    constexpr qint64 most = 5000; // fewer than these pages have
    for (qint64 last = 0; last < most;) {
        const Outcome outcome = run(exporting());
        QVERIFY2(outcome.code == notWhole, qPrintable(outcome.err));
        const QJsonObject file = exported();
        const QJsonObject from = file[QLatin1String("provenance")].toObject();
        const qint64 rows = file[QLatin1String("rows")].toArray().size();
        QCOMPARE(from[QLatin1String("rows")].toInteger(), rows);
        QCOMPARE(from[QLatin1String("rows_stored")].toInteger(), rows);
        QVERIFY(rows >= last);
        last = rows;
        if (rows > 0) {
            QCOMPARE(from[QLatin1String("rows_at_service")].toInteger(), qint64(20'000));
            const QString check = from[QLatin1String("ledger")].toString();
            QVERIFY2(check.contains(QLatin1String("not complete")), qPrintable(check));
        }
    }
    QCOMPARE(sync.process.state(), QProcess::Running);
}

void TestCommandsConcurrent::readingBesideTheWindow()
{
    Beside window;
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    window.process.setProcessEnvironment(variables);
    window.process.start(m_program,
                         {QStringLiteral("--sandbox"), QStringLiteral("--data-dir"), file("data")});
    QVERIFY(window.process.waitForStarted());
    const QStringList sandbox{QStringLiteral("--sandbox")};
    // As soon as the window has stored a balance.
    Outcome balance;
    QVERIFY2(waitUntil([&] {
                 balance = run(QStringList{QStringLiteral("balance"), QStringLiteral("--offline"),
                                           QStringLiteral("--json")} +
                               sandbox);
                 return balance.code == 0;
             }),
             qPrintable(balance.err));
    QCOMPARE(balance.json()[QLatin1String("service")].toString(), QStringLiteral("sandbox"));
    const Outcome written = run(exporting() + sandbox);
    QVERIFY2(written.code == 0 || written.code == notWhole, qPrintable(written.err));
    const QJsonObject from = exported()[QLatin1String("provenance")].toObject();
    QCOMPARE(from[QLatin1String("rows_stored")].toInteger(),
             from[QLatin1String("rows")].toInteger());
    const Outcome checked = run(QStringList{QStringLiteral("check-ledger"),
                                            QStringLiteral("--stored"), QStringLiteral("--json")} +
                                sandbox);
    QVERIFY(!checked.json()[QLatin1String("state")].toString().isEmpty());
    QCOMPARE(checked.json()[QLatin1String("break_count")].toInt(), 0);
    for (const char *command : {"sync", "check-ledger", "balance"}) {
        const Outcome writing =
            run(QStringList{QLatin1String(command), QStringLiteral("--wait"), QStringLiteral("0")} +
                sandbox);
        QCOMPARE(writing.code, stillInUse);
        const QString process = QStringLiteral("(process %1)").arg(window.process.processId());
        QVERIFY2(writing.err.contains(process), qPrintable(writing.err));
        QVERIFY(writing.out.isEmpty());
    }
    QCOMPARE(window.process.state(), QProcess::Running);
}

void TestCommandsConcurrent::readingChangesNothing()
{
    startServer(500);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    const auto before = contentBelow(file("data"));
    QVERIFY(before.contains(cacheFile()));
    QCOMPARE(run(exporting()).code, 0);
    QCOMPARE(run(exporting(QStringLiteral("proxies"))).code, 0);
    QCOMPARE(run({QStringLiteral("check-ledger"), QStringLiteral("--stored")}).code, 0);
    QCOMPARE(run({QStringLiteral("balance"), QStringLiteral("--offline")}).code, 0);
    QCOMPARE(contentBelow(file("data")).keys(), before.keys());
    QVERIFY(contentBelow(file("data")) == before);
    // And whoever comes next can write.
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
}

// The log of a program that was killed is read, and stays for the next one that writes.
void TestCommandsConcurrent::readingAfterAKill()
{
    startServer(4000);
    int rows = 0;
    {
        Beside sync;
        beginHeldSync(sync, 4);
        rows = run(exporting()).json()[QLatin1String("rows")].toInt();
    }
    m_server->faults().clearAll();
    const auto before = contentBelow(file("data"));
    const Outcome outcome = run(exporting());
    QVERIFY2(outcome.code == notWhole, qPrintable(outcome.err));
    QVERIFY(outcome.json()[QLatin1String("rows")].toInt() >= rows);
    QVERIFY(contentBelow(file("data")) == before);
}

void TestCommandsConcurrent::checkEachReader(int code, const QString &says)
{
    const auto before = contentBelow(file("data"));
    for (const QStringList &words :
         {exporting(), exporting(QStringLiteral("sub-users")),
          QStringList{QStringLiteral("check-ledger"), QStringLiteral("--stored")},
          QStringList{QStringLiteral("balance"), QStringLiteral("--offline")}}) {
        const Outcome outcome = run(words);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
        // Nothing but the error, as an object where that is wanted.
        QCOMPARE(outcome.out.isEmpty(), !words.contains(QStringLiteral("--json")));
        QVERIFY(outcome.out.isEmpty() ||
                outcome.json().keys() == QStringList{QStringLiteral("error")});
    }
    QVERIFY(!QFile::exists(file("a.json")));
    QVERIFY(contentBelow(file("data")) == before);
}

void TestCommandsConcurrent::newerData()
{
    startServer(100);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    {
        auto connection = openCache(cacheFile(), Connection::Purpose::CacheWriter);
        QVERIFY(connection);
        (*connection)->database().exec("PRAGMA user_version = 1000");
    }
    checkEachReader(2, QStringLiteral("Use the newer version"));
}

void TestCommandsConcurrent::damagedData()
{
    startServer(100);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    {
        QFile damaged(cacheFile());
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        damaged.write(QByteArray(4000, 'x'));
    }
    checkEachReader(2, QStringLiteral("is damaged. Open Relaybook or run relaybook sync"));
    // As it says.
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    QCOMPARE(run(exporting()).code, 0);
}

void TestCommandsConcurrent::deletedData()
{
    startServer(100);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    QVERIFY(QFile::remove(cacheFile()));
    checkEachReader(2, QStringLiteral("Run relaybook sync first"));
}

void TestCommandsConcurrent::nothingIsCreated()
{
    QCOMPARE(run(exporting()).code, 2);
    QVERIFY(!QFile::exists(file("data")));
}

void TestCommandsConcurrent::noWaiting()
{
    startServer(3000);
    Beside sync;
    beginHeldSync(sync, 2);
    const Outcome second =
        run({QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("0")});
    QCOMPARE(second.code, stillInUse);
    QVERIFY2(second.err.contains(QStringLiteral("(process %1)").arg(sync.process.processId())),
             qPrintable(second.err));
    QVERIFY2(second.err.contains(QStringLiteral("--wait SECONDS")), qPrintable(second.err));
    QVERIFY(!second.err.contains(QStringLiteral("Waiting")));
    QVERIFY(second.out.isEmpty());
}

void TestCommandsConcurrent::waitingThatEnds_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("sync") << QStringList{QStringLiteral("sync")};
    QTest::newRow("check-ledger") << QStringList{QStringLiteral("check-ledger")};
    QTest::newRow("balance") << QStringList{QStringLiteral("balance")};
    QTest::newRow("for at most an hour")
        << QStringList{QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("3600")};
}

void TestCommandsConcurrent::waitingThatEnds()
{
    QFETCH(QStringList, words);
    startServer(3000);
    Beside first;
    beginHeldSync(first, 2);
    Beside second;
    begin(second.process, words);
    const QByteArray whom = "in use by another copy of Relaybook (process " +
                            QByteArray::number(first.process.processId()) +
                            "). Waiting for at most " + (words.size() > 1 ? "3600 s" : "60 s");
    QVERIFY2(second.says(whom.constData()), second.said.constData());
    m_server->faults().clearAll();
    first.process.terminate();
    QVERIFY(first.ends());
    QVERIFY(second.ends());
    second.said += second.process.readAllStandardError();
    QVERIFY2(second.process.exitCode() == 0, second.said.constData());
    QVERIFY(!second.process.readAllStandardOutput().isEmpty());
}

void TestCommandsConcurrent::waitingInVain()
{
    startServer(3000);
    Beside sync;
    beginHeldSync(sync, 2);
    const Outcome second =
        run({QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("1")});
    QCOMPARE(second.code, stillInUse);
    QVERIFY2(second.err.contains(QStringLiteral("at most 1 s")), qPrintable(second.err));
    QVERIFY2(second.err.contains(QStringLiteral("is still in use by")), qPrintable(second.err));
    QCOMPARE(sync.process.state(), QProcess::Running);
}

void TestCommandsConcurrent::interruptedWaiting_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
}

void TestCommandsConcurrent::interruptedWaiting()
{
#ifdef Q_OS_UNIX
    QFETCH(int, signal);
    startServer(3000);
    Beside sync;
    beginHeldSync(sync, 2);
    Beside second;
    begin(second.process,
          {QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("3600")});
    QVERIFY2(second.says("Waiting for"), second.said.constData());
    QCOMPARE(::kill(static_cast<pid_t>(second.process.processId()), signal), 0);
    QVERIFY(second.ends());
    QCOMPARE(second.process.exitCode(), interruptedCode);
    QVERIFY(second.says("Nothing was changed."));
    QCOMPARE(sync.process.state(), QProcess::Running);
#else
    QSKIP("Needs Unix signals.");
#endif
}

/// SIGTERM ends the window as closing it does, not as a kill.
void TestCommandsConcurrent::aTerminatedWindowEndsByItself()
{
#ifdef Q_OS_UNIX
    Beside window;
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    window.process.setProcessEnvironment(variables);
    window.process.start(m_program,
                         {QStringLiteral("--sandbox"), QStringLiteral("--data-dir"), file("data")});
    QVERIFY(window.process.waitForStarted());
    QVERIFY(waitUntil([this] {
        return run({QStringLiteral("balance"), QStringLiteral("--offline"),
                    QStringLiteral("--sandbox")})
                   .code == 0;
    }));
    window.process.terminate();
    QVERIFY(window.ends());
    QCOMPARE(window.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(window.process.exitCode(), 0);
    QVERIFY(!QFile::exists(file("data/lock")));
#else
    QSKIP("Needs Unix signals.");
#endif
}

void TestCommandsConcurrent::aLockOfAKilledProgramIsTaken()
{
    startServer(3000);
    {
        Beside sync;
        beginHeldSync(sync, 2);
    }
    QVERIFY(QFile::exists(file("data/lock")));
    m_server->faults().clearAll();
    const Outcome next =
        run({QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("0")});
    QVERIFY2(next.code == 0, qPrintable(next.err));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandsConcurrent)
#include "test_commandsconcurrent.moc"
