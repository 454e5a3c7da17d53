// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a gap is found wherever it is, in few steps.

#include "models/sync/gapsearch.h"

#include <QTest>

namespace relaybook {

class TestGapSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPlaceIsFound_data();
    void everyPlaceIsFound();
    void ofSeveralGapsOneIsFound();
};

void TestGapSearch::everyPlaceIsFound_data()
{
    QTest::addColumn<qint64>("pages");
    QTest::addColumn<int>("mostLooks");
    QTest::newRow("one") << qint64{1} << 1;
    QTest::newRow("two") << qint64{2} << 2;
    QTest::newRow("thirteen") << qint64{13} << 5;
    QTest::newRow("500") << qint64{500} << 10;
    QTest::newRow("2500") << qint64{2500} << 13;
}

void TestGapSearch::everyPlaceIsFound()
{
    QFETCH(qint64, pages);
    QFETCH(int, mostLooks);
    const qint64 step = pages > 100 ? 7 : 1;
    for (qint64 place = 0; place < pages; place += step) {
        GapSearch search(pages);
        qint64 last = -1;
        int looks = 0;
        while (!search.isOver()) {
            last = search.page();
            QVERIFY(last >= 0 && last < pages);
            search.looked(last > place ? -1 : 0); // a missing row is missing in all pages after it
            ++looks;
        }
        QCOMPARE(last, place);
        QVERIFY2(looks <= mostLooks, qPrintable(QString::number(looks)));
    }
}

void TestGapSearch::ofSeveralGapsOneIsFound()
{
    const QList<qint64> gaps{3, 40, 41};
    GapSearch search(100);
    qint64 last = -1;
    while (!search.isOver()) {
        last = search.page();
        search.looked(
            std::count_if(gaps.begin(), gaps.end(), [last](qint64 gap) { return gap < last; }));
    }
    QVERIFY2(gaps.contains(last), qPrintable(QString::number(last)));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestGapSearch)
#include "test_gapsearch.moc"
