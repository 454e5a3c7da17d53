// SPDX-License-Identifier: GPL-3.0-or-later
// Tests accounts across restarts: their secrets come from the keychain, which may be slow, locked,
// missing or damaged; sign-out, removal and options of one account.

#include "models/accounts/accountoptions.h"
#include "models/accounts/storedaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/sqlite/connection.h"
#include "models/store/accountkey.h"
#include "models/store/cacheconnection.h"
#include "models/store/keepfile.h"
#include "tests/models/accountsfixture.h"

#include <QDir>
#include <QFile>
#include <QUrl>

#include <map>
#include <set>
#include <utility>

namespace relaybook {

using testing::AccountService;
using testing::AccountsFixture;

class TestOpenAccounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<AccountsFixture>(); }
    void cleanup() { m.reset(); }

    void aRestartIsConnected();
    void theStoredDataIsShownWhileTheKeychainAsks();
    void aKeychainThatFails_data();
    void aKeychainThatFails();
    void anUnlockedKeychainIsReadAgain();
    void oneUnlockingIsForAllAccounts();
    void afterARemovalAnotherAccountIsShown();
    void anEntryThatIsGone();
    void withoutAKeychainTheSignInLastsForTheSession();
    void theKeychainIsWaitedForWhenItStores();
    void aSecondKindIsAddedToTheEntry();
    void aRenewedKeyGoesToItsAccount();
    void aSignInReplacesADamagedEntryOnly();
    void anEntryForAnotherAddressIsNotSent();
    void anEntryForAnotherNetworkIsNotSent();
    void aSignInFromAScriptIsNotStored();
    void signOutForgetsTheSecrets();
    void signOutWithALockedKeychain();
    void anAnswerAfterTheSignOutChangesNothing();
    void removeDeletesTheData();
    void removeNeedsTheKeychain();
    void theSameSignInTwiceIsOneAccount();
    void theOwnNameStays();
    void equalNamesAreToldApart();
    void coloursDifferAndStay();
    void optionsStay();
    void theProxyOfASignInStays();
    void aSessionTokenNeitherReplacesNorRevokes();
    void settingsWhileTheKeychainAsks();
    void savingOtherSettingsKeepsTheProxyPassword();
    void anotherProxyDoesNotGetThePassword();
    void aProxyOfAnEditedFileGetsNoPassword_data();
    void aProxyOfAnEditedFileGetsNoPassword();
    void signingInAgainKeepsTheProxyPassword();
    void signedOutStaysSoWhileTheKeychainAsks();
    void aTokenThatWasNotReadIsRevoked();
    void removeWaitsForTheOrders();
    void anUnreadableAccountIsSignedOut_data() { unreadableAccounts(); }
    void anUnreadableAccountIsSignedOut();
    void anUnreadableAccountIsRemoved_data() { unreadableAccounts(); }
    void anUnreadableAccountIsRemoved();
    void aDamagedFolderIsRemoved();
    void aDamagedFolderIsUsedAgain();
    void whatAnotherProgramUsesIsNotRemoved();
    void aCopiedFolderIsNoAccount();
    void optionsOfANewerVersion();

private:
    /// Starts again and shows the account.
    void restart(const QString &key)
    {
        m->open();
        m->accounts->show(key);
    }
    /// Nothing goes through the proxy: the services of the tests are on this computer.
    [[nodiscard]] static AccountOptions withPasswordProxy()
    {
        AccountOptions options;
        options.network.proxy = NetworkSettings::Proxy::Http;
        options.network.host = QStringLiteral("192.0.2.7");
        options.network.port = 3128;
        options.network.user = QStringLiteral("ada");
        options.network.password = Secret(QByteArray("swordfish"));
        return options;
    }
    static void damage(const QString &path)
    {
        for (const QString &part : {QStringLiteral("-wal"), QStringLiteral("-shm")}) {
            QFile::remove(path + part);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray(5000, 'x'));
    }
    static void unreadableAccounts()
    {
        QTest::addColumn<bool>("isNewer");
        QTest::addColumn<bool>("isKeptNewer");
        QTest::newRow("a newer version") << true << true;
        QTest::newRow("a newer version of what can be loaded again") << true << false;
        QTest::newRow("a file that cannot be opened") << false << false;
    }
    /// Ends the program, and makes what is stored for the account impossible to open.
    void makeUnreadable(const QString &key, bool isNewer, bool isKeptNewer)
    {
        m->close();
        const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
        const auto makeNewer = [&folder](const QString &name) {
            const auto file =
                Connection::open(folder + u'/' + name, Connection::Purpose::KeepWriter);
            QVERIFY(file.has_value());
            (*file)->database().exec("PRAGMA user_version = 900");
        };
        const QString cache = QStringLiteral("cache.sqlite");
        if (isNewer) {
            makeNewer(cache);
        } else { // as without permission, for any user
            QVERIFY(QFile::remove(folder + u'/' + cache));
            QVERIFY(QDir(folder).mkdir(cache));
        }
        if (isKeptNewer) {
            makeNewer(QStringLiteral("keep.sqlite"));
        }
    }
    [[nodiscard]] StoredAccount stored() const { return m->stored().front(); }

    std::unique_ptr<AccountsFixture> m;
};

