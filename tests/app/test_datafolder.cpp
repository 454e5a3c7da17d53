// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the data folder: Relaybook denies others access to what it creates, and does not change the
// mode of what existed before.
#include "api/http/authsession.h"
#include "app/datafolder.h"
#include "models/account/accountsession.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace relaybook;

namespace {

constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
constexpr auto everybody = ownerOnly | QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                           QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

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

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestDataFolder)
#include "test_datafolder.moc"
