// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that keys stored as differences are read back unchanged, from any position.

#include "models/tables/keylist.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <limits>

namespace relaybook {

class TestKeyList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreTheSame_data();
    void theyAreTheSame();
    void aKeyIsLookedForAmongSomeRows();
};

void TestKeyList::theyAreTheSame_data()
{
    constexpr qint64 least = std::numeric_limits<qint64>::min();
    constexpr qint64 most = std::numeric_limits<qint64>::max();
    QTest::addColumn<Keys>("keys");
    QTest::newRow("none") << Keys{};
    QTest::newRow("one") << Keys{661'203};
    QTest::newRow("the ends of all numbers") << Keys{0, most, least, -1, least, 1, most, 0};
    QRandomGenerator random(20'261'121); // NOLINT: the same each time
    for (const int count : {63, 64, 65, 128, 129, 1000}) {
        Keys rising;
        Keys mixed;
        qint64 key = 600'000;
        for (int i = 0; i < count; ++i) {
            key += random.bounded(1, 300);
            rising.push_back(key);
            mixed.push_back(static_cast<qint64>(random.generate64()));
        }
        QTest::addRow("%d rising", count) << rising;
        std::reverse(rising.begin(), rising.end());
        QTest::addRow("%d falling", count) << rising;
        QTest::addRow("%d of any size", count) << mixed;
    }
}

void TestKeyList::theyAreTheSame()
{
    QFETCH(Keys, keys);
    const KeyList list(keys);
    const auto count = static_cast<qint64>(keys.size());
    QCOMPARE(list.size(), count);
    QVERIFY(list.keys() == keys);
    for (qint64 row = 0; row < count; ++row) {
        QCOMPARE(list.at(row), keys[static_cast<size_t>(row)]);
    }
    for (qint64 first = 0; first < count; first += 61) {
        Keys some{7};
        list.appendTo(some, first, count);
        QVERIFY(std::equal(some.begin() + 1, some.end(), keys.begin() + first, keys.end()));
    }
}

void TestKeyList::aKeyIsLookedForAmongSomeRows()
{
    Keys keys;
    for (qint64 i = 0; i < 200; ++i) {
        keys.push_back(i * i);
    }
    const KeyList list(keys);
    QCOMPARE(list.find(10'000, 0, 200), 100);
    QCOMPARE(list.find(10'000, 100, 101), 100);
    QCOMPARE(list.find(10'000, 0, 100), -1);
    QCOMPARE(list.find(10'000, 101, 200), -1);
    QCOMPARE(list.find(10'001, 0, 200), -1);
    QCOMPARE(list.find(0, 0, 0), -1);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestKeyList)
#include "test_keylist.moc"