void TestOpenAccounts::aRestartIsConnected()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    QCOMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QCOMPARE(m->keychain.entries.size(), std::size_t(1));
    const AccountSecrets secrets = m->keychain.entries.begin()->second;
    QCOMPARE(secrets.personalToken, service.personal());
    QCOMPARE(secrets.resellerKey, service.reseller());

    m->open();
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    const qint64 listed = service.arrived("listProxies");
    m->accounts->show(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_VERIFY(service.arrived("listProxies") > listed);
    QTRY_VERIFY(m->isLoaded());
    QVERIFY(m->entry(key).isShown);
    QVERIFY(m->entry(key).balance.has_value());
    // Nothing new was stored.
    QCOMPARE(m->keychain.requests.filter(QStringLiteral("write")).size(), 1);
}

void TestOpenAccounts::theStoredDataIsShownWhileTheKeychainAsks()
{
    AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->close();
    service.server.resetCounters();
    m->keychain.hold();
    restart(key);
    QCOMPARE(m->entry(key).access, AccountAccess::ReadingKeychain);
    const AccountSummary &summary = m->session().summary();
    QVERIFY(summary.hasPersonal);
    QVERIFY(summary.hasReseller);
    QCOMPARE(summary.proxies, 6);
    QVERIFY(summary.balance.has_value());
    QTest::qWait(0);
    QCOMPARE(service.server.counters().requests, std::uint64_t(0));
    m->keychain.answer();
    QTRY_VERIFY(m->isLoaded());
    QVERIFY(service.arrived("listProxies") > 0);
    QCOMPARE(m->entry(key).access, AccountAccess::SignedIn);
}

void TestOpenAccounts::aKeychainThatFails_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<AccountAccess>("access");
    QTest::newRow("none") << int(KeychainError::Missing) << AccountAccess::KeychainMissing;
    QTest::newRow("locked") << int(KeychainError::Locked) << AccountAccess::KeychainLocked;
    QTest::newRow("no answer") << int(KeychainError::TimedOut) << AccountAccess::KeychainLocked;
    QTest::newRow("rubbish") << int(KeychainError::Unreadable) << AccountAccess::SecretsUnreadable;
    QTest::newRow("newer") << int(KeychainError::Newer) << AccountAccess::SecretsUnreadable;
    QTest::newRow("other") << int(KeychainError::Failed) << AccountAccess::KeychainLocked;
}

void TestOpenAccounts::aKeychainThatFails()
{
    QFETCH(int, kind);
    QFETCH(AccountAccess, access);
    AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->close();
    service.server.resetCounters();
    m->keychain.error = KeychainError{KeychainError::Kind(kind), QStringLiteral("says no")};
    restart(key);
    QTRY_COMPARE(m->entry(key).access, access);
    QVERIFY(!m->entry(key).problem.isEmpty());
    // What is stored is shown, and nothing asks the service, nor says that it refused the sign-in.
    QVERIFY(m->session().summary().hasPersonal);
    QCOMPARE(m->session().summary().subUsers, 5);
    QTRY_COMPARE(m->session().status(Area::Proxies).state, AreaStatus::Failed);
    QCOMPARE(service.server.counters().requests, std::uint64_t(0));
    // A sign-in for this session works all the same.
    m->accounts->useSignIn(m->check(service));
    QTRY_VERIFY(m->isLoaded());
    QCOMPARE(m->accounts->shownEntry()->key, key);
}

void TestOpenAccounts::anUnlockedKeychainIsReadAgain()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::KeychainLocked);
    QCOMPARE(m->session().tokenState(TokenKind::Personal), TokenState::Locked);
    QCOMPARE(m->session().tokenState(TokenKind::Reseller), TokenState::Locked);
    m->keychain.error.reset();
    m->session().lookAgain(Area::SubUsers); // "Try again" of a page
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_VERIFY2(m->isLoaded(), m->states());
    QCOMPARE(m->session().tokenState(TokenKind::Personal), TokenState::Usable);
}

void TestOpenAccounts::oneUnlockingIsForAllAccounts()
{
    const AccountService first(1);
    const AccountService second(2);
    m->open();
    const QString one = m->add(first);
    const QString two = m->add(second);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->open();
    m->accounts->show(one);
    m->accounts->show(two);
    QTRY_COMPARE(m->entry(one).access, AccountAccess::KeychainLocked);
    QTRY_COMPARE(m->entry(two).access, AccountAccess::KeychainLocked);
    m->keychain.error.reset();
    m->accounts->readKeychainAgain(two);
    QTRY_COMPARE(m->entry(two).access, AccountAccess::SignedIn);
    QTRY_COMPARE(m->entry(one).access, AccountAccess::SignedIn);
}

void TestOpenAccounts::afterARemovalAnotherAccountIsShown()
{
    const AccountService first(1);
    const AccountService second(2);
    m->open();
    const QString one = m->add(first);
    const QString two = m->add(second);
    QTRY_VERIFY(m->isLoaded());
    QCOMPARE(m->accounts->shownKey(), two);
    m->accounts->removal().remove(two);
    QTRY_COMPARE(m->accounts->shownKey(), one);
    QTRY_VERIFY(m->isLoaded());
    m->accounts->removal().remove(one);
    QTRY_VERIFY(m->accounts->entries().empty());
    QVERIFY(m->accounts->shown() == nullptr);
}

void TestOpenAccounts::anEntryThatIsGone()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->close();
    m->keychain.entries.clear();
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QVERIFY(m->entry(key).problem.contains(QStringLiteral("no longer in the keychain")));
    QVERIFY(!m->entry(key).isSignedOut);
    QCOMPARE(m->session().summary().proxies, 6);
}

