// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the data folder: Relaybook denies others access to what it creates, and does not change the
// mode of what existed before.
#include "api/http/authsession.h"
#include "app/datafolder.h"
#include "models/accounts/accountsession.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): kill() is POSIX's
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace relaybook;

namespace {

constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
constexpr auto everybody = ownerOnly | QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                           QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

// On Windows, Qt does not read the access list of a file unless told to.
#ifdef Q_OS_WIN
#define NEED_MODES() QSKIP("Needs the access modes of Unix.")
#else
#define NEED_MODES() static_cast<void>(0)
#endif

QFile::Permissions modeOf(const QString &path)
{
    // Qt's "user" bits repeat those of the owner.
    return QFile::permissions(path) & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser);
}

} // namespace

class TestDataFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExistingFolderKeepsItsMode_data();
    void anExistingFolderKeepsItsMode();
    void aNewFolderIsTheUsersOwn();
    void foldersOfAccountsAreTheUsersOwn();
    void aFileIsNoFolder();
    void anEmptyLockFileIsNotForEver();
    void aLockLeftUnderTheOwnNumberIsTaken();
    void anEmptyLockFileOfALiveProcessStays();
};

void TestDataFolder::anExistingFolderKeepsItsMode_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("everybody's") << int(everybody);
    QTest::newRow("read by others") << int(ownerOnly | QFile::ReadOther | QFile::ExeOther);
    QTest::newRow("the user's own") << int(ownerOnly);
}

void TestDataFolder::anExistingFolderKeepsItsMode()
{
    NEED_MODES();
    QFETCH(int, mode);
    const QTemporaryDir folder;
    const auto before = QFile::Permissions(mode);
    QVERIFY(QFile::setPermissions(folder.path(), before));
    {
        const DataFolder data(folder.path());
        QVERIFY(!data.problem());
        QCOMPARE(modeOf(folder.path()), before);
    }
    QCOMPARE(modeOf(folder.path()), before);
    QVERIFY(QFile::setPermissions(folder.path(), ownerOnly));
}

void TestDataFolder::aNewFolderIsTheUsersOwn()
{
    NEED_MODES();
    const QTemporaryDir folder;
    QVERIFY(QFile::setPermissions(folder.path(), everybody));
    const QString above = folder.filePath(QStringLiteral("above"));
    const DataFolder data(above + QStringLiteral("/data"));
    QVERIFY(!data.problem());
    QCOMPARE(modeOf(data.path()), QFile::Permissions(ownerOnly));
    QCOMPARE(modeOf(above), QFile::Permissions(ownerOnly));
    QCOMPARE(modeOf(folder.path()), QFile::Permissions(everybody));
}

/// Also inside a folder that others can read.
void TestDataFolder::foldersOfAccountsAreTheUsersOwn()
{
    NEED_MODES();
    const QTemporaryDir folder;
    QVERIFY(QFile::setPermissions(folder.path(), everybody));
    const DataFolder data(folder.path());
    AuthSession nobody;
    const SystemClock clock;
    AccountSession::Config config;
    config.dataDir = data.path();
    config.service = QStringLiteral("https://service.example");
    config.account = QStringLiteral("one");
    config.offline = true;
    const auto session = AccountSession::open(config, nullptr, nobody, clock);
    QVERIFY(session);
    const QString stored = QFileInfo((*session)->queries().storePath()).path();
    QCOMPARE(modeOf(stored), QFile::Permissions(ownerOnly));
    QCOMPARE(modeOf(QFileInfo(stored).path()), QFile::Permissions(ownerOnly));
}

void TestDataFolder::aFileIsNoFolder()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("data")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(DataFolder(file.fileName()).problem().has_value());
    QVERIFY(DataFolder(file.fileName() + QStringLiteral("/below")).problem().has_value());
}

namespace {

// An empty lock file, as it is left by a process that ended between creating and writing it.
QString emptyLock(const QString &folder, int secondsAgo)
{
    QFile lock(folder + QStringLiteral("/lock"));
    const bool made = lock.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
                      lock.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo),
                                       QFileDevice::FileModificationTime);
    return made ? lock.fileName() : QString();
}

} // namespace

void TestDataFolder::anEmptyLockFileIsNotForEver()
{
    const QTemporaryDir folder;
    // A process may be about to write to a new one.
    const QString lock = emptyLock(folder.path(), 0);
    QVERIFY(!lock.isEmpty());
    QVERIFY(DataFolder(folder.path()).isInUse());
    QCOMPARE(QFileInfo(lock).size(), 0);
    for (const int secondsAgo : {120, -100'000}) { // a clock that was ahead, too
        QVERIFY(!emptyLock(folder.path(), secondsAgo).isEmpty());
        DataFolder data(folder.path());
        QVERIFY2(!data.problem(), qPrintable(data.problem().value_or(QString())));
        QVERIFY(QFileInfo(lock).size() > 0);
        QVERIFY(DataFolder(folder.path()).isInUse());
    }
}

/// Numbers of processes come again, on Windows soon.
void TestDataFolder::aLockLeftUnderTheOwnNumberIsTaken()
{
    const QTemporaryDir folder;
    QFile lock(folder.filePath(QStringLiteral("lock")));
    QByteArray content;
    {
        const DataFolder data(folder.path());
        QVERIFY(!data.problem());
        QVERIFY(lock.open(QIODevice::ReadOnly));
        content = lock.readAll();
        lock.close();
        QVERIFY(content.startsWith(QByteArray::number(QCoreApplication::applicationPid())));
        QVERIFY(DataFolder(folder.path()).isInUse()); // held, and by this process
        QVERIFY(lock.exists());
    }
    QVERIFY(lock.open(QIODevice::WriteOnly));
    QCOMPARE(lock.write(content), content.size());
    QVERIFY(lock.flush()); // writing sets its time
    QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-1),
                             QFileDevice::FileModificationTime));
    lock.close();
    const DataFolder data(folder.path());
    QVERIFY2(!data.problem(), qPrintable(data.problem().value_or(QString())));
}

void TestDataFolder::anEmptyLockFileOfALiveProcessStays()
{
#ifdef Q_OS_UNIX
    const QTemporaryDir folder;
    const QByteArray lock = QFile::encodeName(emptyLock(folder.path(), 0));
    int ready[2] = {-1, -1};
    QCOMPARE(::pipe(ready), 0);
    const pid_t holder = ::fork();
    QVERIFY(holder >= 0);
    if (holder == 0) { // holds it as QLockFile does, and does not write
        const int file = ::open(lock.constData(), O_RDWR);
        const char reported = ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 'y' : 'n';
        (void)!::write(ready[1], &reported, 1);
        for (;;) {
            ::pause();
        }
    }
    char reported = 'n';
    const bool isReported = ::read(ready[0], &reported, 1) == 1;
    ::close(ready[0]);
    ::close(ready[1]);
    const bool isOld = !emptyLock(folder.path(), 120).isEmpty(); // the same file, now old
    const bool whileHeld = DataFolder(folder.path()).isInUse();
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
    QVERIFY(isReported && reported == 'y');
    QVERIFY(isOld);
    QVERIFY(whileHeld);
    QVERIFY(!DataFolder(folder.path()).problem());
#else
    QSKIP("Needs fork().");
#endif
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestDataFolder)
#include "test_datafolder.moc"
