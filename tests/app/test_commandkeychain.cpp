// SPDX-License-Identifier: GPL-3.0-or-later
// Tests commands with tokens from a real keychain: open, locked, none, with entries that are
// missing or damaged; and how --account chooses one of several accounts.
#include "api/types/clock.h"
#include "api/types/proxypassword.h"
#include "app/datafolder.h"
#include "models/accounts/accountoptions.h"
#include "models/accounts/storedaccounts.h"
#include "models/secrets/keychain.h"
#include "models/sqlite/privatefolder.h"
#include "models/store/accountkey.h"
#include "models/store/keepfile.h"
#include "tests/app/commandfixture.h"
#include "tests/support/keyringsession.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/tlsrelay.h"
#include "tests/support/waituntil.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace relaybook;
using relaybook::testing::KeyringSession;
using relaybook::testing::Outcome;

namespace {

const QString keychainEntry = QStringLiteral("127.0.0.1 0123abcd");

QByteArray entryTextOf(const sandbox::Access &access, const QString &service = {},
                       const QString &network = {})
{
    const QJsonObject entry{
        {QStringLiteral("service"),
         service.isEmpty() ? QString::fromStdString(access.url) : service},
        {QStringLiteral("network"), network},
        {QStringLiteral("version"), 1},
        {QStringLiteral("personal_token"), QString::fromStdString(access.personalToken)},
        {QStringLiteral("reseller_key"), QString::fromStdString(access.resellerKey)}};
    return QJsonDocument(entry).toJson(QJsonDocument::Compact);
}

} // namespace

class TestCommandKeychain : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void tokensComeFromTheKeychain();
    void tokensOfTheEnvironmentComeFirst();
    void whatIsWrongWithTheKeychain_data();
    void whatIsWrongWithTheKeychain();
    void whatIsWrongWithTheEntry_data();
    void whatIsWrongWithTheEntry();
    void accountThatWasSignedOut();
    void accountThatWasNeverSignedIn();
    void settingsOfTheAccountApply();
    void settingsOfANewerVersion();
    void accountsAreListed();
    void accountsAreListedBesideTheWindow();
    void noAccountsAreListed();
    void accountIsChosenByName();
    void tokensAreNotSentToAnAddressFromAFile();
    void anEntryForAnotherAddress();
    void secretsAreRemovedForTheUninstaller();
    void interruptedAtAQuestion();
    void interruptedAtASilentProxy();

private:
    [[nodiscard]] QString missing() const override
    {
        return KeyringSession::isInstalled()
                   ? QString()
                   : QStringLiteral("Needs gnome-keyring, dbus-run-session and secret-tool.");
    }
    /// A test has one session, in the state that was requested last.
    void start(KeyringSession::State state);
    /// An account with data, whose tokens are in the keychain.
    void makeAccount();
    void withKept(const std::function<void(KeepFile &)> &change, const sandbox::Server &server);
    void rememberEntry(bool isSignedOut = false);
    void addAccount(const QString &service, const AccountOptions &options);
    [[nodiscard]] Outcome runWithoutTokens(const QStringList &words);
    /// Runs the program while servers of this thread answer it.
    [[nodiscard]] Outcome runConcurrently(const QStringList &words) const;
    [[nodiscard]] bool isOnDisk(const std::string &secret) const;

    std::unique_ptr<KeyringSession> m_session;
    QString m_sessionOf;
};

void TestCommandKeychain::start(KeyringSession::State state)
{
    if (m_sessionOf != m_folder->path()) {
        m_sessionOf = m_folder->path();
        m_session = std::make_unique<KeyringSession>();
    }
    QVERIFY(m_session->start(state));
    m_base = m_session->environment();
}