void TestOpenAccounts::withoutAKeychainTheSignInLastsForTheSession()
{
    const AccountService service(1);
    m->keychain.error = KeychainError{KeychainError::Missing, {}};
    m->open();
    m->accounts->useSignIn(m->check(service));
    const QString key = m->accounts->shownEntry()->key;
    QTRY_VERIFY(m->entry(key).problem.contains(QStringLiteral("this session only")));
    QVERIFY(!m->entry(key).isInKeychain);
    QCOMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_VERIFY(m->isLoaded());
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QVERIFY(!m->entry(key).isSignedOut);
    QVERIFY(stored().keychain.entry.isEmpty());
    QCOMPARE(m->session().tokenState(TokenKind::Personal), TokenState::NotStored);
    m->accounts->removal().signOut(key);
    QTRY_COMPARE(m->session().tokenState(TokenKind::Reseller), TokenState::SignedOut);
}

/// It may be asking its user: until it has answered, nothing is decided.
void TestOpenAccounts::theKeychainIsWaitedForWhenItStores()
{
    const AccountService service(1);
    m->open();
    m->keychain.hold();
    m->accounts->useSignIn(m->check(service));
    const QString key = m->accounts->shownEntry()->key;
    QTRY_COMPARE(m->keychain.waiting(), std::size_t(1));
    QVERIFY(m->entry(key).isBeingStored);
    QVERIFY(!m->entry(key).isInKeychain);
    QVERIFY(m->entry(key).problem.isEmpty());
    m->keychain.answer();
    QTRY_VERIFY(m->entry(key).isInKeychain);
    QVERIFY(!m->entry(key).isBeingStored);
    m->keychain.error = KeychainError{KeychainError::TimedOut, {}};
    SignInResult renewed = m->check(service);
    renewed.resellerKey = Secret(QByteArray("another-key"));
    m->accounts->useSignIn(renewed);
    QTRY_VERIFY(m->entry(key).problem.contains(QStringLiteral("this session only")));
    QVERIFY(!m->entry(key).isBeingStored);
    QVERIFY(!m->entry(key).isInKeychain);
}

void TestOpenAccounts::aSecondKindIsAddedToTheEntry()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.hold();
    restart(key);
    // Signed in with one kind before the keychain has answered.
    m->accounts->useSignIn(m->check(service, true, false));
    m->keychain.answer();
    QTRY_VERIFY(m->entry(key).isInKeychain);
    QCOMPARE(m->keychain.entries.begin()->second.resellerKey, service.reseller());
    QTRY_VERIFY(m->isLoaded());
    QVERIFY(m->session().summary().hasReseller);
}

/// The dialog asked for a key of an account that is no longer shown. A key does not say whose it
/// is.
void TestOpenAccounts::aRenewedKeyGoesToItsAccount()
{
    const AccountService service(1);
    const AccountService other(2);
    m->open();
    const QString key = m->add(service);
    const QString otherKey = m->add(other);
    QCOMPARE(m->accounts->shownEntry()->key, otherKey);
    const QSignalSpy asked(m->accounts.get(), &OpenAccounts::whichAccount);
    SignInResult result = m->check(service, false, true);
    result.resellerKey = Secret(QByteArray("a-renewed-key"));
    m->accounts->useSignIn(result);
    QCOMPARE(asked.size(), 1); // nothing tells
    result.forAccount = otherKey;
    m->accounts->useSignIn(result);
    QCOMPARE(asked.size(), 2); // it was checked at another service
    result.forAccount = key;
    m->accounts->useSignIn(result);
    QCOMPARE(asked.size(), 2);
    QCOMPARE(m->accounts->shownEntry()->key, key);
    const auto storedKeys = [this] {
        QList<Secret> keys;
        for (const auto &[name, secrets] : m->keychain.entries) {
            keys.append(secrets.resellerKey);
        }
        return keys;
    };
    QTRY_VERIFY(storedKeys().contains(result.resellerKey));
    QVERIFY(storedKeys().contains(other.reseller()));
    QVERIFY(!storedKeys().contains(service.reseller()));
}

void TestOpenAccounts::aSignInReplacesADamagedEntryOnly()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    const QString entry = stored().keychain.entry;
    for (const auto kind : {KeychainError::Newer, KeychainError::Locked}) {
        m->keychain.errors[entry] = {kind, {}};
        restart(key);
        QTRY_VERIFY(!m->entry(key).problem.isEmpty());
        m->keychain.requests.clear();
        m->accounts->useSignIn(m->check(service, true, false));
        QTRY_VERIFY(!m->entry(key).isInKeychain);
        QTRY_VERIFY(m->entry(key).problem.contains(QStringLiteral("this session only")));
        QVERIFY(m->keychain.requests.filter(QStringLiteral("write")).isEmpty());
    }
    m->keychain.errors[entry] = {KeychainError::Unreadable, {}};
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SecretsUnreadable);
    m->keychain.hold();
    m->accounts->useSignIn(m->check(service, true, false));
    QTRY_COMPARE(m->keychain.waiting(), std::size_t(1));
    m->keychain.answerOne(); // still damaged
    QTRY_COMPARE(m->keychain.requests.last(), QString(u"write " % entry));
    m->keychain.errors.clear();
    m->keychain.answer();
    QTRY_VERIFY(m->entry(key).isInKeychain);
    QCOMPARE(m->keychain.entries[entry].personalToken, service.personal());
}

