// SPDX-License-Identifier: GPL-3.0-or-later
// Tests accounts whose stored data has an older format: it is updated on another thread, while the
// event loop runs on and everything else can be done.

#include "models/store/accountkey.h"
#include "models/store/cacheconnection.h"
#include "models/store/cachefile.h"
#include "models/store/cacheopening.h"
#include "tests/models/accountsfixture.h"
#include "tests/models/laterformat.h"

#include <QDir>
#include <QTimer>

namespace relaybook {

using testing::AccountService;
using testing::AccountsFixture;
using testing::HeldCache;

class TestAccountUpdate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m.reset(); }

    void theEventLoopRuns();
    void anotherAccountIsShownMeanwhile();
    void twoAtOnce();
    void aHiddenAccount();
    void aSignInThatArrives();
    void changesAreRefusedMeanwhile();
    void aSignOutThatBeginsTheUpdate();
    void theTokenOfALaterCheckIsLeftAlone();
    void aSignInThatIsNotUsedAnyMore();
    void theEndOfTheProgram();
    void theEndOfAWaitForAnotherProcess();
    void anUpdateThatFails();
    void aFailureIsReportedOnce();
    void aLargeLog();
    void aDamagedFile();
    void aNewerFile();
    void aStepThatIsInterruptedIsTakenAgain();

private:
    [[nodiscard]] QString folderOf(const QString &key) const
    {
        return accountsFolder(m->folder.path()) + u'/' + key;
    }
    /// Ends the program. What is stored for the account is then of an older format.
    void makeOld(const QString &key)
    {
        m->close();
        testing::makeCacheOld(folderOf(key));
    }
    [[nodiscard]] QString cacheOf(const QString &key) const
    {
        return folderOf(key) + QStringLiteral("/cache.sqlite");
    }
    void runInCache(const QString &key, const char *sql) const
    {
        const auto file = openCache(cacheOf(key), Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec(sql);
    }
    /// Whether somebody is writing in the cache.
    [[nodiscard]] bool isLocked(const QString &key) const
    {
        const auto file = openCache(cacheOf(key), Connection::Purpose::CacheWriter, 0);
        if (!file) {
            return file.error().kind == StoreError::Kind::Busy;
        }
        const auto locked = guarded([&] {
            const WriteTransaction transaction(**file);
            return Stored{};
        });
        return !locked && locked.error().kind == StoreError::Kind::Busy;
    }
    [[nodiscard]] bool isUpdating(const QString &key) const
    {
        return m->entry(key).access == AccountAccess::UpdatingData;
    }

    std::unique_ptr<AccountService> m_one;
    std::unique_ptr<AccountService> m_two;
    std::unique_ptr<AccountsFixture> m;
    QString m_first;
    QString m_second;
};

/// Two accounts with all of their rows.
void TestAccountUpdate::init()
{
    m_one = std::make_unique<AccountService>(1);
    m_two = std::make_unique<AccountService>(2);
    m = std::make_unique<AccountsFixture>();
    m->format = &testing::laterFormat();
    m->open();
    m_first = m->add(*m_one);
    QTRY_VERIFY(m->isLoaded());
    m_second = m->add(*m_two);
    QTRY_VERIFY(m->isLoaded());
}

void TestAccountUpdate::theEventLoopRuns()
{
    makeOld(m_first);
    HeldCache held(folderOf(m_first));
    m->open(true);
    const QSignalSpy shown(m->accounts.get(), &OpenAccounts::shownChanged);
    int opened = 0;
    m->accounts->show(m_first, [&opened] { ++opened; });
    QVERIFY(isUpdating(m_first));
    QVERIFY(m->entry(m_first).isShown);
    QVERIFY(m->accounts->shown() == nullptr);
    QCOMPARE(shown.size(), 1);
    int turns = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, &timer, [&turns] { ++turns; });
    timer.start(0);
    QTRY_VERIFY(turns >= 100);
    QVERIFY(isUpdating(m_first));
    QCOMPARE(opened, 0);
    held.release();
    QTRY_COMPARE(opened, 1);
    QCOMPARE(shown.size(), 2);
    QCOMPARE(m->entry(m_first).access, AccountAccess::Offline);
    QCOMPARE(m->session().summary().transactions, 230);
    QCOMPARE(m->session().summary().proxies, 6);
    QVERIFY(!m->session().isInBackground());
    QCOMPARE(testing::versionOfCache(folderOf(m_first)), testing::cacheVersion() + 2);
}

