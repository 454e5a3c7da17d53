// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the system's keychain with a real GNOME Keyring in its three states: open, locked, none.
// Every operation runs in a process of its own, as after a restart.
#include "models/secrets/keychain.h"
#include "tests/support/keyringsession.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <chrono>
#include <cstdio>

namespace relaybook {

using testing::KeyringSession;

namespace {

const QString entryName = QStringLiteral("9f2c");
/// Longer than any answer takes that somebody gives.
constexpr auto longPatience = "60000";
constexpr auto shortPatience = "1500";

/// What the other process says of its operation.
struct KeychainAnswer
{
    bool isDone = false;
    int kind = -1; ///< KeychainError::Kind, unless it is done
    AccountSecrets secrets;
    QString text; ///< all of it
};

AccountSecrets secretsOf(const QJsonObject &object)
{
    const auto secret = [&object](const char *name) {
        return Secret(object[QLatin1String(name)].toString());
    };
    AccountSecrets secrets;
    secrets.personalToken = secret("token");
    if (object.contains(QLatin1String("id"))) {
        secrets.personalTokenId = TokenId(object[QLatin1String("id")].toInteger());
    }
    secrets.resellerKey = secret("key");
    secrets.proxyPassword = {object[QLatin1String("proxy")].toString(), secret("password")};
    return secrets;
}

QJsonObject objectOf(const AccountSecrets &secrets)
{
    const auto text = [](const Secret &secret) { return QString::fromUtf8(secret.reveal()); };
    QJsonObject object{{QStringLiteral("token"), text(secrets.personalToken)},
                       {QStringLiteral("key"), text(secrets.resellerKey)},
                       {QStringLiteral("password"), text(secrets.proxyPassword.password)},
                       {QStringLiteral("proxy"), secrets.proxyPassword.proxy}};
    if (secrets.personalTokenId) {
        object.insert(QStringLiteral("id"), secrets.personalTokenId->value());
    }
    return object;
}

QByteArray lineOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

AccountSecrets someSecrets()
{
    return {Secret(QByteArray("1|zebra\"-42")),
            TokenId(31),
            Secret(QByteArray("key-ostrich-7")),
            {QStringLiteral("http://ada@10.0.0.1:3128"), Secret(QByteArray("pä55-walrus"))}};
}

} // namespace

class TestKeychain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void anotherProcessReadsWhatWasWritten();
    void entriesDoNotMix();
    void replacedAndRemoved();
    void deletedFromOutside();
    void damagedFromOutside();
    void entryOfANewerVersionIsKept();
    void lockedKeyringIsNoEmptyOne();
    void nobodyAnswersTheQuestion();
    void unlockedAgain();
    void withoutAKeyring_data();
    void withoutAKeyring();

private:
    [[nodiscard]] KeychainAnswer run(const QStringList &words, const char *patience = longPatience,
                                     const AccountSecrets &secrets = {});
    [[nodiscard]] KeychainAnswer read(const char *patience = longPatience)
    {
        return run({QStringLiteral("read"), entryName}, patience);
    }
    [[nodiscard]] KeychainAnswer write(const AccountSecrets &secrets,
                                       const char *patience = longPatience)
    {
        return run({QStringLiteral("write"), entryName}, patience, secrets);
    }
    [[nodiscard]] KeychainAnswer remove(const char *patience = longPatience)
    {
        return run({QStringLiteral("remove"), entryName}, patience);
    }
    [[nodiscard]] bool isOnDisk(const QByteArray &text) const;

    std::unique_ptr<KeyringSession> m_session;
};

void TestKeychain::init()
{
    if (!KeyringSession::isInstalled()) {
        QSKIP("Needs gnome-keyring, dbus-run-session and secret-tool.");
    }
    m_session = std::make_unique<KeyringSession>();
    QVERIFY(m_session->start(KeyringSession::State::Open));
}

KeychainAnswer TestKeychain::run(const QStringList &words, const char *patience,
                                 const AccountSecrets &secrets)
{
    QProcess process;
    process.setProcessEnvironment(m_session->environment());
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::applicationFilePath(),
                  QStringList{QStringLiteral("--keychain"), QLatin1String(patience)} + words);
    process.write(lineOf(objectOf(secrets)));
    process.closeWriteChannel();
    constexpr int longest = 120'000;
    KeychainAnswer answer;
    if (!process.waitForFinished(longest) || process.exitStatus() != QProcess::NormalExit) {
        answer.text = QStringLiteral("the process did not end");
        return answer;
    }
    const QByteArray line = process.readAllStandardOutput();
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    answer.isDone = process.exitCode() == 0 && object.contains(QLatin1String("token"));
    answer.kind = object[QLatin1String("kind")].toInt(-1);
    answer.secrets = secretsOf(object);
    answer.text = QString::fromUtf8(line);
    return answer;
}