/// Another program of the user can change the address in the account's file, but not the keychain.
void TestOpenAccounts::anEntryForAnotherAddressIsNotSent()
{
    const AccountService own(1);
    const AccountService other(2);
    m->open();
    const QString key = m->add(own);
    QTRY_VERIFY(m->isLoaded());
    const StoredAccount before = stored();
    QCOMPARE(m->keychain.entries[before.keychain.entry].service, own.url());
    m->keychain.entries[before.keychain.entry].personalTokenId = TokenId(77);
    m->close();
    const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
    const QString moved = accountKey(other.url(), before.account);
    {
        KeepFile kept(folder, m->clock);
        kept.setFact(QStringLiteral("service"), other.url());
        kept.waitForWriter();
    }
    QVERIFY(QDir().rename(folder, accountsFolder(m->folder.path()) + u'/' + moved));

    m->open();
    m->accounts->show(moved);
    QTRY_COMPARE(m->entry(moved).access, AccountAccess::SecretsUnreadable);
    QVERIFY2(m->entry(moved).problem.contains(own.url()), qPrintable(m->entry(moved).problem));
    // A sign-in that the service of this address accepted replaces the entry as a whole.
    SignInResult again = m->check(other, false, true);
    again.forAccount = moved;
    m->accounts->useSignIn(again);
    QTRY_VERIFY(m->entry(moved).isInKeychain);
    const AccountSecrets secrets = m->keychain.entries[before.keychain.entry];
    QCOMPARE(secrets.service, other.url());
    QCOMPARE(secrets.resellerKey, other.reseller());
    QVERIFY(secrets.personalToken.isEmpty());
    for (const char *operation : {"listProxies", "listTransactions", "getAccount", "revokeToken"}) {
        QCOMPARE(other.arrived(operation), 0);
    }
}

/// Nor do a proxy and certificates from that file get the tokens, until the user saves them.
void TestOpenAccounts::anEntryForAnotherNetworkIsNotSent()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    const QString entry = stored().keychain.entry;
    QCOMPARE(m->keychain.entries[entry].network, QString());
    m->close();
    const int before = service.arrived("listTransactions");
    AccountOptions options;
    options.network.proxy = NetworkSettings::Proxy::System;
    {
        KeepFile kept(accountsFolder(m->folder.path()) + u'/' + key, m->clock);
        rememberOptions(kept, options);
        kept.waitForWriter();
    }
    m->open();
    m->accounts->show(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    QVERIFY2(m->entry(key).problem.contains(QStringLiteral("no proxy")),
             qPrintable(m->entry(key).problem));
    QVERIFY(!m->accounts->confirmedNetwork(key));
    QCOMPARE(service.arrived("listTransactions"), before);
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_COMPARE(m->keychain.entries[entry].network, QStringLiteral("system"));
    QCOMPARE(m->keychain.entries[entry].personalToken, service.personal());
    QVERIFY(m->accounts->confirmedNetwork(key));
    QTRY_VERIFY(service.arrived("listTransactions") > before);
    // A change by the user is stored beside the secrets.
    m->accounts->setOptions(key, {});
    QTRY_COMPARE(m->keychain.entries[entry].network, QString());
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    // Another setting that is saved does not confirm what the user was not asked about.
    m->close();
    {
        KeepFile kept(accountsFolder(m->folder.path()) + u'/' + key, m->clock);
        rememberOptions(kept, options);
        kept.waitForWriter();
    }
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    options.viewOnly = true;
    m->accounts->setOptions(key, options, false);
    QCOMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    QVERIFY(!m->accounts->confirmedNetwork(key));
    // An entry that is not there confirms nothing.
    m->keychain.entries.clear();
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QVERIFY(!m->accounts->confirmedNetwork(key));
    SignInResult again = m->check(service, true, true); // directly
    again.forAccount = key;
    m->accounts->useSignIn(again);
    QTRY_VERIFY(m->entry(key).isInKeychain);
    QCOMPARE(m->accounts->options(key).network, NetworkSettings());
    QCOMPARE(m->keychain.entries.begin()->second.network, QString());
}

void TestOpenAccounts::aSignInFromAScriptIsNotStored()
{
    const AccountService service(1);
    m->open();
    SignInResult result = m->check(service);
    result.isKept = false;
    m->accounts->useSignIn(result);
    QTRY_VERIFY(m->isLoaded());
    QVERIFY(m->keychain.requests.isEmpty());
    QVERIFY(!m->accounts->shownEntry()->isInKeychain);
    QVERIFY(!m->accounts->shownEntry()->problem.isEmpty()); // that it is for this session only
    m->close();
    m->open();
    m->accounts->useSignIn(result);
    QTRY_VERIFY(m->isLoaded());
    QVERIFY(m->accounts->shownEntry()->problem.isEmpty()); // which was said
}

void TestOpenAccounts::signOutForgetsTheSecrets()
{
    AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->accounts->removal().signOut(key);
    QTRY_VERIFY(m->keychain.entries.empty());
    QCOMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QCOMPARE(m->session().summary().proxies, 6);
    service.server.resetCounters();
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QVERIFY(m->entry(key).isSignedOut);
    QCOMPARE(m->session().summary().proxies, 6);
    QCOMPARE(service.server.counters().requests, std::uint64_t(0));
    // Signed in again, it is as before.
    m->accounts->useSignIn(m->check(service));
    QTRY_VERIFY(m->entry(key).isInKeychain && !m->keychain.entries.empty());
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
}