void TestAccountUpdate::anotherAccountIsShownMeanwhile()
{
    makeOld(m_first);
    HeldCache held(folderOf(m_first));
    m->open(true);
    bool wasReported = false;
    m->accounts->show(m_first, [&wasReported] { wasReported = true; });
    m->accounts->show(m_second);
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    QCOMPARE(m->session().summary().proxies, 6);
    QVERIFY(isUpdating(m_first));
    held.release();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::Offline);
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    QVERIFY(!m->session().isInBackground());
    QVERIFY(!wasReported);
    m->accounts->show(m_first);
    QCOMPARE(m->session().summary().transactions, 230);
}

void TestAccountUpdate::twoAtOnce()
{
    makeOld(m_first);
    makeOld(m_second);
    HeldCache one(folderOf(m_first));
    HeldCache two(folderOf(m_second));
    m->open(true);
    m->accounts->show(m_first);
    m->accounts->show(m_second);
    m->accounts->show(m_first); // changed one's mind
    m->accounts->show(m_second);
    QVERIFY(isUpdating(m_first) && isUpdating(m_second));
    two.release();
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    QVERIFY(isUpdating(m_first));
    one.release();
    QTRY_VERIFY(!isUpdating(m_first));
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    QCOMPARE(m->session().summary().transactions, 230);
}