bool TestKeychain::isOnDisk(const QByteArray &text) const
{
    QDirIterator files(m_session->folder(), QDir::Files | QDir::Hidden,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text)) {
            return true;
        }
    }
    return false;
}

void TestKeychain::anotherProcessReadsWhatWasWritten()
{
    const KeychainAnswer none = read();
    QVERIFY2(none.isDone, qPrintable(none.text));
    QVERIFY(none.secrets.isEmpty());
    const KeychainAnswer written = write(someSecrets());
    QVERIFY2(written.isDone, qPrintable(written.text));
    const KeychainAnswer found = read();
    QVERIFY2(found.isDone, qPrintable(found.text));
    QVERIFY(found.secrets == someSecrets());
    const auto seen = QJsonDocument::fromJson(m_session->lookUp(entryName)).object();
    QCOMPARE(seen[QLatin1String("version")].toInt(), 1);
    QCOMPARE(seen[QLatin1String("reseller_key")].toString(), QStringLiteral("key-ostrich-7"));
    QVERIFY(!isOnDisk("ostrich"));
}

void TestKeychain::entriesDoNotMix()
{
    AccountSecrets other;
    other.resellerKey = Secret(QByteArray("another-key"));
    QVERIFY(write(someSecrets()).isDone);
    const QStringList there{QStringLiteral("write"), QStringLiteral("77aa")};
    QVERIFY(run(there, longPatience, other).isDone);
    QVERIFY(read().secrets == someSecrets());
    QVERIFY(run({QStringLiteral("remove"), QStringLiteral("77aa")}).isDone);
    QVERIFY(read().secrets == someSecrets());
    QVERIFY(run({QStringLiteral("read"), QStringLiteral("77aa")}).secrets.isEmpty());
}

void TestKeychain::replacedAndRemoved()
{
    QVERIFY(write(someSecrets()).isDone);
    AccountSecrets fewer;
    fewer.personalToken = Secret(QByteArray("2|new"));
    QVERIFY(write(fewer).isDone);
    QVERIFY(read().secrets == fewer);
    QVERIFY(remove().isDone);
    QVERIFY(m_session->lookUp(entryName).isEmpty());
    const KeychainAnswer none = read();
    QVERIFY2(none.isDone, qPrintable(none.text));
    QVERIFY(none.secrets.isEmpty());
    QVERIFY(remove().isDone);
    // Empty secrets leave no entry behind.
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(write({}).isDone);
    QVERIFY(m_session->lookUp(entryName).isEmpty());
}

void TestKeychain::deletedFromOutside()
{
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(m_session->clear(entryName));
    const KeychainAnswer gone = read();
    QVERIFY2(gone.isDone, qPrintable(gone.text));
    QVERIFY(gone.secrets.isEmpty());
}

void TestKeychain::damagedFromOutside()
{
    QVERIFY(m_session->store(entryName, "not \x01 ours: ostrich"));
    const KeychainAnswer damaged = read();
    QCOMPARE(damaged.kind, int(KeychainError::Unreadable));
    QVERIFY2(!damaged.text.contains(QStringLiteral("ostrich")), qPrintable(damaged.text));
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(read().secrets == someSecrets());
    QVERIFY(m_session->store(entryName, "not ours"));
    QVERIFY(remove().isDone);
    QVERIFY(m_session->lookUp(entryName).isEmpty());
}

void TestKeychain::entryOfANewerVersionIsKept()
{
    const QByteArray newer = R"({"version":9,"tokens":["ostrich"]})";
    QVERIFY(m_session->store(entryName, newer));
    QCOMPARE(read().kind, int(KeychainError::Newer));
    QCOMPARE(write(someSecrets()).kind, int(KeychainError::Newer));
    QCOMPARE(m_session->lookUp(entryName), newer);
}