void TestOpenAccounts::signOutWithALockedKeychain()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->accounts->removal().signOut(key);
    QTRY_VERIFY(m->entry(key).problem.contains(QStringLiteral("still in it")));
    QCOMPARE(m->keychain.entries.size(), std::size_t(1));
    m->keychain.error.reset();
    // It is not used again, and is removed at the next opportunity.
    restart(key);
    QCOMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QTRY_VERIFY(m->keychain.entries.empty());
    QVERIFY(m->keychain.requests.filter(QStringLiteral("read")).isEmpty());
}

void TestOpenAccounts::anAnswerAfterTheSignOutChangesNothing()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.hold();
    restart(key);
    QCOMPARE(m->entry(key).access, AccountAccess::ReadingKeychain);
    m->accounts->removal().signOut(key);
    m->keychain.answer();
    QTRY_VERIFY(m->keychain.entries.empty());
    QCOMPARE(m->entry(key).access, AccountAccess::SignedOut);
    QVERIFY(!m->accounts->connection(key)->auth().has(TokenKind::Personal));
}

void TestOpenAccounts::removeDeletesTheData()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
    QVERIFY(QDir(folder).exists());
    const QSignalSpy shown(m->accounts.get(), &OpenAccounts::shownChanged);
    m->accounts->removal().remove(key);
    QTRY_VERIFY(!QDir(folder).exists());
    QVERIFY(m->accounts->entries().empty());
    QVERIFY(m->accounts->shown() == nullptr);
    QCOMPARE(shown.size(), 1);
    QVERIFY(m->keychain.entries.empty());
}

void TestOpenAccounts::removeNeedsTheKeychain()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->removal().remove(key);
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("not removed")));
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    m->keychain.error.reset();
    m->accounts->removal().remove(key);
    QTRY_VERIFY(m->accounts->entries().empty());
    QVERIFY(m->keychain.entries.empty());
}

void TestOpenAccounts::theSameSignInTwiceIsOneAccount()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->accounts->useSignIn(m->check(service));
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    QCOMPARE(m->accounts->shownEntry()->key, key);
    // A key alone does not say whose it is, but the same key was used for this account.
    m->accounts->useSignIn(m->check(service, false, true));
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
}

void TestOpenAccounts::theOwnNameStays()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    const QString before = m->entry(key).name;
    m->accounts->rename(key, QStringLiteral("  North  Relay "));
    QCOMPARE(m->entry(key).name, QStringLiteral("North Relay"));
    QCOMPARE(m->session().summary().name, QStringLiteral("North Relay"));
    restart(key);
    QCOMPARE(m->entry(key).name, QStringLiteral("North Relay"));
    m->accounts->rename(key, {});
    QCOMPARE(m->entry(key).name, before);
}

/// The same reseller at two services.
void TestOpenAccounts::equalNamesAreToldApart()
{
    const AccountService one(1);
    const AccountService two(2);
    m->open();
    const QString first = m->add(one);
    QTRY_VERIFY(m->isLoaded());
    m->accounts->rename(first, QStringLiteral("East Relay"));
    const QString second = m->add(two);
    QTRY_VERIFY(m->isLoaded());
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->rename(second, QStringLiteral(" east  relay"));
    QCOMPARE(problems.size(), 1);
    QVERIFY(m->accounts->whyNotRename(second, QStringLiteral("East Relay"))
                .contains(QStringLiteral("East Relay")));
    QVERIFY(m->accounts->whyNotRename(first, QStringLiteral("East Relay")).isEmpty());
    // Nor may it be what names the other one on the command line.
    QVERIFY(!m->accounts->whyNotRename(first, second).isEmpty());
    QVERIFY(m->accounts->whyNotRename(second, second).isEmpty());
    QVERIFY(m->entry(second).plainName != QStringLiteral("east relay"));

    // At the service both have the same name.
    const QString same = m->entry(second).plainName;
    m->accounts->rename(first, {});
    m->session().kept().waitForWriter();
    QCOMPARE(m->entry(first).plainName, same);
    QCOMPARE(m->entry(second).plainName, same);
    for (const auto &[key, service] : {std::pair(first, &one), std::pair(second, &two)}) {
        QCOMPARE(m->entry(key).name,
                 QStringLiteral("%1 (%2)").arg(same, QUrl(service->url()).authority()));
    }
    QCOMPARE(m->session().summary().name, m->entry(second).name);
    m->accounts->rename(second, QStringLiteral("South"));
    QCOMPARE(m->entry(first).name, same);
    QCOMPARE(m->entry(second).name, QStringLiteral("South"));
    QCOMPARE(m->session().summary().name, QStringLiteral("South"));
}

void TestOpenAccounts::coloursDifferAndStay()
{
    constexpr int colours = accountColours;
    const auto store = [this](int number) {
        const QString service = QStringLiteral("https://s%1.example").arg(number);
        const QString account = QStringLiteral("1");
        QVERIFY(QDir().mkpath(accountFolder(m->folder.path(), service, account)));
        KeepFile kept(accountFolder(m->folder.path(), service, account), m->clock);
        rememberUse(kept, m->folder.path(), service, account, m->clock);
        kept.waitForWriter();
    };
    const auto coloursByKey = [this] {
        std::map<QString, int> byKey;
        for (const AccountEntry &each : m->accounts->entries()) {
            byKey[each.key] = each.colour;
        }
        return byKey;
    };
    const auto countOf = [](const std::map<QString, int> &byKey) {
        std::set<int> different;
        for (const auto &[key, colour] : byKey) {
            different.insert(colour);
        }
        return static_cast<int>(different.size());
    };
    for (int i = 0; i + 1 < colours; ++i) {
        store(i);
    }
    m->open(true);
    auto before = coloursByKey();
    QCOMPARE(countOf(before), colours - 1);
    for (const auto &[key, colour] : before) {
        m->accounts->show(key); // stores it
    }
    m->close();
    store(colours);
    store(colours + 1);
    m->open(true);
    const auto after = coloursByKey();
    QCOMPARE(after.size(), std::size_t(colours + 1));
    QCOMPARE(countOf(after), colours);
    for (const auto &[key, colour] : before) {
        QCOMPARE(after.at(key), colour);
    }
}

