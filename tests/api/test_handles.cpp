// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the handles and guards of calls: what ends a call, and that no handler is called
// afterwards.

#include "tests/api/clientfixture.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestHandles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void neverFromWithinSend();
    void droppingTheHandleCancels();
    void droppingTheHandleOfAQueuedCall();
    void reassigningTheHandleCancels();
    void detachedCallsRunOn();
    void aGuardThatGoesCancels();
    void aHandlerMayDeleteItsGuard();
    void aHandlerMayDeleteTheClient();
    void aHandlerMaySendAgain();
    void cancelWhileDecoding();
    void clientGoneWhileUnderWay();
};

void TestHandles::neverFromWithinSend()
{
    ClientFixture f;
    f.auth.clear(); // fails at once
    const auto outcome = f.send(reads());
    QCOMPARE(outcome->calls, 0);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::Unauthorized);
    QCOMPARE(f.server.connections(), 0);
}

void TestHandles::droppingTheHandleCancels()
{
    ClientFixture f;
    const auto dropped = f.send(reads());
    QTRY_COMPARE(f.server.arrivals(), 1);
    dropped->handle = Call();
    QTRY_COMPARE(f.server.gone(), 1);
    f.server.thenAnswer({});
    const auto later = f.send(reads());
    QTRY_COMPARE(later->calls, 1);
    QCOMPARE(dropped->calls, 0);
}

void TestHandles::droppingTheHandleOfAQueuedCall()
{
    ClientFixture f;
    f.pacer.refused(Budget::Personal, 60s);
    const auto dropped = f.send(reads());
    const auto kept = f.send(reads());
    dropped->handle = Call();
    f.server.thenAnswer({});
    f.clock.advance(61s);
    QTRY_COMPARE(kept->calls, 1);
    QCOMPARE(dropped->calls, 0);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestHandles::reassigningTheHandleCancels()
{
    ClientFixture f;
    int first = 0;
    int second = 0;
    Call call = f.client->send(reads(), &f.guard, [&](const auto &) { ++first; });
    QTRY_COMPARE(f.server.arrivals(), 1);
    f.server.thenAnswer({});
    call = f.client->send(reads(), &f.guard, [&](const auto &) { ++second; });
    QTRY_COMPARE(second, 1);
    QCOMPARE(first, 0);
}

void TestHandles::detachedCallsRunOn()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int calls = 0;
    {
        Call call = f.client->send(reads(), &f.guard, [&](const auto &) { ++calls; });
        call.detach();
    }
    QTRY_COMPARE(calls, 1);
}

void TestHandles::aGuardThatGoesCancels()
{
    ClientFixture f;
    auto guard = std::make_unique<QObject>();
    const auto outcome = f.send(reads(), Lane::User, guard.get());
    QTRY_COMPARE(f.server.arrivals(), 1);
    guard.reset();
    QTRY_COMPARE(f.server.gone(), 1);
    f.server.thenAnswer({});
    const auto later = f.send(reads());
    QTRY_COMPARE(later->calls, 1);
    QCOMPARE(outcome->calls, 0);
    outcome->handle = Call(); // nothing left to cancel
}

void TestHandles::aHandlerMayDeleteItsGuard()
{
    ClientFixture f;
    f.server.thenAnswer({});
    auto guard = std::make_unique<QObject>();
    int calls = 0;
    Call call = f.client->send(reads(), guard.get(), [&](const auto &) {
        ++calls;
        guard.reset();
    });
    QTRY_COMPARE(calls, 1);
}

void TestHandles::aHandlerMayDeleteTheClient()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int calls = 0;
    const auto other = f.send(reads());
    Call call = f.client->send(reads(), &f.guard, [&](const auto &) {
        ++calls;
        f.client.reset();
    });
    QTRY_COMPARE(calls, 1);
    QVERIFY(!f.client);
}

void TestHandles::aHandlerMaySendAgain()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int calls = 0;
    Call second;
    Call first = f.client->send(reads(), &f.guard, [&](const auto &) {
        second = f.client->send(reads(), &f.guard, [&](const auto &) { ++calls; });
    });
    QTRY_COMPARE(calls, 1);
}

void TestHandles::cancelWhileDecoding()
{
    ClientFixture f;
    const QByteArray large(1024 * 1024, ' ');
    f.server.thenAnswer({200, large, {}});
    const auto outcome = f.send(reads());
    QSignalSpy arrived(&f.server, &ScriptedServer::arrived);
    QVERIFY(arrived.wait(30'000));
    outcome->handle = Call();
    const auto later = f.send(reads());
    QTRY_COMPARE(later->calls, 1);
    QCOMPARE(outcome->calls, 0);
}

void TestHandles::clientGoneWhileUnderWay()
{
    ClientFixture f;
    const auto waiting = f.send(reads());
    const auto changing = f.send(changes());
    QTRY_COMPARE(f.server.arrivals(), 2);
    f.client.reset();
    QTRY_COMPARE(f.server.gone(), 2);
    QCOMPARE(waiting->calls, 0);
    QCOMPARE(changing->calls, 0);
    waiting->handle = Call(); // of a client that no longer exists
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestHandles)
#include "test_handles.moc"
