// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the charts where there is little room: many days in a narrow chart, and charts above the
// table in a low window.
#include "tests/ui/ledgerpagefixture.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/chartscales.h"
#include "ui/ledger/ledgercharts.h"
#include "ui/widgets/tableview.h"

#include <QLocale>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace relaybook;
using relaybook::testing::LedgerPageTest;

namespace {

constexpr qint64 monday = 19'999 - 19'999 % 7 + 4; // 1970-01-05 was one

/// Each day ends at $50 more than the day before, and was at $1 and $9,000 before.
std::vector<DailyTotal> daysFrom(qint64 first, qint64 count)
{
    std::vector<DailyTotal> days;
    for (qint64 day = 0; day < count; ++day) {
        DailyTotal total{first + day, 2, Money::fromCents(5000 * (day + 1))};
        total.range = BalanceRange{Money::fromCents(100 + day), Money::fromCents(900'000 + day)};
        days.push_back(total);
    }
    return days;
}

} // namespace

class TestCharts : public LedgerPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { m_desk.reset(); }

    void aStepIsWideEnoughToBeSeen_data();
    void aStepIsWideEnoughToBeSeen();
    void aStepHasTheRangeOfItsDays();
    void stepsEndAtGaps();
    void twoYearsAreDrawnInWeeks();
    void whatTheCursorSaysIsWhole_data();
    void whatTheCursorSaysIsWhole();
    void aLowWindowShowsRows();
    void theWheelScrollsThePage();
    void scalesFollowTheLocale();
};

namespace {

QVector<QString> labelsOf(QCPAxisTicker &ticker, const QCPRange &range)
{
    QVector<double> ticks;
    QVector<QString> labels;
    ticker.generate(range, QLocale::c(), u'f', 6, ticks, nullptr, &labels);
    return labels;
}

} // namespace

void TestCharts::scalesFollowTheLocale()
{
    const auto back =
        qScopeGuard([] { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); });
    const QObject place;
    DollarTicker dollars(place);
    DayTicker days;
    const double day = double(QDate(1970, 1, 1).daysTo(QDate(2026, 10, 1)));
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QVERIFY(labelsOf(dollars, {0, 4000}).contains(QStringLiteral("$1.000")));
    QVERIFY(labelsOf(dollars, {0, 0.4}).contains(QStringLiteral("$0,10")));
    QVERIFY(labelsOf(days, {day, day + 5}).contains(QStringLiteral("02.10.")));
    QVERIFY(labelsOf(days, {day, day + 600}).contains(QStringLiteral("01.2027")));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY(labelsOf(dollars, {0, 4000}).contains(QStringLiteral("$1,000")));
    QVERIFY(labelsOf(days, {day, day + 5}).contains(QStringLiteral("Oct 2")));
}

void TestCharts::aStepIsWideEnoughToBeSeen_data()
{
    QTest::addColumn<qint64>("days");
    QTest::addColumn<int>("pixels");
    QTest::addColumn<qint64>("length");
    QTest::newRow("few days") << qint64(100) << 600 << qint64(1);
    QTest::newRow("one day more") << qint64(101) << 600 << qint64(7);
    QTest::newRow("two years") << qint64(730) << 900 << qint64(7);
    QTest::newRow("two years in half the width") << qint64(730) << 450 << qint64(14);
    QTest::newRow("ten years") << qint64(3650) << 450 << qint64(91);
    QTest::newRow("no room at all") << qint64(3650) << 0 << qint64(364);
}

void TestCharts::aStepIsWideEnoughToBeSeen()
{
    QFETCH(qint64, days);
    QFETCH(int, pixels);
    QTEST(balanceStepLength(days, pixels), "length");
}

