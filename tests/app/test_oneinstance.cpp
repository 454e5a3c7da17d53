// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a second start hands its arguments to the program that is running, also after that one
// was killed, and only for the same data folder.
#include "app/oneinstance.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace relaybook;
using namespace std::chrono_literals;

class TestOneInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreHandedOver();
    void anotherFolderIsAnotherProgram();
    void nobodyIsListening();
    void theSocketOfAKilledProgramIsReplaced();
    void rubbishIsIgnored_data();
    void rubbishIsIgnored();

private:
    /// A second start on a thread of its own, because it blocks.
    static bool secondStart(const QString &folder, const QStringList &arguments)
    {
        auto taken = std::async(std::launch::async,
                                [&] { return OneInstance::handOver(folder, arguments, 20s); });
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
    const QSignalSpy started(&instance, &OneInstance::started);
    const QStringList arguments = {QStringLiteral("--account"), QStringLiteral("Müller 中文"),
                                   QStringLiteral("a\nb")};
    QVERIFY(secondStart(folder.path(), arguments));
    QVERIFY(secondStart(folder.path() + u'/', {}));
    QTRY_COMPARE(started.size(), 2);
    QCOMPARE(started.at(0).front().toStringList(), arguments);
    QCOMPARE(started.at(1).front().toStringList(), QStringList());
}

void TestOneInstance::anotherFolderIsAnotherProgram()
{
    const QTemporaryDir folder;
    const QTemporaryDir other;
    OneInstance instance;
    QVERIFY(instance.listen(folder.path()));
    QVERIFY(!OneInstance::handOver(other.path(), {}, 100ms));
}

void TestOneInstance::nobodyIsListening()
{
    const QTemporaryDir folder;
    QVERIFY(!OneInstance::handOver(folder.path(), {}, 100ms));
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
    const QSignalSpy started(&instance, &OneInstance::started);
    QVERIFY(secondStart(folder.path(), {QStringLiteral("--sandbox")}));
    QTRY_COMPARE(started.size(), 1);
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
    const QSignalSpy started(&instance, &OneInstance::started);
    QLocalSocket socket;
    socket.connectToServer(instance.serverName());
    QVERIFY(socket.waitForConnected());
    socket.write(message);
    QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    QCOMPARE(started.size(), 0);
    QVERIFY(secondStart(folder.path(), {}));
    QTRY_COMPARE(started.size(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOneInstance)
#include "test_oneinstance.moc"