/// Changes what is stored of the account of a server.
void TestCommandKeychain::withKept(const std::function<void(KeepFile &)> &change,
                                   const sandbox::Server &server)
{
    const auto stored = storedAccounts(file("data"));
    const QString url = QString::fromStdString(server.access().url);
    const auto found = std::find_if(stored.begin(), stored.end(),
                                    [&url](const auto &account) { return account.service == url; });
    QVERIFY(found != stored.end());
    const SystemClock clock;
    KeepFile kept(accountsFolder(file("data")) + u'/' + found->key, clock);
    QVERIFY(!kept.problem());
    change(kept);
    kept.waitForWriter();
}

void TestCommandKeychain::rememberEntry(bool isSignedOut)
{
    withKept(
        [isSignedOut](KeepFile &kept) {
            rememberKeychain(kept, {keychainEntry, true, true, isSignedOut});
        },
        *m_server);
}

void TestCommandKeychain::makeAccount()
{
    startServer(60);
    start(KeyringSession::State::Open);
    const Outcome synced = run({QStringLiteral("sync")});
    QVERIFY2(synced.code == 0, qPrintable(synced.err));
    QVERIFY(m_session->store(keychainEntry, entryTextOf(m_server->access())));
    rememberEntry();
}

Outcome TestCommandKeychain::runWithoutTokens(const QStringList &words)
{
    m_personal = false;
    m_reseller = false;
    return run(words);
}

Outcome TestCommandKeychain::runConcurrently(const QStringList &words) const
{
    QProcess process;
    begin(process, words);
    Outcome outcome;
    if (testing::waitUntil([&process] { return process.state() == QProcess::NotRunning; },
                           std::chrono::minutes(2))) {
        outcome.code = process.exitCode();
    }
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

bool TestCommandKeychain::isOnDisk(const std::string &secret) const
{
    for (const QString &folder : {m_folder->path(), m_session->folder()}) {
        QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            if (contentOf(files.next()).contains(QByteArray::fromStdString(secret))) {
                return true;
            }
        }
    }
    return false;
}

void TestCommandKeychain::tokensComeFromTheKeychain()
{
    makeAccount();
    QVERIFY(m_server->bookDeposit("12.5", "new"));
    QString everything;
    for (const QStringList &words :
         {QStringList{QStringLiteral("sync"), QStringLiteral("--json")},
          QStringList{QStringLiteral("balance")}, QStringList{QStringLiteral("check-ledger")},
          QStringList{QStringLiteral("export"), QStringLiteral("transactions"),
                      QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("--out"),
                      QStringLiteral("a.json")}}) {
        const Outcome outcome = runWithoutTokens(words);
        QVERIFY2(outcome.code == 0, qPrintable(words.constFirst() % u": " % outcome.err));
        everything += outcome.out + outcome.err;
    }
    QVERIFY2(everything.contains(QStringLiteral("\"transactions\":61")), qPrintable(everything));
    // The same account, and its entry as it was.
    QCOMPARE(storedAccounts(file("data")).size(), std::size_t(1));
    const sandbox::Access access = m_server->access();
    QCOMPARE(m_session->lookUp(keychainEntry), entryTextOf(access));
    for (const std::string &secret : {access.personalToken, access.resellerKey}) {
        QVERIFY(!everything.contains(QString::fromStdString(secret)));
        QVERIFY(!isOnDisk(secret));
    }
    const Outcome last = runWithoutTokens(
        {QStringLiteral("balance"), QStringLiteral("--account"), QStringLiteral("127.0.0.1")});
    QVERIFY2(last.code == 0, qPrintable(last.err));
}

void TestCommandKeychain::tokensOfTheEnvironmentComeFirst()
{
    makeAccount();
    QVERIFY(m_session->store(keychainEntry, R"({"version":1,"personal_token":"1|wrong"})"));
    const Outcome wrong = runWithoutTokens({QStringLiteral("balance")});
    QCOMPARE(wrong.code, 2);
    m_personal = true;
    const Outcome right = run({QStringLiteral("balance")});
    QVERIFY2(right.code == 0, qPrintable(right.err));
    start(KeyringSession::State::NoBus);
    const Outcome without = run({QStringLiteral("balance")});
    QVERIFY2(without.code == 0, qPrintable(without.err));
}