/// The account in the window is not touched by it.
void TestAccountUpdate::aHiddenAccount()
{
    makeOld(m_second);
    HeldCache held(folderOf(m_second));
    m->open();
    m->accounts->show(m_first);
    QTRY_COMPARE_WITH_TIMEOUT(m->entry(m_second).access, AccountAccess::UpdatingData, 30'000);
    QTRY_VERIFY(m->isLoaded());
    QCOMPARE(m->accounts->shownEntry()->key, m_first);
    held.release();
    QTRY_COMPARE(m->entry(m_second).access, AccountAccess::SignedIn);
    QCOMPARE(m->accounts->shownEntry()->key, m_first);
    m->accounts->show(m_second);
    QTRY_COMPARE(m->session().summary().proxies, 6);
}

void TestAccountUpdate::aSignInThatArrives()
{
    makeOld(m_first);
    m->keychain.entries.clear();
    HeldCache held(folderOf(m_first));
    m->open();
    m->accounts->useSignIn(m->check(*m_one));
    QCOMPARE(m->accounts->shownEntry()->key, m_first);
    QVERIFY(isUpdating(m_first));
    QVERIFY(m->keychain.entries.empty());
    held.release();
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    QTRY_COMPARE(m->keychain.entries.size(), std::size_t(1));
    QTRY_COMPARE(m->session().summary().proxies, 6); // loaded with the tokens
}

/// What the user wants is not kept until the update is done: it might contradict what they have
/// done since, and would be lost with the end of the program.
void TestAccountUpdate::changesAreRefusedMeanwhile()
{
    makeOld(m_first);
    HeldCache held(folderOf(m_first));
    m->open(true);
    m->accounts->show(m_first);
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    AccountOptions options = m->accounts->options(m_first);
    options.viewOnly = true;
    m->accounts->setOptions(m_first, options);
    m->accounts->rename(m_first, QStringLiteral("Another name"));
    m->accounts->removal().signOut(m_first);
    m->accounts->removal().remove(m_first);
    QCOMPARE(problems.size(), 4);
    for (const QVariantList &problem : problems) {
        QVERIFY(problem.front().toString().contains(QStringLiteral("is being updated")));
    }
    QVERIFY(!m->accounts->removal().whyNotSignOut(m_first).isEmpty());
    QVERIFY(!m->accounts->removal().whyNotRemove(m_first).isEmpty());
    held.release();
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QVERIFY(m->entry(m_first).name != QStringLiteral("Another name"));
    QVERIFY(!m->entry(m_first).isViewOnly);
    QVERIFY(!m->entry(m_first).isSignedOut);
    QCOMPARE(m->accounts->entries().size(), std::size_t(2));
    m->accounts->rename(m_first, QStringLiteral("Another name"));
    QCOMPARE(m->entry(m_first).name, QStringLiteral("Another name"));
}

/// One whose update only begins with it is connected afterwards, as if it had been shown.
void TestAccountUpdate::aSignOutThatBeginsTheUpdate()
{
    makeOld(m_first);
    HeldCache held(folderOf(m_first));
    m->open();
    m->accounts->removal().signOut(m_first);
    QVERIFY(isUpdating(m_first));
    held.release();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    m->accounts->removal().signOut(m_first);
    QCOMPARE(m->entry(m_first).access, AccountAccess::SignedOut);
}

/// Somebody is in the middle of another sign-in when an update ends.
void TestAccountUpdate::theTokenOfALaterCheckIsLeftAlone()
{
    makeOld(m_first);
    HeldCache held(folderOf(m_first));
    m->open();
    m->accounts->useSignIn(m->check(*m_one));
    PersonalToken issued;
    issued.token = m_two->personal();
    issued.id = TokenId(78);
    m->accounts->revoker().addIssued(m_two->url(), {}, issued);
    held.release();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    QVERIFY(!m->accounts->revoker().isRevoking());
    QCOMPARE(m->accounts->revoker().takeOver(m_two->personal()), std::optional(issued.id));
}

/// A token that Relaybook created for a sign-in is revoked if the program ends before its account
/// is open, and not before: another sign-in leaves it alone.
void TestAccountUpdate::aSignInThatIsNotUsedAnyMore()
{
    makeOld(m_first);
    const HeldCache held(folderOf(m_first));
    m->open();
    PersonalToken issued;
    issued.token = m_one->personal();
    issued.id = TokenId(77);
    const SignInResult result = m->check(*m_one);
    m->accounts->revoker().addIssued(m_one->url(), {}, issued);
    m->accounts->useSignIn(result);
    QVERIFY(isUpdating(m_first));
    m->accounts->useSignIn(m->check(*m_two));
    QVERIFY(!m->accounts->revoker().isRevoking());
    m->accounts->closeAll();
    QVERIFY(m->accounts->revoker().isRevoking());
    m->accounts->revoker().waitForEnd(std::chrono::seconds(30));
    QCOMPARE(m_one->arrived("revokeToken"), 1);
}

/// A step of the update never ends by itself: the end of the program must interrupt it.
void TestAccountUpdate::theEndOfTheProgram()
{
    makeOld(m_first);
    runInCache(m_first, "CREATE VIEW without_end AS WITH RECURSIVE n(x) AS "
                        "(SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS x FROM n;"
                        "CREATE TRIGGER endless AFTER UPDATE ON proxies "
                        "BEGIN SELECT x FROM without_end; END;");
    m->open(true);
    m->accounts->show(m_first);
    QTRY_VERIFY(isLocked(m_first)); // the step has begun
    QVERIFY(isUpdating(m_first));
    m->close();
    QVERIFY(!isLocked(m_first));
    QCOMPARE(testing::versionOfCache(folderOf(m_first)), testing::cacheVersion());
    runInCache(m_first, "DROP TRIGGER endless; DROP VIEW without_end;");
    m->open(true);
    m->accounts->show(m_first);
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QCOMPARE(m->session().summary().transactions, 230);
}

/// Another process has the file: the end of the program does not wait for it.
void TestAccountUpdate::theEndOfAWaitForAnotherProcess()
{
    makeOld(m_first);
    const HeldCache held(folderOf(m_first));
    const std::atomic<quint64> wanted{2};
    const auto ended =
        openCacheFilePatiently(folderOf(m_first), fromMillis(1), wanted, 1, testing::laterFormat());
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, StoreError::Kind::Interrupted); // not Busy: it did not wait on
}

/// The window goes back to the account of before, and the file stays as it is.
void TestAccountUpdate::anUpdateThatFails()
{
    makeOld(m_first);
    {
        const auto file =
            openCache(QDir(folderOf(m_first)).filePath(QStringLiteral("cache.sqlite")),
                      Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec("CREATE TABLE later_rows(x)");
    }
    m->open(true);
    m->accounts->show(m_second);
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->show(m_first);
    QVERIFY(isUpdating(m_first));
    QVERIFY(m->accounts->shown() == nullptr);
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("cannot be opened")));
    QCOMPARE(m->entry(m_first).access, AccountAccess::Unusable);
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    QCOMPARE(m->session().summary().proxies, 6);
    QVERIFY(!m->session().isInBackground());
    // The step that can be taken was; it can be tried again.
    QCOMPARE(testing::versionOfCache(folderOf(m_first)), testing::cacheVersion() + 1);
    m->accounts->show(m_first);
    QTRY_COMPARE(problems.size(), 2);
}

