// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the forecast of how long traffic lasts: the pace, the range around it, and the cases
// without a forecast.
#include "api/types/wholedays.h"
#include "models/account/forecast.h"
#include "tests/models/pricetables.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace relaybook;
using relaybook::testing::gb;
using namespace std::chrono_literals;

namespace {

constexpr Instant asOf = Instant(std::chrono::milliseconds(1'795'000'000'000));

// One reading every six hours for `days`, falling by `perDay` to `left`.
TrafficHistory steady(int days, double perDay, double left)
{
    TrafficHistory history;
    for (int i = days * 4; i > 0; --i) {
        const double then = left + perDay * i / 4;
        history.readings.push_back(
            {asOf - 6h * i, TrafficAmount::fromUnits(std::llround(then * 1'000'000) * 1000)});
    }
    return history;
}

} // namespace

Q_DECLARE_METATYPE(relaybook::TrafficHistory)

class TestForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnown();
    void daysAreRoundedInOneWay();
    void oneDayIsTooLittle();
    void steadyUseIsAForecast();
    void unevenUseIsAWiderRange();
    void lessThanADay();
    void unused();
    void usedUp();
    void neverUsedAndEmpty();
    void risesAreLeftOut();
    void purchasesExplainRises();
    void onlyTheLastDaysCount();
    void readingsOfAClockThatWasAhead();
    void useOfAllTypesGivesALeast();
    void useOfAllTypesOfTheOnlyType();
    void todayAndHolesOfTheChart();
    void tinyUseIsBeyondCounting();
    void datesOfTheChart();
    void cases_data();
    void cases();
    void theRangeOfBothCoversEach();
    void sourcesThatDisagree();
    void purchasesWhereNothingElseIsKnown();
};