void TestCharts::aStepHasTheRangeOfItsDays()
{
    // Begins on a Thursday.
    const auto steps = balanceSteps(daysFrom(monday + 3, 10), {}, 7, monday + 13);
    QCOMPARE(steps.size(), std::size_t{2});
    QCOMPARE(steps.at(0).day, monday + 3);
    QCOMPARE(steps.at(0).last, monday + 6);
    QCOMPARE(steps.at(0).count, 8);
    QCOMPARE(steps.at(0).closing, Money::fromCents(20'000));
    QCOMPARE(steps.at(0).range->low, Money::fromCents(100));
    QCOMPARE(steps.at(0).range->high, Money::fromCents(900'003));
    QCOMPARE(steps.at(1).day, monday + 7);
    QCOMPARE(steps.at(1).last, monday + 12); // today
    QCOMPARE(steps.at(1).closing, Money::fromCents(50'000));
    QCOMPARE(steps.at(1).range->low, Money::fromCents(104));
    // A day alone is as it was.
    const auto days = daysFrom(monday, 3);
    const auto single = balanceSteps(days, {}, 1, monday + 3);
    QCOMPARE(std::vector<DailyTotal>(single.begin(), single.end()), days);
    QCOMPARE(single.at(1).last, monday + 1);
}

void TestCharts::stepsEndAtGaps()
{
    auto days = daysFrom(monday, 14);
    days.erase(days.begin() + 2, days.begin() + 4); // Wednesday and Thursday are not loaded
    const auto steps = balanceSteps(days, {{monday + 2, monday + 3}}, 7, monday + 14);
    QCOMPARE(steps.size(), std::size_t{3});
    QCOMPARE(steps.at(0).last, monday + 1);
    QCOMPARE(steps.at(1).day, monday + 4);
    QCOMPARE(steps.at(1).last, monday + 6);
    QCOMPARE(steps.at(2).day, monday + 7);
}

void TestCharts::twoYearsAreDrawnInWeeks()
{
    BalanceChart chart(m_theme);
    chart.resize(960, 200);
    chart.show();
    chart.setDays(daysFrom(monday, 728));
    QVERIFY(chart.period().hasRanges());
    QTRY_COMPARE(chart.period().stepLength(), 7);
    QCOMPARE(chart.period().loaded().size(), std::size_t{728});
    QCOMPARE(chart.period().steps().size(), std::size_t{104});
    auto *readout = chart.findChild<QLabel *>(QStringLiteral("balanceReadout"));
    QVERIFY2(readout->text().contains(QStringLiteral("a week")), qPrintable(readout->text()));
    QVERIFY(chart.summary().contains(readout->text()));

    QSignalSpy chosen(&chart, &BalanceChart::daysChosen);
    chart.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.currentDay(), std::optional(monday));
    QVERIFY2(readout->text().contains(QStringLiteral("$350.00 at the end, between $1.00 and "
                                                     "$9,000.06, 14 transaction")),
             qPrintable(readout->text()));
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0), (QVariantList{monday + 7, monday + 13}));

    // In a narrow chart a step has more weeks, and the cursor stays where it was.
    chart.resize(500, 200);
    QTRY_COMPARE(chart.period().stepLength(), 14);
    QCOMPARE(chart.period().steps().size(), std::size_t{53}); // fortnights that begin a week before
    QVERIFY(chart.currentDay() && *chart.currentDay() <= monday + 7);
    // Few days are days, however narrow the chart is.
    chart.setDays(daysFrom(monday, 100));
    QCOMPARE(chart.period().stepLength(), 1);
    QVERIFY(!readout->text().contains(QStringLiteral("step")));
}

void TestCharts::whatTheCursorSaysIsWhole_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("hasGap");
    for (const int width : {380, 420, 690, 1000}) {
        for (const bool hasGap : {false, true}) {
            QTest::addRow("%d%s", width, hasGap ? ", not all loaded" : "") << width << hasGap;
        }
    }
}

void TestCharts::whatTheCursorSaysIsWhole()
{
    QFETCH(int, width);
    QFETCH(bool, hasGap);
    BalanceChart chart(m_theme);
    chart.resize(width, 200);
    chart.show();
    BalanceChart::NotLoaded notLoaded;
    if (hasGap) {
        notLoaded.gaps = {{monday + 100, monday + 120}};
    }
    chart.setDays(daysFrom(monday, 728), monday + 728, notLoaded);
    QVERIFY(chart.hasMarkedDays() == hasGap);
    const auto *readout = chart.findChild<QLabel *>(QStringLiteral("balanceReadout"));
    const auto *plot = chart.findChild<QWidget *>(QStringLiteral("balancePlot"));
    const auto isWhole = [&] {
        const QRect needed = readout->fontMetrics().boundingRect(
            QRect(0, 0, readout->width(), QWIDGETSIZE_MAX), Qt::TextWordWrap, readout->text());
        return readout->rect().contains(QRect(QPoint(), needed.size())) &&
               chart.rect().contains(readout->geometry());
    };
    QTRY_VERIFY2(isWhole(), qPrintable(readout->text()));
    QCoreApplication::processEvents(); // the layout of what is shown now
    const QRect placeOfCurve = plot->geometry();
    chart.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&chart, Qt::Key_Home);
    for (std::size_t i = 0; i < chart.period().steps().size(); ++i) {
        QTRY_VERIFY2(isWhole(), qPrintable(readout->text()));
        QCOMPARE(plot->geometry(), placeOfCurve); // it does not jump under the mouse
        QTest::keyClick(&chart, Qt::Key_Right);
    }
}

void TestCharts::aLowWindowShowsRows()
{
    QVERIFY(showLoaded());
    // As in the program, where a page that is higher than the window scrolls.
    m_desk->window().layout()->setSizeConstraint(QLayout::SetNoConstraint);
    m_desk->window().setMinimumSize(0, 0);
    auto *table = m_desk->find<TableView>("table");
    const auto rowsInView = [&] {
        const QRect seen = table->viewport()->visibleRegion().boundingRect();
        return seen.height() / table->rowHeight(0);
    };
    const auto isWhole = [&] { return m_desk->isShown("balanceChart"); };
    m_desk->window().resize(1000, 800);
    m_desk->click("chartsButton");
    QTRY_VERIFY(isWhole() && !m_desk->isShown("foldedCharts"));
    m_desk->window().resize(840, 410);
    QTRY_VERIFY(m_desk->isShown("foldedCharts"));
    QVERIFY(!isWhole() && m_desk->isShown("ledgerCharts"));
    QVERIFY(!m_desk->isShown("spendChart"));
    QTRY_VERIFY2(rowsInView() >= 5, qPrintable(QString::number(rowsInView())));
    QVERIFY(m_desk->find<QToolButton>("chartsButton")->isChecked());

    // The user may want them all the same, until they are hidden.
    m_desk->click("unfoldChartsButton");
    QTRY_VERIFY(isWhole());
    m_desk->click("chartsButton");
    m_desk->click("chartsButton");
    QTRY_VERIFY(m_desk->isShown("foldedCharts"));
    // At the height from which on they are whole, the rows are in view too.
    int height = 410;
    while (!isWhole() && height < 800) {
        height += 10;
        m_desk->window().resize(840, height);
        QCoreApplication::processEvents();
    }
    QVERIFY(isWhole() && !m_desk->isShown("spendChart")); // one after the other
    QTRY_VERIFY2(rowsInView() >= 5, qPrintable(QString::number(rowsInView())));
    m_desk->window().resize(840, 800);
    QTRY_VERIFY(m_desk->isShown("spendChart"));
}

/// The curve has no use for the wheel.
void TestCharts::theWheelScrollsThePage()
{
    BalanceChart chart(m_theme);
    chart.resize(400, 200);
    chart.show();
    chart.setDays(daysFrom(monday, 100));
    auto *plot = chart.findChild<QWidget *>(QStringLiteral("balancePlot"));
    const QPointF place(plot->rect().center());
    QWheelEvent wheel(place, plot->mapToGlobal(place), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot, &wheel);
    QVERIFY(!wheel.isAccepted()); // so it goes on to what is around
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestCharts)
#include "test_charts.moc"
