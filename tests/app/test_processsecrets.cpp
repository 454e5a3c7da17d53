// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the real program, while it uses the tokens of its environment, no longer shows them
// there, and would not write its memory to a file if it crashed.
#include "tests/support/ended.h"
#include "tests/support/paths.h"
#include "tests/support/waituntil.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_LINUX
#include <csignal>
#include <sys/resource.h>
#endif

namespace relaybook {

using testing::ended;
using testing::waitUntil;

class TestProcessSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tokensAndMemoryStayInside_data();
    void tokensAndMemoryStayInside();
};

#ifdef Q_OS_LINUX

namespace {

QByteArray ofProcess(const QProcess &process, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(process.processId()).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The soft limit, as /proc shows it.
QByteArray coreLimit(const QProcess &process)
{
    const QByteArray start = "Max core file size";
    for (const QByteArray &line : ofProcess(process, "limits").split('\n')) {
        if (line.startsWith(start)) {
            return line.mid(start.size()).simplified().split(' ').constFirst();
        }
    }
    return "no such line";
}

/// As a user allows core files with `ulimit -c unlimited`.
void allowCoreFiles()
{
    rlimit limit{};
    getrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CORE, &limit);
}

/// Receives requests and never answers.
class SilentService : public QTcpServer
{
public:
    SilentService()
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            auto *socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this,
                    [this, socket] { m_received += socket->readAll(); });
        });
        listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] QString url() const
    {
        return QStringLiteral("http://127.0.0.1:%1").arg(serverPort());
    }
    [[nodiscard]] const QByteArray &received() const { return m_received; }

private:
    QByteArray m_received;
};

} // namespace

void TestProcessSecrets::tokensAndMemoryStayInside_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("command") << QStringList{QStringLiteral("sync")};
    QTest::newRow("window") << QStringList();
}

void TestProcessSecrets::tokensAndMemoryStayInside()
{
    QFETCH(QStringList, words);
    const QByteArray token = "12|token-of-the-environment";
    const QByteArray key = "5f3a7c1e-key-of-the-environment";
    const SilentService service;
    const QTemporaryDir folder;
    QProcess process;
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    all.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    all.insert(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN"), QString::fromLatin1(token));
    all.insert(QStringLiteral("RELAYBOOK_RESELLER_KEY"), QString::fromLatin1(key));
    // The sanitizer forbids core files itself unless told otherwise.
    all.insert(QStringLiteral("ASAN_OPTIONS"),
               all.value(QStringLiteral("ASAN_OPTIONS")) + QStringLiteral(":disable_coredump=0"));
    process.setProcessEnvironment(all);
    process.setWorkingDirectory(folder.path());
    process.setChildProcessModifier(allowCoreFiles);
    process.start(testing::relaybookProgram(),
                  words + QStringList{QStringLiteral("--service"), service.url(),
                                      QStringLiteral("--data-dir"),
                                      folder.filePath(QStringLiteral("data"))});
    QVERIFY(waitUntil(
        [&] { return service.received().contains(token) && service.received().contains(key); }));

    const QByteArray environment = ofProcess(process, "environ");
    QVERIFY(environment.contains("QT_QPA_PLATFORM=offscreen"));
    QVERIFY(!environment.contains(token));
    QVERIFY(!environment.contains(key));
    const QByteArray limit = coreLimit(process);
    QVERIFY2(limit == "0" || limit == "1", limit.constData());
    // The desktop's portals and some keychains look at the program there.
    QVERIFY(
        !QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(process.processId())).isEmpty());

    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGABRT), 0);
    QVERIFY(ended(process));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const QStringList left = QDir(folder.path()).entryList(QDir::Files);
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
}

#else

void TestProcessSecrets::tokensAndMemoryStayInside_data() {}
void TestProcessSecrets::tokensAndMemoryStayInside()
{
    QSKIP("Needs /proc.");
}

#endif

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestProcessSecrets)
#include "test_processsecrets.moc"