void TestOpenAccounts::optionsStay()
{
    AccountService service(1);
    m->open();
    const QString key = m->add(service);
    AccountOptions options = m->accounts->options(key);
    options.viewOnly = true;
    options.network.proxy = NetworkSettings::Proxy::Socks5;
    options.network.host = QStringLiteral("192.0.2.7");
    options.network.port = 1080;
    options.network.user = QStringLiteral("ada");
    options.network.password = Secret(QByteArray("swordfish"));
    m->accounts->setOptions(key, options);
    QVERIFY(m->entry(key).isViewOnly);
    QVERIFY(m->accounts->connection(key)->client().isViewOnly());
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    m->close();
    QCOMPARE(stored().options.network.host, options.network.host);
    QVERIFY(stored().options.network.password.isEmpty());
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QCOMPARE(m->accounts->options(key), options);
    QVERIFY(m->accounts->connection(key)->client().isViewOnly());
}

/// A proxy that needs no password; the service is on this computer, so that no call uses it.
void TestOpenAccounts::theProxyOfASignInStays()
{
    const AccountService service(1);
    m->open();
    SignInResult result = m->check(service);
    result.network.proxy = NetworkSettings::Proxy::Http;
    result.network.host = QStringLiteral("192.0.2.7");
    result.network.port = 3128;
    m->accounts->useSignIn(result);
    const QString key = m->accounts->shownEntry()->key;
    QTRY_VERIFY(m->entry(key).isInKeychain);
    QCOMPARE(m->accounts->options(key).network, result.network);
    restart(key);
    QCOMPARE(m->accounts->options(key).network, result.network);
    // A renewed token has no settings of its own.
    m->accounts->useSignIn(m->check(service));
    QCOMPARE(m->accounts->options(key).network, result.network);
}

/// A token from the environment is used beside the stored one, which stays valid and stored.
void TestOpenAccounts::aSessionTokenNeitherReplacesNorRevokes()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    const QString entry = stored().keychain.entry;
    m->keychain.entries[entry].personalTokenId = TokenId(77);
    m->keychain.entries[entry].personalToken = Secret(QByteArray("77|issued-by-relaybook"));
    const AccountSecrets before = m->keychain.entries[entry];
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::Rejected);
    QTRY_VERIFY(m->isAtRest()); // an answer to the refused token would come after the sign-in
    SignInResult result = m->check(service);
    result.isKept = false;
    m->accounts->useSignIn(result);
    QTRY_VERIFY(m->isLoaded());
    AccountOptions options = m->accounts->options(key);
    options.network.proxy = NetworkSettings::Proxy::Socks5;
    options.network.host = QStringLiteral("192.0.2.7");
    options.network.port = 1080;
    options.network.user = QStringLiteral("ada");
    options.network.password = Secret(QByteArray("swordfish"));
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->keychain.entries[entry].proxyPassword, ProxyPassword::of(options.network));
    QCOMPARE(m->keychain.entries[entry].personalToken, before.personalToken);
    QVERIFY(!m->accounts->revoker().isRevoking());
    QCOMPARE(service.arrived("revokeToken"), 0);
}

void TestOpenAccounts::settingsWhileTheKeychainAsks()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    m->keychain.hold();
    restart(key);
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->keychain.answer();
    QTRY_COMPARE(m->entry(key).access, AccountAccess::KeychainLocked);
    // Unlocked, both are there: the sign-in of before and the password.
    m->keychain.error.reset();
    m->accounts->readKeychainAgain(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    QCOMPARE(m->keychain.entries.begin()->second.personalToken, service.personal());
}

void TestOpenAccounts::savingOtherSettingsKeepsTheProxyPassword()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    m->keychain.hold();
    restart(key);
    AccountOptions opened = m->accounts->options(key); // the password is not known yet
    QVERIFY(opened.network.password.isEmpty());
    m->keychain.answer();
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    opened.viewOnly = true;
    m->accounts->setOptions(key, opened);
    QCOMPARE(m->accounts->options(key).network.password, options.network.password);
    QCOMPARE(m->keychain.entries.begin()->second.proxyPassword, ProxyPassword::of(options.network));
}

void TestOpenAccounts::anotherProxyDoesNotGetThePassword()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    m->keychain.hold();
    restart(key);
    AccountOptions other = m->accounts->options(key);
    other.network.host = QStringLiteral("192.0.2.8");
    m->accounts->setOptions(key, other);
    m->keychain.answer();
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QVERIFY(m->accounts->options(key).network.password.isEmpty());
    QTRY_VERIFY(m->keychain.entries.begin()->second.proxyPassword.isEmpty());
}