void TestCommandKeychain::whatIsWrongWithTheKeychain_data()
{
    QTest::addColumn<KeyringSession::State>("state");
    QTest::addColumn<QString>("says");
    QTest::newRow("locked") << KeyringSession::State::Locked << QStringLiteral("which is locked");
    QTest::newRow("no keyring") << KeyringSession::State::NoKeyring
                                << QStringLiteral("no keychain is running");
    QTest::newRow("no bus") << KeyringSession::State::NoBus
                            << QStringLiteral("no keychain is running");
}

void TestCommandKeychain::whatIsWrongWithTheKeychain()
{
    QFETCH(KeyringSession::State, state);
    QFETCH(QString, says);
    makeAccount();
    start(state);
    for (const char *command : {"sync", "balance", "check-ledger"}) {
        const Outcome outcome = runWithoutTokens({QLatin1String(command)});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(QStringLiteral("set RELAYBOOK_PERSONAL_TOKEN")),
                 qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }
    // What is stored needs no keychain.
    QCOMPARE(runWithoutTokens({QStringLiteral("balance"), QStringLiteral("--offline")}).code, 0);
    QCOMPARE(runWithoutTokens({QStringLiteral("accounts")}).code, 0);
}

void TestCommandKeychain::whatIsWrongWithTheEntry_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("says");
    QTest::newRow("deleted") << QByteArray() << QStringLiteral("has no token for");
    QTest::newRow("without tokens") << QByteArray(R"({"version":1,"proxy_password":"ostrich"})")
                                    << QStringLiteral("has no token for");
    QTest::newRow("without a service") << QByteArray(R"({"version":1,"personal_token":"ostrich"})")
                                       << QStringLiteral("is damaged");
    QTest::newRow("damaged") << QByteArray("ostrich") << QStringLiteral("is damaged");
    QTest::newRow("newer") << QByteArray(R"({"version":2,"tokens":["ostrich"]})")
                           << QStringLiteral("newer version of Relaybook");
}

void TestCommandKeychain::whatIsWrongWithTheEntry()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, says);
    makeAccount();
    QVERIFY(entry.isEmpty() ? m_session->clear(keychainEntry)
                            : m_session->store(keychainEntry, entry));
    const Outcome outcome = runWithoutTokens({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(QStringLiteral("ostrich")), qPrintable(outcome.err));
    QCOMPARE(m_session->lookUp(keychainEntry), entry);
}

void TestCommandKeychain::accountThatWasSignedOut()
{
    makeAccount();
    // The entry could not be removed then: it is not used all the same.
    rememberEntry(true);
    const Outcome outcome = runWithoutTokens({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("is not signed in")), qPrintable(outcome.err));
}

void TestCommandKeychain::accountThatWasNeverSignedIn()
{
    startServer(60);
    start(KeyringSession::State::Open);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    const Outcome outcome = runWithoutTokens({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("is not signed in")), qPrintable(outcome.err));
    // Nothing was written to the keychain.
    const auto stored = storedAccounts(file("data"));
    QVERIFY(stored.front().keychain.entry.isEmpty());
}

/// Stores an account of this service, as one that the window connected.
void TestCommandKeychain::addAccount(const QString &service, const AccountOptions &options)
{
    const auto known = storedAccounts(file("data")).front();
    const QString folder = accountFolder(file("data"), service, known.account);
    QVERIFY(makePrivateFolder(folder));
    const SystemClock clock;
    KeepFile kept(folder, clock);
    QVERIFY(!kept.problem());
    rememberKeychain(kept, {keychainEntry, true, true, false});
    rememberOptions(kept, options);
    rememberUse(kept, file("data"), service, known.account, clock);
    kept.waitForWriter();
}

