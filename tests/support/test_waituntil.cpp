// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the waits of tests: they end with an event, with another thread's change, inside another
// wait, and when the test has failed.
#include "tests/support/ended.h"
#include "tests/support/waituntil.h"

#include <QPointer>
#include <QProcess>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace std::chrono_literals;
using relaybook::testing::waitUntil;

namespace {

constexpr const char *mayFail = "RELAYBOOK_TEST_MAY_FAIL";

} // namespace

class TestWaitUntil : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void checksAfterEvents();
    void seesOtherThreads();
    void waitsInsideAWait();
    void deletesWhatIsDeletedLater();
    void givesUpAtTheLimit();
    void leavesTimeToEvents();
    void failsWhileItWaits();
    void endsWithTheTest();
};

void TestWaitUntil::checksAfterEvents()
{
    int step = 0;
    const auto next = [&] { ++step; };
    QTimer::singleShot(0, this, [&] {
        next();
        QTimer::singleShot(0, this, next);
    });
    QVERIFY(waitUntil([&] { return step == 1; })); // not only once both have come
    QTRY_COMPARE(step, 2);
}

void TestWaitUntil::seesOtherThreads()
{
    std::atomic<bool> changed{false};
    const std::unique_ptr<QThread> thread(QThread::create([&] { changed = true; }));
    thread->start();
    QTRY_VERIFY(changed);
    QVERIFY(thread->wait());
}

void TestWaitUntil::waitsInsideAWait()
{
    bool inner = false;
    bool outer = false;
    QTimer::singleShot(0, this, [&] {
        QTimer::singleShot(0, this, [&] { inner = true; });
        QTRY_VERIFY(inner);
        outer = true;
    });
    QVERIFY(waitUntil([&] { return outer; }));
    QVERIFY(inner);
}

void TestWaitUntil::deletesWhatIsDeletedLater()
{
    const QPointer<QObject> object = new QObject;
    object->deleteLater();
    QTRY_VERIFY(object.isNull());
}

void TestWaitUntil::givesUpAtTheLimit()
{
    int checks = 0;
    QVERIFY(!waitUntil([&] { return ++checks < 0; }, 20ms));
    QVERIFY(checks > 1);
    QVERIFY(waitUntil([] { return true; }, 0ms));
}

/// A condition that takes long, while events arrive all the time.
void TestWaitUntil::leavesTimeToEvents()
{
    QTimer busy;
    int events = 0;
    busy.start(0);
    connect(&busy, &QTimer::timeout, this, [&] { ++events; });
    int checks = 0;
    QVERIFY(!waitUntil(
        [&] {
            ++checks;
            QThread::msleep(20);
            return false;
        },
        200ms));
    QVERIFY2(events > 2 * checks, qPrintable(QString::number(events)));
}

/// Fails if endsWithTheTest() says so, which runs it in another process.
void TestWaitUntil::failsWhileItWaits()
{
    if (!qEnvironmentVariableIsSet(mayFail)) {
        return;
    }
    QTimer::singleShot(0, this, [] { QFAIL("as it should"); });
    QTRY_VERIFY(false);
}

void TestWaitUntil::endsWithTheTest()
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(mayFail), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("test_waituntil"), QStringLiteral("failsWhileItWaits")});
    QVERIFY(relaybook::testing::ended(process, 25s)); // the wait alone would take 30 seconds
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardOutput().contains("as it should"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestWaitUntil)
#include "test_waituntil.moc"
