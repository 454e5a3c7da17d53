// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no area goes on saying that the service cannot be reached after it was reached again.

#include "models/account/outagerecovery.h"
#include "tests/models/loadedaccount.h"
#include "tests/support/waituntil.h"

namespace relaybook {

using testing::Loaded;
using testing::waitUntil;

namespace {

/// Counts how often an area begins to load.
class Loads
{
public:
    Loads(AccountSession &session, Area area)
    {
        QObject::connect(
            &session, &AccountSession::areaChanged, &m_here, [this, &session, area](Area changed) {
                if (changed == area) {
                    const bool isLoading = session.status(area).state == AreaStatus::Loading;
                    m_count += isLoading && !m_isLoading ? 1 : 0;
                    m_isLoading = isLoading;
                }
            });
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    QObject m_here;
    int m_count = 0;
    bool m_isLoading = false;
};

} // namespace

class TestOutageRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherCallThatIsAnswered();
    void aFailureThatIsHeardOfAfterTheRecovery();
    void nothingIsTriedWhileNothingAnswers();
    void everyErrorOfTheWayHealsByItself_data();
    void everyErrorOfTheWayHealsByItself();
    void theSystemSaysThatTheNetworkIsBack();
    void aPageForOneCallIsNotAskedForAgainAndAgain();
    void theLedgerAfterEachOfTwoOutages();
    void whatKeepsFailingIsTriedEveryFiveMinutes();
};

void TestOutageRecovery::anotherCallThatIsAnswered()
{
    Loaded f;
    f.server.stop();
    f.session->refreshAll();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
        QCOMPARE(f.session->status(area).error->kind, ErrorKind::Offline);
    }
    QVERIFY(!f.server.start());
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.allLoaded());
    for (const Area area : {Area::Account, Area::SubUsers, Area::Transactions}) {
        QVERIFY(!f.session->status(area).error);
    }
}

/// The area's own last answer shows that the service can be reached again.
void TestOutageRecovery::aFailureThatIsHeardOfAfterTheRecovery()
{
    Loaded f;
    f.pacer.refused(Budget::Reseller, std::chrono::seconds(60));
    f.server.stop();
    f.session->refresh(Area::Account);
    QTRY_VERIFY(f.session->status(Area::Account).error.has_value());
    QCOMPARE(f.session->status(Area::Account).error->kind, ErrorKind::Offline);
    QVERIFY(f.areaIs(Area::Account, AreaStatus::Loading)); // a call waits for its limit
    QVERIFY(!f.server.start());
    f.clock.advance(std::chrono::seconds(61));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
}

void TestOutageRecovery::nothingIsTriedWhileNothingAnswers()
{
    Loaded f;
    f.server.stop();
    const Loads loads(*f.session, Area::SubUsers);
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Failed));
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Failed));
    QCOMPARE(loads.count(), 1);
}

void TestOutageRecovery::everyErrorOfTheWayHealsByItself_data()
{
    QTest::addColumn<QString>("fault");
    QTest::newRow("gateway") << QStringLiteral("error-502");
    QTest::newRow("protection") << QStringLiteral("protection");
    QTest::newRow("refused") << QString();
}

/// Nobody presses a key, and nothing is due: the clock of the account stands still.
void TestOutageRecovery::everyErrorOfTheWayHealsByItself()
{
    QFETCH(QString, fault);
    Loaded f;
    f.session->autoRefresh().setShown(true);
    f.session->outageRecovery()->setIntervals(
        OutageRecovery::Intervals(100, std::chrono::milliseconds(50)));
    if (fault.isEmpty()) {
        f.server.stop();
    } else {
        f.fault(qPrintable(fault));
    }
    f.session->refreshAll();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
        QVERIFY(isOfTheWay(*f.session->status(area).error));
    }
    if (fault.isEmpty()) {
        QVERIFY(!f.server.start());
    } else {
        f.server.faults().clearAll();
    }
    QTRY_VERIFY(f.allLoaded());
}

/// Nothing else would be tried for an hour.
void TestOutageRecovery::theSystemSaysThatTheNetworkIsBack()
{
    Loaded f;
    f.session->autoRefresh().setShown(true);
    OutageRecovery &recovery = *f.session->outageRecovery();
    recovery.setIntervals({std::chrono::hours(1)});
    f.server.stop();
    f.session->refreshAll();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
    }
    const Loads loads(*f.session, Area::Proxies);
    const Loads subUsers(*f.session, Area::SubUsers);
    const Loads account(*f.session, Area::Account);
    recovery.noteNetworkIsBack(); // too early
    QTRY_VERIFY(loads.count() == 1 && subUsers.count() == 1 && account.count() == 1);
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
    }
    recovery.noteNetworkIsBack(); // it comes and goes: not again so soon
    QTest::qWait(50);
    QCOMPARE(loads.count(), 1);
    QVERIFY(!f.server.start());
    f.clock.advance(std::chrono::hours(2));
    recovery.noteNetworkIsBack();
    QTRY_VERIFY(f.allLoaded());
}

/// A service may answer a call that it does not have with a page.
void TestOutageRecovery::aPageForOneCallIsNotAskedForAgainAndAgain()
{
    Loaded f;
    f.session->autoRefresh().setShown(true);
    f.session->outageRecovery()->setIntervals(
        OutageRecovery::Intervals(3, std::chrono::milliseconds(20)));
    f.fault("protection,on=listSubUsers");
    const Loads loads(*f.session, Area::SubUsers);
    f.session->refresh(Area::SubUsers);
    QTRY_COMPARE(loads.count(), 4); // it may be the way
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Failed));
    QTest::qWait(300);
    QCOMPARE(loads.count(), 4);        // the next one in five minutes
    f.session->refresh(Area::Proxies); // was loaded before, so nothing new is known
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QCOMPARE(loads.count(), 4);
}

void TestOutageRecovery::theLedgerAfterEachOfTwoOutages()
{
    Loaded f;
    for (int outage = 0; outage < 2; ++outage) {
        f.server.stop();
        f.session->refresh(Area::Transactions);
        QTRY_VERIFY(f.ledgerIs(LedgerProgress::Failed));
        QVERIFY(!f.server.start());
        f.session->refresh(Area::Proxies);
        QTRY_VERIFY(f.allLoaded());
    }
}

/// An area that never loads, of a service that goes and comes back again and again.
void TestOutageRecovery::whatKeepsFailingIsTriedEveryFiveMinutes()
{
    Loaded f;
    f.fault("drop,on=listSubUsers");
    const Loads loads(*f.session, Area::SubUsers);
    const auto isFailed = [&f] { return f.areaIs(Area::SubUsers, AreaStatus::Failed); };
    const auto outage = [&] {
        f.server.stop();
        f.session->refresh(Area::SubUsers);
        const bool isOffline = waitUntil(isFailed) &&
                               f.session->status(Area::SubUsers).error->kind == ErrorKind::Offline;
        const bool isUpAgain = !f.server.start();
        f.session->refresh(Area::Proxies);
        return isOffline && isUpAgain &&
               waitUntil([&f] { return f.areaIs(Area::Proxies, AreaStatus::Loaded); });
    };
    QVERIFY(outage());
    QVERIFY(waitUntil([&] { return loads.count() == 2 && isFailed(); }));
    f.clock.advance(std::chrono::minutes(4));
    QVERIFY(outage());
    QCOMPARE(loads.count(), 3);
    f.clock.advance(std::chrono::minutes(1));
    QVERIFY(outage());
    QVERIFY(waitUntil([&] { return loads.count() == 5 && isFailed(); }));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestOutageRecovery)
#include "test_outagerecovery.moc"
