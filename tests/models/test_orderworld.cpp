// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated world of orders: some seeds. What a seed finds gets a test of its own, because a
// change of the world changes what each seed draws.
#include "tests/models/orderworld.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;

class TestOrderWorld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void seeds_data();
    void seeds();
    void aSeedGivesTheSameRun();
};

void TestOrderWorld::seeds_data()
{
    constexpr int count = 8;
    QTest::addColumn<quint64>("seed");
    for (int i = 1; i <= count; ++i) {
        QTest::addRow("%d", i) << quint64(i);
    }
}

void TestOrderWorld::seeds()
{
    QFETCH(quint64, seed);
    WorldTotals totals;
    QVERIFY(runOrderWorld(seed, totals));
    QVERIFY(totals.orders > 0);
}

void TestOrderWorld::aSeedGivesTheSameRun()
{
    constexpr quint64 seed = 7;
    WorldTotals totals;
    QStringList first;
    QStringList second;
    QStringList other;
    QVERIFY(runOrderWorld(seed, totals, &first));
    QVERIFY(runOrderWorld(seed, totals, &second));
    QVERIFY(runOrderWorld(seed + 1, totals, &other));
    QCOMPARE(second, first);
    QVERIFY(other != first);
}

RELAYBOOK_TEST(SimulatedApplication, TestOrderWorld)
#include "test_orderworld.moc"