/// The proxy with its password, the certificates and the view-only switch, whether the tokens come
/// from the keychain or from the environment.
void TestCommandKeychain::settingsOfTheAccountApply()
{
    makeAccount();
    const auto certificate =
        testing::TestCertificate::make(testing::TestCertificate::Kind::OtherHost);
    const testing::TlsRelay relay(QString::fromStdString(m_server->access().url), certificate);
    const testing::ScriptedProxy proxy(testing::ScriptedProxy::Manner::AsksAndStays);
    QFile authority(file("authority.pem"));
    QVERIFY(authority.open(QIODevice::WriteOnly));
    authority.write(certificate.certificate.toPem());
    authority.close();
    AccountOptions options;
    options.viewOnly = true;
    options.network.proxy = NetworkSettings::Proxy::Http;
    options.network.host = QStringLiteral("127.0.0.1");
    options.network.port = proxy.serverPort();
    options.network.user = QStringLiteral("proxy-user");
    options.network.caFile = authority.fileName();
    options.network.caHash = QString::fromLatin1(
        QCryptographicHash::hash(contentOf(authority.fileName()), QCryptographicHash::Sha256)
            .toHex());
    const QString service = QStringLiteral("https://other.example:%1").arg(relay.serverPort());
    addAccount(service, options);
    QByteArray entry = entryTextOf(m_server->access(), service, networkIdentity(options.network));
    const QByteArray place = "proxy-user@127.0.0.1:" + QByteArray::number(proxy.serverPort());
    entry.chop(1);
    entry += R"(,"proxy_password":"ostrich","proxy_password_for":"http://)" + place + R"("})";
    QVERIFY(m_session->store(keychainEntry, entry));
    const QByteArray credentials =
        "Proxy-Authorization: Basic " + QByteArray("proxy-user:ostrich").toBase64();
    const auto runThere = [this, &service](bool hasTokens) {
        m_personal = hasTokens;
        m_reseller = hasTokens;
        m_service = service;
        const QStringList account{QStringLiteral("--account"), QStringLiteral("other.example")};
        return runConcurrently(QStringList{QStringLiteral("balance")} +
                               (hasTokens ? QStringList() : account));
    };
    const Outcome keychain = runThere(false);
    QVERIFY2(keychain.code == 0, qPrintable(keychain.err));
    QCOMPARE(proxy.credentials(), QByteArrayList{credentials});
    const int asked = proxy.asked();
    const Outcome environment = runThere(true);
    QVERIFY2(environment.code == 0, qPrintable(environment.err));
    QVERIFY(proxy.asked() > asked);
    QCOMPARE(proxy.credentials(), QByteArrayList{credentials});
    // Nothing is sent to a proxy, or with certificates, that only the account's file names.
    const testing::ScriptedProxy fresh(testing::ScriptedProxy::Manner::AsksAndStays);
    AccountOptions changed = options;
    changed.network.port = fresh.serverPort();
    AccountOptions trusting = options;
    trusting.network.caHash = QString(64, u'0');
    for (const AccountOptions &each : {changed, trusting}) {
        addAccount(service, each);
        const int before = proxy.asked();
        for (const bool hasTokens : {false, true}) {
            const Outcome outcome = runThere(hasTokens);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains(QStringLiteral("not those that its sign-in was stored")),
                     qPrintable(outcome.err));
        }
        QCOMPARE(fresh.asked(), 0);
        QCOMPARE(proxy.asked(), before);
    }
    addAccount(service, options);
    QVERIFY(m_session->clear(keychainEntry));
    const Outcome nothing = runThere(true);
    QCOMPARE(nothing.code, 2);
    QVERIFY2(nothing.err.contains(QStringLiteral("stored in a file only")),
             qPrintable(nothing.err));
    QVERIFY(m_session->store(keychainEntry, entry));
    // The file was replaced by another one.
    QVERIFY(authority.open(QIODevice::Append));
    authority.write("\n");
    authority.close();
    const Outcome replaced = runThere(false);
    QCOMPARE(replaced.code, 2);
    QVERIFY2(replaced.err.contains(QStringLiteral("changed since it was chosen")),
             qPrintable(replaced.err));
    authority.resize(authority.size() - 1);
    // Without the proxy's password nothing is sent.
    start(KeyringSession::State::NoBus);
    const int before = proxy.asked();
    const Outcome without = runThere(true);
    QCOMPARE(without.code, 2);
    QVERIFY2(without.err.contains(QStringLiteral("no keychain is running")),
             qPrintable(without.err));
    QCOMPARE(proxy.asked(), before);
}

