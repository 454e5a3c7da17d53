// SPDX-License-Identifier: GPL-3.0-or-later
// Tests money, traffic, times, ids and secrets: they are exact and cannot be mixed up.

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"
#include "api/types/transaction.h"

#include <QTest>

#include <limits>

using namespace relaybook;

static_assert(!std::is_convertible_v<double, Money>);
static_assert(!std::is_constructible_v<Money, double>);
static_assert(!std::is_convertible_v<Money, double>);
static_assert(!std::is_convertible_v<Money, TrafficAmount>);
static_assert(!std::is_constructible_v<ProxyId, SubUserId>);
static_assert(!std::is_convertible_v<SubUserId, TransactionId>);
static_assert(!std::is_convertible_v<Secret, QString>);
static_assert(!std::is_convertible_v<Secret, QByteArray>);

class TestValues : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void decimal_data();
    void decimal();
    void decimalText_data();
    void decimalText();
    void money();
    void moneyDoesNotWrap();
    void roundedDivision_data();
    void roundedDivision();
    void traffic();
    void instant_data();
    void instant();
    void instantOfANumber_data();
    void instantOfANumber();
    void instantInAZone_data();
    void instantInAZone();
    void instantRoundTrip();
    void ids();
    void secretIsWiped();
    void changeOfATransaction();
};

