// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how numbers and words are formatted for people.

#include "models/text/format.h"

#include <QLocale>
#include <QTest>

#include <limits>

namespace relaybook {

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void money_data();
    void money();
    void wholeCents();
    void otherSeparators();
    void traffic_data();
    void traffic();
    void trafficOfLimit();
    void times();
    void spans();
    void words();
    void proxies();
    void shortenedTexts_data();
    void shortenedTexts();
};

void TestFormat::money_data()
{
    QTest::addColumn<QString>("wire");
    QTest::addColumn<QString>("balance");
    QTest::addColumn<QString>("movement");
    QTest::newRow("whole") << "3184.2"
                           << "$3,184.20"
                           << "+$3,184.20";
    QTest::newRow("out") << "-240"
                         << "−$240.00"
                         << "−$240.00";
    QTest::newRow("nothing") << "0"
                             << "$0.00"
                             << "$0.00";
    QTest::newRow("more decimals where there are any") << "-0.0125"
                                                       << "−$0.0125"
                                                       << "−$0.0125";
    QTest::newRow("all eight") << "0.00000001"
                               << "$0.00000001"
                               << "+$0.00000001";
    QTest::newRow("large") << "1234567890.5"
                           << "$1,234,567,890.50"
                           << "+$1,234,567,890.50";
    QTest::newRow("hundreds") << "999.99"
                              << "$999.99"
                              << "+$999.99";
}

