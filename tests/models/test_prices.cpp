// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what an amount costs: hand-written figures at every tier border, and random price tables
// that the sandbox sends, the client reads, and whose results are compared with what the sandbox
// itself would charge. The two share no code.
#include "tests/models/pricetables.h"

#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;

class TestPrices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBorder_data();
    void everyBorder();
    void roundingIsSaidWhereItOccurs_data();
    void roundingIsSaidWhereItOccurs();
    void nothingIsClaimedWhereInDoubt_data();
    void nothingIsClaimedWhereInDoubt();
    void thePreviewIsTheCharge_data();
    void thePreviewIsTheCharge();
    void anyRoundingIsWithinTheTwo();
};

void TestPrices::everyBorder_data()
{
    QTest::addColumn<QByteArray>("amount");
    QTest::addColumn<QByteArray>("rate");
    QTest::addColumn<QByteArray>("cost");
    QTest::addColumn<bool>("between");
    const auto row = [](const char *amount, const char *rate, const char *cost,
                        bool between = false) {
        QTest::newRow(amount) << QByteArray(amount) << QByteArray(rate) << QByteArray(cost)
                              << between;
    };
    row("1", "3.00", "3.00");
    row("1.01", "3.00", "3.03");
    row("48.99", "3.00", "146.97");
    row("49", "3.00", "147.00");
    row("49.01", "3.00", "147.03");
    row("49.5", "3.00", "148.50");
    row("49.99", "3.00", "149.97");
    row("50", "2.60", "130.00");
    row("50.01", "2.60", "130.03"); // 130.026
    row("94.99", "2.60", "246.97"); // 246.974
    row("95", "2.60", "247.00");
    row("99", "2.60", "257.40");
    row("99.99", "2.60", "259.97"); // 259.974
    row("100", "2.40", "240.00");
    row("100.01", "2.40", "240.02"); // 240.024
    row("249.99", "2.40", "599.98"); // 599.976
    row("250", "2.20", "550.00");
    row("250.01", "2.20", "550.02");  // 550.022
    row("499.99", "2.20", "1099.98"); // 1099.978
    row("500", "1.95", "975.00");
    row("500.01", "1.95", "975.02"); // 975.0195
    row("1000000", "1.95", "1950000.00");
}

void TestPrices::everyBorder()
{
    QFETCH(QByteArray, amount);
    QFETCH(QByteArray, rate);
    QFETCH(QByteArray, cost);
    QFETCH(bool, between);
    const auto found = quote(published(), gb(amount.constData()));
    QVERIFY(found);
    QCOMPARE(found->ratePerGb, usd(rate.constData()));
    QCOMPARE(found->cost, usd(cost.constData()));
    QCOMPARE(found->betweenTiers, between);
    // The order in which the service lists its tiers does not matter.
    PriceList reversed = published();
    std::reverse(reversed.tiers.begin(), reversed.tiers.end());
    QCOMPARE(*quote(reversed, gb(amount.constData())), *found);
}

void TestPrices::roundingIsSaidWhereItOccurs_data()
{
    QTest::addColumn<QByteArray>("amount");
    QTest::addColumn<QByteArray>("rate");
    QTest::addColumn<QByteArray>("down");
    QTest::addColumn<QByteArray>("cost");
    QTest::addColumn<QByteArray>("up");
    const auto row = [](const char *name, const char *amount, const char *rate, const char *down,
                        const char *cost, const char *up) {
        QTest::newRow(name) << QByteArray(amount) << QByteArray(rate) << QByteArray(down)
                            << QByteArray(cost) << QByteArray(up);
    };
    row("whole cents", "12.34", "3", "37.02", "37.02", "37.02");
    row("below half", "1.01", "2.42", "2.44", "2.44", "2.45");  // 2.4442
    row("half goes up", "1.5", "0.01", "0.01", "0.02", "0.02"); // 0.015
    row("above half", "1.01", "2.46", "2.48", "2.48", "2.49");  // 2.4846
    row("a hair below half", "1", "0.01499999", "0.01", "0.01", "0.02");
    row("less than a cent", "0.01", "0.4", "0", "0", "0.01");
    row("eight decimals", "0.01", "123.45678901", "1.23", "1.23", "1.24");
}

void TestPrices::roundingIsSaidWhereItOccurs()
{
    QFETCH(QByteArray, amount);
    QFETCH(QByteArray, rate);
    QFETCH(QByteArray, down);
    QFETCH(QByteArray, cost);
    QFETCH(QByteArray, up);
    const auto found =
        quote(listOf({tier("0", nullptr, rate.constData())}), gb(amount.constData()));
    QVERIFY(found);
    QCOMPARE(found->lowest, usd(down.constData()));
    QCOMPARE(found->cost, usd(cost.constData()));
    QCOMPARE(found->highest, usd(up.constData()));
    QCOMPARE(found->isRounded(), down != up);
}

