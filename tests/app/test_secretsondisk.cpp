// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no secret reaches the disk: a full session in the real window, with two accounts and a
// real keychain, which is then killed; a restart that is connected without typing; and commands.
// After that every byte below all folders of the session is searched for every secret.
#include "app/datafolder.h"
#include "app/program.h"
#include "app/programsetup.h"
#include "models/accounts/storedaccounts.h"
#include "tests/app/windowdriver.h"
#include "tests/support/ended.h"
#include "tests/support/keyringsession.h"
#include "tests/support/paths.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/secretsearch.h"
#include "tests/support/tlsrelay.h"
#include "tests/support/waituntil.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QSet>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>

using namespace relaybook;
using relaybook::testing::ended;
using relaybook::testing::KeyringSession;
using relaybook::testing::SecretSearch;
using relaybook::testing::waitUntil;
using relaybook::testing::WindowDriver;

namespace {

const QString proxyUser = QStringLiteral("proxy-user");
const QString proxyPassword = QStringLiteral("pr0xy/pa+ss w@rd");
constexpr int longest = 300'000;
constexpr int mostShown = 3000; // characters of a log
constexpr std::string_view useAndCrashOption = "--use-and-crash";
constexpr std::string_view restartOption = "--restart";

// ------------------------------------------------------------------- the process with the window

QJsonObject readInput()
{
    QFile input;
    return input.open(stdin, QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(input.readAll()).object()
               : QJsonObject();
}

QString textOf(const QJsonObject &object, const char *name)
{
    return object[QLatin1String(name)].toString();
}

testing::TypedSignIn withTokens(const QJsonObject &service)
{
    testing::TypedSignIn typed;
    typed.address = textOf(service, "address");
    typed.personalToken = textOf(service, "personal_token");
    typed.resellerKey = textOf(service, "reseller_key");
    return typed;
}

testing::TypedSignIn withEmail(const QJsonObject &service)
{
    testing::TypedSignIn typed;
    typed.address = textOf(service, "address");
    typed.email = textOf(service, "email");
    typed.password = textOf(service, "password");
    typed.resellerKey = textOf(service, "reseller_key");
    typed.network.proxy = NetworkSettings::Proxy::Http;
    typed.network.host = QStringLiteral("127.0.0.1");
    typed.network.port = service[QLatin1String("proxy_port")].toInt();
    typed.network.user = proxyUser;
    typed.network.password = Secret(proxyPassword);
    typed.network.caFile = textOf(service, "ca_file");
    return typed;
}

void work(WindowDriver &driver, const QString &folder)
{
    driver.waitUntilLoaded();
    driver.revealSecrets();
    driver.editFirstNote(QStringLiteral("seen by the test"));
    driver.renameFirstProxy(QStringLiteral("renamed-by-the-test"));
    driver.buy(QStringLiteral("residential"), TrafficAmount::fromBytes(1'000'000'000));
    QFile report(QDir(folder).filePath(QStringLiteral("report.txt")));
    if (report.open(QIODevice::WriteOnly | QIODevice::Append)) {
        report.write(driver.copyConnectionReport().toUtf8());
    }
    driver.exportEverything(folder);
}

/// Everything that a user does, and then a crash.
void useAndCrash(Program &program, const QString &folder)
{
    const QJsonObject input = readInput();
    WindowDriver driver(program);
    driver.signIn(withTokens(input[QLatin1String("first")].toObject()));
    work(driver, folder);
    driver.signIn(withEmail(input[QLatin1String("second")].toObject()));
    work(driver, folder);
    // Not every abort is the one that is meant.
    std::fputs("all is done\n", stdout);
    std::fflush(stdout);
    std::raise(SIGABRT);
}

/// Both accounts are connected and load, without anything being typed.
void restart(Program &program)
{
    WindowDriver driver(program);
    QStringList keys;
    for (const AccountEntry &entry : program.accounts().entries()) {
        if (!entry.isSandbox) {
            keys.append(entry.key);
        }
    }
    for (const QString &key : keys) {
        program.accounts().show(key);
        driver.waitFor(
            [&program, &key] {
                return program.accounts().entry(key)->access == AccountAccess::SignedIn;
            },
            QStringLiteral("the keychain"));
        driver.waitUntilLoaded();
    }
    std::fputs(qPrintable(QStringLiteral("connected: %1\n").arg(keys.size())), stdout);
    std::fflush(stdout);
}

int runWindow(const QString &what, const QString &folder)
{
    QLoggingCategory::setFilterRules(QStringLiteral("*.debug=true\nqt.*=false"));
    const DataFolder data{QString()};
    if (data.problem()) {
        return WindowDriver::failed;
    }
    Program program({}, {data.path(), nullptr, systemKeychain()}, *qApp);
    program.start();
    if (what == QLatin1String(useAndCrashOption.data())) {
        useAndCrash(program, folder);
    } else {
        restart(program);
    }
    return 0;
}

// ----------------------------------------------------------------------------- what travels

/// Passes everything on to a service on this computer, and keeps what the client sent.
class RecordingRelay : public QTcpServer
{
public:
    explicit RecordingRelay(quint16 target)
        : m_target(target)
    {
        if (!listen(QHostAddress::LocalHost)) {
            qFatal("the relay cannot listen");
        }
    }
    [[nodiscard]] QString url() const
    {
        return QStringLiteral("http://127.0.0.1:%1").arg(serverPort());
    }
    [[nodiscard]] const QByteArray &sent() const { return m_sent; }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *near = new QTcpSocket(this);
        near->setSocketDescriptor(descriptor);
        auto *far = new QTcpSocket(near);
        connect(near, &QTcpSocket::readyRead, far, [this, near, far] {
            const QByteArray bytes = near->readAll();
            m_sent += bytes;
            far->write(bytes);
        });
        connect(far, &QTcpSocket::readyRead, near, [near, far] { near->write(far->readAll()); });
        connect(far, &QTcpSocket::disconnected, near, [near] { near->disconnectFromHost(); });
        connect(near, &QTcpSocket::disconnected, near, &QObject::deleteLater);
        far->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
    }

private:
    quint16 m_target;
    QByteArray m_sent;
};

/// The program relaybook-sandbox, and a relay before it.
struct SandboxProcess
{
    QProcess process;
    QJsonObject access;
    std::unique_ptr<RecordingRelay> relay;

    SandboxProcess() = default;
    SandboxProcess(const SandboxProcess &) = delete;
    SandboxProcess &operator=(const SandboxProcess &) = delete;
    ~SandboxProcess()
    {
        process.kill();
        (void)ended(process);
    }
    [[nodiscard]] bool start(int seed)
    {
        process.start(testing::sandboxProgram(),
                      {QStringLiteral("--no-rate-limit"), QStringLiteral("--proxies"),
                       QStringLiteral("12"), QStringLiteral("--sub-users"), QStringLiteral("7"),
                       QStringLiteral("--transactions"), QStringLiteral("60"),
                       QStringLiteral("--seed"), QString::number(seed), QStringLiteral("--host"),
                       QStringLiteral("other.example")});
        if (!waitUntil([this] { return process.canReadLine(); })) {
            return false;
        }
        access = QJsonDocument::fromJson(process.readLine()).object();
        const QUrl url(textOf(access, "url"));
        relay = std::make_unique<RecordingRelay>(static_cast<quint16>(url.port()));
        return url.port() > 0;
    }
    [[nodiscard]] QByteArray secret(const char *name) const
    {
        return textOf(access, name).toUtf8();
    }
    /// The tokens that were sent, each once: the personal token and all access tokens.
    [[nodiscard]] QByteArrayList bearers() const
    {
        static const QRegularExpression header(QStringLiteral("authorization: bearer ([^\r\n]+)"),
                                               QRegularExpression::CaseInsensitiveOption);
        QByteArrayList found;
        auto matches = header.globalMatch(QString::fromLatin1(relay->sent()));
        while (matches.hasNext()) {
            const QByteArray token = matches.next().captured(1).toLatin1();
            if (!found.contains(token)) {
                found.append(token);
            }
        }
        return found;
    }
    /// The rows of a list, asked for with each token that was sent.
    [[nodiscard]] QJsonArray rows(const char *path) const
    {
        QNetworkAccessManager network;
        for (const QByteArray &bearer : bearers()) {
            QNetworkRequest request(QUrl(textOf(access, "url") + QLatin1String(path)));
            request.setRawHeader("Authorization", "Bearer " + bearer);
            const std::unique_ptr<QNetworkReply> reply(network.get(request));
            if (waitUntil([&reply] { return reply->isFinished(); }) &&
                reply->error() == QNetworkReply::NoError) {
                return QJsonDocument::fromJson(reply->readAll())[QLatin1String("data")].toArray();
            }
        }
        return {};
    }
};

void addProxyAddress(SecretSearch &search, const QString &what, const QString &address)
{
    const QString password = QUrl(address).password();
    if (!password.isEmpty()) {
        search.add(what + QStringLiteral(": address of a proxy"), address.toUtf8());
        search.add(what + QStringLiteral(": password of a proxy"), password.toUtf8());
    }
}

/// Everything secret that a service knows, or was sent.
void addSecretsOf(SecretSearch &search, const QString &what, const SandboxProcess &service)
{
    for (const char *name : {"password", "personal_token", "reseller_key"}) {
        search.add(what % u": " % QLatin1String(name), service.secret(name));
    }
    for (const QByteArray &bearer : service.bearers()) {
        search.add(what + QStringLiteral(": a token that was sent"), bearer);
    }
    for (const QJsonValue &proxy : service.rows("/v1/proxies")) {
        addProxyAddress(search, what, proxy[QLatin1String("proxy_http")].toString());
        addProxyAddress(search, what, proxy[QLatin1String("proxy_socks5")].toString());
    }
    for (const QJsonValue &subUser : service.rows("/reseller/sub-users")) {
        const QJsonValue proxy = subUser[QLatin1String("proxy")];
        const QString password = proxy[QLatin1String("proxy_password")].toString();
        search.add(what + QStringLiteral(": password of a sub-user"), password.toUtf8());
        for (const char *scheme : {"http", "socks5"}) {
            const int port = proxy[QLatin1String("port_") + QLatin1String(scheme)].toInt();
            search.add(what + QStringLiteral(": address of a sub-user's proxy"),
                       QStringLiteral("%1://%2:%3@%4:%5")
                           .arg(QLatin1String(scheme),
                                proxy[QLatin1String("proxy_username")].toString(), password,
                                proxy[QLatin1String("host")].toString(), QString::number(port))
                           .toUtf8());
        }
    }
}

} // namespace

class TestSecretsOnDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void searchFindsEveryForm_data();
    void searchFindsEveryForm();
    void searchReadsEveryFile();
    void nothingIsOnTheDisk();

private:
    [[nodiscard]] QJsonObject inputOf(const SandboxProcess &first, const SandboxProcess &second,
                                      int proxyPort, const QString &relayUrl) const;
    /// Starts this program with the window, and waits for its end.
    void runWindowProcess(QProcess &process, const char *what, const QJsonObject &input);
    void runCommands();
    [[nodiscard]] SecretSearch allSecrets(const SandboxProcess &first,
                                          const SandboxProcess &second) const;
    [[nodiscard]] QString file(const char *name) const
    {
        return m_output + u'/' + QLatin1String(name);
    }
    [[nodiscard]] QString dataDir() const
    {
        return m_session->environment().value(QStringLiteral("XDG_DATA_HOME")) +
               QStringLiteral("/relaybook");
    }

    std::unique_ptr<KeyringSession> m_session;
    QString m_output; ///< exported files, logs and what commands print
};

void TestSecretsOnDisk::init()
{
    if (!KeyringSession::isInstalled()) {
        QSKIP("Needs gnome-keyring, dbus-run-session and secret-tool.");
    }
    m_session = std::make_unique<KeyringSession>();
    m_output = m_session->folder() + QStringLiteral("/home/output");
    QVERIFY(QDir().mkpath(m_output));
}

void TestSecretsOnDisk::searchFindsEveryForm_data()
{
    QTest::addColumn<QByteArray>("secret");
    QTest::addColumn<QByteArray>("planted");
    QTest::addColumn<bool>("isFound");
    for (const char *secret : {"1|abc/+?ÿ-xyz", "9f2c1d7e-key", "http://u-1:pä55@10.0.0.1:8080"}) {
        const QByteArray bytes(secret);
        const QString text = QString::fromUtf8(bytes);
        const auto add = [&](const char *form, const QByteArray &planted, bool isFound = true) {
            QTest::addRow("%s, %s", secret, form) << bytes << planted << isFound;
        };
        add("plain", "x" + bytes + "y");
        add("in a URL", "?t=" + QUrl::toPercentEncoding(text) + "&");
        add("in a URL, lower case", "?t=" + QUrl::toPercentEncoding(text).toLower() + "&",
            QUrl::toPercentEncoding(text).toLower() == SecretSearch::formsOf(bytes)[2].bytes);
        for (int before = 0; before < 6; ++before) {
            const QByteArray around = QByteArray(before, 'u') + bytes + ":tail";
            add(qPrintable(QStringLiteral("base64 after %1").arg(before)), around.toBase64());
            add(qPrintable(QStringLiteral("base64 for URLs after %1").arg(before)),
                around.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
            add(qPrintable(QStringLiteral("base64 at the end after %1").arg(before)),
                QByteArray(QByteArray(before, 'u') + bytes).toBase64());
        }
        QByteArray little;
        QByteArray big;
        for (const QChar each : text) {
            little.append(char(each.cell())).append(char(each.row()));
            big.append(char(each.row())).append(char(each.cell()));
        }
        add("UTF-16, little endian", "ab" + little + "cd");
        add("UTF-16, big endian", "ab" + big + "cd");
        add("cut off", bytes.chopped(1), false);
        add("nothing", "nothing at all", false);
    }
}

void TestSecretsOnDisk::searchFindsEveryForm()
{
    QFETCH(QByteArray, secret);
    QFETCH(QByteArray, planted);
    QFETCH(bool, isFound);
    SecretSearch search;
    search.add(QStringLiteral("the secret"), secret);
    const QStringList found = search.findIn(QStringLiteral("here"), planted);
    QCOMPARE(found.size(), isFound ? 1 : 0);
    QVERIFY(!found.join(u' ').contains(QString::fromUtf8(secret)));
}

void TestSecretsOnDisk::searchReadsEveryFile()
{
    SecretSearch search;
    search.add(QStringLiteral("the secret"), "zebra-42-ostrich");
    const QDir folder(m_session->folder());
    const auto plant = [&folder](const char *path) {
        const QString whole = folder.filePath(QLatin1String(path));
        QDir().mkpath(QFileInfo(whole).path());
        QFile opened(whole);
        return opened.open(QIODevice::WriteOnly) && opened.write("a zebra-42-ostrich") > 0;
    };
    const auto before = search.findBelow(folder.path());
    QVERIFY2(before.findings.isEmpty(), qPrintable(before.findings.join(u'\n')));
    const char *const places[] = {"data/relaybook/accounts/a/.hidden", "config/x/y/z",
                                  "runtime/log-wal", "tmp/.a/.b/c", "cache/c"};
    for (const char *place : places) {
        QVERIFY(plant(place));
    }
    QVERIFY(
        QDir(folder.filePath(QStringLiteral("cache"))).mkdir(QStringLiteral("zebra-42-ostrich")));
    const auto after = search.findBelow(folder.path());
    QCOMPARE(after.findings.size(), 6);
    QCOMPARE(after.files, before.files + 5);
}

QJsonObject TestSecretsOnDisk::inputOf(const SandboxProcess &first, const SandboxProcess &second,
                                       int proxyPort, const QString &relayUrl) const
{
    QJsonObject one = first.access;
    one.insert(QStringLiteral("address"), first.relay->url());
    QJsonObject two = second.access;
    // A name that only the proxy knows, so that nothing reaches the service without it.
    two.insert(QStringLiteral("address"),
               QStringLiteral("https://other.example:%1").arg(QUrl(relayUrl).port()));
    two.insert(QStringLiteral("proxy_port"), proxyPort);
    two.insert(QStringLiteral("ca_file"), file("authority.pem"));
    return {{QStringLiteral("first"), one}, {QStringLiteral("second"), two}};
}

void TestSecretsOnDisk::runWindowProcess(QProcess &process, const char *what,
                                         const QJsonObject &input)
{
    QProcessEnvironment all = m_session->environment();
    all.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    // A core file would be searched too.
    all.insert(QStringLiteral("ASAN_OPTIONS"),
               all.value(QStringLiteral("ASAN_OPTIONS")) + QStringLiteral(":disable_coredump=0"));
    process.setProcessEnvironment(all);
    process.setWorkingDirectory(m_output);
    process.setChildProcessModifier([] {
        rlimit limit{};
        getrlimit(RLIMIT_CORE, &limit);
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_CORE, &limit);
    });
    process.setStandardErrorFile(file("log.txt"), QIODevice::Append);
    process.start(QCoreApplication::applicationFilePath(), {QLatin1String(what), m_output});
    process.write(QJsonDocument(input).toJson());
    process.closeWriteChannel();
    QVERIFY(waitUntil([&process] { return process.state() == QProcess::NotRunning; },
                      std::chrono::milliseconds(longest)));
}

void TestSecretsOnDisk::runCommands()
{
    int number = 0;
    for (const StoredAccount &account : storedAccounts(dataDir())) {
        for (const QStringList &words :
             {QStringList{QStringLiteral("sync")},
              QStringList{QStringLiteral("balance"), QStringLiteral("--json")},
              QStringList{QStringLiteral("check-ledger"), QStringLiteral("--json")},
              QStringList{QStringLiteral("export"), QStringLiteral("sub-users"),
                          QStringLiteral("--format"), QStringLiteral("json"),
                          QStringLiteral("--out"), file("sub-users-by-command.json")}}) {
            QProcess process;
            QProcessEnvironment all = m_session->environment();
            all.insert(QStringLiteral("QT_LOGGING_RULES"),
                       QStringLiteral("*.debug=true;qt.*=false"));
            process.setProcessEnvironment(all);
            const QString output = file("command-%1.txt").arg(++number);
            process.setStandardOutputFile(output);
            process.setStandardErrorFile(output + QStringLiteral(".log"));
            process.start(testing::relaybookProgram(),
                          words + QStringList{QStringLiteral("--account"), account.key});
            QVERIFY(waitUntil([&process] { return process.state() == QProcess::NotRunning; },
                              std::chrono::milliseconds(longest)));
            QFile said(output + QStringLiteral(".log"));
            QVERIFY(said.open(QIODevice::ReadOnly));
            QVERIFY2(process.exitCode() == 0, said.readAll().right(mostShown).constData());
        }
    }
}

SecretSearch TestSecretsOnDisk::allSecrets(const SandboxProcess &first,
                                           const SandboxProcess &second) const
{
    SecretSearch search;
    addSecretsOf(search, QStringLiteral("first"), first);
    addSecretsOf(search, QStringLiteral("second"), second);
    search.add(QStringLiteral("password of the account's proxy"), proxyPassword.toUtf8());
    search.add(QStringLiteral("sign-in at the account's proxy"),
               (proxyUser % u':' % proxyPassword).toUtf8());
    for (const StoredAccount &account : storedAccounts(dataDir())) {
        const auto entry =
            QJsonDocument::fromJson(m_session->lookUp(account.keychain.entry)).object();
        for (const char *name : {"personal_token", "reseller_key", "proxy_password"}) {
            if (const QString secret = textOf(entry, name); !secret.isEmpty()) {
                search.add(QStringLiteral("keychain: ") + QLatin1String(name), secret.toUtf8());
            }
        }
    }
    return search;
}

void TestSecretsOnDisk::nothingIsOnTheDisk()
{
    QVERIFY(m_session->start(KeyringSession::State::Open));
    SandboxProcess first;
    SandboxProcess second;
    QVERIFY(first.start(1) && second.start(2));
    const auto certificate =
        testing::TestCertificate::make(testing::TestCertificate::Kind::OtherHost);
    const testing::TlsRelay tls(second.relay->url(), certificate);
    const testing::ScriptedProxy proxy(testing::ScriptedProxy::Manner::AsksAndStays);
    QFile authority(file("authority.pem"));
    QVERIFY(authority.open(QIODevice::WriteOnly) &&
            authority.write(certificate.certificate.toPem()) > 0);
    authority.close();

    QProcess session;
    runWindowProcess(session, useAndCrashOption.data(),
                     inputOf(first, second, proxy.serverPort(), tls.url()));
    QFile log(file("log.txt"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY2(session.exitStatus() == QProcess::CrashExit &&
                 session.readAllStandardOutput().contains("all is done"),
             log.readAll().right(mostShown).constData());
    QProcess again;
    runWindowProcess(again, restartOption.data(), {});
    QVERIFY2(again.exitCode() == 0, log.readAll().right(mostShown).constData());
    QVERIFY(again.readAllStandardOutput().contains("connected: 2"));
    runCommands();

    const SecretSearch search = allSecrets(first, second);
    // It was a whole session: everything travelled, and is stored.
    QVERIFY(first.bearers().size() >= 2);
    QVERIFY(second.bearers().size() >= 2);
    QVERIFY2(!proxy.credentials().isEmpty(), "the proxy was not asked with a password");
    constexpr std::size_t fewest = 2 * (12 + 7) * 3;
    QVERIFY2(search.count() >= fewest, qPrintable(QString::number(search.count())));
    const auto searched = search.findBelow(m_session->folder());
    QVERIFY2(searched.findings.isEmpty(), qPrintable(searched.findings.join(u'\n')));
    SecretSearch control; // the data is there, so the search looked at the right files
    control.add(QStringLiteral("the note"), "seen by the test");
    control.add(QStringLiteral("the name"), "renamed-by-the-test");
    control.add(QStringLiteral("the log"), "PATCH /reseller/sub-users/");
    QCOMPARE(control.count(), std::size_t(3));
    const QString found = control.findBelow(m_session->folder()).findings.join(u'\n');
    for (const char *what : {"the note", "the name", "the log", "cache.sqlite", ".csv", ".json"}) {
        QVERIFY2(found.contains(QLatin1String(what)), what);
    }
    qInfo("searched %d files, %lld bytes, for %zu secrets", searched.files,
          static_cast<long long>(searched.bytes), search.count());
}

int main(int argc, char **argv)
{
    if (argc > 2 && (argv[1] == useAndCrashOption || argv[1] == restartOption)) {
        setUpProgram(); // forbids crash dumps
        const QApplication application(argc, argv);
        return runWindow(QString::fromLocal8Bit(argv[1]), QString::fromLocal8Bit(argv[2]));
    }
    const QCoreApplication application(argc, argv);
    TestSecretsOnDisk test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_secretsondisk.moc"