void TestFormat::money()
{
    QFETCH(QString, wire);
    const Money amount = *Money::parse(wire);
    QTEST(format::money(amount), "balance");
    QTEST(format::money(amount, format::Sign::Always), "movement");
    QCOMPARE(
        format::money(Money::fromCents(24'000), format::Sign::WhereNegative, QStringLiteral("EUR")),
        QStringLiteral("240.00 EUR"));
    QCOMPARE(
        format::money(Money::fromCents(24'000), format::Sign::WhereNegative, QStringLiteral("USD")),
        QStringLiteral("$240.00"));
}

void TestFormat::wholeCents()
{
    const auto money = [](const char *text) { return *Money::parse(QString::fromLatin1(text)); };
    QCOMPARE(format::downToCents(money("19978.5023")), money("19978.5"));
    QCOMPARE(format::downToCents(money("19978.50999999")), money("19978.5"));
    QCOMPARE(format::downToCents(money("0.004")), money("0"));
    QCOMPARE(format::downToCents(money("12.34")), money("12.34"));
    // A debt never looks smaller than it is.
    QCOMPARE(format::downToCents(money("-0.001")), money("-0.01"));
    QCOMPARE(format::downToCents(money("-3.5")), money("-3.5"));
    QCOMPARE(format::nearestCents(money("13338.9649")), money("13338.96"));
    QCOMPARE(format::nearestCents(money("13338.965")), money("13338.97"));
    QCOMPARE(format::nearestCents(money("13338.96")), money("13338.96"));
    QCOMPARE(format::nearestCents(money("-0.005")), money("-0.01"));
    QCOMPARE(format::nearestCents(money("-0.00499999")), money("0"));
    // In, out and net of one line agree: 531,297.65 − 528,113.45 = 3,184.20.
    QCOMPARE(format::nearestCents(money("531297.65315")), money("531297.65"));
    QCOMPARE(format::nearestCents(money("-528113.45315")), money("-528113.45"));
    constexpr auto least = std::numeric_limits<qint64>::min();
    QCOMPARE(format::downToCents(Money::fromUnits(least)).units(), least);
}

void TestFormat::otherSeparators()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(format::money(Money::fromCents(-318'420)), QStringLiteral("−$3.184,20"));
    QCOMPARE(format::traffic(*TrafficAmount::parseGb(u"1412.6")), QStringLiteral("1.412,6 GB"));
    QCOMPARE(format::count(48'902), QStringLiteral("48.902"));
}

void TestFormat::traffic_data()
{
    QTest::addColumn<QString>("gb");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one decimal") << "412.6"
                                 << "412.6 GB";
    QTest::newRow("whole") << "10"
                           << "10.0 GB";
    QTest::newRow("rounded") << "8.85"
                             << "8.9 GB";
    QTest::newRow("none") << "0"
                          << "0.0 GB";
    QTest::newRow("little") << "0.0042"
                            << "0.004 GB";
    QTest::newRow("less") << "0.0000421"
                          << "0.0000421 GB";
    QTest::newRow("below zero") << "-3.25"
                                << "−3.3 GB";
    QTest::newRow("thousands") << "12345.67"
                               << "12,345.7 GB";
}

void TestFormat::traffic()
{
    QFETCH(QString, gb);
    QTEST(format::traffic(*TrafficAmount::parseGb(gb)), "expected");
}

void TestFormat::trafficOfLimit()
{
    const auto gb = [](const char16_t *text) { return TrafficAmount::parseGb(text); };
    QCOMPARE(format::trafficOfLimit(gb(u"8.8"), gb(u"10")), QStringLiteral("8.8 / 10 GB"));
    QCOMPARE(format::trafficOfLimit(gb(u"8.8"), gb(u"10.5")), QStringLiteral("8.8 / 10.5 GB"));
    QCOMPARE(format::trafficOfLimit(gb(u"8.8"), {}), QStringLiteral("8.8 GB"));
    QCOMPARE(format::trafficOfLimit({}, gb(u"10")), QStringLiteral("— / 10 GB"));
    QCOMPARE(format::trafficOfLimit({}, {}), QStringLiteral("—"));
    QCOMPARE(format::trafficExact(*gb(u"412.600000001")), QStringLiteral("412.600000001 GB"));
    QCOMPARE(format::trafficPace(*gb(u"12.64")), QStringLiteral("12.6 GB"));
    QCOMPARE(format::trafficPace(*gb(u"0.137456789")), QStringLiteral("0.14 GB"));
    QCOMPARE(format::trafficPace(*gb(u"0.995")), QStringLiteral("1 GB"));
    QCOMPARE(format::trafficPace(*gb(u"0.000000123")), QStringLiteral("0.00000012 GB"));
    QCOMPARE(format::trafficPace(*gb(u"0.000000007")), QStringLiteral("0.000000007 GB"));
    QCOMPARE(format::trafficPace(TrafficAmount()), format::traffic(TrafficAmount()));
}

void TestFormat::times()
{
    // The tests' zone is UTC.
    const Instant instant = *parseInstant(u"2026-11-20T18:00:00Z");
    QCOMPARE(format::dateTime(instant), QStringLiteral("Nov 20, 2026 18:00"));
    QCOMPARE(format::shortDateTime(instant), QStringLiteral("Nov 20, 18:00"));
    QCOMPARE(format::dateTime(std::optional<Instant>()), QStringLiteral("—"));
}

void TestFormat::spans()
{
    using namespace std::chrono_literals;
    const Instant now = *parseInstant(u"2026-11-20T18:00:00Z");
    QCOMPARE(format::ago(now - 1s, now), QStringLiteral("just now"));
    QCOMPARE(format::ago(now - 12s, now), QStringLiteral("12 s ago"));
    QCOMPARE(format::ago(now - 5min, now), QStringLiteral("5 min ago"));
    QCOMPARE(format::ago(now - 3h, now), QStringLiteral("3 h ago"));
    QCOMPARE(format::ago(now - 25h, now), QStringLiteral("Nov 19, 2026 17:00"));
    QCOMPARE(format::duration(30s), QStringLiteral("less than a minute"));
    QCOMPARE(format::duration(170s), QStringLiteral("about 3 min"));
    QCOMPARE(format::duration(2h), QStringLiteral("about 2 h"));
    QCOMPARE(format::timeLeft(-5s), QStringLiteral("0 s"));
    QCOMPARE(format::timeLeft(11001ms), QStringLiteral("12 s"));
    QCOMPARE(format::timeLeft(90s), QStringLiteral("90 s"));
    QCOMPARE(format::timeLeft(90001ms), QStringLiteral("2 min"));
    QCOMPARE(format::timeLeft(90min), QStringLiteral("90 min"));
    QCOMPARE(format::timeLeft(90min + 1ms), QStringLiteral("2 h"));
    QCOMPARE(format::count(1'000'000), QStringLiteral("1,000,000"));
}

void TestFormat::words()
{
    QCOMPARE(format::proxyType(QStringLiteral("residential_premium")),
             QStringLiteral("Residential premium"));
    QCOMPARE(format::proxyType(QStringLiteral("quantum_v2")), QStringLiteral("quantum_v2"));
    QCOMPARE(format::transactionType(QStringLiteral("purchase")), QStringLiteral("Purchase"));
    QCOMPARE(format::transactionType(QStringLiteral("chargeback")), QStringLiteral("chargeback"));
}

void TestFormat::proxies()
{
    Proxy proxy;
    QCOMPARE(format::location(proxy), QStringLiteral("—"));
    QCOMPARE(format::rotation(proxy), QStringLiteral("—"));
    proxy.country = QStringLiteral("US");
    QCOMPARE(format::location(proxy), QStringLiteral("US"));
    proxy.region = QStringLiteral("California");
    QCOMPARE(format::location(proxy), QStringLiteral("US · California"));
    proxy.city = QStringLiteral("San Jose");
    QCOMPARE(format::location(proxy), QStringLiteral("US · San Jose"));
    proxy.behavior = QStringLiteral("keep");
    QCOMPARE(format::rotation(proxy), QStringLiteral("Keeps its address"));
    proxy.rotateType = QStringLiteral("each_request");
    QCOMPARE(format::rotation(proxy), QStringLiteral("Every request"));
    proxy.rotateType = QStringLiteral("interval");
    proxy.rotateIntervalMinutes = 10;
    QCOMPARE(format::rotation(proxy), QStringLiteral("Every 10 min"));
    proxy.rotateType = QStringLiteral("on_tuesdays");
    QCOMPARE(format::rotation(proxy), QStringLiteral("on_tuesdays"));
}

void TestFormat::shortenedTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it is") << QStringLiteral("a note") << QStringLiteral("a note");
    QTest::newRow("lines") << QStringLiteral(" a\n note ") << QStringLiteral("a note");
    QTest::newRow("just fits") << QStringLiteral("12345678") << QStringLiteral("12345678");
    QTest::newRow("longer") << QStringLiteral("123456789") << QStringLiteral("1234567…");
    QTest::newRow("at a space") << QStringLiteral("123456 89") << QStringLiteral("123456…");
    QTest::newRow("within a pair")
        << QStringLiteral("123456\U0001F600 9") << QStringLiteral("123456…");
    QTest::newRow("after a pair") << QStringLiteral("12345\U0001F600 9")
                                  << QStringLiteral("12345\U0001F600…");
}

void TestFormat::shortenedTexts()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(format::shortened(text, 8), expected);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestFormat)
#include "test_format.moc"
