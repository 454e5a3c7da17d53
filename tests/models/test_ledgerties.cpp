// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a service that sorts transactions by time alone: those of the same second change places
// between answers. No row is lost or reported as removed because of that, and a removed row is
// reported after two readings.
#include "tests/models/ledgerstate.h"

#include <QTest>

namespace relaybook {

using namespace std::chrono_literals;
using testing::isOver;
using testing::SandboxSettings;
using testing::SessionFixture;
using testing::stateOf;

class TestLedgerTies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsFound_data();
    void everyRowIsFound();
    void moreRowsThanAPageAccuseNobody();
    void aRemovedRowNeedsTwoReadings_data();
    void aRemovedRowNeedsTwoReadings();
    void aRowOfAnUnsortedListNeedsTwoSearches();
    void aRowThatIsBackIsNotAccused();
};

void TestLedgerTies::everyRowIsFound_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::newRow("newest first") << QByteArray();
    QTest::newRow("oldest first") << QByteArray("oldest-first");
}

void TestLedgerTies::everyRowIsFound()
{
    QFETCH(QByteArray, order);
    SandboxSettings settings;
    settings.transactions = 2'500;
    SessionFixture f(settings);
    f.tuning.removalPause = 1h;
    f.fault("tied-seconds=6");
    if (!order.isEmpty()) {
        f.fault(order.constData());
    }
    f.open();
    f.session->start();
    for (int load = 0; load < 3; ++load) {
        QTRY_VERIFY(isOver(f));
        QCOMPARE(stateOf(f), QStringLiteral("complete"));
        QCOMPARE(f.session->summary().transactions, 2'500);
        QCOMPARE(f.session->summary().vanishedTransactions, 0);
        f.session->ledger().loadAllAgain();
    }
}

void TestLedgerTies::moreRowsThanAPageAccuseNobody()
{
    SessionFixture f;
    f.tuning.removalPause = 1ms;
    f.fault("tied-seconds=300");
    f.open();
    f.session->start();
    for (int load = 0; load < 3; ++load) {
        QTRY_VERIFY(isOver(f));
        QCOMPARE(f.session->summary().vanishedTransactions, 0);
        if (stateOf(f) != QLatin1String("complete")) {
            QVERIFY(f.session->ledger().progress().hasTies);
        }
        f.session->ledger().loadAllAgain();
    }
}

void TestLedgerTies::aRemovedRowNeedsTwoReadings_data()
{
    QTest::addColumn<int>("row"); // counted from the oldest of 1,234
    QTest::newRow("inside of a page") << 600;
    QTest::newRow("first of a page") << 1134;
    QTest::newRow("last of a page") << 1135;
    QTest::newRow("newest") << 1234;
    QTest::newRow("oldest") << 1;
}

void TestLedgerTies::aRemovedRowNeedsTwoReadings()
{
    QFETCH(int, row);
    SessionFixture f;
    f.tuning.removalPause = 1500ms; // longer than one run takes
    f.open();
    f.session->start();
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    f.fault(QByteArray("vanished-row=" + QByteArray::number(row)).constData());
    f.session->ledger().loadAllAgain();
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("incomplete"));
    QCOMPARE(f.session->summary().vanishedTransactions, 0);
    QTRY_COMPARE(f.session->summary().vanishedTransactions, 1);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->ledger().history().vanishedRows(5).front().row.id,
             TransactionId(f.server.transactions().at(static_cast<std::size_t>(row) - 1).id));
}

/// The page with the removed row has another row whose time is now, so that the page alone
/// does not show that a row is missing.
void TestLedgerTies::aRowOfAnUnsortedListNeedsTwoSearches()
{
    SessionFixture f;
    f.tuning.removalPause = 1500ms; // longer than one run takes
    f.fault("rewritten-row=20");
    f.open();
    f.session->start();
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    f.fault("vanished-row=25");
    f.session->ledger().loadAllAgain();
    QTRY_VERIFY(isOver(f));
    QCOMPARE(f.session->summary().vanishedTransactions, 0);
    QTRY_COMPARE(f.session->summary().vanishedTransactions, 1);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->ledger().history().vanishedRows(5).front().row.id,
             TransactionId(f.server.transactions().at(24).id));
}

void TestLedgerTies::aRowThatIsBackIsNotAccused()
{
    SessionFixture f;
    f.tuning.removalPause = 500ms;
    f.open();
    f.session->start();
    QTRY_VERIFY(isOver(f));
    f.fault("vanished-row=600");
    f.session->ledger().loadAllAgain();
    QTRY_VERIFY(isOver(f));
    f.server.faults().clearAll();
    f.session->ledger().loadAllAgain();
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    QTest::qWait(1000);
    QCOMPARE(f.session->summary().vanishedTransactions, 0);
    QCOMPARE(f.ledgerDifference(), QString());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerTies)
#include "test_ledgerties.moc"
