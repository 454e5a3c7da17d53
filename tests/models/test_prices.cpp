// SPDX-License-Identifier: GPL-3.0-or-later
// What an amount costs: figures by hand at every border, and random tier tables put on the wire by
// the sandbox, read by the client, and compared with what the sandbox itself would charge. The two
// share no code. The adviser is held against a search through every amount one can order.
#include "api/endpoints/reseller.h"
#include "models/buying/adviser.h"
#include "sandbox/pricewire.h"

#include <QTest>

#include <array>
#include <random>

using namespace relaybook;

namespace {

TrafficAmount gb(const char *text)
{
    return *TrafficAmount::parseGb(QString::fromLatin1(text));
}

Money usd(const char *text)
{
    return *Money::parse(QString::fromLatin1(text));
}

Tier tier(const char *from, const char *to, const char *rate)
{
    return {gb(from), to == nullptr ? std::nullopt : std::optional(gb(to)), usd(rate)};
}

PriceList listOf(std::vector<Tier> tiers)
{
    PriceList prices;
    prices.source = PriceList::Source::Tiers;
    prices.tiers = std::move(tiers);
    return prices;
}

/// The published shape: a tier's end is the last whole gigabyte before the next one.
PriceList published()
{
    return listOf({tier("1", "49", "3.00"), tier("50", "99", "2.60"), tier("100", "249", "2.40"),
                   tier("250", "499", "2.20"), tier("500", nullptr, "1.95")});
}

/// Reproducible: std's distributions are not the same everywhere, its engine is.
class Dice
{
public:
    explicit Dice(std::uint32_t seed)
        : m_engine(seed)
    {
    }
    /// From `low` to `high`, both included.
    std::int64_t roll(std::int64_t low, std::int64_t high)
    {
        return low +
               static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool oneIn(int n) { return roll(1, n) == 1; }

private:
    std::mt19937_64 m_engine;
};

/// A table as a service may have it: rates falling, rising or the same, down to 10^-8 dollars; ends
/// left out, one step, one gigabyte or nothing before the next tier; in any order.
sandbox::TypePrice randomType(Dice &dice, std::int64_t widest)
{
    sandbox::TypePrice type;
    type.slug = "residential";
    std::int64_t from = dice.roll(0, 3) * sandbox::bytesPerCentiGb * dice.roll(1, 100);
    const std::int64_t count = dice.roll(1, 6);
    for (std::int64_t each = 0; each < count; ++each) {
        const std::int64_t next = from + dice.roll(1, widest) * sandbox::bytesPerCentiGb;
        const std::int64_t units =
            dice.oneIn(3) ? dice.roll(1, 900'000'000) : dice.roll(1, 900) * 1'000'000;
        std::optional<std::int64_t> to;
        if (dice.oneIn(2)) {
            const std::array<std::int64_t, 3> before{0, sandbox::bytesPerCentiGb,
                                                     sandbox::bytesPerGb};
            to = std::max(from, next - before.at(static_cast<std::size_t>(dice.roll(0, 2))));
        }
        type.tiers.push_back({from, each + 1 == count ? std::nullopt : to, sandbox::Money{units}});
        from = next;
    }
    for (std::size_t each = type.tiers.size(); each > 1; --each) {
        std::swap(type.tiers[each - 1],
                  type.tiers[static_cast<std::size_t>(dice.roll(0, static_cast<int>(each) - 1))]);
    }
    return type;
}

PriceList overTheWire(const sandbox::TypePrice &type, std::string_view spelling)
{
    std::string body = R"({"data":{"traffic_balance_gb":1,"residential_pricing_tiers":)";
    sandbox::appendTiersSpelled(body, type.tiers, spelling);
    body += "}}";
    const auto balance = GetResellerBalance::decode(QByteArray::fromStdString(body));
    return balance && balance->pools.size() == 1 ? balance->pools.front().prices : PriceList();
}

std::string description(const sandbox::TypePrice &type)
{
    std::string text;
    sandbox::appendTiers(text, type.tiers);
    return text;
}

Money fromSandbox(sandbox::Money money)
{
    return Money::fromUnits(money.units);
}

/// Each border, one step to both sides of it, and some amounts from everywhere.
std::vector<std::int64_t> interestingBytes(const sandbox::TypePrice &type, Dice &dice)
{
    const std::int64_t step = sandbox::bytesPerCentiGb;
    std::vector<std::int64_t> found{step, 123 * step};
    std::int64_t most = step;
    for (const auto &each : type.tiers) {
        for (const std::int64_t at : {each.minBytes, each.maxBytes.value_or(each.minBytes)}) {
            found.insert(found.end(), {at - step, at, at + step});
        }
        most = std::max(most, each.minBytes);
    }
    for (int each = 0; each < 12; ++each) {
        found.push_back(dice.roll(1, 2 * most / step) * step);
    }
    return found;
}

} // namespace

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
    void theAdviserOverAGrid_data();
    void theAdviserOverAGrid();
    void theAdviserByHand();
    void theLargestThatFits();
    void stretchesSayWhatQuotesSay();
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
    // The order in which the service lists its tiers means nothing.
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
    QTest::addColumn<std::optional<NoQuote>>("why"); // nothing: this amount has a price
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

/// 300 random tables in each spelling; wherever the client claims a price it is what the sandbox
/// would charge, and it claims one for every amount from the first tier on.
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

void TestPrices::theAdviserOverAGrid_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 40; ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

/// Every amount up to the last tier and beyond, each held against all larger ones: the hint is
/// there exactly where a larger amount is not dearer, names the cheapest, and a dead range is where
/// there is a hint.
void TestPrices::theAdviserOverAGrid()
{
    QFETCH(int, seed);
    Dice dice(static_cast<std::uint32_t>(seed));
    const sandbox::TypePrice type = randomType(dice, 150);
    const PriceList prices = overTheWire(type, "from-to");
    const std::int64_t step = orderStep().units();
    std::int64_t last = 0;
    for (const Tier &each : prices.tiers) {
        last = std::max(last, each.from.units() / step);
    }
    // Above the last tier's beginning a larger amount always costs more.
    const std::int64_t most = last + 2;
    const std::vector<DeadRange> dead = deadRanges(prices);
    std::optional<Quote> cheapest; // of the amounts above the one looked at
    for (std::int64_t steps = most; steps >= 1; --steps) {
        const TrafficAmount amount = TrafficAmount::fromUnits(steps * step);
        const auto asked = quote(prices, amount);
        const Advice advice = advise(prices, amount);
        const auto isNotDearer = [](const Quote &a, const Quote &b) {
            return compareCosts(a.amount, a.ratePerGb, b.amount, b.ratePerGb) <= 0;
        };
        const bool better = asked && cheapest && isNotDearer(*cheapest, *asked);
        const std::string where = description(type) + " at " + amount.gbText().toStdString();
        QVERIFY2(advice.cheaper.has_value() == better, where.c_str());
        if (better) {
            QVERIFY2(advice.cheaper->offer == *cheapest, where.c_str());
            QVERIFY2(advice.cheaper->offer.cost <= asked->cost, where.c_str());
            QCOMPARE(advice.cheaper->saved, *asked->cost.minus(cheapest->cost));
        }
        const bool isDead = std::any_of(dead.begin(), dead.end(), [&](const DeadRange &range) {
            return range.from <= amount && amount < range.to;
        });
        QVERIFY2(isDead == better, where.c_str());
        if (advice.next) {
            QVERIFY2(quote(prices, advice.next->atStart.amount) == advice.next->atStart,
                     where.c_str());
            QVERIFY2(amount.plus(advice.next->missing) == advice.next->atStart.amount,
                     where.c_str());
        }
        if (asked && (!cheapest || !isNotDearer(*cheapest, *asked))) {
            cheapest = *asked;
        }
    }
}

void TestPrices::theAdviserByHand()
{
    // Mock-up 6: 95 GB cost $247.00, and 100 GB cost $240.00.
    const Advice advice = advise(published(), gb("95"));
    QVERIFY(advice.cheaper);
    QCOMPARE(advice.cheaper->offer.amount, gb("100"));
    QCOMPARE(advice.cheaper->offer.cost, usd("240"));
    QCOMPARE(advice.cheaper->saved, usd("7"));
    QCOMPARE(advice.next->missing, gb("5"));
    QCOMPARE(advice.next->savedPerGb, usd("0.20"));
    // 240 / 2.60 is 92.307...: the first amount that costs more than 100 GB do is 92.31.
    QVERIFY(!advise(published(), gb("92.30")).cheaper);
    QVERIFY(advise(published(), gb("92.31")).cheaper);
    // The same price counts: 130 / 2.6 = 50 and 43.34 * 3 = 130.02 against 50 * 2.60 = 130.
    QVERIFY(advise(listOf({tier("1", nullptr, "3"), tier("30", nullptr, "2")}), gb("20")).cheaper);
    QVERIFY(
        !advise(listOf({tier("1", nullptr, "3"), tier("30", nullptr, "2")}), gb("19.99")).cheaper);
    // Nothing above the last tier's beginning.
    QVERIFY(!advise(published(), gb("500")).cheaper);
    QVERIFY(!advise(published(), gb("500")).next);
}

void TestPrices::theLargestThatFits()
{
    Dice dice(99);
    for (int round = 0; round < 60; ++round) {
        const sandbox::TypePrice type = randomType(dice, 60);
        const PriceList prices = overTheWire(type, "from-to");
        const Money money = Money::fromUnits(dice.roll(0, 3'000'000'000));
        std::int64_t best = 0; // by trying all there are
        for (std::int64_t steps = 1; steps <= 1'500; ++steps) {
            const auto cost = quote(prices, TrafficAmount::fromUnits(steps * orderStep().units()));
            best = cost && cost->highest <= money ? steps : best;
        }
        const auto found = largestFor(prices, money);
        if (found && found->amount.units() / orderStep().units() > 1'500) {
            QVERIFY(found->highest <= money);
            continue;
        }
        QCOMPARE(found ? found->amount.units() / orderStep().units() : 0, best);
    }
    QCOMPARE(largestFor(published(), usd("247"))->amount, gb("102.91"));
    QVERIFY(!largestFor(published(), usd("2.99")));
}

void TestPrices::stretchesSayWhatQuotesSay()
{
    Dice dice(3);
    for (int round = 0; round < 200; ++round) {
        const sandbox::TypePrice type = randomType(dice, 5'000);
        PriceList prices = overTheWire(type, "from-to");
        if (dice.oneIn(3)) {
            prices.tiers.front().pricePerGb = Money();
        }
        const auto stretches = priceStretches(prices);
        QVERIFY(!stretches.empty());
        QCOMPARE(stretches.front().from, orderStep());
        QVERIFY(!stretches.back().to);
        for (std::size_t each = 0; each + 1 < stretches.size(); ++each) {
            QCOMPARE(*stretches[each].to, stretches[each + 1].from);
        }
        for (const std::int64_t bytes : interestingBytes(type, dice)) {
            if (bytes <= 0) {
                continue;
            }
            const TrafficAmount amount = TrafficAmount::fromBytes(bytes);
            const auto here =
                std::find_if(stretches.begin(), stretches.end(), [&](const PriceStretch &each) {
                    return each.from <= amount && (!each.to || amount < *each.to);
                });
            const auto found = quote(prices, amount);
            QCOMPARE(found ? std::optional(found->ratePerGb) : std::nullopt,
                     here->ratePerGb ? std::optional(*here->ratePerGb) : std::nullopt);
            QCOMPARE(found ? std::nullopt : std::optional(found.error()),
                     here->ratePerGb ? std::nullopt : std::optional(here->ratePerGb.error()));
        }
    }
}

QTEST_GUILESS_MAIN(TestPrices)
#include "test_prices.moc"
