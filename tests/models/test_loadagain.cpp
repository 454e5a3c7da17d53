// SPDX-License-Identifier: GPL-3.0-or-later
// Tests loading everything again: the service's data comes again, and what the user wrote, decided
// and ordered is kept.

#include "models/store/keepfile.h"
#include "tests/models/purchasefixture.h"

namespace relaybook {

using testing::gb;
using testing::PurchaseFixture;

class TestLoadAgain : public QObject, private PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m_desk.reset(); }

    void theServicesDataComesAgain();
    void draftsAndOrdersAreKept();
    void offlineNothingIsSetAside();
    void callsUnderWayAreSentAgain();

private:
    void openLoaded()
    {
        openDesk();
        m_desk->session->start();
        QTRY_VERIFY(m_desk->allLoaded());
    }
    [[nodiscard]] QStringList asideFiles() const
    {
        const QFileInfo store(m_desk->session->queries().storePath());
        return store.dir().entryList({QStringLiteral("cache.*-*.sqlite")});
    }
    void loadAgain()
    {
        const QSignalSpy notices(&m_desk->session->notices(), &AccountNotices::added);
        m_desk->session->loadEverythingAgain();
        QTRY_COMPARE(notices.size(), 1);
        QVERIFY(notices.front().front().toString().startsWith(
            QLatin1String("Everything is being loaded again.")));
        QTRY_VERIFY(m_desk->allLoaded());
    }
};

void TestLoadAgain::theServicesDataComesAgain()
{
    openLoaded();
    const qint64 rows = m_desk->session->summary().transactions;
    QVERIFY(rows > 0);
    loadAgain();
    QCOMPARE(m_desk->session->summary().transactions, rows);
    QCOMPARE(m_desk->ledgerDifference(), QString());
    const QStringList aside = asideFiles();
    QCOMPARE(aside.size(), 1);
    QVERIFY2(aside.front().startsWith(QLatin1String("cache.earlier-")), qPrintable(aside.front()));
}

void TestLoadAgain::draftsAndOrdersAreKept()
{
    openLoaded();
    KeepFile &kept = m_desk->session->kept();
    kept.saveDraft(SubUserId(1), QStringLiteral("draft"), {});
    kept.addEarlierNote(SubUserId(1), QStringLiteral("earlier"));
    kept.acknowledge({QStringLiteral("removed/1")}, QStringLiteral("support knows"));
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const auto shown = confirm("2");
    QVERIFY(shown);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    const QString order = only().id;

    loadAgain();
    QCOMPARE(kept.draft(SubUserId(1))->text, QStringLiteral("draft"));
    QCOMPARE(kept.earlierNotes(SubUserId(1)).size(), size_t{1});
    QCOMPARE(kept.acknowledged().size(), 1);
    QCOMPARE(only().id, order);
    QTRY_COMPARE(only().state, OrderState::Completed); // decided by the data that came again
    QCOMPARE(m_desk->server.counters().ordersArrived(), std::uint64_t{1});
    m_desk->session->flush();
    openDesk();
    QCOMPARE(m_desk->session->kept().draft(SubUserId(1))->text, QStringLiteral("draft"));
    QCOMPARE(only().id, order);
}

void TestLoadAgain::offlineNothingIsSetAside()
{
    openLoaded();
    m_desk->session->flush();
    m_desk->offline = true;
    m_desk->open();
    const qint64 rows = m_desk->session->summary().transactions;
    m_desk->session->loadEverythingAgain();
    QCoreApplication::processEvents();
    QVERIFY(asideFiles().isEmpty());
    QCOMPARE(m_desk->session->summary().transactions, rows);
}

/// What was answered before is in the file that was set aside, so it is asked again.
void TestLoadAgain::callsUnderWayAreSentAgain()
{
    openLoaded();
    m_desk->fault("latency=400,on=getBalance");
    m_desk->session->refresh(Area::Account);
    QTRY_COMPARE(m_desk->session->status(Area::Account).state, AreaStatus::Loading);
    QTest::qWait(100); // the other calls are answered
    m_desk->session->loadEverythingAgain();
    QTRY_VERIFY(m_desk->session->summary().pools.empty());
    QTRY_VERIFY(m_desk->allLoaded());
    QVERIFY(!m_desk->session->summary().pools.empty());
    QVERIFY(!m_desk->session->summary().name.isEmpty());
    QVERIFY(m_desk->session->summary().balance.has_value());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLoadAgain)
#include "test_loadagain.moc"