void TestOpenAccounts::aProxyOfAnEditedFileGetsNoPassword_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("host") << QByteArray("192.0.2.7") << QByteArray("192.0.2.8");
    QTest::newRow("port") << QByteArray("3128") << QByteArray("3129");
    QTest::newRow("user") << QByteArray("\"ada\"") << QByteArray("\"bob\"");
    QTest::newRow("kind") << QByteArray("\"http\"") << QByteArray("\"socks5\"");
}

/// The keychain says which proxy the password is for; the user, which one is used.
void TestOpenAccounts::aProxyOfAnEditedFileGetsNoPassword()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    const auto edit = [&](const QByteArray &from, const QByteArray &to) {
        m->close();
        KeepFile kept(accountsFolder(m->folder.path()) + u'/' + key, m->clock);
        QString network = kept.fact(QStringLiteral("network"));
        QVERIFY(network.contains(QString::fromUtf8(from)));
        network.replace(QString::fromUtf8(from), QString::fromUtf8(to));
        kept.setFact(QStringLiteral("network"), network);
        kept.waitForWriter();
    };
    edit(before, after);
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    AccountOptions edited = m->accounts->options(key);
    QVERIFY(edited.network != withoutPassword(options.network));
    QVERIFY(edited.network.password.isEmpty());
    // Saved from there, it is still no password of this proxy.
    edited.viewOnly = true;
    m->accounts->setOptions(key, edited);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QCOMPARE(m->accounts->options(key), edited);
    QTRY_VERIFY(m->entry(key).isInKeychain && m->keychain.waiting() == 0);
    edit(after, before);
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    m->accounts->setOptions(key, m->accounts->options(key));
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QCOMPARE(m->accounts->options(key).network, withoutPassword(options.network));
    // The user corrects what another program changed: the password is still there.
    m->accounts->setOptions(key, options);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword,
                 ProxyPassword::of(options.network));
    edit(before, after);
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::OtherNetwork);
    m->accounts->setOptions(key, {false, withoutPassword(options.network)});
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QCOMPARE(m->accounts->options(key).network, options.network);
}

/// The keychain is locked: the dialog that signs in again shows the proxy and knows no password.
void TestOpenAccounts::signingInAgainKeepsTheProxyPassword()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    const auto password = ProxyPassword::of(options.network);
    QTRY_COMPARE(m->keychain.entries.begin()->second.proxyPassword, password);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    restart(key);
    QTRY_COMPARE(m->entry(key).access, AccountAccess::KeychainLocked);
    m->keychain.error.reset();
    SignInResult result = m->check(service);
    result.network = m->accounts->options(key).network;
    QCOMPARE(result.network, withoutPassword(options.network));
    m->accounts->useSignIn(result);
    QTRY_VERIFY(m->entry(key).isInKeychain && !m->entry(key).isBeingStored);
    QCOMPARE(m->keychain.entries.begin()->second.proxyPassword, password);
    QCOMPARE(m->accounts->options(key).network, options.network);
    // At another proxy, a sign-in without a password removes that of before.
    result.network.port = 3129;
    m->accounts->useSignIn(result);
    QTRY_VERIFY(m->keychain.entries.begin()->second.proxyPassword.isEmpty());
    QVERIFY(m->accounts->options(key).network.password.isEmpty());
}

/// The removal failed, and a new sign-in is not stored yet when the program is killed.
void TestOpenAccounts::signedOutStaysSoWhileTheKeychainAsks()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->accounts->removal().signOut(key);
    QTRY_VERIFY(m->entry(key).problem.contains(QStringLiteral("still in it")));
    m->keychain.error.reset();
    m->keychain.hold();
    const AccountOptions options = withPasswordProxy();
    m->accounts->setOptions(key, options);
    m->accounts->useSignIn(m->check(service, false, true));
    QVERIFY(stored().keychain.isSignedOut);
    m->close();
    QVERIFY(stored().keychain.isSignedOut);
}

/// Only the keychain knows the token that Relaybook created.
void TestOpenAccounts::aTokenThatWasNotReadIsRevoked()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    m->keychain.entries[stored().keychain.entry].personalTokenId = TokenId(77);
    m->keychain.hold();
    restart(key);
    m->accounts->removal().signOut(key);
    m->keychain.answer();
    QTRY_VERIFY(m->keychain.entries.empty());
    QTRY_COMPARE(service.arrived("revokeToken"), 1);
}

void TestOpenAccounts::removeWaitsForTheOrders()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->session().purchases().isReady());
    m->close();
    const QString journal =
        accountsFolder(m->folder.path()) + u'/' + key + QStringLiteral("/orders.sqlite");
    QFile file(journal);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(5000, 'x')); // damaged: nobody knows what it held
    file.close();
    m->open();
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->removal().remove(key); // not open yet
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("cannot be read")));
    QVERIFY(QFile::exists(journal));
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    QVERIFY(!m->entry(key).isSignedOut);
}