/// However often the user asked for the account meanwhile.
void TestAccountUpdate::aFailureIsReportedOnce()
{
    makeOld(m_first);
    runInCache(m_first, "CREATE TABLE later_rows(x)");
    HeldCache held(folderOf(m_first));
    m->open(true);
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->show(m_first);
    m->accounts->show(m_second);
    m->accounts->show(m_first);
    QVERIFY(isUpdating(m_first));
    held.release();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::Unusable);
    QCOMPARE(problems.size(), 1);
    m->accounts->show(m_first); // tried again, and told again
    QTRY_COMPARE(problems.size(), 2);
}

/// Nothing is updated: what a killed program left is read.
void TestAccountUpdate::aLargeLog()
{
    m->close();
    QFile log(cacheOf(m_first) + QStringLiteral("-wal"));
    QVERIFY(log.open(QIODevice::ReadWrite));
    QVERIFY(log.resize(40 * 1024 * 1024));
    log.close();
    m->open(true);
    m->accounts->show(m_first);
    QCOMPARE(m->entry(m_first).access, AccountAccess::ReadingLog);
    QVERIFY(m->accounts->shown() == nullptr);
    QVERIFY(m->accounts->removal().whyNotRemove(m_first).contains(QStringLiteral("is being read")));
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QCOMPARE(m->session().summary().proxies, 6);
}

void TestAccountUpdate::aDamagedFile()
{
    makeOld(m_first);
    QFile file(QDir(folderOf(m_first)).filePath(QStringLiteral("cache.sqlite")));
    QVERIFY(file.open(QIODevice::ReadWrite));
    constexpr qint64 header = 100;
    QVERIFY(file.seek(header));
    file.write(QByteArray(int(file.size() - header), '\x7f'));
    file.close();
    m->open(true);
    m->accounts->show(m_first);
    QVERIFY(isUpdating(m_first));
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QCOMPARE(m->session().summary().transactions, 0);
    QCOMPARE(m->session().notices().all().size(), 1);
    QCOMPARE(QDir(folderOf(m_first)).entryList({QStringLiteral("*.damaged-*.sqlite")}).size(), 1);
}

void TestAccountUpdate::aNewerFile()
{
    m->close();
    {
        const auto file =
            openCache(QDir(folderOf(m_first)).filePath(QStringLiteral("cache.sqlite")),
                      Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec("PRAGMA user_version = 900");
    }
    m->open(true);
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->show(m_first);
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("newer version")));
    QVERIFY(m->accounts->shownEntry() == nullptr);
    QCOMPARE(testing::versionOfCache(folderOf(m_first)), 900);
}

/// The end of an opening does not wait for a long step. What was complete stays.
void TestAccountUpdate::aStepThatIsInterruptedIsTakenAgain()
{
    const QTemporaryDir folder;
    FileFormat endless = cacheFormat();
    endless.steps.push_back("CREATE TABLE after_last AS WITH RECURSIVE n(x) AS "
                            "(SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS x FROM n;");
    {
        QObject context;
        const CacheOpening opening(
            folder.path(), fromMillis(1), &context, [](const auto &) { QFAIL("it has no end"); },
            endless);
        QTRY_COMPARE(testing::versionOfCache(folder.path()), testing::cacheVersion());
    }
    QCOMPARE(testing::versionOfCache(folder.path()), testing::cacheVersion());
    QCOMPARE(takesLongToOpen(folder.path(), endless), LongOpening::OldVersion);
    QCOMPARE(takesLongToOpen(folder.path()), LongOpening::No);
    FileFormat finite = cacheFormat();
    finite.steps.push_back("CREATE TABLE after_last(x);");
    StoreResult<CacheFile> opened = tl::unexpected(StoreError{});
    QObject context;
    const CacheOpening opening(
        folder.path(), fromMillis(1), &context,
        [&opened](StoreResult<CacheFile> file) { opened = std::move(file); }, finite);
    QTRY_VERIFY(opened.has_value());
    QCOMPARE(opened->writing->number("SELECT count(*) FROM after_last"), 0);
    QCOMPARE(opened->reader->number("PRAGMA user_version"), qint64(finite.steps.size()));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountUpdate)
#include "test_accountupdate.moc"