void TestCommandKeychain::settingsOfANewerVersion()
{
    makeAccount();
    withKept(
        [](KeepFile &kept) {
            kept.setFact(QStringLiteral("network"), QStringLiteral(R"({"version":7})"));
        },
        *m_server);
    for (const bool hasToken : {false, true}) {
        m_personal = hasToken;
        m_reseller = false;
        const Outcome outcome = run({QStringLiteral("balance")});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(QStringLiteral("Nothing is sent")), qPrintable(outcome.err));
    }
    const Outcome listed = run({QStringLiteral("accounts")});
    QCOMPARE(listed.code, 0);
    QVERIFY2(listed.err.contains(QStringLiteral("Nothing is sent")), qPrintable(listed.err));
}

void TestCommandKeychain::accountsAreListed()
{
    makeAccount();
    auto other = newServer(20);
    QVERIFY(other != nullptr);
    std::swap(m_server, other);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    std::swap(m_server, other);
    QCOMPARE(runWithoutTokens({QStringLiteral("sync"), QStringLiteral("--sandbox")}).code, 0);
    AccountOptions options;
    options.viewOnly = true;
    withKept([&options](KeepFile &kept) { rememberOptions(kept, options); }, *other);
    // Without the keychain.
    start(KeyringSession::State::Locked);
    const Outcome listed = runWithoutTokens({QStringLiteral("accounts"), QStringLiteral("--json")});
    QVERIFY2(listed.code == 0, qPrintable(listed.err));
    const QJsonArray accounts = listed.json()[QLatin1String("accounts")].toArray();
    QCOMPARE(accounts.size(), 3);
    // The one used last is the first.
    QCOMPARE(accounts[0][QLatin1String("sandbox")], QJsonValue(true));
    QCOMPARE(accounts[0][QLatin1String("service")], QJsonValue());
    QCOMPARE(accounts[0][QLatin1String("signed_in")], QJsonValue(true));
    QCOMPARE(accounts[1][QLatin1String("service")].toString(),
             QString::fromStdString(other->access().url));
    QCOMPARE(accounts[1][QLatin1String("signed_in")], QJsonValue(false));
    QCOMPARE(accounts[1][QLatin1String("tokens")].toArray(), QJsonArray());
    QCOMPARE(accounts[1][QLatin1String("view_only")], QJsonValue(true));
    QCOMPARE(accounts[2][QLatin1String("service")].toString(),
             QString::fromStdString(m_server->access().url));
    QCOMPARE(accounts[2][QLatin1String("signed_in")], QJsonValue(true));
    QCOMPARE(accounts[2][QLatin1String("view_only")], QJsonValue(false));
    QCOMPARE(accounts[2][QLatin1String("tokens")].toArray(),
             (QJsonArray{QStringLiteral("personal"), QStringLiteral("reseller")}));
    QVERIFY(!accounts[2][QLatin1String("last_used")].toString().isEmpty());
    const Outcome table = runWithoutTokens({QStringLiteral("accounts")});
    QCOMPARE(table.code, 0);
    QCOMPARE(table.out.count(u'\n'), 4);
    for (const char *words :
         {"Sandbox", "not needed", "signed out", "personal token, Reseller Key"}) {
        QVERIFY2(table.out.contains(QLatin1String(words)), qPrintable(table.out));
    }
}