/// That it cannot be opened is told first: the user decides knowing it.
void TestOpenAccounts::anUnreadableAccountIsSignedOut()
{
    QFETCH(bool, isNewer);
    QFETCH(bool, isKeptNewer);
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    m->keychain.entries[stored().keychain.entry].personalTokenId = TokenId(77);
    makeUnreadable(key, isNewer, isKeptNewer);
    m->open();
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->removal().signOut(key);
    QCOMPARE(problems.size(), 1);
    QVERIFY(m->entry(key).isUnreadable);
    QVERIFY(!m->entry(key).isSignedOut);
    QCOMPARE(m->keychain.entries.size(), std::size_t(1));
    m->accounts->removal().signOut(key);
    QTRY_VERIFY(m->keychain.entries.empty());
    QTRY_COMPARE(service.arrived("revokeToken"), 1);
    QCOMPARE(problems.size(), 1);
    QVERIFY(m->entry(key).isSignedOut);
    QCOMPARE(m->entry(key).access, AccountAccess::Unusable);
    QVERIFY(!m->entry(key).problem.isEmpty());
    QVERIFY(QDir(accountsFolder(m->folder.path()) + u'/' + key).exists());
    m->open();
    QCOMPARE(m->entry(key).isSignedOut, !isKeptNewer); // a newer version's file is not changed
}

void TestOpenAccounts::anUnreadableAccountIsRemoved()
{
    QFETCH(bool, isNewer);
    QFETCH(bool, isKeptNewer);
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    makeUnreadable(key, isNewer, isKeptNewer);
    const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
    restart(key);
    QVERIFY(m->entry(key).isUnreadable);
    QVERIFY(m->accounts->removal().whyNotRemove(key).isEmpty());
    // Without the keychain, its entry would stay and nobody would know its name.
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->removal().remove(key);
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("not removed")));
    QVERIFY(QDir(folder).exists());
    m->keychain.error.reset();
    m->accounts->removal().remove(key);
    QTRY_VERIFY(!QDir(folder).exists());
    QVERIFY(m->accounts->entries().empty());
    QVERIFY(m->keychain.entries.empty());
    QCOMPARE(problems.size(), 1);
    m->open();
    QVERIFY(m->accounts->entries().empty());
    m->add(service); // as if it had never been here
    QTRY_VERIFY(m->isLoaded());
}

/// Not even its name is known.
void TestOpenAccounts::aDamagedFolderIsRemoved()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
    damage(folder + QStringLiteral("/keep.sqlite"));
    m->open();
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    QVERIFY(m->entry(key).isNameless);
    QVERIFY(m->entry(key).name.contains(key.left(6)));
    QVERIFY(m->accounts->stored().empty());
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->show(key);
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("whose account")));
    QVERIFY(m->entry(key).isUnreadable);
    m->accounts->removal().remove(key);
    QTRY_VERIFY(!QDir(folder).exists());
    QVERIFY(m->accounts->entries().empty());
    QCOMPARE(m->keychain.entries.size(), std::size_t(1)); // as the question says
}

void TestOpenAccounts::aDamagedFolderIsUsedAgain()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->close();
    damage(accountsFolder(m->folder.path()) + u'/' + key + QStringLiteral("/keep.sqlite"));
    m->open();
    QVERIFY(m->entry(key).isNameless);
    m->accounts->useSignIn(m->check(service));
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    QCOMPARE(m->accounts->shownEntry()->key, key);
    QVERIFY(!m->entry(key).isNameless);
    QCOMPARE(m->session().summary().proxies, 6);
    QVERIFY(m->session().kept().problem().has_value()); // which is told, and can be set aside
}

/// It may be a purchase of the command line.
void TestOpenAccounts::whatAnotherProgramUsesIsNotRemoved()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    const QString folder = accountsFolder(m->folder.path()) + u'/' + key;
    const auto other =
        openCache(folder + QStringLiteral("/cache.sqlite"), Connection::Purpose::CacheWriter);
    QVERIFY(other.has_value());
    (*other)->database().exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA "
                              "user_version = 1");
    m->open();
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    m->accounts->removal().remove(key);
    m->accounts->removal().remove(key);
    QCOMPARE(problems.size(), 2);
    for (const QVariantList &problem : problems) {
        QVERIFY2(problem.front().toString().contains(QStringLiteral("in use by another program")),
                 qPrintable(problem.front().toString()));
    }
    QVERIFY(!m->entry(key).isUnreadable);
    QVERIFY(QDir(folder).exists());
    QCOMPARE(m->keychain.entries.size(), std::size_t(1));
}

void TestOpenAccounts::aCopiedFolderIsNoAccount()
{
    const AccountService service(1);
    m->open();
    const QString key = m->add(service);
    m->close();
    const QString folder = accountsFolder(m->folder.path());
    QVERIFY(QDir(folder).mkpath(QStringLiteral("backup")));
    QVERIFY(QFile::copy(folder + u'/' + key + QStringLiteral("/keep.sqlite"),
                        folder + QStringLiteral("/backup/keep.sqlite")));
    m->open();
    QCOMPARE(m->accounts->entries().size(), std::size_t(1));
    QCOMPARE(m->accounts->entries().front().key, key);
}

void TestOpenAccounts::optionsOfANewerVersion()
{
    AccountService service(1);
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->session().kept().setFact(QStringLiteral("network"),
                                QStringLiteral(R"({"version":2,"proxy":"quantum"})"));
    m->close();
    service.server.resetCounters();
    restart(key);
    QCOMPARE(m->entry(key).access, AccountAccess::Unusable);
    QVERIFY(m->entry(key).problem.contains(QStringLiteral("newer version")));
    QCOMPARE(m->session().summary().proxies, 6);
    QCOMPARE(service.server.counters().requests, std::uint64_t(0));
    m->accounts->setOptions(key, {});
    QTRY_VERIFY(m->accounts->shown() != nullptr && m->isLoaded());
    QCOMPARE(m->entry(key).access, AccountAccess::SignedIn);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestOpenAccounts)
#include "test_openaccounts.moc"