void TestPrices::nothingIsClaimedWhereInDoubt_data()
{
    QTest::addColumn<PriceList>("prices");
    QTest::addColumn<QByteArray>("amount");
    QTest::addColumn<std::optional<NoQuote>>("why"); // empty: this amount has a price
    const auto row = [](const char *name, const PriceList &prices, const char *amount,
                        std::optional<NoQuote> why) {
        QTest::newRow(name) << prices << QByteArray(amount) << why;
    };
    row("no list", PriceList(), "10", NoQuote::NothingKnown);
    row("zero", published(), "0", NoQuote::BadAmount);
    row("negative", published(), "-1", NoQuote::BadAmount);
    row("below the first tier", published(), "0.99", NoQuote::BelowFirstTier);
    row("the first tier's beginning", published(), "1", std::nullopt);
    row("a sum beyond measure", published(), "9000000000", std::nullopt);
    row("a sum that does not fit", listOf({tier("0", nullptr, "900")}), "9000000000",
        NoQuote::TooLarge);

    PriceList unreadable = published();
    unreadable.unreadable = "{\"min_gb\":\"lots\"}";
    row("a part is unreadable", unreadable, "60", NoQuote::Unreadable);

    const PriceList overlap = listOf({tier("1", "60", "3"), tier("50", nullptr, "2.6")});
    row("before an overlap", overlap, "49.99", std::nullopt);
    row("in an overlap", overlap, "50", NoQuote::Overlap);
    row("at its end", overlap, "60", NoQuote::Overlap);
    row("after it", overlap, "60.01", std::nullopt);
    row("an overlap at one rate", listOf({tier("1", "60", "3"), tier("50", nullptr, "3")}), "55",
        std::nullopt);
    row("a border said twice is none", listOf({tier("1", "50", "3"), tier("50", nullptr, "2.6")}),
        "50", std::nullopt);

    const PriceList twice =
        listOf({tier("1", "49", "3"), tier("50", "99", "2.6"), tier("50", "99", "2.85")});
    row("beside a contradiction", twice, "49.99", std::nullopt);
    row("a contradiction", twice, "50", NoQuote::Contradiction);
    row("inside out", listOf({tier("50", "10", "3")}), "55", NoQuote::Contradiction);

    const PriceList free = listOf({tier("1", "49", "3"), tier("50", "99", "0")});
    row("beside a rate of zero", free, "49.99", std::nullopt);
    row("a rate of zero", free, "50", NoQuote::BadRate);
    row("a rate below zero", listOf({tier("1", nullptr, "-3")}), "50", NoQuote::BadRate);

    const PriceList ends = listOf({tier("1", "49", "3"), tier("50", "99", "2.6")});
    row("at the last end", ends, "99", std::nullopt);
    row("beyond it", ends, "99.01", NoQuote::AboveLastTier);
}

void TestPrices::nothingIsClaimedWhereInDoubt()
{
    QFETCH(PriceList, prices);
    QFETCH(QByteArray, amount);
    QFETCH(std::optional<NoQuote>, why);
    const auto found = quote(prices, gb(amount.constData()));
    QCOMPARE(found ? std::nullopt : std::optional(found.error()), why);
    if (why) {
        QCOMPARE(advise(prices, gb(amount.constData())), Advice());
    }
}

void TestPrices::thePreviewIsTheCharge_data()
{
    QTest::addColumn<QByteArray>("spelling");
    for (const char *spelling :
         {"from-to", "map", "min-max", "threshold", "gb", "strings", "unsorted"}) {
        QTest::newRow(spelling) << QByteArray(spelling);
    }
}

/// 300 random tables in each form: every price that the client calculates is the one that the
/// sandbox would charge, and the client has a price for every amount from the first tier on.
void TestPrices::thePreviewIsTheCharge()
{
    QFETCH(QByteArray, spelling);
    Dice dice(20'261'001);
    int compared = 0;
    for (int round = 0; round < 300; ++round) {
        const sandbox::TypePrice type = randomType(dice, 40'000);
        const PriceList prices = overTheWire(type, spelling.toStdString());
        QCOMPARE(prices.tiers.size(), type.tiers.size());
        for (const std::int64_t bytes : interestingBytes(type, dice)) {
            if (bytes <= 0) {
                continue;
            }
            const auto found = quote(prices, TrafficAmount::fromBytes(bytes));
            const sandbox::Tier *tier = sandbox::tierFor(type, bytes);
            const std::string where = description(type) + " at " + std::to_string(bytes);
            QVERIFY2(found.has_value() == (tier != nullptr), where.c_str());
            if (!found) {
                QCOMPARE(found.error(), NoQuote::BelowFirstTier);
                continue;
            }
            const sandbox::Money charge =
                sandbox::costOf(bytes, sandbox::rateFor(type, bytes), sandbox::Rounding::HalfUp);
            QVERIFY2(found->cost == fromSandbox(charge), where.c_str());
            ++compared;
        }
    }
    QVERIFY2(compared > 5'000, qPrintable(QString::number(compared)));
}

void TestPrices::anyRoundingIsWithinTheTwo()
{
    using sandbox::Rounding;
    Dice dice(7);
    int rounded = 0;
    for (int round = 0; round < 5'000; ++round) {
        const std::int64_t bytes = dice.roll(1, 100'000) * sandbox::bytesPerCentiGb;
        const sandbox::Money rate{dice.roll(1, 900'000'000)};
        const auto cost = costOf(TrafficAmount::fromBytes(bytes), Money::fromUnits(rate.units));
        QVERIFY(cost);
        QCOMPARE(cost->down, fromSandbox(sandbox::costOf(bytes, rate, Rounding::Down)));
        QCOMPARE(cost->up, fromSandbox(sandbox::costOf(bytes, rate, Rounding::Up)));
        for (const Rounding rule : {Rounding::HalfEven, Rounding::Exact}) {
            const Money other = fromSandbox(sandbox::costOf(bytes, rate, rule));
            QVERIFY(cost->down <= other && other <= cost->up);
        }
        rounded += cost->down != cost->up ? 1 : 0;
    }
    QVERIFY(rounded > 4'000);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPrices)
#include "test_prices.moc"
