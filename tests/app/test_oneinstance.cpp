// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a second start hands its arguments to the program that is running, also after that one
// was killed, only for the same data folder, and only to a program of the same user.
#include "app/oneinstance.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <optional>

#ifndef Q_OS_WIN
#include <csignal>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace relaybook;
using namespace std::chrono_literals;

namespace {

/// A variable of the environment that is set while this exists.
class Variable
{
public:
    Variable(const char *name, const QString &value)
        : m_name(name)
        , m_before(qEnvironmentVariableIsSet(name) ? std::optional(qgetenv(name)) : std::nullopt)
    {
        qputenv(name, value.toLocal8Bit());
    }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;
    ~Variable()
    {
        if (m_before) {
            qputenv(m_name, *m_before);
        } else {
            qunsetenv(m_name);
        }
    }

private:
    const char *m_name;
    std::optional<QByteArray> m_before;
};

/// The command lines of the second starts that an instance has received.
class Starts
{
public:
    explicit Starts(OneInstance &instance)
    {
        instance.setHandler([this](const QStringList &arguments) {
            m_all.append(arguments);
            return QString();
        });
    }
    [[nodiscard]] qsizetype size() const { return m_all.size(); }
    [[nodiscard]] const QStringList &at(qsizetype i) const { return m_all.at(i); }

private:
    QList<QStringList> m_all;
};

#ifndef Q_OS_WIN

constexpr uid_t otherUser = 65534;

/// A process that becomes another user, which only root can.
class OtherUsersProcess
{
public:
    /// `before` runs as this user, `after` as the other one; both only call the system. Its result
    /// is the exit code.
    template <class Before, class After>
    OtherUsersProcess(Before before, After after)
        : m_process(fork())
    {
        if (m_process == 0) {
            const int descriptor = before();
            _exit(setuid(otherUser) == 0 ? after(descriptor) : 1);
        }
    }
    OtherUsersProcess(const OtherUsersProcess &) = delete;
    OtherUsersProcess &operator=(const OtherUsersProcess &) = delete;
    ~OtherUsersProcess()
    {
        if (m_process > 0) {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
    }
    /// The exit code, once it has ended.
    std::optional<int> exitCode()
    {
        int status = 0;
        if (m_process > 0 && waitpid(m_process, &status, WNOHANG) == m_process) {
            m_process = -1;
            m_exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        return m_exitCode;
    }

private:
    pid_t m_process;
    std::optional<int> m_exitCode;
};

sockaddr_un addressOf(const QByteArray &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), std::size_t(path.size()));
    return address;
}

#endif

} // namespace

class TestOneInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreHandedOver();
    void aRefusalIsHandedBack();
    void theStartIsConfirmedBeforeItIsDone();
    void anotherFolderIsAnotherProgram();
    void nobodyIsListening();
    void theSocketOfAKilledProgramIsReplaced();
    void onlyFoldersOfThisUserAreUsed();
    void aLongPathNeedsAnotherFolder();
    void anotherUserGetsNothing();
    void anotherUserIsNotHeard();
    void offlineBesideAnOnlineWindow();
    void rubbishIsIgnored_data();
    void rubbishIsIgnored();

private:
    /// A second start on a thread of its own, because it blocks.
    static bool secondStart(const QString &folder, const QStringList &arguments)
    {
        return answerTo(folder, {arguments, false}).answer == OneInstance::Answer::Done;
    }
    static OneInstance::Reply answerTo(const QString &folder, const OneInstance::Start &start)
    {
        auto taken = std::async(std::launch::async,
                                [&] { return OneInstance::handOver(folder, start, 20s); });
        while (taken.wait_for(1ms) != std::future_status::ready) {
            QCoreApplication::processEvents();
        }
        return taken.get();
    }
};

void TestOneInstance::argumentsAreHandedOver()
{
    const QTemporaryDir folder;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    const Starts started(instance);
    const QStringList arguments = {QStringLiteral("--account"), QStringLiteral("Müller 中文"),
                                   QStringLiteral("a\nb")};
    QVERIFY(secondStart(folder.path(), arguments));
    QVERIFY(secondStart(folder.path() + u'/', {}));
    QCOMPARE(started.size(), 2);
    QCOMPARE(started.at(0), arguments);
    QCOMPARE(started.at(1), QStringList());
}

/// The reason is for people: of several lines, with any characters.
void TestOneInstance::aRefusalIsHandedBack()
{
    const QTemporaryDir folder;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    const auto refuse = [](const QStringList & /*arguments*/) {
        return QStringLiteral("No account matches “Müller 中文”:\n  1  North\n");
    };
    instance.setHandler(refuse);
    QCOMPARE(answerTo(folder.path(), {{}, false}),
             (OneInstance::Reply{OneInstance::Answer::Refused, refuse({})}));
}

