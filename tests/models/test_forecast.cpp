// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the forecast of how long traffic lasts: the pace, the range around it, and the cases
// without a forecast.
#include "models/forecast.h"
#include "tests/models/pricetables.h"

#include <QTest>

#include <cmath>

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

class TestForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnown();
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
    QCOMPARE(forecast.seenDays, 30);
    QVERIFY(!forecast.runsOut());
}

void TestForecast::usedUp()
{
    const auto forecast = forecastTraffic(steady(5, 2, 0), gb("0"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::UsedUp);
    QVERIFY(forecast.runsOut());
}

void TestForecast::neverUsedAndEmpty()
{
    const auto forecast = forecastTraffic(steady(5, 0, 0), gb("0"), asOf);
    QCOMPARE(forecast.state, TrafficForecast::Unused);
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
    history.allTypes = {{today - 3, gb("0")}, {today - 2, gb("0")}, {today - 1, gb("0")}};
    QCOMPARE(forecastTraffic(history, gb("100"), asOf).state, TrafficForecast::TooLittle);
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

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestForecast)
#include "test_forecast.moc"