void TestCommandKeychain::accountsAreListedBesideTheWindow()
{
    makeAccount();
    const DataFolder folder(file("data"));
    QVERIFY(!folder.problem());
    const Outcome listed = runWithoutTokens({QStringLiteral("accounts"), QStringLiteral("--json")});
    QVERIFY2(listed.code == 0, qPrintable(listed.err));
    QCOMPARE(listed.json()[QLatin1String("accounts")].toArray().size(), 1);
}

void TestCommandKeychain::noAccountsAreListed()
{
    start(KeyringSession::State::NoBus);
    const Outcome listed = run({QStringLiteral("accounts"), QStringLiteral("--json")});
    QCOMPARE(listed.code, 0);
    QCOMPARE(listed.out, QStringLiteral("{\"accounts\":[]}\n"));
    QVERIFY(!QFile::exists(file("data")));
    const Outcome said = run({QStringLiteral("accounts")});
    QVERIFY2(said.err.contains(QStringLiteral("No account is stored")), qPrintable(said.err));
}

void TestCommandKeychain::accountIsChosenByName()
{
    makeAccount();
    withKept(
        [](KeepFile &kept) { kept.setFact(QStringLiteral("given_name"), QStringLiteral("North")); },
        *m_server);
    auto other = newServer(20);
    QVERIFY(other != nullptr);
    std::swap(m_server, other);
    m_personal = true;
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    std::swap(m_server, other);
    const auto transactionsOf = [this](const QString &name) {
        const Outcome outcome =
            runWithoutTokens({QStringLiteral("check-ledger"), QStringLiteral("--stored"),
                              QStringLiteral("--json"), QStringLiteral("--account"), name});
        return outcome.code == 0 ? outcome.json()[QLatin1String("transactions")].toInt() : -1;
    };
    QCOMPARE(transactionsOf(QStringLiteral("north")), 60);
    const QString there = QString::fromStdString(other->access().url);
    QCOMPARE(transactionsOf(there), 20);
    QCOMPARE(transactionsOf(there.section(u'/', 2)), 20);
    // With the tokens of the one that is named, although another was used last.
    const Outcome balance =
        runWithoutTokens({QStringLiteral("balance"), QStringLiteral("--json"),
                          QStringLiteral("--account"), QStringLiteral("North")});
    QVERIFY2(balance.code == 0, qPrintable(balance.err));
    QVERIFY(balance.json()[QLatin1String("service")].toString().contains(
        QString::fromStdString(m_server->access().url).section(u':', 2)));
    for (const char *command : {"balance", "sync"}) {
        const Outcome several = runWithoutTokens(
            {QLatin1String(command), QStringLiteral("--account"), QStringLiteral("127.0.0.1")});
        QCOMPARE(several.code, 2);
        QVERIFY2(several.err.startsWith(QStringLiteral("Several accounts match “127.0.0.1”")),
                 qPrintable(several.err));
        QCOMPARE(several.err.count(u'\n'), 3);
        const Outcome none = runWithoutTokens(
            {QLatin1String(command), QStringLiteral("--account"), QStringLiteral("West")});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.startsWith(QStringLiteral("No account matches “West”")),
                 qPrintable(none.err));
    }
}

void TestCommandKeychain::tokensAreNotSentToAnAddressFromAFile()
{
    makeAccount();
    withKept(
        [](KeepFile &kept) { kept.setFact(QStringLiteral("given_name"), QStringLiteral("North")); },
        *m_server);
    m_server->resetCounters();
    m_personal = true;
    m_reseller = false;
    const Outcome outcome =
        run({QStringLiteral("balance"), QStringLiteral("--account"), QStringLiteral("North")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("sent only to the service that is named")),
             qPrintable(outcome.err));
    QCOMPARE(m_server->counters().connections, std::uint64_t(0));
    QCOMPARE(storedAccounts(file("data")).size(), std::size_t(1));
}

