// SPDX-License-Identifier: GPL-3.0-or-later
// Tests exact decimals: reading, writing, and the cost of every amount with every rounding rule.
#include "sandbox/decimal.h"
#include "sandbox/prices.h"
#include "sandbox/text.h"

#include <QTest>

using namespace sandbox;

namespace {

__extension__ typedef __int128 Wide;

/// The cost calculated the long way: the whole product, then one division.
std::int64_t slowCost(std::int64_t bytes, std::int64_t rate, Rounding rounding)
{
    const Wide product = static_cast<Wide>(bytes) * rate; // in 10^-17 dollars
    const Wide step =
        rounding == Rounding::Exact ? Wide{1'000'000'000} : Wide{1'000'000'000'000'000};
    Wide whole = product / step;
    const Wide rest = product % step;
    const bool half = rest * 2 == step;
    const bool over = rest * 2 > step;
    if (rounding == Rounding::Up
            ? rest > 0
            : rounding != Rounding::Down &&
                  (over || (half && (rounding != Rounding::HalfEven || whole % 2 == 1)))) {
        ++whole;
    }
    return static_cast<std::int64_t>(rounding == Rounding::Exact ? whole : whole * 1'000'000);
}

} // namespace

class TestSandboxDecimal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writes_data()
    {
        QTest::addColumn<qint64>("units");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("zero") << qint64{0} << QByteArray("0.00");
        QTest::newRow("cents") << qint64{318'420'000'000} << QByteArray("3184.20");
        QTest::newRow("minus") << qint64{-24'000'000'000} << QByteArray("-240.00");
        QTest::newRow("less than one") << qint64{-1'000'000} << QByteArray("-0.01");
        QTest::newRow("five decimals") << qint64{212'615'000} << QByteArray("2.12615");
        QTest::newRow("all decimals") << qint64{1} << QByteArray("0.00000001");
    }

    void writes()
    {
        QFETCH(qint64, units);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(moneyText(Money{units})), text);
        QCOMPARE(parseMoney(text.toStdString())->units, units);
    }

    void gigabytes()
    {
        QCOMPARE(gbText(412'600'000'000), std::string("412.6"));
        QCOMPARE(gbText(10'000'000'000), std::string("10"));
        QCOMPARE(gbText(1), std::string("0.000000001"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"", "-", ".5", "1.", "1,5", "1e3", " 1", "1 ", "0x1", "--1",
                                 "1.2.3", "1.1234567891", "99999999999999999999", "922337203690"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseMoney(text.toStdString()));
    }

    void zerosBehindAreNoDigits()
    {
        QCOMPARE(parseFixed("1.50000", 2).value_or(0), 150);
        QVERIFY(!parseFixed("1.505", 2));
    }

    void costIsExact()
    {
        const Rounding all[] = {Rounding::HalfUp, Rounding::HalfEven, Rounding::Up, Rounding::Down,
                                Rounding::Exact};
        const std::int64_t rates[] = {0,           1,           9'999,       195'000'000,
                                      284'500'000, 300'000'000, 333'333'333, 99'999'999'999};
        for (const Rounding rounding : all) {
            for (const std::int64_t rate : rates) {
                for (std::int64_t step = 0; step < 400; ++step) {
                    const std::int64_t bytes = step * step * 7'654'321 + step * bytesPerCentiGb;
                    QCOMPARE(costOf(bytes, Money{rate}, rounding).units,
                             slowCost(bytes, rate, rounding));
                }
            }
        }
    }

    void roundsAtTheHalf()
    {
        // 0.01 GB at 2.50 is 2.5 cents, at 3.50 3.5 cents.
        const auto cents = [](std::int64_t rate, Rounding rounding) {
            return costOf(bytesPerCentiGb, Money::cents(rate), rounding).units /
                   Money::unitsPerCent;
        };
        QCOMPARE(cents(250, Rounding::HalfUp), 3);
        QCOMPARE(cents(250, Rounding::HalfEven), 2);
        QCOMPARE(cents(350, Rounding::HalfEven), 4);
        QCOMPARE(cents(250, Rounding::Up), 3);
        QCOMPARE(cents(250, Rounding::Down), 2);
        QCOMPARE(moneyText(costOf(bytesPerCentiGb, Money::cents(250), Rounding::Exact)),
                 std::string("0.025"));
    }

    void tierBordersBelongToTheMinimum()
    {
        const PriceList prices = defaultPrices();
        for (const TypePrice &type : prices) {
            for (const Tier &tier : type.tiers) {
                QCOMPARE(rateFor(type, tier.minBytes).units, tier.perGb.units);
                const Tier *below = tierFor(type, tier.minBytes - 1);
                QVERIFY(below == nullptr || below->minBytes < tier.minBytes);
            }
        }
        // Between the published bounds of two tiers, the lower tier applies.
        const TypePrice *residential = findType(prices, "residential");
        QVERIFY(residential != nullptr);
        QCOMPARE(moneyText(rateFor(*residential, 49'500'000'000)), std::string("3.00"));
        QCOMPARE(moneyText(rateFor(*residential, 10'000'000)), std::string("3.00"));
    }

    void textIsEscaped()
    {
        std::string out;
        appendQuoted(out, "a\"b\\c\nd\te\x01 é🛒");
        QCOMPARE(out, std::string("\"a\\\"b\\\\c\\nd\\te\\u0001 é🛒\""));
    }

    void times()
    {
        QCOMPARE(isoText(0), std::string("1970-01-01T00:00:00Z"));
        QCOMPARE(isoText(1'795'183'331), std::string("2026-11-20T14:02:11Z"));
        QCOMPARE(dayText(1'709'164'800), std::string("2024-02-29"));
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxDecimal)
#include "test_sandbox_decimal.moc"