/// Opening an account may take longer than a second start waits for a running program. The second
/// start learns before that its message has arrived, so that it does not send it again.
void TestOneInstance::theStartIsConfirmedBeforeItIsDone()
{
    const QTemporaryDir folder;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    std::promise<QByteArray> received;
    instance.setHandler([&received](const QStringList &) {
        return QString::fromUtf8(received.get_future().get());
    });
    auto rest = std::async(std::launch::async, [&received, name = instance.serverName()] {
        QLocalSocket socket;
        socket.connectToServer(name);
        socket.waitForConnected();
        socket.write("{\"version\":1,\"arguments\":[]}\n");
        const auto line = [&socket] {
            while (!socket.canReadLine() && socket.waitForReadyRead()) {
            }
            return socket.readLine();
        };
        received.set_value(line());
        return line();
    });
    while (rest.wait_for(1ms) != std::future_status::ready) {
        QCoreApplication::processEvents();
    }
    QCOMPARE(rest.get(), QByteArray("refused [\"received\\n\"]\n"));
}

void TestOneInstance::anotherFolderIsAnotherProgram()
{
    const QTemporaryDir folder;
    const QTemporaryDir other;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    QCOMPARE(OneInstance::handOver(other.path(), {}, 100ms), OneInstance::Reply());
}

void TestOneInstance::nobodyIsListening()
{
    const QTemporaryDir folder;
    QCOMPARE(OneInstance::handOver(folder.path(), {}, 100ms), OneInstance::Reply());
}

void TestOneInstance::theSocketOfAKilledProgramIsReplaced()
{
#ifdef Q_OS_WIN
    QSKIP("On Windows, the socket disappears with its program.");
#endif
    const QTemporaryDir folder;
    auto killed = std::make_unique<OneInstance>();
    QVERIFY(killed->listen(folder.path()));
    OneInstance instance; // listens while the socket of the other is still there
    QVERIFY(instance.listen(folder.path()));
    const Starts started(instance);
    QVERIFY(secondStart(folder.path(), {QStringLiteral("--sandbox")}));
    QCOMPARE(started.size(), 1);
}

/// A name in the folder for temporary files is open to all users: one of them could listen there.
void TestOneInstance::onlyFoldersOfThisUserAreUsed()
{
#ifdef Q_OS_WIN
    QSKIP("On Windows, the socket is a pipe, which is in no folder.");
#else
    const QTemporaryDir shared;
    QVERIFY(QFile::setPermissions(shared.path(), QFile::ReadOwner | QFile::WriteOwner |
                                                     QFile::ExeOwner | QFile::WriteOther |
                                                     QFile::ExeOther));
    const QTemporaryDir own;
    const QTemporaryDir data;
    const Variable temporary("TMPDIR", shared.path());
    {
        const Variable runtime("XDG_RUNTIME_DIR", own.path());
        OneInstance instance;
        QVERIFY(instance.listen(data.path()));
        QCOMPARE(QFileInfo(instance.serverName()).path(), own.path());
        const auto others = QFile::ReadOther | QFile::WriteOther | QFile::ExeOther |
                            QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup;
        QVERIFY(!(QFileInfo(instance.serverName()).permissions() & others));
        QVERIFY(
            QDir(shared.path()).isEmpty(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot));
        QVERIFY(secondStart(data.path(), {}));
    }
    const Variable runtime("XDG_RUNTIME_DIR", shared.path());
    OneInstance instance;
    QVERIFY(instance.listen(data.path()));
    QCOMPARE(QFileInfo(instance.serverName()).path(), data.path());
    QVERIFY(secondStart(data.path(), {}));
#endif
}

/// The address of a socket has 108 bytes for the path, on some systems fewer.
void TestOneInstance::aLongPathNeedsAnotherFolder()
{
#ifdef Q_OS_WIN
    QSKIP("On Windows, the socket is a pipe, which is in no folder.");
#else
    const QTemporaryDir folder;
    const QString longPath = folder.filePath(QString(90, u'l'));
    const QString data = folder.filePath(QStringLiteral("data"));
    QVERIFY(QDir().mkpath(longPath) && QDir().mkpath(data));
    const Variable runtime("XDG_RUNTIME_DIR", longPath);
    const Variable temporary("TMPDIR", longPath);
    OneInstance instance;
    QVERIFY(instance.listen(data));
    QVERIFY(secondStart(data, {}));
    // With no folder for it, a second start can only say that the data is in use.
    OneInstance none;
    QVERIFY(!none.listen(longPath));
    QCOMPARE(OneInstance::handOver(longPath, {}, 100ms), OneInstance::Reply());
#endif
}