void TestCommandKeychain::anEntryForAnotherAddress()
{
    makeAccount();
    QJsonObject entry = QJsonDocument::fromJson(entryTextOf(m_server->access())).object();
    const auto storeFor = [this, &entry](const QString &service) {
        entry.insert(QStringLiteral("service"), service);
        return m_session->store(keychainEntry, QJsonDocument(entry).toJson());
    };
    QVERIFY(storeFor(QString::fromStdString(m_server->access().url)));
    QCOMPARE(runWithoutTokens({QStringLiteral("balance")}).code, 0);
    QVERIFY(storeFor(QStringLiteral("https://api.example.net")));
    m_server->resetCounters();
    const Outcome outcome = runWithoutTokens({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("is for https://api.example.net, but")),
             qPrintable(outcome.err));
    QCOMPARE(m_server->counters().connections, std::uint64_t(0));
}

/// Windows' uninstaller asks for this before it deletes the data.
void TestCommandKeychain::secretsAreRemovedForTheUninstaller()
{
    makeAccount();
    QVERIFY(m_session->store(QStringLiteral("of another program"), "kept"));
    m_server->resetCounters();
    const Outcome removed = runWithoutTokens({QStringLiteral("--remove-secrets")});
    QVERIFY2(removed.code == 0, qPrintable(removed.err));
    QVERIFY(m_session->lookUp(keychainEntry).isEmpty());
    QCOMPARE(m_session->lookUp(QStringLiteral("of another program")), QByteArray("kept"));
    QCOMPARE(m_server->counters().connections, std::uint64_t(0)); // nothing is revoked
    QCOMPARE(storedAccounts(file("data")).size(), std::size_t(1));
    // Nor is it forgotten that damaged settings may have named another entry.
    QFile settings(file("data") + QStringLiteral("/settings.ini"));
    QVERIFY(settings.open(QIODevice::WriteOnly) && settings.write("webhookEntry\n") > 0);
    settings.close();
    const Outcome damaged = runWithoutTokens({QStringLiteral("--remove-secrets")});
    QCOMPARE(damaged.code, 2);
    QVERIFY2(damaged.err.contains(QStringLiteral("a webhook was set up")), qPrintable(damaged.err));
    // What cannot be removed is said.
    QVERIFY(m_session->store(keychainEntry, entryTextOf(m_server->access())));
    start(KeyringSession::State::NoKeyring);
    const Outcome kept = runWithoutTokens({QStringLiteral("--remove-secrets")});
    QCOMPARE(kept.code, 2);
    QVERIFY2(kept.err.contains(keychainEntry), qPrintable(kept.err));
}

void TestCommandKeychain::interruptedAtAQuestion()
{
    makeAccount();
    start(KeyringSession::State::LockedAndSilent);
    m_personal = false;
    m_reseller = false;
    QProcess process;
    begin(process, {QStringLiteral("balance")});
    process.setReadChannel(QProcess::StandardError);
    QByteArray said;
    QVERIFY(testing::waitUntil([&] {
        return (said += process.readAllStandardError()).contains("Waiting for the keychain.");
    }));
    interrupt(process, "Interrupted.");
    // The keychain is as it was.
    start(KeyringSession::State::Open);
    QCOMPARE(runWithoutTokens({QStringLiteral("balance")}).code, 0);
}

void TestCommandKeychain::interruptedAtASilentProxy()
{
    makeAccount();
    const testing::ScriptedProxy proxy(testing::ScriptedProxy::Manner::IsSilent);
    m_service = QStringLiteral("https://other.example");
    QProcess process;
    begin(process, {QStringLiteral("sync"), QStringLiteral("--proxy"),
                    QStringLiteral("http://127.0.0.1:%1").arg(proxy.serverPort())});
    QVERIFY(testing::waitUntil([&proxy] { return proxy.asked() > 0; }));
    interrupt(process, "Interrupted.");
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandKeychain)
#include "test_commandkeychain.moc"