void TestForecast::nothingIsKnown()
{
    const auto forecast = forecastTraffic({}, gb("10"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::TooLittle);
    QCOMPARE(forecast.seenDays, 0);
    QVERIFY(!forecast.perDay);
    QVERIFY(!forecast.runsOut());
    QCOMPARE(forecast.mostSeen, gb("10"));
}

void TestForecast::daysAreRoundedInOneWay()
{
    QCOMPARE(daysLasting(gb("3.63"), gb("1")), 4); // as likelyDays
    QCOMPARE(daysLasting(gb("3.4"), gb("1")), 3);
    QCOMPARE(daysLasting(gb("0.9"), gb("1")), 0); // less than a day
    QCOMPARE(daysLasting(gb("0"), gb("1")), 0);
    QCOMPARE(daysLasting(TrafficAmount::fromUnits(-5), gb("1")), 0);
    // A use per day that was rounded up takes no day away.
    for (const qint64 days : {1, 2, 30}) {
        const auto perDay = TrafficAmount::fromUnits(333'333'334);
        QCOMPARE(daysLasting(TrafficAmount::fromUnits(days * 1'000'000'000 / 3), perDay), days);
    }
}

void TestForecast::oneDayIsTooLittle()
{
    const auto forecast = forecastTraffic(steady(1, 9.8, 30.2), gb("30.2"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::TooLittle);
    QCOMPARE(forecast.seenDays, 1);
}

void TestForecast::steadyUseIsAForecast()
{
    const auto forecast = forecastTraffic(steady(10, 9.8, 30.2), gb("30.2"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QCOMPARE(forecast.seenDays, 10);
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()).gbText(), QStringLiteral("9.8"));
    QCOMPARE(forecast.likelyDays, 3);
    QCOMPARE(forecast.leastDays, 2);
    QCOMPARE(forecast.mostDays, std::optional(4));
    QVERIFY(forecast.runsOut());
    QCOMPARE(forecast.mostSeen, gb("128.2"));
}

void TestForecast::unevenUseIsAWiderRange()
{
    TrafficHistory history;
    const int left[] = {310, 310, 270, 270, 230, 230, 190};
    for (int i = 0; i < 7; ++i) {
        history.readings.push_back(
            {asOf - 24h * (7 - i), TrafficAmount::fromUnits(qint64{left[i]} * 1'000'000'000)});
    }
    const auto uneven = forecastTraffic(history, gb("190"), asOf);
    const auto even = forecastTraffic(steady(7, 120.0 / 7, 190), gb("190"), asOf);
    QCOMPARE(uneven.likelyDays, 11);
    QCOMPARE(even.likelyDays, 11);
    QVERIFY(uneven.leastDays < even.leastDays);
    QVERIFY(uneven.mostDays > even.mostDays);
    QVERIFY(uneven.leastDays >= 1);
}

void TestForecast::lessThanADay()
{
    const auto forecast = forecastTraffic(steady(7, 20, 5), gb("5"), asOf);
    QCOMPARE(forecast.likelyDays, 0);
    QCOMPARE(forecast.leastDays, 0);
    QCOMPARE(forecast.mostDays, std::optional(1));
    QVERIFY(forecast.runsOut());
}

void TestForecast::unused()
{
    const auto forecast = forecastTraffic(steady(30, 0, 10), gb("10"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Unused);
    QCOMPARE(forecast.seenDays, 14);
    QVERIFY(!forecast.runsOut());
}

void TestForecast::usedUp()
{
    const auto forecast = forecastTraffic(steady(5, 2, 0), gb("0"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::UsedUp);
    QVERIFY(forecast.runsOut());
    QCOMPARE(forecast.perDay, std::optional(gb("2")));
}

void TestForecast::neverUsedAndEmpty()
{
    const auto forecast = forecastTraffic(steady(5, 0, 0), gb("0"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Empty);
    QVERIFY(!forecast.runsOut());
}

void TestForecast::risesAreLeftOut()
{
    TrafficHistory history = steady(6, 10, 40);
    // A hundred were added between two readings; nobody knows how much was used in the meantime.
    for (auto &reading : history.readings) {
        if (reading.at < asOf - 70h) {
            reading.left = *reading.left.minus(gb("60"));
        }
    }
    const auto forecast = forecastTraffic(history, gb("40"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QCOMPARE(forecast.seenDays, 5);
    QVERIFY(std::abs(forecast.perDay.value_or(TrafficAmount()).units() - 10'000'000'000) < 1000);
}

void TestForecast::purchasesExplainRises()
{
    TrafficHistory history;
    history.readings = {{asOf - 96h, gb("40")}, {asOf - 48h, gb("120")}};
    history.bought = {{asOf - 60h, gb("100")}};
    const auto forecast = forecastTraffic(history, gb("100"), asOf);
    QCOMPARE(forecast.seenDays, 4);
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()), gb("10"));
    QCOMPARE(forecast.likelyDays, 10);
    history.bought.clear();
    QCOMPARE(forecastTraffic(history, gb("100"), asOf).seenDays, 2);
}

void TestForecast::onlyTheLastDaysCount()
{
    TrafficHistory history;
    history.readings = {{asOf - 24h * 20, gb("1000")}, {asOf - 24h * 7, gb("70")}};
    const auto forecast = forecastTraffic(history, gb("56"), asOf);
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()), gb("2"));
    QCOMPARE(forecast.likelyDays, 28);
    QCOMPARE(forecast.mostSeen, gb("1000"));
}

void TestForecast::readingsOfAClockThatWasAhead()
{
    TrafficHistory history = steady(7, 10, 50);
    history.readings.push_back({asOf + 24h, gb("900")});
    QCOMPARE(forecastTraffic(history, gb("50"), asOf),
             forecastTraffic(steady(7, 10, 50), gb("50"), asOf));
}

void TestForecast::useOfAllTypesGivesALeast()
{
    TrafficHistory history;
    const qint64 today = 1'795'000'000'000 / 86'400'000;
    for (qint64 day = today - 7; day <= today; ++day) {
        history.allTypes.push_back({day, gb("5")});
    }
    const auto forecast = forecastTraffic(history, gb("100"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::AtLeast);
    QCOMPARE(forecast.leastDays, 18);
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()), gb("5"));
    QVERIFY(!forecast.runsOut());
    QCOMPARE(forecastTraffic(history, gb("4"), asOf).state, TrafficForecast::TooLittle);
    // Readings of the type itself are better.
    TrafficHistory own = steady(7, 1, 100);
    own.allTypes = history.allTypes;
    QCOMPARE(forecastTraffic(own, gb("100"), asOf).state, TrafficForecast::Lasts);
}

void TestForecast::useOfAllTypesOfTheOnlyType()
{
    TrafficHistory history;
    history.onlyType = true;
    const qint64 today = 1'795'000'000'000 / 86'400'000;
    for (qint64 day = today - 7; day <= today; ++day) {
        history.allTypes.push_back({day, gb("5")});
    }
    const auto forecast = forecastTraffic(history, gb("100"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QCOMPARE(forecast.likelyDays, 20);
}

void TestForecast::todayAndHolesOfTheChart()
{
    const qint64 today = 1'795'000'000'000 / 86'400'000;
    TrafficHistory history;
    history.allTypes = {{today - 40, gb("500")}, {today - 2, gb("5")}, {today, gb("0.1")}};
    QCOMPARE(forecastTraffic(history, gb("100"), asOf).state, TrafficForecast::TooLittle);
    // Where no type was used, this one was not.
    history.allTypes = {{today - 3, gb("0")}, {today - 2, gb("0")}, {today - 1, gb("0")}};
    QCOMPARE(forecastTraffic(history, gb("100"), asOf).state, TrafficForecast::Unused);
}

void TestForecast::tinyUseIsBeyondCounting()
{
    const auto forecast = forecastTraffic(steady(7, 0.001, 9000), gb("9000"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QVERIFY(!forecast.mostDays);
    QVERIFY(forecast.likelyDays >= 3650);
}

void TestForecast::datesOfTheChart()
{
    QCOMPARE(dayOfText(QStringLiteral("1970-01-02")), std::optional<qint64>(1));
    QCOMPARE(dayOfText(QStringLiteral("2026-11-20T00:00:00Z")),
             dayOfText(QStringLiteral("2026-11-20")));
    QCOMPARE(dayOfText(QStringLiteral("Nov 20")), std::nullopt);
    QCOMPARE(dayOfText({}), std::nullopt);
}

namespace {

constexpr qint64 todayOfForecast = 1'795'000'000'000 / 86'400'000;

// The traffic left at each of the last days, the newest at `asOf` not included.
TrafficHistory dailyReadings(std::initializer_list<double> left)
{
    TrafficHistory history;
    auto ago = 24h * static_cast<qint64>(left.size());
    for (const double each : left) {
        history.readings.push_back(
            {asOf - ago, TrafficAmount::fromUnits(std::llround(each * 1'000'000) * 1000)});
        ago -= 24h;
    }
    return history;
}

// The use of the last days in the service's chart, yesterday last; a negative number is a hole.
std::vector<DayOfUse> chartOf(std::initializer_list<int> used)
{
    std::vector<DayOfUse> days;
    qint64 day = todayOfForecast - static_cast<qint64>(used.size());
    for (const int each : used) {
        if (each >= 0) {
            days.push_back({day, TrafficAmount::fromUnits(qint64{each} * 1'000'000'000)});
        }
        ++day;
    }
    return days;
}

TrafficHistory ofOnlyType(TrafficHistory history, std::initializer_list<int> used)
{
    history.onlyType = true;
    history.allTypes = chartOf(used);
    return history;
}

} // namespace

void TestForecast::cases_data()
{
    using F = TrafficForecast;
    QTest::addColumn<TrafficHistory>("history");
    QTest::addColumn<int>("left"); // GB
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("source");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most"); // -1: no limit
    QTest::addColumn<int>("seen");

    QTest::newRow("nothing known")
        << TrafficHistory() << 10 << int(F::TooLittle) << int(F::Nothing) << 0 << -1 << 0;
    QTest::newRow("one snapshot") << dailyReadings({50}) << 40 << int(F::TooLittle)
                                  << int(F::Nothing) << 0 << -1 << 1;
    QTest::newRow("two days") << dailyReadings({60, 50}) << 40 << int(F::TooLittle)
                              << int(F::Nothing) << 0 << -1 << 2;
    QTest::newRow("steady use") << dailyReadings({170, 160, 150, 140, 130, 120, 110}) << 100
                                << int(F::Lasts) << int(F::Readings) << 9 << 12 << 7;
    QTest::newRow("weekends only")
        << dailyReadings({140, 140, 140, 140, 140, 140, 120, 100, 100, 100, 100, 100, 100, 80})
        << 60 << int(F::Lasts) << int(F::Readings) << 5 << 42 << 14;
    QTest::newRow("a single burst, ten days ago")
        << dailyReadings({90, 90, 90, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60}) << 60
        << int(F::Lasts) << int(F::Readings) << 10 << 112 << 14;
    QTest::newRow("no use in two weeks, some before")
        << dailyReadings({99, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60}) << 60
        << int(F::Unused) << int(F::Readings) << 0 << -1 << 14;
    QTest::newRow("the pool goes up, nobody knows by how much")
        << dailyReadings({70, 60, 50, 190, 180, 170, 160}) << 150 << int(F::Lasts)
        << int(F::Readings) << 13 << 17 << 6;
    QTest::newRow("empty, was used")
        << dailyReadings({30, 20, 10}) << 0 << int(F::UsedUp) << int(F::Nothing) << 0 << -1 << 3;
    QTest::newRow("empty, nothing known")
        << TrafficHistory() << 0 << int(F::Empty) << int(F::Nothing) << 0 << -1 << 0;
    TrafficHistory mixed = dailyReadings({170, 160, 150, 140, 130, 120, 110});
    std::reverse(mixed.readings.begin(), mixed.readings.end());
    std::swap(mixed.readings.at(1), mixed.readings.at(4));
    QTest::newRow("snapshots out of order")
        << mixed << 100 << int(F::Lasts) << int(F::Readings) << 9 << 12 << 7;
    TrafficHistory jumped = dailyReadings({170, 160, 150, 140, 130, 120, 110});
    jumped.readings.push_back({asOf + 24h * 4000, gb("1")});
    QTest::newRow("a clock that was years ahead")
        << jumped << 100 << int(F::Lasts) << int(F::Readings) << 9 << 12 << 7;
    QTest::newRow("the chart of the only type comes first")
        << ofOnlyType(dailyReadings({170, 160, 150, 140, 130, 120, 110}), {9, 9, 9, 9, 9, 9, 9})
        << 100 << int(F::Lasts) << int(F::DailyUse) << 10 << 13 << 7;
    QTest::newRow("the chart disagrees with the snapshots")
        << ofOnlyType(dailyReadings({170, 160, 150, 140, 130, 120, 110}), {5, 5, 5, 5, 5, 5, 5})
        << 100 << int(F::Lasts) << int(F::Both) << 9 << 23 << 7;
    QTest::newRow("the chart says nothing was used, the snapshots disagree")
        << ofOnlyType(dailyReadings({170, 160, 150, 140, 130, 120, 110}), {0, 0, 0, 0, 0, 0, 0})
        << 100 << int(F::Lasts) << int(F::Both) << 9 << -1 << 7;
    QTest::newRow("a chart with holes is of the days it has")
        << ofOnlyType({}, {-1, 10, -1, 10, -1, -1, 10}) << 100 << int(F::Lasts) << int(F::DailyUse)
        << 9 << 12 << 0;
    QTest::newRow("a chart with too many holes")
        << ofOnlyType({}, {-1, -1, -1, 10, -1, -1, 10}) << 100 << int(F::TooLittle)
        << int(F::Nothing) << 0 << -1 << 0;
    QTest::newRow("a chart of the only type, without use")
        << ofOnlyType({}, {0, 0, 0, 0, 0}) << 100 << int(F::Unused) << int(F::DailyUse) << 0 << -1
        << 5;
}

void TestForecast::cases()
{
    QFETCH(const TrafficHistory, history);
    QFETCH(const int, left);
    const auto forecast = forecastTraffic(
        history, TrafficAmount::fromUnits(qint64{left} * TrafficAmount::unitsPerGb), asOf);
    QTEST(int(forecast.state), "state");
    QTEST(int(forecast.madeFrom), "source");
    QTEST(forecast.leastDays, "least");
    QTEST(forecast.mostDays.value_or(-1), "most");
    QTEST(forecast.seenDays, "seen");
}

/// Also where the days of the faster source differ so much that it has the longer range.
void TestForecast::theRangeOfBothCoversEach()
{
    const TrafficHistory uneven = dailyReadings({1000, 1000, 960, 960, 959, 958, 900});
    const TrafficHistory both = ofOnlyType(uneven, {8, 8, 8, 8, 8, 8, 8});
    const auto range = forecastTraffic(both, gb("899"), asOf);
    QCOMPARE(range.madeFrom, TrafficForecast::Both);
    for (const TrafficHistory &one : {uneven, ofOnlyType({}, {8, 8, 8, 8, 8, 8, 8})}) {
        const auto each = forecastTraffic(one, gb("899"), asOf);
        QCOMPARE(each.state, TrafficForecast::Lasts);
        QVERIFY(range.leastDays <= each.leastDays);
        QVERIFY(!range.mostDays || (each.mostDays && *range.mostDays >= *each.mostDays));
    }
}

void TestForecast::sourcesThatDisagree()
{
    const auto forecast =
        forecastTraffic(ofOnlyType(dailyReadings({66, 56, 46, 36}), {2, 2, 2, 2}), gb("26"), asOf);
    QCOMPARE(forecast.madeFrom, TrafficForecast::Both);
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()), gb("10"));
    QCOMPARE(forecast.perDayOfChart.value_or(TrafficAmount()), gb("2"));
    QCOMPARE(forecast.likelyDays, 3); // the earlier one: it is the one to be warned of
    QVERIFY(forecast.runsOut());
}

void TestForecast::purchasesWhereNothingElseIsKnown()
{
    TrafficHistory history;
    for (const int days : {29, 22, 20, 15, 8, 1}) {
        history.purchases.push_back({asOf - 24h * days, gb("14")});
    }
    const auto forecast = forecastTraffic(history, gb("5"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QCOMPARE(forecast.madeFrom, TrafficForecast::Purchases);
    QCOMPARE(forecast.paceDays, 28);
    QCOMPARE(forecast.purchaseCount, 5);
    QCOMPARE(forecast.purchased, gb("70"));
    QCOMPARE(forecast.perDay.value_or(TrafficAmount()), gb("2.5"));
    QCOMPARE(forecast.likelyDays, 2);
    QVERIFY(forecast.wantsPurchases());
    QVERIFY(!forecast.runsOut());  // too little to advise buying
    QVERIFY(forecast.mayRunOut()); // but the range begins within five days
    // While the newest transactions are being loaded: from the weeks that are known, if those are
    // not of long ago.
    history.purchasesUntil = asOf - 2h;
    const auto loading = forecastTraffic(history, gb("5"), asOf);
    QCOMPARE(loading.madeFrom, TrafficForecast::Purchases);
    QCOMPARE(loading.perDay, forecast.perDay);
    history.purchasesUntil = asOf - 24h * 7;
    QCOMPARE(forecastTraffic(history, gb("5"), asOf).state, TrafficForecast::TooLittle);
    history.purchasesUntil.reset();
    // What was read of the type itself is better.
    TrafficHistory own = dailyReadings({48, 47, 46});
    own.purchases = history.purchases;
    QCOMPARE(forecastTraffic(own, gb("45"), asOf).madeFrom, TrafficForecast::Readings);
    // A chart of several types is split as the purchases are: a quarter was of this type.
    history.allTypes = chartOf({4, 4, 4, 4, 4, 4, 4});
    history.allPurchases = history.purchases;
    for (const int days : {27, 20, 13, 6}) {
        history.allPurchases.push_back({asOf - 24h * days, gb("52.5")});
    }
    const auto shared = forecastTraffic(history, gb("10"), asOf);
    QCOMPARE(shared.madeFrom, TrafficForecast::SharedUse);
    QCOMPARE(shared.perDay.value_or(TrafficAmount()), gb("1"));
    QCOMPARE(shared.purchasedAll, gb("280"));
    QCOMPARE(shared.likelyDays, 10);
    QVERIFY(shared.leastDays < 10 && shared.mostDays.value_or(0) > 10);
    QVERIFY(!shared.runsOut());
    // Two weeks and three purchases are the least.
    history.allTypes.clear();
    history.purchases = {{asOf - 24h * 15, gb("14")}, {asOf - 24h, gb("14")}};
    QCOMPARE(forecastTraffic(history, gb("5"), asOf).state, TrafficForecast::TooLittle);
    history.purchases = {
        {asOf - 24h * 13, gb("14")}, {asOf - 24h * 8, gb("14")}, {asOf - 24h, gb("14")}};
    QCOMPARE(forecastTraffic(history, gb("5"), asOf).state, TrafficForecast::TooLittle);
    // Rows of the time when the clock was ahead.
    history.purchases = {{asOf + 24h * 13, gb("14")}};
    QCOMPARE(forecastTraffic(history, gb("5"), asOf).state, TrafficForecast::TooLittle);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestForecast)
#include "test_forecast.moc"