void TestOneInstance::anotherUserGetsNothing()
{
#ifdef Q_OS_WIN
    QSKIP("Needs another user.");
#else
    if (geteuid() != 0) {
        QSKIP("Needs to be root, to become another user.");
    }
    const QTemporaryDir runtimeFolder;
    const QTemporaryDir folder;
    const Variable runtime("XDG_RUNTIME_DIR", runtimeFolder.path());
    QByteArray path;
    {
        OneInstance instance;
        QVERIFY(instance.listen(folder.path()));
        path = QFile::encodeName(instance.serverName());
    }
    const sockaddr_un address = addressOf(path);
    OtherUsersProcess other(
        [&address] {
            const int server = socket(AF_UNIX, SOCK_STREAM, 0);
            (void)bind(server, reinterpret_cast<const sockaddr *>(&address), sizeof(address));
            return server;
        },
        [](int server) {
            listen(server, 1);
            char received = 0;
            int connection = accept(server, nullptr, nullptr);
            while (read(connection, &received, 1) == 0) {
                connection = accept(server, nullptr, nullptr);
            }
            (void)!write(connection, "ok\n", 3);
            return int(received);
        });
    QTRY_VERIFY(QFileInfo::exists(QFile::decodeName(path)));
    const OneInstance::Start start{{QStringLiteral("--account")}, false};
    QCOMPARE(OneInstance::handOver(folder.path(), start, 1s), OneInstance::Reply());
    QVERIFY(!other.exitCode()); // it has received nothing
#endif
}

void TestOneInstance::anotherUserIsNotHeard()
{
#ifdef Q_OS_WIN
    QSKIP("Needs another user.");
#else
    if (geteuid() != 0) {
        QSKIP("Needs to be root, to become another user.");
    }
    const QTemporaryDir runtimeFolder;
    const QTemporaryDir folder;
    const Variable runtime("XDG_RUNTIME_DIR", runtimeFolder.path());
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    const Starts started(instance);
    const QByteArray path = QFile::encodeName(instance.serverName());
    QCOMPARE(chmod(QFile::encodeName(runtimeFolder.path()).constData(), 0755), 0);
    QCOMPARE(chmod(path.constData(), 0777), 0);
    const sockaddr_un address = addressOf(path);
    OtherUsersProcess other([] { return socket(AF_UNIX, SOCK_STREAM, 0); },
                            [&address](int client) {
                                const char message[] = "{\"version\":1,\"arguments\":[]}\n";
                                char answer = 0;
                                if (::connect(client, reinterpret_cast<const sockaddr *>(&address),
                                              sizeof(address)) != 0) {
                                    return 2;
                                }
                                (void)!write(client, message, sizeof(message) - 1);
                                return read(client, &answer, 1) > 0 ? 3 : 0;
                            });
    QTRY_VERIFY(other.exitCode().has_value());
    QCOMPARE(*other.exitCode(), 0);
    QCOMPARE(started.size(), 0);
#endif
}

void TestOneInstance::offlineBesideAnOnlineWindow()
{
    const QTemporaryDir folder;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    const Starts started(instance);
    const OneInstance::Start offline{{QStringLiteral("--offline")}, true};
    QCOMPARE(answerTo(folder.path(), offline).answer, OneInstance::Answer::Online);
    QCOMPARE(started.size(), 0);
    instance.setOffline(true);
    QCOMPARE(answerTo(folder.path(), offline).answer, OneInstance::Answer::Done);
    QVERIFY(secondStart(folder.path(), {}));
    QCOMPARE(started.size(), 2);
}

void TestOneInstance::rubbishIsIgnored_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no JSON") << QByteArray("hello\n");
    QTest::newRow("a newer version") << QByteArray("{\"version\":2,\"arguments\":[]}\n");
    QTest::newRow("endless") << QByteArray(200'000, 'x');
}

void TestOneInstance::rubbishIsIgnored()
{
    QFETCH(QByteArray, message);
    const QTemporaryDir folder;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    const Starts started(instance);
    QLocalSocket socket;
    socket.connectToServer(instance.serverName());
    QVERIFY(socket.waitForConnected());
    socket.write(message);
    QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    QCOMPARE(started.size(), 0);
    QVERIFY(secondStart(folder.path(), {}));
    QCOMPARE(started.size(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOneInstance)
#include "test_oneinstance.moc"
