// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the rows of allPairs() have any two values together, are few, and are always the same.
#include "tests/support/allpairs.h"

#include <QTest>

using relaybook::testing::allPairs;

class TestAllPairs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyTwoValuesMeet_data();
    void anyTwoValuesMeet();
};

void TestAllPairs::anyTwoValuesMeet_data()
{
    QTest::addColumn<std::vector<std::size_t>>("counts");
    QTest::addColumn<std::size_t>("most");
    const auto row = [](const char *name, const std::vector<std::size_t> &counts,
                        std::size_t most) { QTest::newRow(name) << counts << most; };
    row("two columns: all of them", {3, 4}, 12);
    row("three", {2, 2, 2}, 4);
    row("long and short", {2, 4, 2, 5}, 20);
    row("many short", {2, 2, 2, 2, 2, 2, 2, 2}, 9);
    row("equal", {4, 4, 4, 4}, 24);
    row("one value", {1, 3, 2}, 6);
}

void TestAllPairs::anyTwoValuesMeet()
{
    QFETCH(std::vector<std::size_t>, counts);
    QFETCH(std::size_t, most);
    const auto rows = allPairs(counts);
    QVERIFY2(rows.size() <= most, qPrintable(QString::number(rows.size())));
    QVERIFY(rows == allPairs(counts));
    for (std::size_t first = 0; first < counts.size(); ++first) {
        for (std::size_t second = first + 1; second < counts.size(); ++second) {
            std::set<std::pair<std::size_t, std::size_t>> met;
            for (const auto &row : rows) {
                QCOMPARE(row.size(), counts.size());
                met.emplace(row[first], row[second]);
            }
            QCOMPARE(met.size(), counts[first] * counts[second]);
        }
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAllPairs)
#include "test_allpairs.moc"
