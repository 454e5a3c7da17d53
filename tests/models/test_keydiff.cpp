// SPDX-License-Identifier: GPL-3.0-or-later
// Tests computing the steps from one order of keys to another.

#include "models/tables/keydiff.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <numeric>

namespace relaybook {
namespace {

QString textOf(const std::optional<std::vector<KeyStep>> &steps)
{
    if (!steps) {
        return QStringLiteral("too many");
    }
    QStringList words;
    for (const KeyStep &step : *steps) {
        const QChar kind = step.kind == KeyStep::Keep     ? u'='
                           : step.kind == KeyStep::Insert ? u'+'
                                                          : u'-';
        words.append(QString(kind + QString::number(step.count)));
    }
    return words.join(u' ');
}

/// What a view that applies the steps shows in the end.
Keys followed(const Keys &before, const Keys &after, const std::vector<KeyStep> &steps)
{
    Keys shown;
    auto from = before.begin();
    auto to = after.begin();
    for (const KeyStep &step : steps) {
        switch (step.kind) {
        case KeyStep::Keep:
            shown.insert(shown.end(), from, from + step.count);
            from += step.count;
            to += step.count;
            break;
        case KeyStep::Remove:
            from += step.count;
            break;
        case KeyStep::Insert:
            shown.insert(shown.end(), to, to + step.count);
            to += step.count;
            break;
        }
    }
    shown.insert(shown.end(), from, before.end());
    return shown;
}

} // namespace

class TestKeyDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void steps_data();
    void steps();
    void anyOrderIsReached();
    void aMillionRowsAppended();
    void rows();
};

void TestKeyDiff::steps_data()
{
    QTest::addColumn<Keys>("before");
    QTest::addColumn<Keys>("after");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << Keys{} << Keys{} << "";
    QTest::newRow("the same") << Keys{1, 2, 3} << Keys{1, 2, 3} << "=3";
    QTest::newRow("the first rows") << Keys{} << Keys{1, 2, 3} << "+3";
    QTest::newRow("none left") << Keys{1, 2, 3} << Keys{} << "-3";
    QTest::newRow("at the end") << Keys{9, 8} << Keys{9, 8, 7, 6} << "=2 +2";
    QTest::newRow("on top") << Keys{9, 8} << Keys{11, 10, 9, 8} << "+2 =2";
    QTest::newRow("in between") << Keys{9, 6} << Keys{9, 8, 7, 6} << "=1 +2 =1";
    QTest::newRow("taken out") << Keys{1, 2, 3, 4} << Keys{1, 4} << "=1 -2 =1";
    QTest::newRow("replaced") << Keys{1, 2, 3} << Keys{1, 7, 3} << "=1 -1 +1 =1";
    QTest::newRow("one moved up") << Keys{1, 2, 3, 4} << Keys{4, 1, 2, 3} << "+1 =3 -1";
    QTest::newRow("one moved down") << Keys{1, 2, 3, 4} << Keys{2, 3, 4, 1} << "-1 =3 +1";
    QTest::newRow("all other") << Keys{1, 2} << Keys{3, 4} << "-2 +2";
    QTest::newRow("turned round") << Keys{1, 2, 3, 4} << Keys{4, 3, 2, 1} << "-3 =1 +3";
    QTest::newRow("every other one gone")
        << Keys{1, 2, 3, 4, 5, 6, 7, 8} << Keys{1, 3, 5, 7} << "too many";
}

void TestKeyDiff::steps()
{
    QFETCH(Keys, before);
    QFETCH(Keys, after);
    QFETCH(QString, expected);
    constexpr size_t maxRuns = 2;
    QCOMPARE(textOf(diffKeys(before, after, maxRuns)), expected);
}

void TestKeyDiff::anyOrderIsReached()
{
    QRandomGenerator random(7);
    for (int round = 0; round < 300; ++round) {
        Keys all(40);
        std::iota(all.begin(), all.end(), 0);
        const auto pick = [&] {
            Keys keys = all;
            std::shuffle(keys.begin(), keys.end(), random);
            keys.resize(random.bounded(40U));
            return keys;
        };
        const Keys before = pick();
        const Keys after = pick();
        const auto steps = diffKeys(before, after, 1000);
        QVERIFY(steps.has_value());
        QVERIFY(followed(before, after, *steps) == after);
    }
}

void TestKeyDiff::aMillionRowsAppended()
{
    Keys before(1'000'000);
    std::iota(before.rbegin(), before.rend(), 1000);
    Keys after = before;
    for (qint64 key = 999; key >= 0; --key) {
        after.push_back(key);
    }
    QCOMPARE(textOf(diffKeys(before, after, 50)), QStringLiteral("=1000000 +1000"));
}

void TestKeyDiff::rows()
{
    const Keys keys{10, 20, 30, 40, 50};
    QVERIFY(rowsOfKeys(keys, {}).empty());
    QVERIFY(
        (rowsOfKeys(keys, {30, 20, 50, 99}) == std::vector<RowRun>{RowRun{1, 2}, RowRun{4, 4}}));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestKeyDiff)
#include "test_keydiff.moc"