void TestKeychain::lockedKeyringIsNoEmptyOne()
{
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(m_session->start(KeyringSession::State::Locked));
    const KeychainAnswer found = read();
    QVERIFY2(found.kind == KeychainError::Locked, qPrintable(found.text));
    // KeePassXC says so of every entry while it is locked.
    const KeychainAnswer none = run({QStringLiteral("read"), QStringLiteral("99ff")}, longPatience);
    QVERIFY2(none.kind == KeychainError::Locked, qPrintable(none.text));
    const KeychainAnswer written = write({});
    QVERIFY2(written.kind == KeychainError::Locked, qPrintable(written.text));
    const KeychainAnswer removed = remove();
    QVERIFY2(removed.kind == KeychainError::Locked, qPrintable(removed.text));
    const QStringList other{QStringLiteral("write"), QStringLiteral("77aa")};
    const KeychainAnswer added = run(other, longPatience, someSecrets());
    QVERIFY2(added.kind == KeychainError::Locked, qPrintable(added.text));
    QVERIFY(!isOnDisk("ostrich"));
    QVERIFY(m_session->start(KeyringSession::State::Open));
    QVERIFY(read().secrets == someSecrets());
}

void TestKeychain::nobodyAnswersTheQuestion()
{
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(m_session->start(KeyringSession::State::LockedAndSilent));
    const KeychainAnswer found = read(shortPatience);
    QVERIFY2(found.kind == KeychainError::TimedOut, qPrintable(found.text));
    const KeychainAnswer removed = remove(shortPatience);
    QVERIFY2(removed.kind == KeychainError::TimedOut, qPrintable(removed.text));
    const QStringList other{QStringLiteral("write"), QStringLiteral("77aa")};
    const KeychainAnswer added = run(other, shortPatience, someSecrets());
    QVERIFY2(added.kind == KeychainError::TimedOut, qPrintable(added.text));
    QVERIFY(m_session->start(KeyringSession::State::Open));
    QVERIFY(read().secrets == someSecrets());
    QVERIFY(m_session->lookUp(QStringLiteral("77aa")).isEmpty());
}

void TestKeychain::unlockedAgain()
{
    QVERIFY(write(someSecrets()).isDone);
    QVERIFY(m_session->start(KeyringSession::State::Locked));
    QCOMPARE(read().kind, int(KeychainError::Locked));
    QVERIFY(m_session->start(KeyringSession::State::Open));
    QVERIFY(read().secrets == someSecrets());
}

void TestKeychain::withoutAKeyring_data()
{
    QTest::addColumn<KeyringSession::State>("state");
    QTest::newRow("no bus") << KeyringSession::State::NoBus;
    QTest::newRow("no keyring on the bus") << KeyringSession::State::NoKeyring;
}

void TestKeychain::withoutAKeyring()
{
    QFETCH(KeyringSession::State, state);
    QVERIFY(m_session->start(state));
    for (const KeychainAnswer &answer : {read(), write(someSecrets()), remove()}) {
        QVERIFY2(answer.kind == KeychainError::Missing, qPrintable(answer.text));
        QVERIFY(!answer.text.contains(QStringLiteral("ostrich")));
    }
    QVERIFY(!isOnDisk("ostrich"));
}

namespace {

void printAnswer(const QJsonObject &object, int code)
{
    std::fputs(lineOf(object).constData(), stdout);
    QCoreApplication::exit(code);
}

void printError(const KeychainError &error)
{
    printAnswer(
        {{QStringLiteral("kind"), int(error.kind)}, {QStringLiteral("detail"), error.detail}}, 1);
}

/// One operation of the system's keychain; "write" reads the secrets from standard input.
int useKeychain(const QStringList &words)
{
    const auto keychain = systemKeychain(std::chrono::milliseconds(words.value(2).toInt()));
    const QString &entry = words.value(4);
    const auto done = [](const tl::expected<void, KeychainError> &result) {
        result ? printAnswer(objectOf({}), 0) : printError(result.error());
    };
    if (words.value(3) == QLatin1String("read")) {
        keychain->read(entry, keychain.get(), [](const auto &read) {
            read ? printAnswer(objectOf(*read), 0) : printError(read.error());
        });
    } else if (words.value(3) == QLatin1String("remove")) {
        keychain->remove(entry, keychain.get(), done);
    } else {
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly)) {
            return 2;
        }
        const auto secrets = secretsOf(QJsonDocument::fromJson(input.readAll()).object());
        keychain->write(entry, secrets, keychain.get(), done);
    }
    return QCoreApplication::exec();
}

} // namespace

} // namespace relaybook

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("--keychain")) {
        return relaybook::useKeychain(words);
    }
    relaybook::TestKeychain test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_keychain.moc"