void TestValues::decimal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("read");
    QTest::addColumn<qint64>("units"); // of 10^-8
    QTest::addColumn<bool>("exact");

    const auto row = [](const char *text, qint64 units, bool exact = true) {
        QTest::newRow(text) << QString::fromLatin1(text) << true << units << exact;
    };
    const auto refused = [](const char *text) {
        QTest::newRow(*text == '\0' ? "empty" : text)
            << QString::fromLatin1(text) << false << qint64(0) << true;
    };
    row("0", 0);
    row("-0", 0);
    row("12", 1'200'000'000);
    row("12.50", 1'250'000'000);
    row("+3.25", 325'000'000);
    row("-0.5", -50'000'000);
    row("0.00000001", 1);
    row("0.000000005", 1, false);
    row("0.000000004", 0, false);
    row("-0.000000005", -1, false);
    row("12.300000000000001", 1'230'000'000, false);
    row("0.1000000000000000000000000000", 10'000'000);
    row("1e-07", 10);
    row("1.2e3", 120'000'000'000);
    row("1.25E+2", 12'500'000'000);
    row("000012", 1'200'000'000);
    row("92233720368.54775807", std::numeric_limits<qint64>::max());
    row("-92233720368.54775807", -std::numeric_limits<qint64>::max());
    refused("92233720368.54775808");
    refused("99999999999999999999");
    refused("1e400");
    refused("1e30");
    refused("");
    refused(" ");
    refused("12,50");
    refused("1,234.50");
    refused("12 50");
    refused(" 12");
    refused("12 ");
    refused(".5");
    refused("5.");
    refused("1.2.3");
    refused("--1");
    refused("1e");
    refused("e5");
    refused("NaN");
    refused("Infinity");
    refused("0x10");
    refused("$12");
}

void TestValues::decimal()
{
    QFETCH(QString, text);
    QFETCH(bool, read);
    QFETCH(qint64, units);
    QFETCH(bool, exact);
    const auto value = parseDecimal(text, 8);
    QCOMPARE(value.has_value(), read);
    const QByteArray latin = text.toLatin1();
    QCOMPARE(parseDecimal(QLatin1String(latin), 8), value);
    if (value) {
        QCOMPARE(value->units, units);
        QCOMPARE(value->exact, exact);
    }
}

void TestValues::decimalText_data()
{
    QTest::addColumn<qint64>("units");
    QTest::addColumn<int>("minDecimals");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64(0) << 0 << QStringLiteral("0");
    QTest::newRow("nothing, two decimals") << qint64(0) << 2 << QStringLiteral("0.00");
    QTest::newRow("whole") << qint64(1'200'000'000) << 2 << QStringLiteral("12.00");
    QTest::newRow("smallest") << qint64(1) << 2 << QStringLiteral("0.00000001");
    QTest::newRow("negative") << qint64(-1) << 0 << QStringLiteral("-0.00000001");
    QTest::newRow("cut") << qint64(1'250'000'000) << 0 << QStringLiteral("12.5");
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << 2
                             << QStringLiteral("92233720368.54775807");
    QTest::newRow("lowest") << std::numeric_limits<qint64>::min() << 2
                            << QStringLiteral("-92233720368.54775808");
}

void TestValues::decimalText()
{
    QFETCH(qint64, units);
    QFETCH(int, minDecimals);
    QFETCH(QString, text);
    QCOMPARE(Money::fromUnits(units).text(minDecimals), text);
}

void TestValues::money()
{
    const auto price = Money::parse(u"2.6");
    QVERIFY(price);
    QCOMPARE(price->text(), QStringLiteral("2.60"));
    QCOMPARE(*price, Money::fromCents(260));
    QVERIFY(!price->hasFractionOfCent());
    QVERIFY(Money::parse(u"2.605")->hasFractionOfCent());
    QVERIFY(Money::parse(u"-0.01")->isNegative());
    QCOMPARE(Money::parse(u"-0.01")->magnitude(), Money::fromCents(1));
    QVERIFY(Money::fromCents(100) > Money::fromCents(99));
    QVERIFY(!Money::parse(u"12,5"));
    QVERIFY(Money().isZero());
}

void TestValues::moneyDoesNotWrap()
{
    const auto most = Money::fromUnits(std::numeric_limits<qint64>::max());
    const auto least = Money::fromUnits(std::numeric_limits<qint64>::min());
    const auto one = Money::fromUnits(1);
    QVERIFY(!most.plus(one));
    QVERIFY(!least.minus(one));
    QVERIFY(!least.plus(Money::fromUnits(-1)));
    QCOMPARE(most.minus(one)->units(), std::numeric_limits<qint64>::max() - 1);
    QCOMPARE(least.plus(one)->units(), std::numeric_limits<qint64>::min() + 1);
}

void TestValues::roundedDivision_data()
{
    QTest::addColumn<qint64>("units");
    QTest::addColumn<qint64>("result"); // of a division by 1000
    QTest::newRow("down") << qint64(1499) << qint64(1);
    QTest::newRow("half away from zero") << qint64(1500) << qint64(2);
    QTest::newRow("negative half") << qint64(-1500) << qint64(-2);
    QTest::newRow("negative down") << qint64(-1499) << qint64(-1);
    QTest::newRow("nothing") << qint64(0) << qint64(0);
    QTest::newRow("exact") << qint64(-3000) << qint64(-3);
}

void TestValues::roundedDivision()
{
    QFETCH(qint64, units);
    QFETCH(qint64, result);
    QCOMPARE(relaybook::roundedDivision(units, 3), result);
}

void TestValues::traffic()
{
    const auto left = TrafficAmount::parseGb(u"412.6");
    QVERIFY(left);
    QCOMPARE(left->gbText(), QStringLiteral("412.6"));
    QCOMPARE(left->gbText(2), QStringLiteral("412.60"));
    QCOMPARE(TrafficAmount::fromBytes(1'500'000'000), *TrafficAmount::parseGb(u"1.5"));
    QCOMPARE(TrafficAmount::fromBytes(1).gbText(), QStringLiteral("0.000000001"));
    QVERIFY(!TrafficAmount::parseGb(u"unlimited"));
    QVERIFY(!TrafficAmount::fromUnits(std::numeric_limits<qint64>::max()).plus(*left));
}

void TestValues::instant_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty if the text is not a time
    const auto row = [](const char *text, const char *utc) {
        QTest::newRow(*text == '\0' ? "empty" : text)
            << QString::fromLatin1(text) << QString::fromLatin1(utc);
    };
    row("2026-11-20T14:02:11Z", "2026-11-20T14:02:11.000Z");
    row("2026-11-20T14:02:11.5Z", "2026-11-20T14:02:11.500Z");
    row("2026-11-20T14:02:11.123456Z", "2026-11-20T14:02:11.123Z");
    row("2026-11-20T14:02:11.999999Z", "2026-11-20T14:02:11.999Z");
    row("2026-11-20T14:02:11+02:00", "2026-11-20T12:02:11.000Z");
    row("2026-11-20T14:02:11-0330", "2026-11-20T17:32:11.000Z");
    row("2026-11-20T14:02:11+02", "2026-11-20T12:02:11.000Z");
    row("2026-11-20T14:02:11.250+00:00", "2026-11-20T14:02:11.250Z");
    row("2026-11-20T23:30:00-02:00", "2026-11-21T01:30:00.000Z");
    row("2026-11-20T14:02:11", "2026-11-20T14:02:11.000Z");
    row("2026-11-20 14:02:11", "2026-11-20T14:02:11.000Z");
    row("2026-11-20T14:02", "2026-11-20T14:02:00.000Z");
    row("2026-11-20T14:02Z", "2026-11-20T14:02:00.000Z");
    row("2026-11-20", "2026-11-20T00:00:00.000Z");
    row("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z");
    row("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z");
    row("2026-10-20 23:59:59.000000", "2026-10-20T23:59:59.000Z");
    row("2026-11-20 14:02:11 UTC", "2026-11-20T14:02:11.000Z");
    row("2026-11-20 14:02:11 +0200", "2026-11-20T12:02:11.000Z");
    row("0000-00-00 00:00:00", "");
    row("2026-02-29T00:00:00Z", "");
    row("2026-13-01T00:00:00Z", "");
    row("2026-11-31T00:00:00Z", "");
    row("2026-11-20T24:00:00Z", "");
    row("2026-11-20T14:60:00Z", "");
    row("2026-11-20T14:02:60Z", "");
    row("2026-11-20T14:02:11.Z", "");
    row("2026-11-20T14:02:11Zulu", "");
    row("2026-11-20T14:02:11+", "");
    row("2026-11-20T14:02:11+2:00", "");
    row("2026-11-20T14", "");
    row("20.11.2026", "");
    row("1795183331", "");
    row("now", "");
    row("", "");
}

void TestValues::instant()
{
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto read = parseInstant(text);
    QCOMPARE(read ? instantText(*read) : QString(), utc);
}

void TestValues::instantOfANumber_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty if the number is not a time
    const auto row = [](const char *text, const char *utc) {
        QTest::newRow(*text == '\0' ? "empty" : text)
            << QString::fromLatin1(text) << QString::fromLatin1(utc);
    };
    row("1795183331", "2026-11-20T14:02:11.000Z");
    row("1795183331.5", "2026-11-20T14:02:11.500Z");
    row("1.795183331e9", "2026-11-20T14:02:11.000Z");
    row("1795183331123", "2026-11-20T14:02:11.123Z");
    row("1795183331123456", "2026-11-20T14:02:11.123Z");
    row("631152000", "1990-01-01T00:00:00.000Z");
    row("631151999", "");
    row("20261120", "");
    row("20261120140211", "");
    row("1795183331123456789", "");
    row("0", "");
    row("-1", "");
    row("12", "");
    row("", "");
}

void TestValues::instantOfANumber()
{
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto read = instantOfNumber(text);
    QCOMPARE(read ? instantText(*read) : QString(), utc);
}

void TestValues::instantInAZone_data()
{
    QTest::addColumn<QString>("zone");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty if it is not one moment
    const auto row = [](const char *zone, const char *text, const char *utc) {
        QTest::addRow("%s %s", zone, text)
            << QString::fromLatin1(zone) << QString::fromLatin1(text) << QString::fromLatin1(utc);
    };
    row("UTC", "2026-10-20 23:59:59.000000", "2026-10-20T23:59:59.000Z");
    row("Z", "2026-10-20 23:59:59", "2026-10-20T23:59:59.000Z");
    row("+02:00", "2026-10-20 23:59:59.000000", "2026-10-20T21:59:59.000Z");
    row("Europe/Berlin", "2026-10-20 23:59:59.000000", "2026-10-20T21:59:59.000Z");
    row("Europe/Berlin", "2026-10-25 02:30:00", "");                         // shown twice
    row("Europe/Berlin", "2026-10-25 03:00:00", "2026-10-25T02:00:00.000Z"); // after it
    row("Europe/Berlin", "2026-03-29 02:30:00", "");                         // never shown
    row("Europe/Berlin", "2026-10-20 23:59:59Z", "");
    row("CST", "2026-10-20 23:59:59", "");
    row("Nowhere/Atall", "2026-10-20 23:59:59", "");
    row("", "2026-10-20 23:59:59", "");
    row("UTC", "now", "");
}

void TestValues::instantInAZone()
{
    QFETCH(QString, zone);
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto read = parseInstantIn(zone, text);
    QCOMPARE(read ? instantText(*read) : QString(), utc);
}

void TestValues::instantRoundTrip()
{
    for (const qint64 millis : {qint64(0), qint64(-1), qint64(1'795'183'331'123)}) {
        QCOMPARE(parseInstant(instantText(fromMillis(millis))), fromMillis(millis));
        QCOMPARE(toMillis(fromMillis(millis)), millis);
    }
}

void TestValues::ids()
{
    QCOMPARE(SubUserId(7).text(), QStringLiteral("7"));
    QCOMPARE(ProxyId(QStringLiteral("a-b")).text(), QStringLiteral("a-b"));
    QVERIFY(SubUserId(7) < SubUserId(8));
    QHash<SubUserId, int> byId;
    byId.insert(SubUserId(7), 1);
    QCOMPARE(byId.value(SubUserId(7)), 1);
    QCOMPARE(byId.value(SubUserId(8)), 0);
}

void TestValues::secretIsWiped()
{
    QVERIFY(Secret().isEmpty());
    // The bytes stay readable through this pointer while `other` shares them; afterwards they are
    // wiped.
    auto secret = std::make_unique<Secret>(QByteArray("a token that is long enough"));
    auto other = std::make_unique<Secret>(*secret);
    secret.reset();
    QCOMPARE(other->reveal(), QByteArray("a token that is long enough"));
    QVERIFY(*other == Secret(QStringLiteral("a token that is long enough")));
}

void TestValues::changeOfATransaction()
{
    // The published example: amount 10, and the balance falls from 30 to 20.
    Transaction row;
    row.amount = Money::fromCents(1000);
    row.balanceBefore = Money::fromCents(3000);
    row.balanceAfter = Money::fromCents(2000);
    QCOMPARE(row.change(), Money::fromCents(-1000));
    row.balanceBefore = Money::fromUnits(std::numeric_limits<qint64>::min());
    QVERIFY(!row.change());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestValues)
#include "test_values.moc"
